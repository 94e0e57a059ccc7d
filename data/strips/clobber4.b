# clobber(4xN)
1 3
2 0
3 0
4 0
5 1
6 0

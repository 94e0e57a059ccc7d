# clobber(5xN)
1 0
2 0
3 1
4 1

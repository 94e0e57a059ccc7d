# cannibal(5xN)
1 1
2 0
3 2
4 0
5 2
6 0

# snort(grid 3xN)
1 1
2 0
3 1
4 0
5 3
6 0
7 1
8 0

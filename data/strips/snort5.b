# snort(grid 5xN)
1 1
2 0
3 3
4 0

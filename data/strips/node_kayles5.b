# node_kayles(grid 5xN)
1 3
2 1
3 3
4 0
5 3
6 3
7 2
8 0
9 4
10 1
11 3

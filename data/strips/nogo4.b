# nogo(4xN)
1 1
2 0
3 0
4 0

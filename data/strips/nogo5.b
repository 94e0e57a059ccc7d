# nogo(5xN)
1 2
2 0
3 1

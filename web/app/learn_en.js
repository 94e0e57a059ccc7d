// The course in English.
export default {
  lessons: {
    nim: {
      title: 'Nim',
      intro: ['Take as many stones as you like from one heap. Whoever takes the last stone wins.'],
      tasks: [
        {prompt: 'Two equal heaps. The machine begins. Win, and find out how.', done: 'Right: you answer every move in the other heap.'},
        {prompt: 'Two different heaps, and you begin. Make them equal, then answer.', done: 'Right: equal heaps are lost for whoever has to move.'},
        {prompt: 'Heaps of 1, 2 and 3; the machine begins. Bring it to two equal heaps.', done: '1, 2, 3 is lost for whoever moves, like equal heaps.'},
        {prompt: 'Heaps of 1, 4 and 7. Only one move wins. Try, and take back moves as you like.', done: 'You found it. The next step shows how to calculate it.'},
      ],
    },
    columns: {
      title: 'Binary columns',
      intro: ['Write the heaps in base 2, below one another: 6 is 4 + 2 and no 1, so it is 110. A column with an odd number of ones gives 1 in the nim-sum, otherwise 0.',
        'If the nim-sum is 0, every move makes some column odd. If it is not 0, you can always make it 0: look at its highest 1, and take from a heap that has a 1 there.'],
      tasks: [
        {prompt: 'Make the nim-sum 0, ten times.', done: 'Ten times! Now nim has no secrets.'},
        {prompt: 'Now win against the machine: 3, 5 and 7.'},
      ],
    },
    mex: {
      title: 'One heap, and the mex',
      intro: ['A game in which 1, 3 or 4 stones may be taken is not nim. But every position behaves like a heap of nim. Its size is the value of the position.',
        'The value is the mex of the values of its moves: the least number 0, 1, 2, … that is not among them.'],
      tasks: [
        {prompt: 'Find the mex, ten times.', done: 'You have the mex.'},
        {prompt: 'Take 1, 3 or 4 stones. Find the values one after the other. A heap of 0 has no move: its value is 0.', done: 'The values repeat: 0 1 0 1 2 3 2, again and again.'},
      ],
    },
    sums: {
      title: 'Adding games',
      intro: ['Several games side by side, a move in one of them. The value of the sum is the nim-sum of the values. So you can add games that have nothing to do with each other.',
        'Values of kayles: 0, 1, 2, 3, 1, 4, 3, 2, 1. Value of “take 1, 2 or 3”: the remainder when divided by 4.'],
      tasks: [
        {prompt: 'Make the nim-sum of the values 0, four times.', done: 'You can add games.'},
        {prompt: 'Win: five pins and a heap of two.'},
      ],
    },
    kayles: {
      title: 'Kayles by table',
      intro: ['One pin falls, or two neighbours. A row may fall into two rows, and these are a sum.'],
      tasks: [
        {prompt: 'Nine pins. Who begins can win without any table. How?', answers: ['Hit the middle pin, then mirror every move', 'Hit the first pin', 'Always take two'], because: 'Try it: which move makes two equal rows?', done: 'Right: two equal rows are nim with two equal heaps.'},
        {prompt: 'Find the values of the rows. The value of two rows is the nim-sum of both.', done: 'So Guy and Smith began in 1956. From 71 pins on the values repeat with period 12.'},
        {prompt: 'Win with nine pins.'},
      ],
    },
    disguise: {
      title: 'Nim in disguise',
      intro: ['Some games look different and are nim. On the staircase coins go from one step down to the next, and from step 1 to the ground.', 'Only the odd steps count: if the other player moves a coin from an even step, you move it on.'],
      tasks: [
        {prompt: 'Win on the staircase.', done: 'The odd steps are heaps of nim.'},
        {prompt: 'Turning turtles: turn a coin from heads to tails, and if you like one to its left. Heads lie at 2, 4 and 6. Which game of nim is that?', answers: ['One heap of 12', 'Heaps of 1, 1 and 1', 'Heaps of 2, 4 and 6'], because: 'A single head at 2 can be turned alone, or with coin 1 or 0: what is left?', done: 'Right: a head at n is a heap of n. Here 2, 4 and 6: the nim-sum is 0.'},
        {prompt: 'Win with heads at 1, 4 and 6.'},
      ],
    },
    misere: {
      title: 'Whoever moves last loses',
      intro: ['In misère play the last move loses. Play nim as before, until your move would leave heaps of one stone only: then leave an odd number of them.'],
      tasks: [
        {prompt: 'Heaps of 1, 1 and 3. Do not take the last stone.', done: 'You left an odd number of single stones.'},
        {prompt: 'Heaps of 1, 4 and 7.', done: 'The same strategy as in nim, but for the end.'},
        {prompt: 'Two rows of pins. Here no number tells who wins; but look for a small position that you know.', done: 'Well done: misère kayles was solved only in 1973.'},
      ],
    },
    wythoff: {
      title: "Wythoff's queen",
      intro: ['A queen goes towards the corner (0, 0): up, left or diagonally. Whoever brings her home wins.', 'Mark on paper the places from which every move loses: (0, 0), (1, 2), (3, 5), (4, 7) … They lie along two lines. Their slope is the golden ratio.'],
      tasks: [
        {prompt: 'The queen stands at (2, 2). Which move loses?', answers: ['To (0, 0)', 'To (0, 2)', 'To (1, 2)'], because: 'From the place that you leave, can the other player go home, or only you again?', done: 'Right: from (0, 2) the other player goes home at once.'},
        {prompt: 'Win from (4, 5).'},
        {prompt: 'Win from (6, 9). The next places of the list are (6, 10) and (8, 13).', done: 'Open Maths: the law is proved there for all boards.'},
      ],
    },
    infinite: {
      title: 'Infinite heaps',
      intro: ['In the cascade you lower one column and may then set the one to its right to any number. Play always ends, yet a position can have infinitely many moves.'],
      tasks: [
        {prompt: 'The value of the columns 1, 2 is larger than all natural numbers. Why?', answers: ['Because play never ends', 'Because its moves have all values 0, 1, 2, …', 'Because 1 + 2 is 3'], because: 'Think of the mex: which numbers are values of its moves?', done: 'Right: the mex of all natural numbers is ω, the first infinite ordinal.'},
        {prompt: 'Win the cascade of 1 and 3. One move ends it all.'},
      ],
    },
    draws: {
      title: 'Games without an end',
      intro: ['If play can go round, nobody has to lose. Then some positions have no value, and the best that both can do is a draw.'],
      tasks: [
        {prompt: 'A king steps in any direction; whoever brings him home wins. He stands at (3, 4). Who wins with perfect play?', answers: ['Who moves first', 'Who moves second', 'Nobody'], because: 'Would you step next to the corner?', done: 'Right: whoever steps next to the corner loses, and nobody has to.'},
        {prompt: 'A token goes on by 3 or 5 places on a circle of 12; whoever brings it home to 0 wins. Win from 7.', done: 'That was the last task.'},
      ],
    },
  },
  plan: [
    ['0–5', 'Play nim at the board: two equal heaps, then two different ones. Nobody explains anything.'],
    ['5–15', 'Step 1 in pairs on the devices. Collect: what is a lost position?', 'nim'],
    ['15–30', 'Step 2: base 2, columns, the nim-sum. Everybody makes it 0 ten times.', 'columns'],
    ['30–40', 'Step 3, first task: the mex. Together: the table of “take 1, 3 or 4”.', 'mex'],
    ['40–45', 'A sheet from Class as homework; the result codes come back by message.', 'class'],
  ],
};

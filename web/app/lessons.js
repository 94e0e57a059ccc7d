// The course: what is done in each task. The words are in learn_CODE.js, in the same order.

export const lessons = [
  {id: 'nim', tasks: [
    {kind: 'win', sum: 'nim{4, 4}', who: 1}, {kind: 'win', sum: 'nim{3, 5}'}, {kind: 'win', sum: 'nim{1, 2, 3}', who: 1}, {kind: 'win', sum: 'nim{1, 4, 7}'},
  ]},
  {id: 'columns', tasks: [{kind: 'zero', times: 10}, {kind: 'win', sum: 'nim{3, 5, 7}'}]},
  {id: 'mex', tasks: [{kind: 'mex', times: 10}, {kind: 'table', game: 'subtract[{1, 3, 4}]', upto: 9}]},
  {id: 'sums', tasks: [
    {kind: 'zero', times: 4, sums: ['kayles(3) + nim(1)', 'bounded(6) + nim(3)', 'kayles(4) + kayles(3)', 'bounded(7) + kayles(2) + nim(3)']},
    {kind: 'win', sum: 'kayles(5) + nim(2)'},
  ]},
  {id: 'kayles', tasks: [{kind: 'ask', sum: 'kayles(9)', right: 0}, {kind: 'table', game: 'kayles', upto: 7, first: 1}, {kind: 'win', sum: 'kayles(9)'}]},
  {id: 'disguise', tasks: [{kind: 'win', sum: 'stair([3, 1, 4])'}, {kind: 'ask', sum: 'turtles([2, 4, 6])', right: 2}, {kind: 'win', sum: 'turtles([1, 4, 6])'}]},
  {id: 'misere', tasks: [{kind: 'win', sum: 'nim{1, 1, 3}', play: 'misere'}, {kind: 'win', sum: 'nim{1, 4, 7}', play: 'misere'}, {kind: 'win', sum: 'kayles(5) + kayles(3)', play: 'misere'}]},
  {id: 'wythoff', tasks: [{kind: 'ask', sum: 'wythoff(2, 2)', right: 1}, {kind: 'win', sum: 'wythoff(4, 5)'}, {kind: 'win', sum: 'wythoff(6, 9)'}]},
  {id: 'infinite', tasks: [{kind: 'ask', sum: 'cascade([1, 2])', right: 1}, {kind: 'win', sum: 'cascade([1, 3])'}]},
  {id: 'draws', tasks: [{kind: 'ask', sum: 'king_race[8](3, 4)', right: 2}, {kind: 'win', sum: 'windup[places=12, S={3, 5}](7)'}]},
];

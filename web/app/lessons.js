// Five short lessons. Each step has a text, in the files of the languages, and something to try: a link, that is a state
// of the page's own views.

export const lessons = [
  {id: 'nim', steps: [
    {view: 'play', sum: 'nim{4, 4}', you: 1},
    {view: 'play', sum: 'nim{3, 5, 7}'},
    {view: 'play', sum: 'nim{9, 10, 12}', strength: 'errs'},
  ]},
  {id: 'mex', steps: [
    {view: 'explorer', position: 'subtract[{1, 3, 4}](5)'},
    {view: 'explorer', position: 'kayles(5)'},
  ]},
  {id: 'sums', steps: [
    {view: 'play', sum: 'kayles(8) + nim(2)'},
    {view: 'values', game: 'wythoff', box: '99', zeros: true},
  ]},
  {id: 'increases', steps: [
    {view: 'explorer', position: 'forced(2, 1)'},
    {view: 'law', law: 'forced'},
  ]},
  {id: 'misere', steps: [
    {view: 'play', sum: 'nim{1, 2, 3}', play: 'misere'},
    {view: 'play', sum: 'kayles(5) + kayles(3)', play: 'misere'},
    {view: 'law', law: 'kayles', play: 'misere'},
  ]},
];

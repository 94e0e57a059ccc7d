// The games of the gallery: {key, group, of, play} with the parent under which a variant stands, `sum(n)` for the position of a size,
// and the least, usual and largest size. What they are called is in games_CODE.js.

const board = (name, rows = n => n, columns = n => n + 1) => n => `${name}(${rows(n)}x${columns(n)})`;
const heap = name => n => `${name}(${n})`;
const game = (key, group, sum, sizes, more = {}) => ({key, group, sum: typeof sum === 'string' ? () => sum : sum, sizes, ...more});
const heads = n => Array.from({length: n}, (_, i) => 'HTH'[i % 3]).join('');
const nimHeaps = n => `nim{${Array.from({length: n}, (_, i) => 2 * i + 1 + (i === n - 1 ? 1 : 0)).join(', ')}}`;
const konane = n => Array.from({length: n}, (_, r) => Array.from({length: n}, (_, c) => r === 1 && (c === 1 || c === 2) ? '.' : 'XO'[(r + c) % 2]).join('')).join('|');
const queens = n => Array.from({length: n}, (_, r) => Array.from({length: n}, (_, c) => r === 0 && c === 1 ? 'X' : r === n - 1 && c === n - 2 ? 'O' : '.').join('')).join('|');
const tree = n => `{1-2, 2-3, 2-4, 1-5, 5-6${n > 5 ? ', 6-7, 6-8' : ''}${n > 7 ? ', 4-9, 9-10' : ''}; 1=G}`;
const coins = n => `([${[1, 3, 4, 6, 7, 9, 10, 12].slice(0, n).join(', ')}])`;

/** Other names, in any language, by which a game is looked for. */
export const also = {
  nim: 'marienbad tac-tix match sticks Streichhölzer misère', bounded: 'bachet 21 flags', subtract: 'bachet', lasker: 'Lasker', wythoff: 'chess Schach', kayles: 'skittles bowling rip van winkle Kegeln',
  dawsons_kayles: 'dawson chess', cram: 'domineering dominoes plugg dots crosscram', chomp: 'chocolate Schokolade', notakto: 'tic-tac-toe noughts crosses Tic-Tac-Toe', queens: 'chess Schach',
  amazons: 'chess Schach', nogo: 'go', tactix: 'bulo hein', treblecross: 'tic-tac-toe', sprouts: 'Conway Paterson', turtles: 'coins Münzen', silver_dollar: 'coins Münzen', coins_welter: 'coins Münzen',
  green_hackenbush: 'Conway', geography: 'Städte', poset: 'chomp schuh', subsets: 'gale', grundys: 'Grundy', peg: 'pegs solitaire Solitär', duotaire: 'solitaire Solitär', sylver: 'Conway Münzen coins', lights: 'lights out',
};

export const groups = ['heaps', 'rows', 'boards', 'stones', 'graphs', 'coinsAndWords', 'drawings', 'infinite'];
export const games = [
  game('nim', 'heaps', nimHeaps, [2, 3, 6]),
  game('bounded', 'heaps', heap('bounded'), [5, 21, 50], {of: 'nim'}),
  game('subtract', 'heaps', n => `subtract[{1, 3, 4}](${n})`, [5, 17, 50], {of: 'nim'}),
  game('moore', 'heaps', 'moore[k=2]([3, 5, 7])', null, {of: 'nim'}),
  game('lasker', 'heaps', heap('lasker'), [4, 9, 20], {of: 'nim'}),
  game('mark', 'heaps', heap('mark'), [5, 20, 60], {of: 'nim'}),
  game('half', 'heaps', heap('half'), [5, 20, 60], {of: 'nim'}),
  game('take_prime', 'heaps', heap('take_prime'), [5, 26, 60], {of: 'nim'}),
  game('squares', 'heaps', heap('squares'), [4, 18, 60], {of: 'nim'}),
  game('take_divisor', 'heaps', heap('take_divisor'), [4, 24, 60], {of: 'nim'}),
  game('fibonacci', 'heaps', n => `fibonacci(${n}, ${n - 1})`, [4, 12, 30]),
  game('euclid', 'heaps', n => `euclid(${n}, ${Math.floor(n / 3)})`, [5, 25, 50]),
  game('grundys', 'heaps', heap('grundys'), [5, 12, 25]),
  game('stair', 'heaps', 'stair([3, 1, 4, 2])', null),
  game('kayles', 'rows', heap('kayles'), [3, 10, 30]),
  game('dawsons_kayles', 'rows', heap('dawsons_kayles'), [3, 11, 30], {of: 'kayles'}),
  game('treblecross', 'rows', heap('treblecross'), [4, 9, 25], {of: 'notakto'}),
  game('toppling', 'rows', n => `toppling(1x${n})`, [3, 8, 14], {of: 'kayles'}),
  game('tactix', 'rows', board('tactix', n => n, n => n), [2, 3, 5], {of: 'kayles'}),
  game('toads', 'rows', n => `toads(${'X'.repeat(n)}...${'O'.repeat(n)})`, [1, 2, 4]),
  game('wythoff', 'boards', n => `wythoff(${n - 2}, ${n})`, [4, 9, 20]),
  game('rook', 'boards', n => `rook(${n - 2}, ${n})`, [3, 7, 20], {of: 'wythoff'}),
  game('king', 'boards', n => `king(${n - 2}, ${n})`, [3, 7, 20], {of: 'wythoff'}),
  game('knight', 'boards', n => `knight(${n - 2}, ${n})`, [4, 7, 20], {of: 'wythoff'}),
  game('king_race', 'boards', n => `king_race[size=${n}](${n - 1}, ${n - 4})`, [5, 8, 12], {of: 'wythoff'}),
  game('cram', 'boards', board('cram', n => n, n => n + 1), [2, 4, 6]),
  game('trominoes', 'boards', board('trominoes'), [3, 4, 5], {of: 'cram'}),
  game('tetrominoes', 'boards', board('tetrominoes'), [3, 4, 5], {of: 'cram'}),
  game('chomp', 'boards', board('chomp'), [2, 4, 7]),
  game('notakto', 'boards', board('notakto', n => n, n => n), [3, 3, 5], {play: 'misere'}),
  game('queens', 'boards', board('queens', n => n, n => n), [3, 5, 8]),
  game('nogo', 'stones', board('nogo'), [2, 3, 4]),
  game('clobber', 'stones', board('clobber'), [2, 3, 6]),
  game('cannibal', 'stones', board('cannibal'), [2, 3, 4], {of: 'clobber'}),
  game('konane', 'stones', n => `konane(${konane(n)})`, [4, 4, 8]),
  game('amazons', 'stones', n => `amazons(${queens(n)})`, [3, 3, 8]),
  game('fission', 'stones', n => `fission(${Array.from({length: n}, (_, r) => Array.from({length: n}, (_, c) => r === n >> 1 && c === n >> 1 ? 'X' : '.').join('')).join('|')})`, [3, 4, 6]),
  game('sheep', 'stones', 'sheep(4 0 0 0|0 0 0 0|0 0 0 3)', null),
  game('peg', 'stones', 'peg(XX.XX|XXXXX|..X..)', null, {of: 'konane'}),
  game('node_kayles', 'graphs', n => `node_kayles(cycle ${n})`, [4, 8, 14]),
  game('snort', 'graphs', n => `snort(path ${n})`, [3, 5, 9]),
  game('col', 'graphs', n => `col(path ${n})`, [3, 5, 9], {of: 'snort'}),
  game('colour', 'graphs', n => `colour(cycle ${n})`, [3, 5, 8], {of: 'snort'}),
  game('arc_kayles', 'graphs', n => `arc_kayles(grid 2x${n})`, [3, 4, 6], {of: 'node_kayles'}),
  game('geography', 'graphs', n => `geography(grid 3x${n}; 1=T)`, [2, 3, 5]),
  game('edge_geography', 'graphs', n => `edge_geography(grid 2x${n}; 1=T)`, [2, 3, 4], {of: 'geography'}),
  game('hackenbush', 'graphs', n => `hackenbush(${tree(n)})`, [4, 6, 8]),
  game('poset', 'graphs', 'poset({1>2, 1>3, 2>4, 3>4, 3>5})', null, {of: 'chomp'}),
  game('triangle', 'graphs', n => `triangle(complete ${n})`, [3, 4, 5]),
  game('prune', 'graphs', 'prune({1-2, 2-3, 3-4, 3-5, 5-6})', null),
  game('pebbling', 'graphs', 'pebbling({1-2, 2-3, 3-4; 1=6})', null),
  game('windup', 'graphs', n => `windup[places=${n}, S={3, 5}](7)`, [8, 12, 20]),
  game('heads', 'coinsAndWords', n => `heads(${heads(n)})`, [3, 7, 12]),
  game('overturn', 'coinsAndWords', n => `overturn(${heads(n)})`, [3, 7, 12], {of: 'heads'}),
  game('turtles', 'coinsAndWords', n => 'turtles' + coins(n), [2, 3, 8], {of: 'heads'}),
  game('mock_turtles', 'coinsAndWords', n => 'mock_turtles' + coins(n), [2, 3, 8], {of: 'heads'}),
  game('silver_dollar', 'coinsAndWords', 'silver_dollar(..X..X.X)', null),
  game('coins_welter', 'coinsAndWords', 'coins_welter(.X.XX.X)', null, {of: 'silver_dollar'}),
  game('brackets', 'coinsAndWords', 'brackets(()(()())())', null),
  game('sos', 'coinsAndWords', n => `sos(1x${n})`, [4, 7, 12], {of: 'notakto'}),
  game('sylver', 'coinsAndWords', 'sylver({1, 2, 3, 6, 7, 11})', null),
  game('subsets', 'coinsAndWords', 'subsets({1, 2, 3, 4, 5, 6})', null),
  game('sprouts', 'drawings', heap('sprouts'), [2, 3, 6]),
  game('brussels_sprouts', 'drawings', heap('brussels_sprouts'), [1, 2, 5], {of: 'sprouts'}),
  game('forced', 'infinite', 'forced(2, 3)', null),
  game('cascade', 'infinite', 'cascade([3, 1, 4])', null),
];

const near = n => Math.max(1, n + 1 + Math.floor(Math.random() * 3) - (n > 4 ? Math.floor(Math.random() * 6) : 0));
/** A position whose size is told: heaps, a number, two numbers, or the rows and columns of a board. */
const kSized = /^nim\{[\d, ]+\}$|^[^(]*\(\d+(?:, *\d+|x\d+)?\)$/;
/** Another position of the same game: the gallery's next size, after the largest the least one; otherwise one about as large; null where there is none. */
export function next(sum) {
  for (const {sizes, sum: sumOf} of games) {
    for (let n = sizes?.[0] ?? 1; n <= (sizes?.[2] ?? 0); ++n)
      if (sumOf(n) === sum && !sum.startsWith('nim{')) return sumOf(n < sizes[2] ? n + 1 : sizes[0]);
  }
  if (!kSized.test(sum)) return null;
  const begin = sum.search(/[({][^({]*$/);
  for (;;) {
    const other = sum.slice(0, begin) + sum.slice(begin).replace(/\d+/g, n => near(Number(n)));
    if (other !== sum) return other;
  }
}

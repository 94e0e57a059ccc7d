// How players point at moves, and what they call them: positions and moves as the engine writes them, without a browser.
//
//   position_test.mjs
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const app = join(dirname(fileURLToPath(import.meta.url)), '../../../web/app');
const {fits, meant, moveName, parts, plansOf, prepared, read, split} = await import(join(app, 'position.js'));

let failures = 0;
function expect(truth, what) {
  if (truth) return;
  ++failures;
  console.log('not so: ' + what);
}
const same = (one, other, what) => expect(JSON.stringify(one) === JSON.stringify(other), `${what}: ${JSON.stringify(one)}, not ${JSON.stringify(other)}`);
const t = Object.assign((key, ...rest) => [key, ...rest].join(' '), {said: text => text});
const plan = (given, move) => plansOf(read(given), [{part: 0, ...move}])[0];
const name = (given, move, number = 0) => moveName(read(given), plan(given, move), t, number);

same(split('moore[k=2]([3, 5])'), {name: 'moore[k=2]', inner: '[3, 5]'}, 'a list');
same(split('brackets(()(()))'), {name: 'brackets', inner: '()(())'}, 'a word of brackets');
same(split('intervals[I={(0, 3)}](0, 9)'), {name: 'intervals[I={(0, 3)}]', inner: '0, 9'}, 'a parameter with pairs');
same(parts('kayles(1) + octal[0.7 + 1](2)'), ['kayles(1)', 'octal[0.7 + 1](2)'], 'a sum');
same(parts('0'), [], 'nothing');

const kinds = [
  [{position: 'nim(3)'}, 'heap'], [{position: '*4'}, 'heap'], [{position: 'kayles(4)', row: {longer: 0}}, 'row'], [{position: 'wythoff(3, 5)'}, 'pair'],
  [{position: 'fibonacci(9, 8)'}, 'tuple'], [{position: 'moore3(1, 2, 3)'}, 'tuple'], [{position: 'cascade([3, 1])'}, 'tuple'], [{position: 'turtles([1, 4])'}, 'coins'],
  [{position: 'sylver({1, 2, 3})'}, 'set'], [{position: 'cram(..|..)', board: 'grid'}, 'cells'], [{position: 'sow(3 0 1)', board: 'ring', numbers: true}, 'cells'],
  [{position: 'king_dirt(1, 1, 0, X.|..)', board: 'grid'}, 'cells'], [{position: 'snort({1-2; 1=X})', board: 'graph'}, 'graph'],
  [{position: 'green_hackenbush([[0, 1]])'}, 'graph'], [{position: 'sprouts(3)'}, 'sprouts'], [{position: 'windup[places=12, S={3, 5}](7)'}, 'circle'],
  [{position: 'nullify([[1, 2], [3, 4]])'}, 'text'],
];
for (const [given, kind] of kinds) same(read(given).kind, kind, given.position);

// A piece goes first and its target next; a domino has no order; a bite has one corner.
const clobber = {position: 'clobber(XOXO|OXOX)', board: 'grid'};
same([plan(clobber, {to: 'clobber(.XXO|OXOX)', how: 'a1-b1'})].map(one => [one.places, one.ordered])[0], [['a1', 'b1'], true], 'clobber');
same(plan({position: 'konane(XO.OXO)', board: 'grid'}, {to: 'konane(..XOXO)', how: 'a1-b1-c1'}).places, ['a1', 'c1'], 'konane skips what is jumped');
same(plan({position: 'amazons(X..|..O)', board: 'grid'}, {to: 'amazons(.#X|..O)', how: 'a1-c1-b1'}).places, ['a1', 'c1', 'b1'], 'amazons');
same(plan({position: 'amazons(X..|..O)', board: 'grid'}, {to: 'amazons(#.X|..O)', how: 'a1-c1-a1'}).places, ['a1', 'c1', 'a1'], 'amazons, an arrow to where the queen was');
same(plan({position: 'cram(...|...)', board: 'grid'}, {to: 'cram(##.|...)', how: 'a1-b1'}).ordered, false, 'cram has no order');
same(plan({position: 'chomp(OOO|OOO)', board: 'grid'}, {to: 'chomp(O..|OOO)', how: 'b1'}).places, ['b1'], 'chomp');
same(plan({position: 'fission(.X.)', board: 'grid'}, {to: 'fission(X.X)', how: 'a1-b1-c1'}).places[0], 'b1', 'fission begins with the stone');
same(plan({position: 'geography({1-2, 2-3; 1=T})', board: 'graph'}, {to: 'geography({1-2, 2-3; 1=#, 2=T})', how: '1-2'}).ordered, true, 'a token');
same(plan({position: 'edge_geography({1-2; 1=T})', board: 'graph', edges: true}, {to: '0', how: '1-(1-2)-2'}).places, ['1', '2'], 'vertices, where moves are on vertices');
same(plan({position: 'hackenbush({1-2; 1=G})', board: 'graph', edges: true}, {to: '0', how: '(1-2)'}).places, ['1-2'], 'an edge');

// Rows keep the places of what is taken, and of heaps that have no move any more.
const pins = {position: 'dawsons_kayles(7)', row: {longer: 0}};
const cuts = plansOf(read(pins), [{part: 0, to: 'dawsons_kayles(4)', heaps: [[1, 4]]}]);
same(cuts.map(one => one.places), [['2', '3'], ['5', '6']], 'pins');
same(plansOf(read({position: 'octal[0.007](7)', row: {longer: 2}}), [{part: 0, to: '0', heaps: [[2, 2]]}]).map(one => one.places), [['3']], 'a cross');
same(plansOf(read({position: 'octal[0.17](9)'}), [{part: 0, to: 'octal[0.17](3) + octal[0.17](5)', heaps: [[3, 5]]}]).map(one => one.places), [['4'], ['6']], 'a code');

// What is pointed at, and what it means.
const kayles = plansOf(read({position: 'kayles(5)', row: {longer: 0}}), [[1, 3], [2, 2], [4], [3], [1, 2]].map(heaps => ({part: 0, to: '', heaps: [heaps]})));
const third = kayles.filter(one => fits(one, ['3']));
same(meant(third, ['3']).places, ['3'], 'one pin by a second click');
const heap = plansOf(read({position: 'lasker(5)'}), [{part: 0, to: 'lasker(2)', heaps: [[2]]}, {part: 0, to: 'lasker(2) + lasker(3)', heaps: [[2, 3]]}]);
same(meant(heap.filter(one => fits(one, ['2'])), ['2']), null, 'taking and splitting are asked about');

// Lines of Sprouts are pointed at by their two vertices, whatever the engine calls them; several lines may join the same ones.
await prepared([{position: 'sprouts(3)'}]);
const ways = (position, ends, ...to) => to.filter(one => plansOf(read({position}), [{part: 0, to: one}]).some(one => fits(one, ends))).length;
same(parts('sprouts(12.}) + sprouts(AB.}AB.})'), ['sprouts(12.})', 'sprouts(AB.}AB.})'], 'a sum of drawings');
same(ways('sprouts(3)', ['0.0.0', '0.2.0'], 'sprouts(0.1a1a.})', 'sprouts(0.0.AB.}AB.})'), 1, 'from a spot to another');
same(ways('sprouts(3)', ['0.2.0', '0.2.0'], 'sprouts(0.1a1a.})', 'sprouts(0.0.AB.}AB.})', 'sprouts(0.AB.}0.AB.})'), 2, 'from a spot to itself');
same(ways('sprouts(0.0.AB.}0.0.AB.})', ['B', '1.0.0'], 'sprouts(0.0.A.}0.1aAa.})'), 1, 'B is as good as A');
same(ways('sprouts(0.0.AB.}0.0.AB.})', ['B', 'A'], 'sprouts(0.0.2.}) + sprouts(2)', 'sprouts(2) + sprouts(0.A.}0.A.})'), 2, 'lines that part a region');
same(ways('brussels_sprouts(2)', ['0.0.1', '0.1.3'], 'brussels_sprouts([8])', 'brussels_sprouts([3, 4])'), 1, 'ends of two crosses');
same(ways('brussels_sprouts(2)', ['0.0.1', '0.0.3'], 'brussels_sprouts([3, 4])', 'brussels_sprouts([2]) + brussels_sprouts([2, 4])'), 1, 'ends of one cross');

// Each first line from two to six spots, and games of any lines, can be drawn so that the drawing has the right regions.
const {beginning, linesOnMap, mapAfter, regionsOfMap} = await import(join(app, 'sprouts_map.js'));
const {key} = await import(join(app, 'sprouts.js'));
const keyOfMap = map => key(regionsOfMap(map).words, map.isCross);
for (const [count, isCross] of [[2, false], [3, false], [6, false], [1, true], [2, true]]) {
  const map = beginning(count, isCross);
  for (const [wanted, lines] of linesOnMap(map)) for (const {line} of lines) same(keyOfMap(mapAfter(map, wanted, line)), wanted, `${count} spots: ${JSON.stringify(line)}`);
}
let seed = 1, drawn = 0;
const any = list => list[(seed = (seed * 1103515245 + 12345) % 2147483648) % list.length];
for (let round = 0; round < 12; ++round) {
  for (let map = beginning(2 + round % 3, round % 4 === 3), lines; map && (lines = [...linesOnMap(map)]).length;) {
    const [wanted, ways] = any(lines), next = mapAfter(map, wanted, any(ways).line);
    if (next) same(keyOfMap(next), wanted, 'a drawn line');
    if (next) ++drawn;
    map = next;
  }
}
same(drawn > 60, true, `lines are drawn: ${drawn}`);

same(name({position: 'nim(7)'}, {to: 'nim(5)'}, 3), 'takeOf 3 2', 'take 2 from heap 3');
same(name({position: 'nim(7)'}, {to: '0'}), 'take 7', 'take all');
same(name(clobber, {to: 'clobber(.XXO|OXOX)', how: 'a1-b1'}), 'a1–b1', 'clobber');
same(name({position: 'snort({1-2})', board: 'graph'}, {to: 'snort({1-2; 1=X})', how: '1=X'}), '1, black', 'a colour');
same(name({position: 'sheep(3 0)', board: 'grid', numbers: true}, {to: 'sheep(2 1)', how: 'a1-b1 k=1'}), 'a1–b1, 1', 'a number');
same(name({position: 'wythoff(3, 5)'}, {to: 'wythoff(1, 3)'}), '(3, 5) → (1, 3)', 'two numbers');
same(name({position: 'moore[k=2]([3, 5])'}, {to: 'moore[k=2]([1, 4])', how: 'pile 1: 3 → 1, pile 2: 5 → 4'}), 'takeOf 1 2, takeOf 2 1', 'piles');
same(name({position: 'stair([3, 1])'}, {to: 'stair([1, 1])', how: '2 coins from step 1 to the ground'}), '2 coins from step 1 to the ground', 'a staircase');
same(name({position: 'fibonacci(9, 4)'}, {to: 'fibonacci(7, 4)'}), 'take 2', 'a limit is no heap');
same(name({position: 'euclid(7, 3)'}, {to: 'euclid(4, 3)'}), 'change 1 7 4', 'two numbers that are no board');
same(name({position: 'sos(...)', game: 'sos', board: 'strip'}, {to: 'sos(.O.)', how: '2=O'}), '2 O', 'a letter');
same(name({position: 'sylver({1, 2, 3})'}, {to: 'sylver({1, 2})', how: 'k=3'}), 'name 3', 'a set');

console.log(`${failures} failures`);
process.exit(failures ? 1 : 0);

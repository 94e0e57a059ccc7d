// What the engine writes about positions and moves, read for the board: the kind of a part, the places that a move
// touches in the order in which players point at them, and the name that players give to a move.
//
//   const part = read({position: 'clobber(XO|OX)', board: 'grid'});   // {kind: 'cells', rows: [['X', 'O'], …], …}
//   plansOf(part, [{part: 0, to: 'clobber(.X|OX)', how: 'a1-b1'}]);   // [{move, places: ['a1', 'b1'], ordered: true}]
//
// A place is a text: 'b1' of a grid, '3' of a strip or a vertex, '1-2' of an edge, '4' of a heap (what is left of the cut),
// '2:5' of a list (its second number becomes 5), '3,4' of two numbers.

let sprouts = null;  // how lines of Sprouts are read and drawn, fetched when they are wanted
/** Resolves once these parts can be read. */
export async function prepared(parts) {
  if (!sprouts && parts.some(({position}) => isSprouts(split(position).name)))
    sprouts = {...await import('./sprouts.js'), ...await import('./sprouts_map.js')};
}
const isSprouts = name => name === 'sprouts' || name === 'brussels_sprouts';

const kMostStones = 60;
const kMostSquares = 26;

/** 'a[k=2](3, 4)' as {name: 'a[k=2]', inner: '3, 4'}. */
export function split(text) {
  if (text.startsWith('*')) return {name: '*', inner: text.slice(1) || '1'};
  let depth = 0;
  for (let i = 0; i < text.length; ++i) {
    if (text[i] === '[' || text[i] === '{') ++depth;
    else if (text[i] === ']' || text[i] === '}') --depth;
    else if (text[i] === '(' && !depth) return {name: text.slice(0, i), inner: text.slice(i + 1, -1)};
  }
  return {name: text, inner: ''};
}

/** The parts of a sum as the engine writes it: 'nim(1) + nim(2)'. */
export function parts(sum) {
  sum = sum.replace(/^again( \+ |$)/, '');  // another turn is no part
  if (!sum || sum === '0') return [];
  const found = [];
  let depth = 0, begin = 0;
  for (let i = 0; i < sum.length; ++i) {
    if ('(['.includes(sum[i])) ++depth;
    else if (')]'.includes(sum[i])) --depth;
    else if (!depth && sum.startsWith(' + ', i)) {
      found.push(sum.slice(begin, i));
      begin = i + 3;
    }
  }
  return [...found, sum.slice(begin)];
}

const numbersIn = inner => /^\d+(, *\d+)*$/.test(inner) ? inner.split(',').map(Number) : null;
const listIn = inner => /^\[[\d, ]*\]/.test(inner) ? inner.slice(1, inner.indexOf(']')).split(',').filter(Boolean).map(Number) : null;

/** 'a', 'b', …, 'z', 'aa', …: the columns of a board. */
export function columnName(i) {
  return i < 26 ? String.fromCharCode(97 + i) : columnName(Math.floor(i / 26) - 1) + columnName(i % 26);
}

/** {names, edges: [{a, b, name, directed}], letters}: what stands at the vertices and edges; null for other texts. */
export function graphIn(inner) {
  const match = /\{([^;]*)(?:;(.*))?\}$/.exec(inner);
  if (!match) return null;
  const names = [], edges = [], letters = new Map();
  for (const piece of match[1].split(',').map(one => one.trim()).filter(Boolean)) {
    const [ends, letter] = piece.split('=');
    const [a, b] = ends.split(/->?|>/);
    for (const name of b === undefined ? [a] : [a, b]) if (!names.includes(name)) names.push(name);
    if (b === undefined) continue;
    edges.push({a, b, name: `${a}-${b}`, directed: ends.includes('>')});
    letters.set(`${a}-${b}`, letter ?? '');
  }
  for (const mark of (match[2] ?? '').split(',')) {
    const [name, letter] = mark.trim().split('=');
    if (letter !== undefined) letters.set(name, letter);
  }
  return {names, edges, letters};
}

/** A vertex as it is written on the board: the only one on the ground is G. */
export function vertexName({letters, names}, name) {
  const isGround = one => letters.get(one) === 'G';
  return isGround(name) && names.filter(isGround).length === 1 ? 'G' : name;
}
const edgeName = (graph, place) => place.split('-').map(name => vertexName(graph, name)).join('–');

/** Edges written as pairs, [[0, 1], [1, 2]], the ground being 0. */
function pairsIn(inner) {
  if (!/^\[(\[\d+, \d+\](, )?)+\]$/.test(inner)) return null;
  const pairs = JSON.parse(inner), letters = new Map([['0', 'G']]);
  const edges = pairs.map(([a, b], i) => ({a: String(a), b: String(b), name: `#${i + 1}`, directed: false}));
  for (const edge of edges) letters.set(edge.name, '');
  return {names: [...new Set(pairs.flat().map(String))], edges, letters};
}

/** Invented games of two heaps; others of two numbers are a token on a board. */
const heapPairs = new Set();
export function noteRules(rules) {
  heapPairs.clear();
  for (const [, name, ...numbers] of rules.matchAll(/^ *game +(\w+)\((\w+), *(\w+)\)/gm))
    if (!numbers.every(one => /^([xyrcij]|row|col|column)$/.test(one))) heapPairs.add(name);
}
const kTuples = /^(fibonacci|euclid|forced|free|strict|anydrop|cascade2|moore2|stones|∞|inf|chomp2)\b/;

/** A part of a position, as the board draws it. `given` is a part of the engine's answer. */
export function read(given) {
  const {name, inner} = split(given.position.replace(/^entailing /, ''));
  const part = {...given, name, inner};
  if (given.board === 'graph' || given.board === 'arcs') return {...part, kind: 'graph', graph: graphIn(inner)};
  if (given.board) {
    const [, before, board] = /^((?:\d+, )*)(.*)$/s.exec(inner);
    const rows = board.split('|').map(row => given.numbers ? row.split(' ') : Array.from(row));
    return {...part, kind: 'cells', rows, numbersBeside: before.split(', ').filter(Boolean).map(Number)};
  }
  if (/^windup\b/.test(name) && /places=(\d+)/.test(name) && Number(/places=(\d+)/.exec(name)[1]) <= kMostStones)
    return {...part, kind: 'circle', size: Number(/places=(\d+)/.exec(name)[1]), at: Number(inner)};
  if (isSprouts(name)) return {...part, kind: 'sprouts'};
  const numbers = numbersIn(inner);
  if (numbers?.length === 1) {
    if (given.row) return {...part, kind: 'row', size: numbers[0] - given.row.longer, longer: given.row.longer};
    return {...part, kind: 'heap', size: numbers[0]};
  }
  if (numbers?.length === 2 && Math.max(...numbers) <= kMostSquares && !kTuples.test(name) && !heapPairs.has(name))
    return {...part, kind: 'pair', at: numbers};
  if (numbers) return {...part, kind: 'tuple', numbers};
  const list = listIn(inner);
  if (list && /^(mock_)?turtles|^ruler/.test(name)) return {...part, kind: 'coins', coins: list};
  if (list && Math.max(0, ...list) <= kMostStones) return {...part, kind: 'tuple', numbers: list, isList: true};
  if (/^\{[\d, ]*\}$/.test(inner)) return {...part, kind: 'set', elements: inner.slice(1, -1).split(',').map(Number)};
  if (/^(green_)?hackenbush/.test(name) && pairsIn(inner)) return {...part, kind: 'graph', graph: pairsIn(inner)};
  return {...part, kind: 'text'};
}

/** A position as it is drawn where `like`, parts of the engine's, have its game. */
export const readLike = (position, like) => read({...like.find(one => one.position.startsWith(split(position).name + '(')), position});

/** The cells of a board by their names: 'b1', or '2' where there is one row only. */
export function cellNames(part) {
  const one = part.board !== 'grid' && part.board !== 'torus';
  return part.rows.map((row, r) => row.map((_, c) => one ? String(c + 1) : columnName(c) + (r + 1)));
}

/** What stands in each cell, by its name. */
export function cellLetters(part) {
  return new Map(cellNames(part).flatMap((row, r) => row.map((name, c) => [name, part.rows[r][c]])));
}

/** The names of cells, vertices and edges before the choices of a move: 'a1-(1-2)-b=X' gives a1, 1-2, b and 'X'. */
function named(how) {
  const [, where, choice] = /^([^ =]*)[ =]?(.*)$/.exec(how);
  const places = [...where.matchAll(/\(([^()]*)\)|[^-()]+/g)].map(([whole, inside]) => inside ?? whole);
  return {places, choice};
}

/** Whether X and O of a game are stones, black and white, and not what is written. */
export const isOfStones = game => !/^(sos|notakto|treblecross|node_kayles)/.test(game ?? '');
/** What a choice is called: of 'k=2' the number, of stones their colour. */
export function choiceName({game}, choice, t) {
  return /^\w+=(\d+)$/.exec(choice)?.[1] ?? (isOfStones(game) && {X: t('black'), O: t('white')}[choice] || choice);
}

const isPiece = letter => letter !== '.' && letter !== '#' && letter !== undefined && letter !== '';

/** What stands in each cell of a part, and its cells' names in the order of its text, once for all of its moves. */
const seen = new WeakMap();
function seenIn(part) {
  if (!seen.has(part)) {
    const isPlain = !part.numbers && !part.numbersBeside.length && part.inner === part.rows.map(row => row.join('')).join('|');
    seen.set(part, {before: cellLetters(part), order: isPlain ? cellNames(part).flatMap((row, r) => r ? ['', ...row] : row) : null});
  }
  return seen.get(part);
}

/** The cells that a move changes, with what stands there then; null where the board has another shape. */
function changesOf(part, move) {
  const {before, order} = seenIn(part), changes = new Map();
  if (move.to === '0') return null;
  const text = move.to.slice(part.name.length + 1, -1);
  if (order && move.to.startsWith(part.name + '(') && text.length === order.length && !move.to.includes(' + ')) {
    let isSame = true;
    for (let i = 0; i < text.length && isSame; ++i) {
      if (text[i] === part.inner[i]) continue;
      changes.set(order[i], text[i]);
      isSame = order[i] && text[i] !== '|';
    }
    if (isSame) return changes;
    changes.clear();
  }
  const to = read({...part, position: parts(move.to)[0]});
  if (to.rows?.length !== part.rows.length || !to.rows.every((row, r) => row.length === part.rows[r].length)) return null;
  for (const [name, letter] of cellLetters(to)) if (letter !== before.get(name)) changes.set(name, letter);
  return changes;
}

function planOfCells(part, move) {
  const {before} = seenIn(part);
  const {places: path, choice} = named(move.how ?? '');
  let found;
  const changes = () => found === undefined ? found = changesOf(part, move) : found;
  const differing = () => [...changes()?.keys() ?? []];
  const plan = (places, ordered) => ({move, places, ordered, choice, get affects() { return changes()?.size ? differing() : path; }});
  if (path.length < 2) return plan(path.length ? path : differing(), false);
  if (part.numbers) return plan(path, true);
  if (changes()) {
    const after = {get: name => changes().has(name) ? changes().get(name) : before.get(name)};
    const from = path.filter(name => isPiece(before.get(name)) && !isPiece(after.get(name)));
    const target = path.filter(name => isPiece(after.get(name)) && after.get(name) !== before.get(name));
    const shot = path.filter((name, i) => after.get(name) === '#' && path.lastIndexOf(name) === i && before.get(name) !== '#' &&
      !(from.includes(name) && path.indexOf(name) === i));
    const mover = from.find(name => target.some(one => after.get(one) === before.get(name)));
    if (mover) return plan([mover, ...target, ...shot], true);
    return plan([...new Set([...path, ...differing()])], false);
  }
  const letters = new Set(path.map(name => before.get(name)));
  if (letters.size === 1) return plan(path, false);
  const pieces = path.filter(name => isPiece(before.get(name)));
  if (pieces.length === 1 && ![path[0], path.at(-1)].includes(pieces[0]))  // it splits
    return {...plan([...pieces, ...path.filter(name => name !== pieces[0])], true), isSplit: true};
  const first = isPiece(before.get(path[0])) ? path : [...path].reverse();
  return plan(first.filter((name, i) => i === 0 || i === first.length - 1 || !isPiece(before.get(name))), true);
}

/** Letters that leave a word: the same ones elsewhere leave the same word, and are the same move. */
function plansOfWord(part, move) {
  const one = planOfCells(part, move), word = part.rows[0], left = parts(move.to);
  const path = named(move.how ?? '').places.map(Number), count = path.length;
  const after = left.length > 1 ? null : left.length ? Array.from(split(left[0]).inner.replace(/^"(.*)"$/, '$1')) : [];
  if (!after || after.length >= word.length || part.numbersBeside.length || !path.every((n, i) => n === path[0] + i)) return [one];
  const letters = at => word.slice(at, at + count).join(''), written = count - (word.length - after.length), plans = [];
  for (let at = 0; at + count <= word.length; ++at) {
    const made = [...word.slice(0, at), ...after.slice(at, at + Math.max(0, written)), ...word.slice(at + count)].join('');
    if (letters(at) !== letters(path[0] - 1) || made !== after.join('')) continue;
    const places = path.map((_, i) => String(at + i + 1));
    plans.push({move, choice: one.choice, places, ordered: false, affects: places, at: at + 1});
  }
  return plans.length ? plans : [one];
}

function planOfGraph(part, move) {
  const {letters, edges} = part.graph;
  const cut = /^cut edge (\d+)/.exec(move.how ?? '');
  if (cut) return {move, places: [`#${cut[1]}`], ordered: false, choice: '', affects: [`#${cut[1]}`]};
  let {places, choice} = named(move.how ?? '');
  const isEdge = place => edges.some(edge => edge.name === place);
  const vertices = places.filter(place => !isEdge(place));
  if (vertices.length > 1) places = vertices;
  return {move, places, ordered: vertices.length > 1 && Boolean(letters.get(vertices[0])), choice, affects: places};
}

/** The heaps of one number of a sum; null where it has others. */
function sizes(to) {
  const counts = parts(to).map(one => numbersIn(split(one).inner) ?? []);
  return counts.every(one => one.length === 1) ? counts.flat() : null;
}
const total = counts => counts.reduce((sum, one) => sum + one, 0);

/** What a move splits a heap into, with heaps that have no move: [[1, 4], [2, 3]]. */
const heapsOf = move => move.heaps ?? [sizes(move.to)].filter(Boolean);

/** Of a row, taken neighbours leave what stands on either side; which of two heaps is on the left is the player's choice. */
function plansOfRow(part, move) {
  return heapsOf(move).filter(heaps => heaps.length < 3).flatMap(([a = 0, b = 0]) => [...new Set([a, b])].flatMap(at => {
    const last = part.size - (a + b - at), gone = last - at;
    const places = Array.from({length: Math.max(0, gone)}, (_, k) => String(at + k + 1));
    return gone > 0 ? [{move, at, right: a + b - at, places, ordered: false, choice: '', affects: places}] : [];
  }));
}

function plansOfHeap(part, move) {
  return heapsOf(move).map(heaps => {
    const isSplit = heaps.length > 1;
    const cuts = isSplit ? heaps.slice(0, -1).map((_, i) => total(heaps.slice(0, i + 1))) : [heaps[0] ?? 0];
    const places = cuts.map(String);
    const gone = Array.from({length: Math.max(0, part.size - cuts[0])}, (_, i) => String(cuts[0] + i));
    return {move, places, ordered: false, choice: '', affects: isSplit ? places : gone, heaps};
  });
}

/** What an element of a set is called: sets of sets are numbers with a bit for each element. */
export const elementName = (part, n) => part.name === 'subsets' ? `{${Array.from(n.toString(2)).reverse().flatMap((bit, i) => bit === '1' ? [i + 1] : []).join(', ')}}` : String(n);

function planOfTuple(part, move) {
  const changes = [];
  const steps = /^(\d+) coins? from step (\d+)/.exec(move.how ?? '');
  if (steps) {
    changes.push([Number(steps[2]), part.numbers[steps[2] - 1] - steps[1]]);
  } else if (move.how && /\d: \d+ → \d+/.test(move.how)) {
    for (const [, i, to] of move.how.matchAll(/(\d+): \d+ → (\d+)/g)) changes.push([Number(i), Number(to)]);
  } else {
    const left = move.to === '0' ? move.left : move.to;
    const to = left ? numbersIn(split(left).inner) ?? listIn(split(left).inner) : part.numbers.map(() => 0);
    if (to?.length !== part.numbers.length) return null;
    to.forEach((value, i) => value !== part.numbers[i] && changes.push([i + 1, value]));
  }
  const places = changes.map(([i, value]) => `${i}:${value}`);
  const affects = changes.flatMap(([i, to]) => {  // the stones that go or come
    const from = part.numbers[i - 1], first = Math.min(to, from + 1);
    return Array.from({length: Math.abs(to - from)}, (_, k) => `${i}:${first + k}`);
  });
  return {move, places, ordered: false, choice: '', affects, changes};
}

const kMostSpots = 12;
/** The drawing that a game of Sprouts begins with; null where it is one of regions only. */
export const mapOf = ({name, inner}) => /^\d+$/.test(inner) && Number(inner) <= kMostSpots ? sprouts.beginning(Number(inner), name === 'brussels_sprouts') : null;
/** The drawing after a move in one of its parts, the line being as it was made; null where there is no room for it. */
export const mapWith = (map, positions, line) => map && sprouts.mapAfter(map, sprouts.keyOf(positions.map(split)), line);

/** The spots that the last line joins. */
export const endsOf = ({added: [one, other]}) => [one.from, other.to].map(sprouts.nameOf);

/** A line from either of its ends; each way to draw it that leaves the same is one plan. Where there is a drawing, its places are meant. */
function plansOfLine(part, move) {
  if (!sprouts) return [];
  const after = sprouts.keyOf([...parts(move.to), ...part.map ? part.beside : []].map(split)), lines = part.map ? sprouts.linesOnMap(part.map) : sprouts.linesOfPosition(part);
  return (lines.get(after) ?? []).map(({places, line}) => ({move, places, ordered: true, choice: '', affects: places, ...part.map && {line, after}}));
}

/** Numbers and ranges of a text such as 'turn coins 1 to 4'. */
function numbersOf(text) {
  const found = [];
  for (const [, a, b] of text.matchAll(/(\d+)(?: to (\d+))?/g)) for (let i = Number(a); i <= Number(b ?? a); ++i) found.push(String(i));
  return found;
}

function planOf(part, move) {
  const only = (places, more = {}) => places.length ? {move, places, ordered: false, choice: '', affects: places, ...more} : null;
  switch (part.kind) {
    case 'cells': return planOfCells(part, move);
    case 'graph': return planOfGraph(part, move);
    case 'tuple': return planOfTuple(part, move);
    case 'coins': return only(numbersOf(move.how ?? ''));
    case 'circle': return only([move.to === '0' ? '0' : split(move.to).inner]);
    case 'set': {
      const number = /=(\d+)$/.exec(move.how ?? '')?.[1];
      const left = move.to === '0' ? [] : split(move.to).inner.slice(1, -1).split(',').map(Number);
      return only([number ?? ''].filter(Boolean), {affects: part.elements.filter(one => !left.includes(one)).map(String)});
    }
    case 'pair': {
      const to = move.to === '0' ? [0, 0] : numbersIn(split(move.to).inner);
      return to?.length === 2 ? only([to.join()]) : null;
    }
    default: return null;
  }
}

/** Whether a heap is a row, out of whose middle a move may take. */
const isRow = (part, moves) => part.kind === 'row' || part.kind === 'heap' && moves.some(
  move => move.at !== undefined || move.heaps?.some(heaps => heaps.length === 2 && total(heaps) < part.size));

/** How each of the part's moves is pointed at; moves that can't be pointed at have no places. */
export function plansOf(part, moves) {
  if (isRow(part, moves)) part.kind = 'row';
  return moves.flatMap(move => {
    const plans = part.kind === 'row' ? plansOfRow(part, move) : part.kind === 'heap' ? plansOfHeap(part, move)
      : part.kind === 'sprouts' ? plansOfLine(part, move)
      : part.board === 'word' ? plansOfWord(part, move)
      : [planOf(part, move)].filter(Boolean);
    return plans.length ? plans : [{move, places: [], ordered: false, choice: '', affects: []}];
  });
}

/** Whether the plan has these places: the first ones in their order, or any where the order does not matter. */
export const fits = (plan, chosen) => plan.places.length > 0 && (plan.ordered
  ? chosen.every((place, i) => plan.places[i] === place) : chosen.every(place => plan.places.includes(place)));

/** The plan that a choice means if it is made now: the only one, or the one that all others go beyond. */
export function meant(candidates, chosen) {
  const exact = candidates.filter(plan => plan.places.length === chosen.length);
  if (exact.length) return exact.length === 1 ? exact[0] : null;
  const least = candidates.filter(plan => !plan.ordered && candidates.every(other => plan.places.every(place => other.places.includes(place))));
  return least.length === 1 ? least[0] : null;
}

/** `t` names the texts; `number` is the heap's among several, from 1, or 0. */
export function moveName(part, plan, t, number) {
  const {move} = plan;
  const places = plan.ordered ? plan.places : [...plan.places];
  const choice = choiceName(part, plan.choice, t), behind = choice ? (/^[A-Z]$/.test(choice) ? ' ' : ', ') + choice : '';
  const of = (key, ...rest) => number ? t(key + 'Of', number, ...rest) : t(key, ...rest);
  switch (part.kind) {
    case 'heap': {
      const {heaps} = plan;
      if (!heaps) break;
      if (heaps.length > 1) return of('split', heaps.join(' + '));
      const left = heaps[0] ?? 0;
      return left < part.size ? of('take', part.size - left) : of('raise', left);
    }
    case 'row': {
      if (!places.length) break;
      const [first, last] = [places[0], places.at(-1)].map(place => Number(place) + (part.offset ?? 0));
      const isStrip = (part.row?.mark ?? '.') !== '.', which = first < last ? `${first}–${last}` : first;
      const name = isStrip ? which : t(first < last ? 'pins' : 'pin', which);
      return number ? t('inRow', number, name) : String(name);
    }
    case 'tuple':
      if (!plan.changes || / step /.test(move.how)) break;
      if (part.name === 'fibonacci') return t('take', part.numbers[0] - plan.changes[0][1]);
      if (part.isList && plan.changes.every(([i, to]) => to < part.numbers[i - 1])) return plan.changes.map(([i, to]) => t('takeOf', i, part.numbers[i - 1] - to)).join(', ');
      return plan.changes.map(([i, to]) => {
        const column = `column_${part.name}${i}`, from = part.numbers[i - 1] ?? 0;
        return t(column) === column ? t('change', i, from, to) : `${t(column)} ${from} → ${to}`;
      }).join(', ');
    case 'pair':
      return places.length ? `(${part.at.join(', ')}) → (${places[0].split(',').join(', ')})` : move.to;
    case 'circle':
      return places.length ? `${part.at} → ${places[0]}` : move.to;
    case 'coins':
      return places.length ? t('turn', places.join(', ')) : move.to;
    case 'set':
      return places.length ? t('name', elementName(part, Number(places[0]))) : move.to;
    case 'sprouts': {
      if (!/^v/.test(places[0])) break;
      const [from, to] = places.map(place => Number(place.slice(1)) + 1).sort((a, b) => a - b);
      return from === to ? t('loopAt', from) : t('lineBetween', from, to);
    }
    case 'graph':
      if (!places.length) break;
      return (/^#/.test(places[0]) ? t('cutEdge', places[0].slice(1)) : places.map(place => edgeName(part.graph, place)).join(plan.ordered ? ' → ' : ', ')) + behind;
    case 'cells': {
      if (!places.length) break;
      const numbers = [...plan.affects].map(Number).sort((a, b) => a - b);
      const isStretch = !plan.ordered && numbers.length > 2 && numbers.every((n, i) => n === numbers[0] + i);
      const ends = isStretch ? [numbers[0], numbers.at(-1)] : plan.ordered || places.length < 3 ? places : named(move.how ?? '').places;
      return (ends.length ? ends : places).join('–') + behind;
    }
    default:
  }
  return move.how ? t.said(move.how) : `${part.position} → ${move.to}`;
}

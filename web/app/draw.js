// The drawings of a board's parts, as SVG: heaps and rows of stones, boards of cells, rings, token boards, lists, coins, sets.
// Each place that can be pointed at is a group with what `spot(part, place, label)` says of it. Graphs and Sprouts have files
// of their own, fetched when they are first seen.
import {h} from './preact.js';
import {cellNames, elementName, columnName, isOfStones, parts as partsOf, readLike} from './position.js';
import {has, t} from './texts.js';

const kCell = 44;
const kEdge = 26;  // for coordinates
const kMostInARow = 16;  // stones, before a heap is drawn smaller
const kNarrowRow = 10, kWideRow = 30;  // stones or pins in a line
export const kMostDrawn = 60;  // stones of a heap; larger numbers are written
const narrow = matchMedia('(max-width: 34rem)');

export const svg = (width, height, label, ...children) => h('svg', {viewBox: `0 0 ${width} ${height}`, width, height, style: {'--most': `${Math.round(1.9 * width)}px`}, class: 'drawing', role: 'group', 'aria-label': label}, children);
const text = (x, y, name, ...children) => h('text', {x, y, class: name}, children);

/** What stands at a place, in words. */
export const letterName = (letter, game) => letter === '.' || letter === '0' ? t('free') : letter === '#' ? t('gone')
  : /^chomp/.test(game ?? '') && letter === 'O' ? t('chocolate') : isOfStones(game) && {X: t('black'), O: t('white')}[letter] || letter;
/** A frame around what the last move, a hint or the player marks; drawn above the neighbours. */
function frame(marks, x, y, width, height = width) {
  const mark = /(?:^| )(chosen|hinted|last)(?: |$)/.exec(marks)?.[1];
  return mark ? h('rect', {x: x + 1.5, y: y + 1.5, width: width - 3, height: height - 3, class: 'frame ' + mark}) : null;
}

let later = {};  // drawings of files that are fetched when they are wanted
let redraw = () => {};
export const onFetched = f => { redraw = f; };
function fetched(name) {
  if (later[name] === undefined) {
    later[name] = null;
    import(`./draw_${name}.js`).then(module => {
      later[name] = module;
      redraw();
    }, () => { later[name] = undefined; });
  }
  return later[name];
}

/** A heap, or the heaps that one was split into, on one line. A click cuts: what is to the right goes, or stands apart. */
function heaps(slot, here, spot, values, longest) {
  const counts = here.map(({part, index}) => {
    const reach = Math.max(part.size, ...(spot.plans(index).map(plan => Number(plan.places[0]) || 0)));
    return Math.min(60, Math.max(part.size, Math.min(reach, part.size + 30)));
  });
  const long = Math.max(longest, 1, ...counts);
  if (here.some(({part}) => part.size > kMostDrawn)) return large(slot, here);
  const per = narrow.matches && !spot.isSmall && long > kNarrowRow + 2 && here.length < 2 ? kNarrowRow : Infinity;
  const step = per === Infinity && long > kMostInARow ? Math.max(16, 44 * kMostInARow / long) : 44;
  const gap = spot.isSmall ? 14 : 44, left = spot.isSmall ? 4 : narrow.matches ? 28 : 44, least = narrow.matches ? 6 : 8;
  const groups = [];
  const at = (x, k) => ({cx: x + step * (k % per + 0.5), cy: 26 + 52 * Math.floor(k / per)});
  const taken = (x, from) => {  // what the last move took
    for (let k = from; k < from + slot.taken.count; ++k) groups.push(h('circle', {...at(x, k), r: step * 0.41, class: 'stone absent last'}));
  };
  let x = left;
  here.forEach(({part, index}, i) => {
    const reach = counts[i];
    const value = values?.[index];
    for (let k = 0; k < reach; ++k) {
      const {cx, cy} = at(x, k), place = String(k < part.size ? k : k + 1);
      groups.push(h('g', {key: `${i}-${k}`, ...spot(index, place, t('stoneOf', k + 1, part.size))},
        h('rect', {x: cx - step / 2, y: cy - 26, width: step, height: 52, class: 'hit'}),
        h('circle', {cx, cy, r: step * 0.41, class: k < part.size ? 'stone' : 'stone absent'})));
    }
    const mine = slot.taken?.index === index ? slot.taken.count : 0;
    if (mine) taken(x, part.size);
    x += step * Math.min(per, Math.max(reach, 1, part.size + mine));
    if (!spot.isSmall) groups.push(text(x + 14, 32, 'count', part.size, value != null ? h('tspan', {class: 'worth'}, '  = ' + value) : null));
    x += gap + (value != null ? 36 : 0);
  });
  if (!here.length) {
    if (slot.taken) taken(left, 0);
    groups.push(text(left + 14 + step * Math.min(per, slot.taken?.count ?? 0), 32, 'count', '0'));
  }
  const width = spot.isSmall ? x : Math.max(x, left + step * Math.max(Math.min(long, per), long > kMostInARow ? 0 : least) + (narrow.matches ? 1 : 2) * gap);
  return svg(width, 52 * Math.ceil(Math.max(1, slot.first.size, ...counts) / per) || 52, slot.number ? t('heapNumber', slot.number) : t('heap'), slot.number ? text(16, 32, 'number', slot.number) : null, groups);
}

/** A heap of more stones than can be drawn. */
function large(slot, here) {
  return h('div', {class: 'large'}, here.map(({part}) => h('p', {}, slot.number ? t('heapNumber', slot.number) + ': ' : '', h('strong', {}, part.size.toLocaleString()))));
}

/** A row of things, some of them gone: pins, or a strip with crosses. */
function row(slot, here, spot, values) {
  const {first} = slot, size = first.size;
  const mark = first.row?.mark ?? '.', step = size > 20 ? Math.max(29, 880 / size) : kCell;
  const owner = new Map();
  for (const {part, index} of here) for (let k = 0; k < part.size; ++k) owner.set(part.offset + k, {index, k});
  const isStrip = mark !== '.', line = narrow.matches ? kNarrowRow : kWideRow, per = !spot.isSmall && size > line + 2 ? line : Math.max(1, size), high = values ? 114 : 92;
  const edge = narrow.matches ? 6 : kEdge, at = k => [edge + k % per * step, high * Math.floor(k / per)];
  const frames = [];
  return svg(per * step + 2 * edge, high * Math.max(1, Math.ceil(size / per)), t('row'), Array.from({length: size}, (_, i) => {
    const [x, y] = at(i), mine = owner.get(i), gone = slot.marks.has(String(i + 1));
    const props = mine ? spot(mine.index, String(mine.k + 1), t(isStrip ? 'thing' : 'pinNumber', i + 1)) : {class: 'spot'};
    if (slot.last?.includes(String(i + 1))) props.class += ' last';
    if (isStrip) frames.push(frame(props.class, x, y + 4, step, 62));
    return h('g', {key: i, ...props}, h('rect', {x, y: y + 4, width: step, height: 62, class: isStrip ? 'cell' : 'hit'}),
      isStrip ? (gone ? text(x + step / 2, y + 44, 'letter', mark) : null)
        : h('path', {class: 'pin' + (gone ? ' gone' : mine ? '' : ' idle'), d: pin(x + step / 2, y + 6, Math.min(1, step / 40))}),
      text(x + step / 2, y + 84, 'coordinate', i + 1));
  }), h('g', {}, frames), values && here.map(({part, index}) => values[index] == null ? null : text(at(part.offset + part.size / 2)[0], at(part.offset + part.size / 2)[1] + 106, 'worth middle', t('value', values[index]))));
}
const pin = (x, y, s) => `M ${x} ${y} c ${9 * s} 0 ${9 * s} 14 ${5 * s} 20 c ${9 * s} 8 ${8 * s} 26 ${4 * s} 36 h ${-18 * s} c ${-4 * s} -10 ${-5 * s} -28 ${4 * s} -36 c ${-4 * s} -6 ${-4 * s} -20 ${5 * s} -20 z`;

/** What stands in a cell. */
function piece(letter, x, y, size, game) {
  const cx = x + size / 2, cy = y + size / 2, r = size * 0.37;
  if (letter === '.' || letter === '0') return null;
  if (letter === '#') return null;
  if (/^chomp/.test(game) && letter === 'O') return h('rect', {x: x + 3, y: y + 3, width: size - 6, height: size - 6, rx: 6, class: 'chocolate'});
  if (!isOfStones(game))
    return letter !== 'X' ? text(cx, cy + 8, 'letter', letter) : h('path', {class: 'cross', d: `M ${cx - r * 0.8} ${cy - r * 0.8} l ${r * 1.6} ${r * 1.6} M ${cx + r * 0.8} ${cy - r * 0.8} l ${-r * 1.6} ${r * 1.6}`});
  if (letter === 'X') return h('circle', {cx, cy, r, class: 'dark piece'});
  if (letter === 'O') return h('circle', {cx, cy, r, class: 'light piece'});
  if (letter === 'H' || letter === 'T') return [h('circle', {cx, cy, r, class: letter === 'H' ? 'coin head' : 'coin'}), text(cx, cy + 6, 'letter', letter === 'H' ? '★' : '')];
  if (letter === 'Q') return text(cx, cy + 13, 'letter queen', '♛');
  return text(cx, cy + 8, 'letter', letter);
}

function cells(slot, here, spot) {
  const one = here[0];
  const part = one?.part ?? lastBoard(slot);
  const [from, to] = one ? spot.path?.(one.index) ?? [] : [];
  const names = cellNames(part), rows = moved(part, names, from, to), columns = Math.max(...rows.map(row => row.length));
  const size = columns > 14 ? Math.max(20, 620 / columns) : kCell;
  const wide = part.board === 'grid' || part.board === 'torus', left = wide ? kEdge : 8;
  const hex = part.hex ? size / 2 : 0;
  const place = (r, c) => [left + c * size + r * hex, 6 + r * size];
  const game = part.game ?? '';
  const initial = slot.first.rows;
  const covered = new Set(slot.groups.flat());
  const at = new Map();
  names.forEach((row, r) => row.forEach((name, c) => at.set(name, place(r, c))));
  const frames = [];
  return svg(left + columns * size + rows.length * hex + 8, rows.length * size + 12 + kEdge, t('board'),
    names.map((row, r) => row.map((name, c) => {
      const [x, y] = place(r, c), letter = rows[r][c];
      const props = one ? spot(one.index, name, `${name}, ${letterName(letter, game)}`) : {class: 'spot'};
      const isDead = letter === '#' && !covered.has(name);
      if (slot.last?.includes(name)) props.class += ' last';
      frames.push(frame(props.class, x, y, size));
      return h('g', {key: name, ...props, class: props.class + (isDead ? ' dead' : '')},
        h('rect', {x, y, width: size, height: size, class: 'cell' + ((r + c) % 2 && wide ? ' odd' : '')}),
        isDead && initial?.[r]?.[c] !== '#' ? h('path', {class: 'ash', d: `M ${x + 12} ${y + 12} l ${size - 24} ${size - 24} M ${x + size - 12} ${y + 12} l ${24 - size} ${size - 24}`}) : null,
        letter === '.' ? h('circle', {cx: x + size / 2, cy: y + size / 2, r: size * 0.09, class: 'dot'}) : piece(letter, x, y, size, game), part.name === 'chomp' && r === rows.length - 1 && c === 0 ? text(x + size / 2, y + size / 2 + 8, 'letter poison', '☠') : null);
    })),
    h('g', {}, frames), slot.groups.map((group, i) => domino(group.map(name => at.get(name)).filter(Boolean), size, i)),
    wide ? [Array.from({length: columns}, (_, c) => text(left + (c + 0.5) * size + (rows.length - 1) * hex, rows.length * size + 24, 'coordinate', columnName(c))),
      rows.map((_, r) => text(12, 11 + (r + 0.5) * size, 'coordinate', r + 1))]
      : rows[0].map((_, c) => text(left + (c + 0.5) * size, size + 24, 'coordinate', c + 1)));
}

/** The rows of a board while a move is being made: the piece stands where it went, and its target is still to be named. */
function moved({rows}, names, from, to) {
  if (!to) return rows;
  const letter = rows.flat()[names.flat().indexOf(from)];
  return rows.map((row, r) => row.map((one, c) => names[r][c] === to ? letter : names[r][c] === from ? '.' : one));
}

/** The cells that one move covered, as one tile. */
function domino(places, size, key) {
  const gap = 4;
  const tiles = places.map(([x, y]) => h('rect', {x: x + gap, y: y + gap, width: size - 2 * gap, height: size - 2 * gap, rx: 7}));
  const bridges = places.flatMap(([x, y], i) => places.slice(i + 1).map(([u, v]) => Math.abs(x - u) + Math.abs(y - v) < size * 1.1
    ? h('rect', {x: Math.min(x, u) + gap, y: Math.min(y, v) + gap, width: Math.abs(x - u) + size - 2 * gap, height: Math.abs(y - v) + size - 2 * gap, rx: 7}) : null));
  return h('g', {key: 'tile' + key, class: 'tile hue' + key % 6}, tiles, bridges);
}

/** A board on which no move is left, as the last move left it. */
function lastBoard(slot) {
  const {part, plan} = slot.ended ?? {part: slot.first};
  if (!plan) return part;
  if (/^chomp/.test(part.name)) return {...part, rows: part.rows.map((row, r) => row.map((one, c) => one === 'O' && (r < part.rows.length - 1 || c > 0) ? '.' : one))};
  if (part.name === 'brackets') return {...part, rows: [part.rows[0].filter((_, i) => !plan.places.includes(String(i + 1)))]};
  const names = cellNames(part), rows = part.rows.map(row => [...row]);
  const where = new Map();
  names.forEach((row, r) => row.forEach((name, c) => where.set(name, [r, c])));
  const get = name => { const [r, c] = where.get(name); return rows[r][c]; };
  const set = (name, letter) => { if (where.has(name)) { const [r, c] = where.get(name); rows[r][c] = letter; } };
  if (plan.ordered) {
    const mover = get(plan.places[0]);
    set(plan.places[0], '.');
    if (plan.places[1]) set(plan.places[1], mover);
    if (plan.places[2]) set(plan.places[2], plan.isSplit ? mover : '#');
    if (/^(konane|peg)\b/.test(part.name)) for (const name of plan.affects) if (!plan.places.includes(name)) set(name, '.');
  } else {
    const kOpposite = {H: 'T', T: 'H'};
    const letter = /^[A-Z]$/.test(plan.choice) ? plan.choice : get(plan.places[0]) !== '.' ? '.' : part.name === 'notakto' || part.name === 'treblecross3' ? 'X' : '#';
    for (const name of plan.places) set(name, kOpposite[get(name)] ?? letter);
  }
  return {...part, rows};
}

const kChessmen = {wythoff: '♛', queen: '♛', king: '♚', rook: '♜', knight: '♞'};
/** Two numbers as a token on a board, which wants to the corner. */
function pair(slot, here, spot) {
  const one = here[0], at = one?.part.at ?? [0, 0], chessman = kChessmen[/^[a-z]+/.exec(slot.first.name)?.[0]];
  const reached = one ? spot.plans(one.index).flatMap(plan => plan.places).map(place => place.split(',').map(Number)) : [];
  const [down, across] = [0, 1].map(i => Math.min(26, Math.max(at[i], slot.first.at[i], ...reached.map(place => place[i]))));
  const frames = [];
  const size = Math.max(across, down) > 11 ? Math.max(22, 520 / (Math.max(across, down) + 1)) : kCell;
  return svg((across + 1) * size + kEdge + 8, (down + 1) * size + kEdge + 8, t('board'),
    Array.from({length: down + 1}, (_, r) => Array.from({length: across + 1}, (_, c) => {
      const x = kEdge + c * size, y = kEdge + r * size, here = r === at[0] && c === at[1];
      const props = one ? spot(one.index, `${r},${c}`, `(${r}, ${c})` + (here ? ', ' + t('token') : '')) : {class: 'spot'};
      if (slot.last?.includes(`${r},${c}`)) props.class += ' last';
      frames.push(frame(props.class, x, y, size));
      return h('g', {key: `${r},${c}`, ...props}, h('rect', {x, y, width: size, height: size, class: 'cell' + ((r + c) % 2 ? ' odd' : '')}),
        r === 0 && c === 0 ? h('path', {class: 'goal', d: `M ${x + 5} ${y + 5} h ${size - 10} v ${size - 10} h ${10 - size} z`}) : null,
        h('circle', {cx: x + size / 2, cy: y + size / 2, r: size * 0.09, class: 'dot'}));
    })),
    h('g', {}, frames), h('g', {key: 'token', class: 'token', style: {transform: `translate(${kEdge + (at[1] + 0.5) * size}px, ${kEdge + (at[0] + 0.5) * size}px)`}},
      h('circle', {r: size * 0.36}), chessman ? text(0, 8, 'chessman', chessman) : null),
    Array.from({length: across + 1}, (_, c) => text(kEdge + (c + 0.5) * size, 18, 'coordinate', c)),
    Array.from({length: down + 1}, (_, r) => text(13, kEdge + (r + 0.5) * size + 5, 'coordinate', r)));
}

/** Several numbers that moves change together, as columns of stones. */
function tuple(slot, here, spot) {
  const one = here[0], now = [...one?.part.numbers ?? slot.ended?.part.numbers ?? []];
  if (!one) for (const [i, to] of slot.ended?.plan?.changes ?? []) now[i - 1] = to;
  const numbers = slot.first.numbers.map((_, i) => now[i] ?? 0);
  const reach = numbers.map((n, i) => Math.max(n, ...(one ? spot.plans(one.index) : []).flatMap(plan => plan.places)
    .filter(place => place.startsWith(`${i + 1}:`)).map(place => Number(place.split(':')[1]))));
  const most = Math.max(1, ...slot.first.numbers, ...reach);
  if (most > kMostDrawn) return h('p', {class: 'large'}, numbers.map(n => n.toLocaleString()).join(', '));
  const step = most > 12 ? Math.max(12, 30 * 12 / most) : 30, width = 70, height = step * most + 60;
  const labelOf = i => [`column_${slot.first.name}${i}`, `column_${slot.first.name}`].find(has);
  return svg(width * Math.max(1, numbers.length) + 8, height, t('numbers'), numbers.map((n, i) => [
    h('g', {class: slot.last?.some(place => place.startsWith(`${i + 1}:`)) ? 'last' : ''},
      h('rect', {x: i * width + 14, y: height - 59, width: width - 22, height: 4, class: 'ground'})),
    Array.from({length: Math.max(reach[i], n)}, (_, k) => {  // a stone goes, with all above it, or all up to one come
      const value = k < n ? k : k + 1, place = `${i + 1}:${value}`, y = height - 60 - step * (k + 1);
      return h('g', {key: place, ...one ? spot(one.index, place, t('entryTo', i + 1, n, value)) : {class: 'spot'}},
        h('rect', {x: i * width + 8, y, width: width - 10, height: step, class: 'hit'}),
        h('rect', {x: i * width + 18, y: y + 2, width: width - 30, height: step - 4, rx: 5, class: k < n ? 'stone' : 'stone absent'}));
    }), text(i * width + width / 2 + 3, height - 32, 'count middle', n),
    text(i * width + width / 2 + 3, height - 8, 'coordinate', labelOf(i + 1) ? t(labelOf(i + 1), i + 1) : i + 1)]));
}

/** Coins on the places from 0, some of them heads. */
function coins(slot, here, spot) {
  const one = here[0], heads = new Set(one?.part.coins ?? []), most = Math.max(1, ...slot.first.coins);
  return svg((most + 1) * kCell + 16, 84, t('coins'), Array.from({length: most + 1}, (_, i) => {
    const x = 8 + i * kCell, props = one ? spot(one.index, String(i), t(heads.has(i) ? 'head' : 'tail', i)) : {class: 'spot'};
    if (slot.last?.includes(String(i))) props.class += ' last';
    return h('g', {key: i, ...props}, h('rect', {x, y: 4, width: kCell, height: 48, class: 'hit'}),
      h('circle', {cx: x + kCell / 2, cy: 28, r: 18, class: heads.has(i) ? 'coin head' : 'coin'}), heads.has(i) ? text(x + kCell / 2, 34, 'letter', '★') : null,
      text(x + kCell / 2, 74, 'coordinate', i));
  }));
}

/** A token on a circle of places. */
function circle(slot, here, spot) {
  const one = here[0], {size} = slot.first, at = one ? one.part.at : 0, radius = Math.max(110, size * 9), middle = radius + 34;
  const position = i => [middle + radius * Math.sin(2 * Math.PI * i / size), middle - radius * Math.cos(2 * Math.PI * i / size)];
  return svg(2 * middle, 2 * middle, t('board'), h('circle', {cx: middle, cy: middle, r: radius, class: 'line'}),
    Array.from({length: size}, (_, i) => {
      const [x, y] = position(i), props = one ? spot(one.index, String(i), t('placeNumber', i) + (i === at ? ', ' + t('token') : '')) : {class: 'spot'};
      if (slot.last?.includes(String(i))) props.class += ' last';
      return h('g', {key: i, ...props}, h('circle', {cx: x, cy: y, r: 17, class: 'vertex' + (i ? '' : ' home')}), text(x, y + 5, 'small', i));
    }), h('circle', {key: 'token', r: 13, class: 'token', style: {transform: `translate(${position(at)[0]}px, ${position(at)[1]}px)`}}));
}

function set(slot, here, spot) {
  const one = here[0], left = new Set(one?.part.elements ?? []), all = slot.first.elements, columns = Math.min(8, all.length), size = 56;
  return svg(columns * size + 8, Math.ceil(all.length / columns) * size + 8, t('numbers'), all.map((n, i) => {
    const x = 4 + i % columns * size, y = 4 + Math.floor(i / columns) * size;
    const props = one && left.has(n) ? spot(one.index, String(n), elementName(slot.first, n)) : {class: 'spot dead'};
    if (slot.last?.includes(String(n))) props.class += ' last';
    return h('g', {key: n, ...props}, h('rect', {x: x + 3, y: y + 3, width: size - 6, height: size - 6, rx: 8, class: 'cell'}), text(x + size / 2, y + size / 2 + 7, slot.first.name === 'subsets' ? 'count middle' : 'letter', elementName(slot.first, n)));
  }));
}

const kDrawings = {heap: heaps, row, cells, pair, tuple, coins, circle, set};

/** The drawing of a slot: what its part was at the beginning, and the parts that it is now. */
export function drawSlot(slot, here, spot, values, longest) {
  const {kind} = slot.first;
  const draw = kDrawings[kind] ?? fetched(kind)?.[kind];
  if (!draw) return h('div', {class: 'coming'});
  const drawing = draw(slot, here, spot, values, longest);
  const worth = values && kind !== 'heap' && kind !== 'row' && here.map(({index}) => values[index]).filter(one => one != null);
  return h('div', {class: 'figure'}, slot.number && kind !== 'heap' ? h('span', {class: 'number'}, slot.number) : null, drawing,
    worth?.length ? h('p', {class: 'worth'}, t('value', worth.join(', '))) : null);
}

const still = () => ({class: 'spot'});
still.plans = () => [];
still.isSmall = true;
/** A position as a small drawing. `like` are parts of the engine's, which say how games are drawn. */
export function Small({sum, like, isNumbered = false}) {
  const all = partsOf(sum);
  if (!all.length) return h('span', {class: 'nothing'}, t('nothingLeft'));
  return h('span', {class: 'small-board' + (all.length > 1 && all.every(one => /\(\d+\)$/.test(one)) ? ' stack' : '')}, all.slice(0, 6).map((position, i) => {
    const part = readLike(position, like);
    const slot = {first: part, marks: new Set(), groups: [], last: null, number: isNumbered && all.length > 1 ? i + 1 : 0};
    return h('span', {key: i, class: 'slot ' + part.kind}, drawSlot(slot, [{part: {...part, offset: 0}, index: 0}], still, null, 1));
  }));
}

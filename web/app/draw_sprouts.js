// Sprouts as it is drawn on paper: spots that stay where they are, and the lines of the game so far. A line is drawn by
// pointing at its two spots; where several could be meant, they are shown, to be chosen from.
//
// A position whose drawing is not known, as one that the engine writes, is seen by its regions: '0.AB.}0.AB.}' is a box for
// each region, and in it a figure for each boundary, with its vertices in their order.
import {svg} from './draw.js';
import {columnName} from './position.js';
import {h} from './preact.js';
import {endsOf, isLetter, placeOf, regionsOf} from './sprouts.js';
import {kHeight, kWidth, mapAfter, nameOf, regionsOfMap, symbolOf} from './sprouts_map.js';
import {t} from './texts.js';

const kGap = 34;  // from vertex to vertex
const kEdge = 18;

/** The vertices of a line that the boundary goes along and back, as in '1a1a', by their places; null for other boundaries. */
function lineOf(word) {
  const begin = word.indexOf('1'), end = word.indexOf('1', begin + 1);
  if (begin < 0 || end < 0 || word.includes('1', end + 1)) return null;
  const there = word.slice(begin + 1, end), back = word.slice(end + 1) + word.slice(0, begin);
  return there === [...back].reverse().join('') ? Array.from({length: end - begin + 1}, (_, k) => begin + k) : null;
}

function figure(width, height, label, ...children) {
  return h('svg', {width, height, viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': label}, children);
}

/** `point(symbol, i)` is what a vertex can do, the i-th of its boundary. */
function boundary(letters, point) {
  const word = letters.join(''), line = lineOf(word), shown = line ?? [...letters.keys()];
  const vertex = (i, x, y) => h('g', {key: i, ...point(letters[i], i)}, h('circle', {cx: x, cy: y, r: kGap / 2, class: 'hit'}),
    isLetter(letters[i]) ? [h('circle', {cx: x, cy: y, r: 11, class: 'vertex'}), h('text', {x, y: y + 5, class: 'small'}, letters[i])] : h('circle', {cx: x, cy: y, r: 7, class: 'vertex spot-mark'}));
  if (line || word === '0') {
    const width = 2 * kEdge + kGap * (shown.length - 1), y = kEdge;
    return figure(width, 2 * kEdge, word, h('line', {x1: kEdge, y1: y, x2: width - kEdge, y2: y, class: 'line'}), shown.map((i, k) => vertex(i, kEdge + kGap * k, y)));
  }
  const radius = Math.max(kEdge, kGap * shown.length / (2 * Math.PI)), middle = radius + kEdge;
  return figure(2 * middle, 2 * middle, word, h('circle', {cx: middle, cy: middle, r: radius, class: 'line'}), shown.map(i => {
    const angle = 2 * Math.PI * i / shown.length;
    return vertex(i, middle + radius * Math.sin(angle), middle - radius * Math.cos(angle));
  }));
}

/** The free ends of a boundary of Brussels Sprouts. */
function cross(letters, point) {
  const radius = Math.max(30, 24 * letters.length / (2 * Math.PI)), middle = radius + kEdge;
  return figure(2 * middle, 2 * middle, String(letters.length), letters.map((letter, i) => {
    const angle = 2 * Math.PI * i / letters.length, x = middle + radius * Math.sin(angle), y = middle - radius * Math.cos(angle);
    return h('g', {key: i, ...point(letter, i)}, h('line', {x1: middle, y1: middle, x2: x, y2: y, class: 'line'}), h('circle', {cx: x, cy: y, r: 12, class: 'hit'}), h('circle', {cx: x, cy: y, r: 6, class: 'vertex'}));
  }), h('circle', {cx: middle, cy: middle, r: 5, class: 'spot-mark'}));
}

/** A line along its places, whose corners are rounded between the middles of its pieces: it meets no line that these don't. */
function pathText(path) {
  const at = place => place.map(Math.round).join(' '), middle = i => at([0, 1].map(k => (path[i][k] + path[i + 1][k]) / 2));
  const corners = path.slice(1, -1).map((place, i) => ` Q ${at(place)} ${middle(i + 1)}`).join('');
  return `M ${at(path[0])}${path.length > 2 ? ' L ' + middle(0) : ''}${corners} L ${at(path.at(-1))}`;
}

/** The lines that are to be chosen from, with a letter at their middles. */
function candidates(map, spot) {
  return spot.candidates().map((plan, k) => {
    const [one, other] = mapAfter(map, plan.after, plan.line)?.added ?? [];
    if (!one) return null;
    const [x, y] = other.path[0], d = pathText([...one.path, ...other.path]);
    return h('g', {key: 'candidate' + k, class: 'candidate' + (spot.isLooked(plan) ? ' looked' : ''), onclick: () => spot.make(plan)},
      h('path', {d, class: 'wide'}), h('path', {d, class: 'line'}), h('circle', {cx: x, cy: y, r: 17, class: 'label'}), h('text', {x, y: y + 6, class: 'small'}, columnName(k).toUpperCase()));
  });
}

/** The drawing as it is on paper. */
function plane(map, here, spot) {
  const owners = new Map(here.flatMap(({index}) => spot.plans(index).flatMap(({places}) => places.map(place => [place, index]))));
  const {around} = regionsOfMap(map);
  const isLast = line => map.added?.includes(line);
  const drawnPoint = ({x, y}, k) => {
    const place = nameOf(k), isFree = symbolOf(map, around, k), radius = map.isCross ? 12 : 15;
    if (!isFree) return h('g', {key: place}, h('circle', {cx: x, cy: y, r: map.isCross ? 4 : 7, class: 'spot-mark'}), map.isCross ? null : h('text', {x: x + 10, y: y - 8, class: 'coordinate'}, k + 1));
    const label = map.isCross ? t('freeEnd', k + 1) : t('spotOf', k + 1, around[k].length);
    const isNew = map.added?.[0].to === k;
    return h('g', {key: place, ...owners.has(place) ? spot(owners.get(place), place, label) : {class: 'spot'}},
      h('circle', {cx: x, cy: y, r: 26, class: 'hit'}), h('circle', {cx: x, cy: y, r: radius, class: 'vertex' + (isNew ? ' new' : '')}),
      h('text', {x, y: y + 5, class: 'small'}, k + 1));
  };
  return svg(kWidth, kHeight, t('board'),
    map.lines.map((line, k) => h('path', {key: 'line' + k, d: pathText(line.path), class: 'line' + (isLast(line) ? ' drawn' : '')})),
    candidates(map, spot), map.points.map(drawnPoint));
}

export function sprouts(slot, here, spot) {
  if (slot.map) return plane(slot.map, here, spot);
  return h('div', {class: 'sprouts'}, (here.length ? here : [slot.ended ?? {part: slot.first}]).map(({part, index}) => {
    const regions = regionsOf(part), isCross = part.name === 'brussels_sprouts';
    if (!regions) return h('code', {}, part.position);
    let count = 0;
    const point = (symbol, ...at) => {
      const number = isLetter(symbol) ? symbol : ++count;
      return index === undefined ? {class: 'spot'} : spot(index, placeOf(symbol, ...at), isCross ? t('freeEnd', number) : t('spotOf', number, 3 - endsOf(symbol)));
    };
    return h('div', {class: 'regions', role: 'group', 'aria-label': t('regions')},
      regions.map((region, r) => h('div', {class: 'region'}, region.map((letters, b) => (isCross ? cross : boundary)(letters, (symbol, i) => point(symbol, r, b, i))))),
      regions.length > 1 && !spot.isSmall ? h('p', {class: 'note'}, t('regions')) : null,
      !isCross && !spot.isSmall && regions.flat(2).some(isLetter) ? h('p', {class: 'note'}, t('letterTwice')) : null);
  }));
}

// A position of Sprouts by its regions, as the engine writes it: '0.AB.}0.AB.}' is a box for each region, and in it a figure
// for each boundary, with its vertices in their order. Which letter meets which is seen; how the lines lie is not part of
// the position, and does not matter for play. A line is drawn by pointing at its two vertices.
import {h} from './preact.js';
import {endsOf, isLetter, placeOf, regionsOf} from './sprouts.js';
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

export function sprouts(slot, here, spot) {
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

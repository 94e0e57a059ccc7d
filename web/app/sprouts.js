// A position of sprouts by its regions, as the engine writes it: '0.AB.}0.AB.}' is a box for each region, and in it a
// figure for each boundary, with its vertices in their order. Which letter meets which is seen; how the lines lie is not
// told by the position, and does not matter for play.
import {h, s} from './dom.js';
import {t} from './texts.js';

const kMostVertices = 200;
const kGap = 26;  // from vertex to vertex
const kEdge = 14;

/** [[boundary, …], …], a boundary being the text of its vertices; null for other texts. */
function regionsOf(inner) {
  if (/^\d+$/.test(inner)) return Number(inner) <= kMostVertices ? [Array(Number(inner)).fill('0')] : null;
  if (!/^([0-2A-Za-z]+([*]\d+)?[.]?|\})+$/.test(inner)) return null;
  return inner.split('}').filter(Boolean).map(region => region.split('.').filter(Boolean).flatMap(one => {
    const [word, times] = one.split('*');
    return Array(Math.min(kMostVertices, Number(times ?? 1))).fill(word);
  }));
}

/** The vertices of a line that the boundary goes along and back, as in '1a1a'; null for other boundaries. */
function lineOf(word) {
  const begin = word.indexOf('1'), end = word.indexOf('1', begin + 1);
  if (begin < 0 || end < 0 || word.includes('1', end + 1)) return null;
  const there = word.slice(begin + 1, end), back = word.slice(end + 1) + word.slice(0, begin);
  return there === [...back].reverse().join('') ? ['1', ...there, '1'] : null;
}

function vertex(letter, [x, y]) {
  if (!/[A-Za-z]/.test(letter)) return s('circle', {cx: x, cy: y, r: 5, class: 'spot'});
  return [s('circle', {cx: x, cy: y, r: 10}), s('text', {x, y: y + 4.5}, letter)];
}

function boundary(word) {
  const line = lineOf(word), letters = line ?? [...word];
  const figure = (width, height, places, drawing) => s('svg', {width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': word},
    drawing, letters.map((letter, i) => vertex(letter, places[i])));
  if (line || word === '0') {
    const width = 2 * kEdge + kGap * (letters.length - 1), y = kEdge;
    return figure(width, 2 * kEdge, letters.map((_, i) => [kEdge + kGap * i, y]), s('line', {x1: kEdge, y1: y, x2: width - kEdge, y2: y}));
  }
  const radius = Math.max(kEdge, kGap * letters.length / (2 * Math.PI)), middle = radius + kEdge;
  const places = letters.map((_, i) => {
    const angle = 2 * Math.PI * i / letters.length;
    return [middle + radius * Math.sin(angle), middle - radius * Math.cos(angle)];
  });
  return figure(2 * middle, 2 * middle, places, s('circle', {cx: middle, cy: middle, r: radius, class: 'arrow'}));
}

/** The drawing of what is in the brackets of a position; null where it is none. */
export function drawnRegions(inner, label) {
  const regions = regionsOf(inner);
  return regions && h('div', {class: 'regions', role: 'group', 'aria-label': label},
    regions.map(one => h('div', {class: 'region'}, one.map(boundary))), regions.length > 1 ? h('p', {class: 'note'}, t('regions')) : null);
}

// A position of Sprouts by its regions, as the engine writes it: '0.AB.}0.AB.}' is a box for each region, and in it a figure
// for each boundary, with its vertices in their order. Which letter meets which is seen; how the lines lie is not part of
// the position, and does not matter for play. Lines are drawn by choosing their kind from the list below the board.
import {h} from './preact.js';
import {split} from './position.js';
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
  if (!/[A-Za-z]/.test(letter)) return h('circle', {cx: x, cy: y, r: 5, class: 'spot-mark'});
  return [h('circle', {cx: x, cy: y, r: 10}), h('text', {x, y: y + 4.5}, letter)];
}

function boundary(word) {
  const line = lineOf(word), letters = line ?? [...word];
  const figure = (width, height, places, drawing) => h('svg', {width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': word},
    drawing, letters.map((letter, i) => vertex(letter, places[i])));
  if (line || word === '0') {
    const width = 2 * kEdge + kGap * (letters.length - 1), y = kEdge;
    return figure(width, 2 * kEdge, letters.map((_, i) => [kEdge + kGap * i, y]), h('line', {x1: kEdge, y1: y, x2: width - kEdge, y2: y, class: 'line'}));
  }
  const radius = Math.max(kEdge, kGap * letters.length / (2 * Math.PI)), middle = radius + kEdge;
  const places = letters.map((_, i) => {
    const angle = 2 * Math.PI * i / letters.length;
    return [middle + radius * Math.sin(angle), middle - radius * Math.cos(angle)];
  });
  return figure(2 * middle, 2 * middle, places, h('circle', {cx: middle, cy: middle, r: radius, class: 'line'}));
}

/** The loose ends of each boundary of Brussels Sprouts, [4, 4, 4]. */
function crosses(inner) {
  const ends = /^\d+$/.test(inner) ? Array(Math.min(kMostVertices, Number(inner))).fill(4) : JSON.parse(inner);
  return h('div', {class: 'regions'}, ends.map(count => h('svg', {width: 76, height: 76, viewBox: '-38 -38 76 76', role: 'img', 'aria-label': String(count)},
    Array.from({length: count}, (_, i) => {
      const angle = 2 * Math.PI * i / count;
      return h('line', {x1: 0, y1: 0, x2: 30 * Math.sin(angle), y2: -30 * Math.cos(angle), class: 'line'});
    }), h('circle', {r: 5, class: 'spot-mark'}))));
}

export function sprouts(slot, here) {
  return h('div', {class: 'sprouts'}, (here.length ? here : [slot.ended ?? {part: slot.first}]).map(({part}) => {
    const {name, inner} = split(part.position);
    const regions = name === 'sprouts' ? regionsOf(inner) : null;
    if (!regions) return name === 'brussels_sprouts' ? crosses(inner) : h('code', {}, part.position);
    return h('div', {class: 'regions', role: 'group', 'aria-label': t('regions')},
      regions.map(one => h('div', {class: 'region'}, one.map(boundary))), regions.length > 1 ? h('p', {class: 'note'}, t('regions')) : null);
  }));
}

// A graph as the engine writes it, '{1-2, 2->3=4; 1=T}', drawn on a circle: its vertices and edges are clicked to move.
import {clicks} from './clicks.js';
import {s} from './dom.js';
import {t} from './texts.js';

const kMostVertices = 40;
const kGone = '#';
const kMiddle = 150, kRadius = 118;

/** {names, edges: [{a, b, directed}], letters}: what stands at the vertices 'a' and the edges 'a-b'; null for other texts. */
export function graphOf(inner) {
  const match = /^\{([^;]*)(?:;(.*))?\}$/.exec(inner);
  if (!match) return null;
  const pieces = match[1].split(',').map(one => one.trim()).filter(Boolean);
  const names = [], edges = [], letters = new Map();
  for (const piece of pieces) {
    const [ends, letter] = piece.split('=');
    const [a, b] = ends.split(/->?/);
    for (const name of b === undefined ? [a] : [a, b]) if (!names.includes(name)) names.push(name);
    if (b === undefined) continue;
    edges.push({a, b, directed: ends.includes('->')});
    letters.set(`${a}-${b}`, letter ?? '');
  }
  for (const mark of (match[2] ?? '').split(',')) {
    const [name, letter] = mark.trim().split('=');
    if (letter !== undefined) letters.set(name, letter);
  }
  return names.length && names.length <= kMostVertices ? {names, edges, letters} : null;
}

/** The places at which the graph differs after the move; where all of it goes, any that is left. */
function changes(graph, after) {
  const places = [...graph.names, ...graph.edges.map(({a, b}) => `${a}-${b}`)];
  if (!after) return new Set(places.filter(place => graph.letters.get(place) !== kGone));
  const same = after.names.length === graph.names.length && after.edges.length === graph.edges.length;
  return same ? new Set(places.filter(place => (graph.letters.get(place) ?? '') !== (after.letters.get(place) ?? ''))) : null;
}

function click(props, label) {
  if (!props['data-possible'] && !props['data-chosen']) return {};
  const press = event => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    props.onclick();
  };
  return {...props, role: 'button', tabindex: '0', 'aria-label': label, onkeydown: press};
}

/** @param {string[]} after what is in the brackets after each move; '' where nothing is left */
export function drawnGraph(graph, label, moves, after, choose) {
  const {names, edges, letters} = graph;
  const at = name => {
    const angle = 2 * Math.PI * names.indexOf(name) / names.length;
    return [kMiddle + kRadius * Math.sin(angle), kMiddle - kRadius * Math.cos(angle)];
  };
  const gone = place => letters.get(place) === kGone;
  const changed = after.map(one => one === '' ? changes(graph, null) : graphOf(one) && changes(graph, graphOf(one)));
  const line = ({a, b, directed}, button) => {
    const [x1, y1] = at(a), [x2, y2] = at(b), place = `${a}-${b}`;
    const far = Math.hypot(x2 - x1, y2 - y1) || 1, back = 15 / far;
    const ends = {x1, y1, x2: directed ? x2 + (x1 - x2) * back : x2, y2: directed ? y2 + (y1 - y2) * back : y2};
    const letter = gone(place) ? '' : letters.get(place);
    return s('g', {class: gone(place) ? 'edge gone' : 'edge', ...click(button(place), t('edge', `${a}-${b}`, letter))},
      s('line', {...ends, 'marker-end': directed ? 'url(#arrowhead)' : null}), s('line', {...ends, class: 'wide'}),
      letter && s('text', {x: (x1 + x2) / 2 + 9, y: (y1 + y2) / 2 + 4}, letter));
  };
  const vertex = (name, button) => {
    const [cx, cy] = at(name), letter = gone(name) ? '' : letters.get(name) ?? '';
    return s('g', {class: gone(name) ? 'vertex gone' : 'vertex', ...click(button(name), t('vertex', name, letter))},
      s('circle', {cx, cy, r: 14}), s('text', {x: cx, y: cy + 5}, letter || name),
      letter && s('text', {x: cx + 20, y: cy - 10, class: 'name'}, name));
  };
  return clicks(moves, changed, choose, button => s('svg', {viewBox: '0 0 300 300', class: 'graph', role: 'group', 'aria-label': label},
    s('defs', {}, s('marker', {id: 'arrowhead', viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: 'auto'},
      s('path', {d: 'M 0 0 L 10 5 L 0 10 z', class: 'head'}))),
    edges.map(edge => line(edge, button)), names.map(name => vertex(name, button))));
}

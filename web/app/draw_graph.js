// A graph on the board, its vertices laid out by d3-force: forces are the same for every game of the same graph. What
// stands on the ground, G, grows upwards.
import {forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY} from './force.js';
import {h} from './preact.js';
import {letterName, svg} from './draw.js';
import {vertexName} from './position.js';
import {t} from './texts.js';

const kSteps = 300;
const kLong = 74;  // of an edge
const kRadius = 19;
const kBeside = 13;  // of a letter beside its edge
const layouts = new Map();

/** Steps from the ground; null where no vertex stands on it. */
function depths({names, edges, letters}) {
  const depth = new Map(names.filter(name => letters.get(name) === 'G').map(name => [name, 0]));
  if (!depth.size) return null;
  for (let grew = true; grew;) {
    grew = false;
    for (const {a, b} of edges) {
      for (const [one, other] of [[a, b], [b, a]]) {
        if (depth.has(one) && !depth.has(other)) grew = Boolean(depth.set(other, depth.get(one) + 1));
      }
    }
  }
  return depth;
}

/** Where the vertices begin: by their steps from an end of the graph, so that a path is laid out straight, branches apart. */
function beginnings({names, edges}) {
  const degree = name => edges.filter(({a, b}) => a === name || b === name).length;
  const found = new Map([[names.reduce((best, name) => degree(name) < degree(best) ? name : best, names[0]), [0, 0]]]);
  for (const [name, [x, y]] of found) {
    const next = edges.flatMap(({a, b}) => a === name ? [b] : b === name ? [a] : []).filter(other => !found.has(other));
    next.forEach((other, i) => found.set(other, [x + kLong, y + kLong * (i - (next.length - 1) / 2)]));
  }
  names.forEach((name, i) => { if (!found.has(name)) found.set(name, [kLong * i, 3 * kLong]); });
  return found;
}

function layout(graph) {
  const key = graph.names.join() + ';' + graph.edges.map(edge => edge.name).join() + ';' + graph.names.filter(name => graph.letters.get(name) === 'G');
  if (layouts.has(key)) return layouts.get(key);
  const depth = depths(graph);
  const begin = beginnings(graph);
  const nodes = graph.names.map(name => ({id: name, x: begin.get(name)[0], y: depth ? -kLong * (depth.get(name) ?? 0) : begin.get(name)[1]}));
  const links = graph.edges.map(({a, b}) => ({source: a, target: b}));
  const simulation = forceSimulation(nodes).stop().force('link', forceLink(links).id(node => node.id).distance(kLong).strength(0.9))
    .force('charge', forceManyBody().strength(-320)).force('apart', forceCollide(kRadius + 6)).force('x', forceX().strength(0.03))
    .force('y', depth ? forceY(node => -kLong * (depth.get(node.id) ?? 0)).strength(1) : forceY().strength(0.05));
  simulation.tick(kSteps);
  const xs = nodes.map(node => node.x), ys = nodes.map(node => node.y), edge = 34;
  const left = Math.min(...xs) - edge, top = Math.min(...ys) - edge;
  const places = new Map(nodes.map(node => [node.id, [node.x - left, node.y - top]]));
  const found = {places, width: Math.max(120, Math.max(...xs) - left + edge), height: Math.max(...ys) - top + edge, ground: Boolean(depth)};
  layouts.set(key, found);
  return found;
}

/** The graph on which no move is left, as the last move left it. */
function lastGraph(slot) {
  const {part, plan} = slot.ended ?? {part: slot.first};
  const letters = new Map(part.graph.letters);
  if (plan?.ordered) {
    letters.set(plan.places.at(-1), letters.get(plan.places[0]));
    letters.set(plan.places[0], '#');
  } else {
    for (const place of plan?.places ?? []) letters.set(place, plan.choice || (['node_kayles', 'triangle'].includes(part.name) ? 'X' : '#'));
  }
  return {...part, graph: {...part.graph, letters}};
}

export function graph(slot, here, spot) {
  const first = slot.first.graph, one = here[0], {graph: now, numbers} = one?.part ?? lastGraph(slot);
  const {places, width, height, ground} = layout(first);
  const {letters} = now, there = new Set([...now.names, ...now.edges.map(edge => edge.name)]);
  const byEnds = new Map(now.edges.map(edge => [`${edge.a}-${edge.b}`, edge.name]));
  const isGone = place => !there.has(place) || letters.get(place) === '#';
  const edges = first.edges.map(edge => ({...edge, place: byEnds.get(`${edge.a}-${edge.b}`) ?? edge.name}));
  /** What still stands on the ground; the rest has fallen. */
  const standing = ground && depths({...first, edges: edges.filter(({place}) => !isGone(place))});
  const fallen = new Set(ground ? [...first.names.filter(name => !standing.has(name)), ...edges.filter(({a, place}) => isGone(place) || !standing.has(a)).map(({place}) => place)] : []);
  const gone = place => isGone(place) || fallen.has(place);
  const marked = (place, props) => ({...props, class: props.class + (slot.last?.includes(place) ? ' last' : fallen.has(place) ? ' fallen' : '') + (gone(place) ? ' gone' : '')});
  const draws = place => one && there.has(place);
  return svg(width, height, t('graph'),
    h('defs', {}, h('marker', {id: 'arrowhead', viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: 'auto'},
      h('path', {d: 'M 0 0 L 10 5 L 0 10 z', class: 'head'}))),
    ground ? h('path', {class: 'ground', d: `M 4 ${height - 14} H ${width - 4}`}) : null,
    edges.map(({a, b, name, place, directed}) => {
      const [x1, y1] = places.get(a), [x2, y2] = places.get(b);
      const far = Math.hypot(x2 - x1, y2 - y1) || 1, back = directed ? (kRadius + 2) / far : 0;
      const letter = gone(place) ? '' : letters.get(place) ?? '';
      const props = draws(place) ? spot(one.index, place, t('edge', vertexName(now, a), vertexName(now, b)) + (letter ? ', ' + letter : '')) : {class: 'spot'};
      return h('g', {key: 'edge ' + name, ...marked(place, props), class: marked(place, props).class + ' edge' + (letter ? ' marked' : '') + (gone(a) || gone(b) ? ' faded' : '')},
        h('line', {x1, y1, x2: x2 + (x1 - x2) * back, y2: y2 + (y1 - y2) * back, class: 'line', 'marker-end': directed ? 'url(#arrowhead)' : null}),
        h('line', {x1, y1, x2, y2, class: 'wide'}),
        letter ? h('text', {x: (x1 + x2) / 2 + kBeside * (y2 - y1) / far, y: (y1 + y2) / 2 - kBeside * (x2 - x1) / far + 5, class: 'small'}, letter) : null);
    }),
    first.names.map(name => {
      const [cx, cy] = places.get(name), letter = gone(name) ? '' : letters.get(name) ?? '';
      const props = draws(name) ? spot(one.index, name, t('vertex', vertexName(now, name)) + (letter && letter !== '.' ? ', ' + letterName(letter, one.part.game) : '')) : {class: 'spot'};
      const dark = letter === 'X' ? ' dark' : letter === 'O' ? ' light' : letter === 'T' ? ' taken' : /^[A-C]$/.test(letter) ? ' colour' + letter : '';
      return h('g', {key: 'vertex ' + name, ...marked(name, props)}, h('circle', {cx, cy, r: kRadius, class: 'vertex' + dark}),
        numbers ? [h('text', {x: cx, y: cy + 5, class: 'small'}, letter), h('text', {x: cx, y: cy - kRadius - 5, class: 'coordinate'}, name)]
          : h('text', {x: cx, y: cy + 5, class: 'small' + dark}, letter && !dark.trim() ? (letter === 'G' ? vertexName(first, name) : letter) : letter === 'T' ? '●' : name));
    }));
}

// A drawing of Sprouts in the plane: spots that stay where they are, and the lines between them. Its regions are those of
// sprouts.js, by the walk along each of their boundaries. The way of a new line is looked for on a grid, far from other
// lines; walls that are there only meanwhile keep the boundaries on the two sides that they are meant to be on.
//
//   const map = beginning(2, false);                                       // two spots
//   mapAfter(map, keyOf([{name: 'sprouts', inner: '1a1a.'}]));             // with a line from one to the other
//
// A map is {isCross, points: [{x, y, isTip}], lines: [{from, to, path: [[x, y], …]}]}; nothing in it is changed. A cross of
// Brussels Sprouts is a point with lines to its free ends, the tips.

import {key, linesOf} from './sprouts.js';

export const kWidth = 900, kHeight = 600;
const kSteps = [4, 2];   // of the grid, the second where the first leaves no way
const kWall = 0.88;      // half the breadth of a line, in cells
const kRound = 3.5;      // of a spot, that other lines keep away from, in cells
const kArm = 30;         // of a cross
const kRooms = [44, 28, 18, 10, 0];  // that a line may ask for, the first that leaves a way
const kLoop = 60;        // the length of a loop round nothing
const kClear = 80;       // what a line keeps away from others where it can
const kMostTried = 8;    // lines, before none is drawn
const kFull = 2 * Math.PI;

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const directionOf = (from, to) => Math.atan2(to[1] - from[1], to[0] - from[0]);
const at = ({x, y}) => [x, y];
const away = ([x, y], angle, length) => [x + length * Math.cos(angle), y + length * Math.sin(angle)];

function withCross(points, lines, x, y, angles, arm = kArm) {
  const middle = points.push({x, y}) - 1;
  for (const angle of angles) {
    const [u, v] = away([x, y], angle, arm);
    const tip = points.push({x: u, y: v, isTip: true}) - 1;
    lines.push({from: middle, to: tip, path: [[x, y], [u, v]]});
  }
  return middle;
}

const beginnings = new Map();
/** So many spots or crosses and no line: two side by side, more on an ellipse. */
export function beginning(count, isCross) {
  const name = `${count} ${isCross}`;
  if (!beginnings.has(name)) beginnings.set(name, laidOut(count, isCross));
  return beginnings.get(name);
}

function laidOut(count, isCross) {
  const points = [], lines = [];
  for (let k = 0; k < count; ++k) {
    const angle = count === 2 ? Math.PI * k : kFull * k / count - Math.PI / 2, far = count < 2 ? 0 : Math.min(1, 0.5 + count / 16);
    const x = kWidth / 2 + far * 0.33 * kWidth * Math.cos(angle), y = kHeight / 2 + far * 0.33 * kHeight * Math.sin(angle);
    if (isCross) withCross(points, lines, x, y, [0, 1, 2, 3].map(quarter => kFull * quarter / 4));
    else points.push({x, y});
  }
  return {isCross, points, lines};
}

/** Each point's lines, by their directions: `half` 2l goes along line l, 2l + 1 back. */
function turnsOf({points, lines}) {
  const around = points.map(() => []);
  lines.forEach(({from, to, path}, l) => {
    around[from].push({half: 2 * l, angle: directionOf(path[0], path[1])});
    around[to].push({half: 2 * l + 1, angle: directionOf(path.at(-1), path.at(-2))});
  });
  for (const one of around) one.sort((a, b) => a.angle - b.angle);
  return around;
}

export const pathOf = ({lines}, half) => half % 2 ? [...lines[half >> 1].path].reverse() : lines[half >> 1].path;
const endOf = ({lines}, half) => half % 2 ? lines[half >> 1].from : lines[half >> 1].to;

/** The walks along all boundaries, the region to their left: corner k, {point, begin, end}, is at the end of half k. */
function walksOf(map, around) {
  const walks = [], seen = new Set();
  map.points.forEach((_, point) => {
    if (!around[point].length) walks.push({halves: [], corners: [{point, begin: 0, end: kFull}]});
  });
  for (let first = 0; first < 2 * map.lines.length; ++first) {
    if (seen.has(first)) continue;
    const walk = {halves: [], corners: []};
    for (let half = first; !seen.has(half);) {
      seen.add(half);
      walk.halves.push(half);
      const point = endOf(map, half), turns = around[point], k = turns.findIndex(turn => turn.half === (half ^ 1));
      const next = turns[(k + 1) % turns.length], begin = turns[k].angle;
      walk.corners.push({point, begin, end: next.angle > begin ? next.angle : next.angle + kFull});
      half = next.half;
    }
    walks.push(walk);
  }
  return walks;
}

/** Twice the area to the left of a walk; below 0 where the walk goes round the outside of something. */
function areaOf(outline) {
  return outline.reduce((sum, [x, y], k) => {
    const [u, v] = outline[(k + 1) % outline.length];
    return sum - (x * v - u * y);
  }, 0);
}

function isWithin([x, y], outline) {
  let is = false;
  outline.forEach(([u, v], k) => {
    const [s, t] = outline[(k + 1) % outline.length];
    if (v > y !== t > y && x < u + (s - u) * (y - v) / (t - v)) is = !is;
  });
  return is;
}

/** What a point is in the words of sprouts.js; nothing where no line can end. */
export function symbolOf({isCross, points}, around, point) {
  const degree = around[point].length;
  if (isCross) return points[point].isTip && degree === 1 ? '2' : '';
  return ['0', '1', nameOf(point)][degree] ?? '';
}

const known = new WeakMap();
/** {walks, words, sites}: of each region its boundaries, `words` by what can be joined and `sites` by their corners. */
export function regionsOfMap(map) {
  if (known.has(map)) return known.get(map);
  const around = turnsOf(map), groups = map.points.map((_, i) => i);
  const group = i => groups[i] === i ? i : groups[i] = group(groups[i]);
  for (const {from, to} of map.lines) groups[group(from)] = group(to);
  const walks = walksOf(map, around).map(walk => {
    const outline = walk.halves.flatMap(half => pathOf(map, half).slice(1));
    return {...walk, outline, area: areaOf(outline), group: group(walk.corners[0].point)};
  });
  const outer = walks.filter(({area}) => area > 1e-6).sort((a, b) => a.area - b.area);
  const regions = [[], ...outer.map(walk => [walk])];
  for (const walk of walks) {
    if (outer.includes(walk)) continue;
    const place = at(map.points[walk.corners[0].point]);
    regions[1 + outer.findIndex(other => other.group !== walk.group && isWithin(place, other.outline))].push(walk);
  }
  const found = regions.map(all => all.map(walk => {
    const sites = walk.corners.map((corner, k) => ({k, ...corner, symbol: symbolOf(map, around, corner.point)}));
    return {walk, sites: sites.filter(({symbol}) => symbol)};
  }).filter(({sites}) => sites.length)).filter(all => all.length);
  const result = {around, regions: found, words: found.map(all => all.map(({sites}) => sites.map(({symbol}) => symbol)))};
  known.set(map, result);
  return result;
}

/** The drawing as a grid: cells of lines and spots are 1, walls for the time being 2, and the two ends of the new line 3. */
class Grid {
  constructor(map, step, ends) {
    Object.assign(this, {step, round: kRound * step, columns: Math.floor(kWidth / step), rows: Math.floor(kHeight / step)});
    this.cells = Uint8Array.from({length: this.columns * this.rows}, (_, cell) => this.cellAt(this.middle(cell)) < 0 ? 1 : 0);
    for (const {path} of map.lines) this.wall(path, step * kWall, 1);
    map.points.forEach((point, k) => point.isTip || ends.includes(k) || this.disc(at(point), map.isCross ? 4 : this.round, 1));
    this.ends = ends.map(k => at(map.points[k]));
    if (!map.isCross) for (const place of this.ends) this.disc(place, this.round, 3);
    this.clear = this.clearance();
    this.kept = new Set(this.ends.flatMap(place => this.around(place, 0, 3 * this.round)));  // walls keep away from it if they can
  }
  cellAt([x, y]) {
    const column = Math.floor(x / this.step), row = Math.floor(y / this.step);
    return column < 1 || row < 1 || column >= this.columns - 1 || row >= this.rows - 1 ? -1 : row * this.columns + column;
  }
  middle(cell) { return [(cell % this.columns + 0.5) * this.step, (Math.floor(cell / this.columns) + 0.5) * this.step]; }
  isFree(cell) { return cell >= 0 && !this.cells[cell]; }
  disc(place, radius, mark) {
    for (const cell of this.around(place, 0, radius)) this.cells[cell] ||= mark;
  }
  around([x, y], least, most) {
    const found = [], reach = Math.ceil(most / this.step) * this.step;
    for (let v = y - reach; v <= y + reach; v += this.step) {
      for (let u = x - reach; u <= x + reach; u += this.step) {
        const cell = this.cellAt([u, v]), far = cell < 0 ? Infinity : distance(this.middle(cell), [x, y]);
        if (far >= least && far <= most) found.push(cell);
      }
    }
    return [...new Set(found)];
  }
  wall(path, radius, mark) {
    path.slice(1).forEach((to, k) => {
      const from = path[k], count = Math.ceil(distance(from, to) / (this.step / 2));
      for (let n = 0; n <= count; ++n) {
        const place = [0, 1].map(i => from[i] + (to[i] - from[i]) * n / Math.max(1, count)), cell = this.cellAt(place);
        if (cell >= 0) this.cells[cell] ||= mark;
        this.disc(place, radius, mark);
      }
    });
  }
  apart(cell) { return 0.7 * Math.min(...this.ends.map(place => distance(place, this.middle(cell)))); }
  /** A way with as much room as there is, walls being as good as lines. */
  roomy(from, to) {
    this.clear = this.clearance();
    for (const room of this.step === kSteps[0] ? kRooms : kRooms.slice(-2)) {
      const found = this.way(from, to, false, room);
      if (found) return found;
    }
    return null;
  }
  /** Whether no wall is between the places. */
  sees(from, to) {
    return [0.25, 0.5, 0.75].every(part => this.cells[this.cellAt([0, 1].map(i => from[i] + part * (to[i] - from[i])))] !== 2);
  }
  neighbours(cell) {
    const {columns} = this;
    return [1, -1, columns, -columns, columns + 1, columns - 1, -columns + 1, -columns - 1].map(to => cell + to);
  }
  /** How far each cell is from lines, spots and the edge, in pixels. */
  clearance() {
    const far = Float32Array.from(this.cells, cell => cell === 1 || cell === 2 ? 0 : Infinity);
    const {columns, rows, step} = this, side = step, slant = step * Math.SQRT2;
    const look = (i, j, length) => { if (far[j] + length < far[i]) far[i] = far[j] + length; };
    for (let i = columns + 1; i < columns * rows - columns - 1; ++i)
      for (const [to, length] of [[-1, side], [-columns, side], [-columns - 1, slant], [1 - columns, slant]]) look(i, i + to, length);
    for (let i = columns * rows - columns - 2; i > columns; --i)
      for (const [to, length] of [[1, side], [columns, side], [columns + 1, slant], [columns - 1, slant]]) look(i, i + to, length);
    return far;
  }
  /** The cheapest way from one of the cells of `from`, a map to what they cost, to one of `to`; the first four directions only for walls. */
  way(from, to, isWall, room = 0) {
    const cost = new Float64Array(this.cells.length).fill(Infinity), before = new Int32Array(this.cells.length).fill(-1), queue = new Queue();
    for (const [cell, price] of from) {
      if (!this.isFree(cell) || price >= cost[cell]) continue;
      cost[cell] = price;
      queue.push(price, cell);
    }
    while (queue.size) {
      const [price, cell] = queue.pop();
      if (price > cost[cell]) continue;
      if (to.has(cell)) {
        const path = [];
        for (let one = cell; one >= 0; one = before[one]) path.push(one);
        return path.reverse();
      }
      this.neighbours(cell).slice(0, isWall ? 4 : 8).forEach((next, k) => {
        if (!this.isFree(next) || this.clear[next] < Math.min(room, this.apart(next) - 6)) return;
        const near = Math.max(0, 1 - this.clear[next] / kClear), length = this.step * (k < 4 ? 1 : Math.SQRT2);
        const sum = price + length * (1 + (isWall ? (this.kept.has(next) ? 60 : 6) : 25) * near * near) + (to.get(next) ?? 0);
        if (sum >= cost[next]) return;
        cost[next] = sum;
        before[next] = cell;
        queue.push(sum, next);
      });
    }
    return null;
  }
}

/** A heap of prices with their cells. */
class Queue {
  constructor() { this.all = []; }
  get size() { return this.all.length; }
  push(price, cell) {
    const {all} = this;
    let i = all.push([price, cell]) - 1;
    for (; i && all[(i - 1) >> 1][0] > price; i = (i - 1) >> 1) all[i] = all[(i - 1) >> 1];
    all[i] = [price, cell];
  }
  pop() {
    const {all} = this, [least] = all, last = all.pop();
    if (!all.length) return least;
    let i = 0;
    for (let k = 1; k < all.length; k = 2 * i + 1) {
      if (k + 1 < all.length && all[k + 1][0] < all[k][0]) ++k;
      if (all[k][0] >= last[0]) break;
      all[i] = all[k];
      i = k;
    }
    all[i] = last;
    return least;
  }
}

const turned = (angle, begin) => ((angle - begin) % kFull + kFull) % kFull;

/** The cells round a point where a line can begin in the corner, and what each costs: more away from the corner's middle. */
function ring(grid, map, {point, begin, end}) {
  const place = at(map.points[point]), least = map.isCross ? 5 : grid.round + 1, width = end - begin, margin = Math.min(0.3, width / 4);
  const found = new Map();
  for (const cell of grid.around(place, least, least + 7)) {
    const turn = turned(directionOf(place, grid.middle(cell)), begin);
    if (grid.isFree(cell) && grid.sees(place, grid.middle(cell)) && (width >= kFull - 1e-9 || turn > margin && turn < width - margin))
      found.set(cell, width >= kFull - 1e-9 && !map.isCross ? 0 : 6 * Math.abs(turn - width / 2));
  }
  return found;
}

/** Where walls can be put to a boundary, or to the halves and corners of it that are given: cells with the places they lean on. */
function sides(grid, map, halves, corners, avoided) {
  const found = new Map(), add = (cell, place) => {
    if (grid.isFree(cell) && !found.has(cell) && avoided.every(one => distance(one, place) > (map.isCross ? 7 : 17))) found.set(cell, place);
  };
  for (const half of halves) {
    const path = pathOf(map, half);
    path.slice(1).forEach((to, k) => {
      const [x, y] = path[k], length = distance(path[k], to), count = Math.max(1, Math.round(length / 4));
      for (let n = 0; n < count; ++n) {
        const place = [x + (to[0] - x) * (n + 0.5) / count, y + (to[1] - y) * (n + 0.5) / count];
        for (const far of [2 * kWall * grid.step, 3 * kWall * grid.step]) add(grid.cellAt([place[0] + far * (to[1] - y) / length, place[1] - far * (to[0] - x) / length]), place);
      }
    });
  }
  for (const corner of corners) for (const [cell] of ring(grid, map, corner)) add(cell, at(map.points[corner.point]));
  return found;
}

/** Walls from what is there to each of the boundaries; the first cell of the first wall, or nothing where one has no room. */
function joined(grid, from, boundaries, isFromOne = false) {
  let tree = new Map(from);
  const left = [...boundaries];
  let first = -1;
  while (left.length) {
    const way = grid.way([...tree].map(([cell]) => [cell, 0]), new Map(left.flatMap(one => [...one].map(([cell]) => [cell, 0]))), true);
    if (!way) return undefined;
    const k = left.findIndex(one => one.has(way.at(-1)));
    if (first < 0) [first] = way;
    const leaning = tree;
    if (isFromOne) tree = new Map();
    isFromOne = false;
    for (const path of [[leaning.get(way[0]), grid.middle(way[0])], [left[k].get(way.at(-1)), grid.middle(way.at(-1))]]) grid.wall(path, grid.step * kWall, 2);
    for (const cell of way) grid.cells[cell] ||= 2;
    for (const cell of way) for (const next of grid.neighbours(cell).slice(0, 4)) if (grid.isFree(next)) tree.set(next, grid.middle(cell));
    for (const [cell, place] of left[k]) tree.set(cell, place);
    left.splice(k, 1);
    grid.clear = grid.clearance();
  }
  return first;
}

/** The way of a line from a corner to another one of the same boundary, or to itself. */
function wayAround(grid, map, walk, from, to, inside, outside) {
  const {halves, corners} = walk, start = at(map.points[from.point]), ends = [start, at(map.points[to.point])];
  const of = walks => walks.map(one => sides(grid, map, one.halves, one.corners, []));
  if (from !== to) {
    const within = k => from.k < k && k <= to.k;
    const arc = is => sides(grid, map, halves.filter((_, k) => within(k) === is), corners.filter((_, k) => k !== from.k && k !== to.k && within(k) === is), ends);
    if (inside.length && joined(grid, arc(true), of(inside)) === undefined) return null;
    if (outside.length && joined(grid, arc(false), of(outside)) === undefined) return null;
    return grid.roomy(ring(grid, map, from), ring(grid, map, to));
  }
  const isAlone = !halves.length, leaning = () => new Map([...ring(grid, map, from)].map(([cell]) => [cell, start]));
  const wall = boundaries => {
    const first = joined(grid, leaning(), of(boundaries), true);
    return first === undefined ? undefined : directionOf(start, grid.middle(first));
  };
  let {begin, end} = from, middle = (begin + end) / 2;
  if (inside.length && (middle = wall(inside)) === undefined) return null;
  if (isAlone && outside.length) {
    begin = wall(outside);
    if (begin === undefined) return null;
  } else if (outside.length && joined(grid, sides(grid, map, halves, [], [start]), of(outside)) === undefined) {
    return null;
  }
  const room = angle => grid.clear[grid.cellAt(away(start, angle, 5 * grid.round))] ?? 0;
  const widest = (angles, other) => angles.sort((a, b) => room(b) + 9 * Math.cos(a - other) - room(a) - 9 * Math.cos(b - other))[0];
  const around = Array.from({length: 16}, (_, k) => kFull * k / 16);
  if (isAlone && !outside.length) {
    if (!inside.length) middle = widest(around, 0);
    begin = middle + Math.PI;
    grid.wall([start, away(start, begin, 3 * grid.round)], grid.step * kWall, 2);
  } else if (isAlone && !inside.length) {
    middle = widest(around.filter(angle => Math.cos(angle - begin) < 0.5), begin);
  }
  if (isAlone) end = begin + kFull;
  if (!inside.length) grid.wall([start, away(start, middle, Math.max(2 * grid.round, Math.min(kLoop, room(middle))))], grid.step * kWall, 2);
  const cut = begin + turned(middle, begin);
  return grid.roomy(ring(grid, map, {...from, begin, end: cut}), ring(grid, map, {...from, begin: cut, end}));
}

/** The way without its corners, no nearer to other lines than before. */
function smooth(grid, path) {
  for (let round = 0; round < 60; ++round) {
    for (let k = 2; k < path.length - 2; ++k) {
      const [x, y] = path[k], wanted = [0, 1].map(i => (path[k - 1][i] + path[k + 1][i]) / 2);
      const far = Math.max(1, distance(path[k], wanted) / 2), to = [x + (wanted[0] - x) / far, y + (wanted[1] - y) / far];
      const cell = grid.cellAt(to);
      if (grid.isFree(cell) && grid.clear[cell] >= Math.min(grid.clear[grid.cellAt(path[k])], 12)) path[k] = to;
    }
  }
  return path;
}

/** The place on a way, near its middle, that has the most room. */
function middleOf(grid, path) {
  const lengths = path.slice(1).map((to, k) => distance(path[k], to)), whole = lengths.reduce((a, b) => a + b, 0);
  let best = path.length >> 1, most = -Infinity, sum = 0;
  path.forEach((place, k) => {
    if (k) sum += lengths[k - 1];
    const room = Math.min(grid.clear[grid.cellAt(place)] ?? 0, 24) - 40 * Math.abs(sum / whole - 0.5);
    if (k > 1 && k < path.length - 2 && room > most) [best, most] = [k, room];
  });
  return best;
}

function drawnOn(map, step, {r, b, i, c, j, inside}) {
  const region = regionsOfMap(map).regions[r], [from, to] = [region[b].sites[i], region[c].sites[j]];
  const grid = new Grid(map, step, [from.point, to.point]);
  const walksOn = isIn => region.filter((_, k) => k !== b && inside.includes(k) === isIn).map(({walk}) => walk);
  const cells = b !== c ? grid.roomy(ring(grid, map, from), ring(grid, map, to))
    : wayAround(grid, map, region[b].walk, from, to, walksOn(true), walksOn(false));
  if (!cells || cells.length < 3) return null;
  if (map.isCross && !cells.some(cell => grid.clear[cell] > 3 * grid.step)) return null;
  const path = smooth(grid, [at(map.points[from.point]), ...cells.map(cell => grid.middle(cell)), at(map.points[to.point])]);
  const k = middleOf(grid, path), [x, y] = path[k], points = [...map.points], lines = [...map.lines];
  const angle = directionOf(path[k - 1], path[k + 1]) + Math.PI / 2, room = Math.min(22, grid.clear[grid.cellAt([x, y])] - grid.step);
  if (map.isCross && room < grid.step) return null;
  const middle = map.isCross ? withCross(points, lines, x, y, [angle, angle + Math.PI], room) : points.push({x, y}) - 1;
  const added = [{from: from.point, to: middle, path: path.slice(0, k + 1)}, {from: middle, to: to.point, path: path.slice(k)}];
  return {isCross: map.isCross, points, lines: [...lines, ...added], added};
}

/** The map with one more line, `added` being its two parts; null where there is no room left to draw it. */
function extended(map, line, wanted) {
  for (const step of kSteps) {
    const drawn = drawnOn(map, step, line);
    if (drawn && key(regionsOfMap(drawn).words, map.isCross) === wanted) return drawn;
  }
  return null;
}

/** What a point is called as a place. */
export const nameOf = point => 'v' + point;

const linesKnown = new WeakMap();
/** The lines of a map as `linesOf` tells them, its points being the places. */
export function linesOnMap(map) {
  if (linesKnown.has(map)) return linesKnown.get(map);
  const {regions, words} = regionsOfMap(map), lines = linesOf(words, map.isCross);
  const pointAt = place => {
    const [r, b, i] = place.split('.');
    return i === undefined ? place : nameOf(regions[r][b].sites[i].point);
  };
  for (const [one, all] of lines) {
    const named = all.map(({places, line}) => ({places: places.map(pointAt), line}));
    lines.set(one, named.filter(({places}, k) => named.findIndex(other => other.places.join() === places.join()) === k));
  }
  linesKnown.set(map, lines);
  return lines;
}

const drawnKnown = new WeakMap();
/** The map after a line that leaves what the key tells, the given one if it can be drawn; null where none can. */
export function mapAfter(map, wanted, given) {
  if (!drawnKnown.has(map)) drawnKnown.set(map, new Map());
  const text = JSON.stringify([wanted, given]), drawn = drawnKnown.get(map);
  if (!drawn.has(text)) {
    const all = (linesOnMap(map).get(wanted) ?? []).map(({line}) => line);
    const isGiven = line => JSON.stringify(line) === JSON.stringify(given);
    let found = null;
    for (const line of [...all.filter(isGiven), ...all.filter(line => !isGiven(line))].slice(0, kMostTried))
      found ??= extended(map, line, wanted);
    drawn.set(text, found);
  }
  return drawn.get(text);
}

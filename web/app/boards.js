// Positions drawn so that moves can be clicked: a heap or a row as stones, two numbers as a board, cells as cells, a graph as its
// drawing, sprouts by their regions. A click narrows down the moves; the caller is told which ones are meant.
import {clicks} from './clicks.js';
import {h} from './dom.js';
import {drawnGraph, graphOf} from './graphs.js';
import {drawnRegions} from './sprouts.js';
import {t} from './texts.js';

const kMostStones = 60;
const kMostBoard = 24;

/** {name, inner}: 'kayles(7)' is kayles and '7'. */
function taken(position) {
  const open = position.indexOf('(');
  return open < 0 ? {name: position, inner: ''} : {name: position.slice(0, open), inner: position.slice(open + 1, -1)};
}
const numbers = inner => /^\d+(, *\d+)*$/.test(inner) ? inner.split(',').map(Number) : null;

/** Rows of a board, 'XO.|..X'; null when it is none. */
function rows(inner) {
  if (!/^[^(){}\[\], ]+$/.test(inner) || /^\d+$/.test(inner)) return null;
  const result = inner.split('|').map(row => Array.from(row));
  return result.length > 1 || result[0].length > 1 ? result : null;
}

/** The sizes of the heaps that a sum consists of, each of one number; null for other sums. */
function sizes(to) {
  const counts = to === '0' ? [] : to.split(' + ').map(part => numbers(taken(part).inner) ?? []);
  return counts.every(one => one.length === 1) ? counts.flat() : null;
}
const total = counts => counts.reduce((sum, one) => sum + one, 0);

/** A heap as stones, and the places of those that moves put down; null where the moves lead to nothing that stones show. */
function stones(count, label, moves, choose) {
  const left = moves.map(move => sizes(move.to));
  if (moves.length && left.every(one => one === null)) return null;
  if (left.some(one => one?.length === 2 && total(one) < count)) return row(count, label, moves, left, choose);
  const totals = left.map(one => one && total(one));
  const most = Math.min(kMostStones, Math.max(count, ...totals));
  return h('div', {class: 'stones heap', role: 'group', 'aria-label': label}, Array.from({length: most}, (_, i) => {
    const leaves = i < count ? i : i + 1;
    const meant = moves.filter((_, move) => totals[move] === leaves);
    return h('button', {class: i < count ? 'stone' : 'stone place', disabled: !meant.length, 'aria-label': t('stones', label, leaves),
      onclick: () => choose(meant)});
  }));
}

/** A row, of which moves take neighbours and leave what stands on either side: a click chooses stones that go. */
function row(count, label, moves, left, choose) {
  const meant = [], changed = [];
  moves.forEach((move, i) => {
    const gone = count - total(left[i] ?? []);
    if (!left[i] || left[i].length > 2 || gone <= 0) return;
    const [a = 0, b = 0] = left[i];
    for (const before of new Set([a, b])) {
      meant.push(move);
      changed.push(new Set(Array.from({length: gone}, (_, k) => String(before + k))));
    }
  });
  return clicks(meant, changed, list => choose([...new Set(list)]), button => h('div', {class: 'stones', role: 'group', 'aria-label': label},
    Array.from({length: count}, (_, i) => {
      const props = button(String(i));
      return h('button', {...props, class: 'stone', disabled: !props['data-possible'], 'aria-label': t('stone', label, i + 1)});
    })));
}

function twoNumbers(label, [a, b], moves, choose) {
  const reached = new Map();
  for (const move of moves) {
    const at = numbers(taken(move.to).inner);
    if (at?.length === 2) reached.set(at.join(), [...(reached.get(at.join()) ?? []), move]);
    else if (move.to === '0') reached.set('0,0', [...(reached.get('0,0') ?? []), move]);
  }
  // As large as the moves reach: upwards, too.
  const all = [[a, b], ...[...reached.keys()].map(one => one.split(',').map(Number))];
  const [last, right] = [0, 1].map(i => Math.min(kMostBoard, Math.max(...all.map(one => one[i]))));
  const table = h('table', {class: 'board', 'aria-label': label});
  for (let r = 0; r <= last; ++r) {
    table.append(h('tr', {}, h('th', {}, r), Array.from({length: right + 1}, (_, c) => {
      const meant = reached.get([r, c].join()) ?? [];
      return h('td', {}, h('button', {
        class: r === a && c === b ? 'cell token' : 'cell', disabled: !meant.length,
        'aria-label': `(${r}, ${c})`, onclick: () => choose(meant)}, r === a && c === b ? '●' : meant.length ? '·' : ''));
    })));
  }
  table.prepend(h('tr', {}, h('td', {}), Array.from({length: right + 1}, (_, c) => h('th', {}, c))));
  return table;
}

function cells(name, label, board, moves, choose) {
  const changed = moves.map(move => {
    const {name: itsName, inner} = taken(move.to);
    const after = itsName === name ? rows(inner) : null;
    const differing = new Set();
    if (move.to !== '0' && (!after || after.length !== board.length || after.some((row, r) => row.length !== board[r].length))) return null;
    // Where all of the board goes, any of its cells may be meant.
    board.forEach((row, r) => row.forEach((cell, c) => {
      if (after ? after[r][c] !== cell : cell !== '#') differing.add(`${r},${c}`);
    }));
    return differing;
  });
  return clicks(moves, changed, choose, button => h('table', {class: 'board cells', 'aria-label': label}, board.map((row, r) => h('tr', {},
    row.map((cell, c) => {
      const props = button(`${r},${c}`);
      return h('td', {}, h('button', {...props, class: 'cell' + (props['data-chosen'] ? ' chosen' : ''), disabled: !props['data-possible'],
        'data-letter': cell, 'aria-label': t('cell', String.fromCharCode(97 + c) + (r + 1), cell)}, cell === '.' ? '' : cell));
    })))));
}

/** A board or a graph, to be looked at; null for other positions. */
export function preview(position) {
  const {inner} = taken(position);
  return !numbers(inner) && (rows(inner) || graphOf(inner)) ? drawn(position, [], () => {}) : null;
}

/** The drawing of a part whose moves are these. */
export function drawn(position, moves, choose) {
  const {name, inner} = taken(position);
  if (/^\*\d+$/.test(position) && Number(position.slice(1)) <= kMostStones)
    return stones(Number(position.slice(1)), position, moves, choose);
  const regions = name === 'sprouts' && drawnRegions(inner, position);
  if (regions) return regions;
  const coordinates = numbers(inner);
  const heap = coordinates?.length === 1 && coordinates[0] <= kMostStones && stones(coordinates[0], position, moves, choose);
  if (heap) return heap;
  if (coordinates?.length === 2 && Math.max(...coordinates) <= kMostBoard) return twoNumbers(position, coordinates, moves, choose);
  const board = rows(inner);
  if (board && !coordinates) return cells(name, position, board, moves, choose);
  const graph = graphOf(inner);
  if (graph) return drawnGraph(graph, position, moves, moves.map(move => move.to === '0' ? '' : taken(move.to).inner), choose);
  return h('p', {class: 'position'}, position);
}

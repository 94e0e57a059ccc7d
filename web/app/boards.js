// Positions drawn so that moves can be clicked: a heap as stones, two numbers as a board, cells as cells, a graph as its
// drawing. A click narrows down the moves; the caller is told which ones are meant.
import {h, s} from './dom.js';
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

/** The tokens that a sum of heaps of one number holds; null for other sums. */
function total(to) {
  if (to === '0') return 0;
  let sum = 0;
  for (const part of to.split(' + ')) {
    const [count, ...more] = numbers(taken(part).inner) ?? [];
    if (count === undefined || more.length) return null;
    sum += count;
  }
  return sum;
}

function stones(count, label, moves, choose) {
  return h('div', {class: 'stones', role: 'group', 'aria-label': label}, Array.from({length: count}, (_, i) => {
    const meant = moves.filter(move => total(move.to) === i);
    return h('button', {class: 'stone', disabled: !meant.length, 'aria-label': t('stones', label, i), onclick: () => choose(meant)});
  }));
}

function twoNumbers(label, [a, b], moves, choose) {
  const reached = new Map();
  for (const move of moves) {
    const at = numbers(taken(move.to).inner);
    if (at?.length === 2) reached.set(at.join(), [...(reached.get(at.join()) ?? []), move]);
    else if (move.to === '0') reached.set('0,0', [...(reached.get('0,0') ?? []), move]);
  }
  const table = h('table', {class: 'board', 'aria-label': label});
  for (let r = 0; r <= a; ++r) {
    table.append(h('tr', {}, h('th', {}, r), Array.from({length: b + 1}, (_, c) => {
      const meant = reached.get([r, c].join()) ?? [];
      return h('td', {}, h('button', {
        class: r === a && c === b ? 'cell token' : 'cell', disabled: !meant.length,
        'aria-label': `(${r}, ${c})`, onclick: () => choose(meant)}, r === a && c === b ? '●' : meant.length ? '·' : ''));
    })));
  }
  table.prepend(h('tr', {}, h('td', {}), Array.from({length: b + 1}, (_, c) => h('th', {}, c))));
  return table;
}

function cells(name, label, board, moves, choose) {
  const places = moves.map(move => {
    const {name: itsName, inner} = taken(move.to);
    const after = itsName === name ? rows(inner) : null;
    if (!after || after.length !== board.length || after.some((row, r) => row.length !== board[r].length)) return null;
    const differing = new Set();
    board.forEach((row, r) => row.forEach((cell, c) => { if (after[r][c] !== cell) differing.add(`${r},${c}`); }));
    return differing;
  });
  let chosen = [];
  const table = h('table', {class: 'board cells', 'aria-label': label});
  const draw = () => {
    const meant = moves.filter((_, i) => places[i] && chosen.every(place => places[i].has(place)));
    const possible = new Set(moves.flatMap((move, i) => meant.includes(move) ? [...places[i]] : []));
    table.replaceChildren(...board.map((row, r) => h('tr', {}, row.map((cell, c) => {
      const place = `${r},${c}`;
      return h('td', {}, h('button', {
        class: 'cell' + (chosen.includes(place) ? ' chosen' : ''), disabled: !possible.has(place), 'data-letter': cell,
        'aria-pressed': chosen.includes(place) ? 'true' : 'false',
        'aria-label': t('cell', String.fromCharCode(97 + c) + (r + 1), cell),
        onclick: () => {
          chosen = chosen.includes(place) ? chosen.filter(one => one !== place) : [...chosen, place];
          const now = moves.filter((_, i) => places[i] && chosen.every(one => places[i].has(one)));

          draw();
          choose(now);
        },
      }, cell === '.' ? '' : cell));
    }))));
  };
  draw();
  return table;
}

/** '{1-2, 2-3; 1=T}' as vertices on a circle. */
function graph(inner, label) {
  const match = /^\{(.*)\}$/.exec(inner);
  if (!match) return null;
  const [edges, marks = ''] = match[1].split(';');
  const pairs = edges.split(',').map(one => one.trim().split(/->?/)).filter(one => one.length === 2);
  const names = [...new Set(pairs.flat().concat(edges.split(',').map(one => one.trim()).filter(one => one && !one.includes('-'))))];
  if (!names.length || names.length > 40) return null;
  const mark = new Map(marks.split(',').map(one => one.trim().split('=')));
  const place = name => {
    const angle = 2 * Math.PI * names.indexOf(name) / names.length;
    return [150 + 120 * Math.sin(angle), 150 - 120 * Math.cos(angle)];
  };
  return s('svg', {viewBox: '0 0 300 300', class: 'graph', role: 'img', 'aria-label': label},
    pairs.map(([a, b]) => s('line', {x1: place(a)[0], y1: place(a)[1], x2: place(b)[0], y2: place(b)[1]})),
    names.map(name => [s('circle', {cx: place(name)[0], cy: place(name)[1], r: 14}),
      s('text', {x: place(name)[0], y: place(name)[1] + 5}, mark.has(name) ? `${name}${mark.get(name)}` : name)]));
}

/** The drawing of a part whose moves are these. */
export function drawn(position, moves, choose) {
  const {name, inner} = taken(position);
  if (/^\*\d+$/.test(position) && Number(position.slice(1)) <= kMostStones)
    return stones(Number(position.slice(1)), position, moves, choose);
  const coordinates = numbers(inner);
  if (coordinates?.length === 1 && coordinates[0] <= kMostStones) return stones(coordinates[0], position, moves, choose);
  if (coordinates?.length === 2 && Math.max(...coordinates) <= kMostBoard) return twoNumbers(position, coordinates, moves, choose);
  const board = rows(inner);
  if (board && !coordinates) return cells(name, position, board, moves, choose);
  return graph(inner, position) ?? h('p', {class: 'position'}, position);
}

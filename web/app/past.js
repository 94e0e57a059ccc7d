// Who was winning, move by move: of each position of the game who is to move, who wins if both play
// perfectly, in at most how many moves, and its value; a line shows the same. It is asked for only
// while it is shown, one position at a time.
import {h, useEffect, useState} from './preact.js';
import {ask} from './engine.js';
import {game, jump, nameOfStep, playerOf} from './game.js';
import {state} from './state.js';
import {t} from './texts.js';

const kPatience = 5000;  // milliseconds for a position
const kWidth = 320, kHeight = 150, kMargin = 22, kApart = 26;  // of the drawing

const kOther = {you: 'machine', machine: 'you', first: 'second', second: 'first'};

/** The answers about positions, by the moves that led there; null for those that take too long. */
const known = new Map();
const keyOf = count =>
  JSON.stringify([state.rules, state.play, state.sum, state.made.slice(0, count)]);

async function look(count, signal) {
  const how = {play: state.play, ...state.rules.trim() && {rules: state.rules}};
  const made = state.made.slice(0, count);
  const {parts} = await ask('match', {...how, sum: state.sum, made, advice: false}, {signal});
  const sum = parts.map(part => part.position).join(' + ') || '0';
  return ask('solve', {...how, sum, moves: 1}, {signal});
}

/** After so many moves: without a winner it is a draw; the moves to the end may not be counted. */
function factsAt(count) {
  const answer = known.get(keyOf(count)), player = playerOf(count);
  if (!answer) return {player, answer};
  const winner = {N: player, P: kOther[player]}[answer.outcome];
  return {player, answer, winner, moves: answer.moves_to_end, value: answer.value?.text};
}

const unknown = answer => answer === undefined ? '…' : '–';
function winsOf({answer, winner, moves}) {
  if (!answer) return unknown(answer);
  if (!winner) return t('whoNobody');
  if (!moves) return t(winner);
  return moves === 1 ? t('winsNext', t(winner)) : t('winsIn', t(winner), moves);
}

/** A point for each position: above the middle you win, or the first of two people; below it the other player. */
function Line({facts}) {
  const first = state.who === 2 ? 'first' : 'you', middle = kHeight / 2;
  const most = Math.max(1, ...facts.map(({moves}) => moves ?? 0));
  const apart = Math.min(kApart, (kWidth - 2 * kMargin) / Math.max(1, facts.length - 1));
  const points = facts.map(({answer, winner, moves = most}, i) => {
    const side = winner ? (winner === first ? -1 : 1) : 0;
    const y = middle + side * (middle - kMargin) * (1 - moves / (most + 1));
    return answer && {x: kMargin + i * apart, y, isOpen: side && facts[i].moves === undefined};
  });
  const level = (y, name) => h('line', {class: name, x1: 0, x2: kWidth, y1: y, y2: y});
  const step = (from, to) => h('line', {class: 'step', x1: from.x, y1: from.y, x2: to.x, y2: to.y});
  return h('svg', {viewBox: `0 0 ${kWidth} ${kHeight}`, 'aria-hidden': 'true'},
    level(kMargin, 'edge'), level(middle, 'middle'), level(kHeight - kMargin, 'edge'),
    h('text', {x: 0, y: kMargin - 8}, t('winsWho', t(first))),
    h('text', {x: 0, y: kHeight - 5}, t('winsWho', t(kOther[first]))),
    points.map((to, i) => to && points[i - 1] && step(points[i - 1], to)),
    points.map(one => one
      && h('circle', {class: one.isOpen ? 'open' : '', cx: one.x, cy: one.y, r: 4.5})));
}

export default function Past() {
  const [, redraw] = useState(0);
  const count = state.made.length, isStill = game.ready && !game.thinking;
  useEffect(() => {
    let isHere = isStill, asked = null;
    (async () => {
      for (let i = count; isHere && i >= 0; --i) {  // the smaller positions first
        const key = keyOf(i);
        if (known.has(key)) continue;
        asked = new AbortController();
        const late = setTimeout(() => asked.abort(), kPatience);
        const answer = await look(i, asked.signal)
          .catch(error => error.kind === 'ended' ? undefined : null);
        clearTimeout(late);
        if (!isHere || answer === undefined) return;
        known.set(key, answer);
        redraw(n => n + 1);
      }
    })();
    return () => {
      isHere = false;
      asked?.abort();
    };
  }, [keyOf(count), isStill]);
  const facts = Array.from({length: count + 1}, (_, i) => factsAt(i));
  const number = i => h('button', {
    class: 'quiet', title: i ? nameOfStep(i - 1) : t('pastBegin'), onclick: () => jump(i),
    'aria-current': i === count ? 'step' : null}, i);
  return [h(Line, {facts}), h('p', {class: 'note'}, t('pastNote')), h('table', {},
    h('thead', {}, h('tr', {}, ['pastAfter', 'pastTurn', 'pastWins', 'valueWord'].map(
      name => h('th', {scope: 'col'}, t(name))))),
    h('tbody', {}, facts.map((one, i) => h('tr', {key: i}, h('th', {scope: 'row'}, number(i)),
      h('td', {}, t(one.player)), h('td', {}, winsOf(one)),
      h('td', {}, one.value ?? unknown(one.answer))))))];
}

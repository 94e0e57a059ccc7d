// Coach: hints in three steps, what each part is worth, and the nim-sum in columns.
import {h} from './preact.js';
import {hasPartly} from './board.js';
import {game, hint, isYours, make, nameOf, namesIn, showValues} from './game.js';
import {keep, state} from './state.js';
import {has, t} from './texts.js';

/** The engine's reason in the page's words: a key of the texts and its parts. */
const kReasons = [
  [/^the nim-sum of the values is (.*?); this part's value goes from (.*?) to (.*?), which makes it 0$/, 'whySum'],
  [/^the value becomes 0: every move/, 'whyZero'],
  [/^the position has value 0/, 'whyLost'],
  [/^the nim-sum of the values is 0/, 'whyLostSum'],
  [/^every move leads to a position that the other player wins/, 'whyLostAll'],
  [/^the two parts are alike then/, 'whyAlike'],
  [/^the board is the same when turned by 180 degrees then/, 'whyTurn'],
  [/^the board is the same when turned .* then/, 'whyMirror'],
  [/^the board is the same when turned by 180 degrees/, 'whyLostTurn'],
  [/^the board is the same when turned/, 'whyLostMirror'],
  [/^whatever the other player does then, there is a winning move again/, 'whyAgain'],
  [/^there is no move left then/, 'whyEnd'],
  [/^neither player can force an end, and no move/, 'whyDraw'],
  [/^neither player can force an end; some/, 'whyDrawSome'],
  [/^play ends in at most (\d+) moves$/, 'whyIn'],
  [/^the value becomes 0, and play ends in at most (\d+) moves$/, 'whyZeroIn'],
  [/^the value becomes 0, and whatever/, 'whyZeroLoopy'],
  [/^the other player wins, in at most (\d+) moves/, 'whyLostIn'],
  [/^from whatever a move leads to, the other player can come back/, 'whyLostLoopy'],
];
/** In the first lesson nobody knows of values yet. */
const isFirstLesson = () => state.view === 'learn' && ['', 'nim'].includes(state.lesson);
export function reason(text, name) {
  for (const [pattern, key] of kReasons) {
    const found = pattern.exec(text);
    if (found && isFirstLesson() && /^why(Sum|Zero|Lost|LostSum)$/.test(key)) return t(/Lost/.test(key) ? 'whyLostAll' : 'whyAgain');
    if (found && has(key)) return t(key, ...found.slice(1), name.charAt(0).toUpperCase() + name.slice(1));
  }
  return text;
}

export function hintText() {
  const {advice, hints} = game;
  if (!hints) return null;
  if (!advice) return h('p', {class: 'note'}, t('searching'));
  if (advice.none) return h('p', {}, t('notSolvedHint'));
  const first = advice.wins ? t('canWin') : advice.outcome === 'D' ? t('canDraw') : t('canNotWin');
  const where = /from value (.*) to (.*)$/.exec(advice.where);
  const slot = game.parts[advice.move.part]?.slot;
  const name = t(game.slots[slot]?.first.kind === 'heap' ? 'thatHeap' : 'thatPart', slot + 1);
  const plan = game.plans[advice.move.part]?.find(one => one.move.to === advice.move.to);
  return [h('p', {}, first),
    hints > 1 ? h('p', {}, where && !isFirstLesson() ? t('changePart', name, where[1], where[2]) : !advice.wins ? t(advice.outcome === 'D' ? 'lookAround' : 'makeItLong') : game.slots.length > 1 ? t('lookAtPart', name) : t('lookFor')) : null,
    hints > 2 ? h('p', {class: 'best'}, plan ? h('button', {onclick: () => make(plan)}, t('makeMove', nameOf(plan))) : namesIn({parts: game.parts.map(part => part.given), moves: [advice.move]}, advice.move)[0]) : null,
    h('details', {}, h('summary', {}, t('why')), h('p', {}, reason(advice.why, name)))];
}

/** Values in base 2 below one another, and the digits of their nim-sum. */
export function Columns({values, name}) {
  const numbers = values.map(Number);
  if (!numbers.length || numbers.some(n => !Number.isInteger(n) || n > 4095)) return null;
  const sum = numbers.reduce((a, b) => a ^ b, 0), width = Math.max(1, ...numbers, sum).toString(2).length;
  const line = (n, isSum) => Array.from({length: width}, (_, i) => {
    const digit = n >> (width - 1 - i) & 1;
    return h('td', {class: digit ? (isSum ? 'odd' : 'one') : ''}, digit);
  });
  return h('table', {class: 'columns'}, h('thead', {}, h('tr', {}, h('td', {}), h('th', {scope: 'col'}, t('valueWord')),
    Array.from({length: width}, (_, i) => h('th', {scope: 'col'}, 1 << (width - 1 - i))))),
  h('tbody', {}, numbers.map((n, i) => h('tr', {}, h('th', {scope: 'row'}, name(i)), h('td', {}, n), line(n, false)))),
  h('tfoot', {}, h('tr', {}, h('th', {scope: 'row'}, t('nimSum')), h('td', {}, sum), line(sum, true))));
}

function worth() {
  const {winning} = game;
  if (!state.values || game.over) return null;
  if (!winning) return h('p', {class: 'note'}, t('searching'));
  if (winning.none) return game.advice?.none ? null : h('p', {}, t('notAllJudged'));
  const isSplit = new Set(game.parts.map(part => part.slot)).size < game.parts.length;
  const order = game.parts.map((_, i) => i).sort((i, k) => game.parts[i].slot - game.parts[k].slot || game.parts[i].offset - game.parts[k].offset);  // as on the board
  const known = winning.values?.length && winning.values.every(value => value !== null);
  return [h('p', {}, t(winning.outcome === 'N' ? (isYours() ? 'worthN' : 'worthNother') : winning.outcome === 'D' ? 'worthD' : 'worthP')),
    known ? h(Columns, {values: order.map(i => winning.values[i]), name: i => t(game.parts[order[i]]?.kind === 'heap' ? 'heapNumber' : 'partNumber', (isSplit ? i : game.parts[i]?.slot ?? i) + 1)}) : null,
    known && winning.outcome === 'N' && game.parts.length > 1 && state.play === 'normal' ? h('p', {class: 'note'}, t('columnsNote')) : null];
}

/** On a narrow screen the panel is below the board: the hint is scrolled to. */
let shown = 0;
function inSight(place) {
  if (place && game.hints !== shown && game.hints) place.parentElement.scrollIntoView({block: 'nearest'});
  shown = game.hints;
}

export function Coach({draw}) {
  return h('div', {class: 'coach'},
    h('div', {class: 'buttons'}, h('button', {class: 'main', onclick: hint, disabled: game.over || !game.ready || !isYours() || game.hints > 2 || Boolean(game.advice?.none)}, t(game.hints ? 'moreHint' : 'hint'))),
    h('div', {class: 'hint', 'aria-live': 'polite', ref: inSight}, hintText()),
    h('label', {class: 'check'}, h('input', {type: 'checkbox', checked: state.values, onchange: event => {
      state.values = event.target.checked;
      keep(false);
      if (state.values) showValues();
      draw();
    }}), t('showValues')),
    state.values && !game.over && hasPartly() ? h('p', {class: 'note'}, t('partlyNote')) : null,
    h('div', {class: 'worths'}, worth()),
    h('label', {class: 'check'}, h('input', {type: 'checkbox', checked: state.guess, onchange: event => {
      state.guess = event.target.checked;
      keep(false);
      draw();
    }}), t('guess')), state.guess ? h('p', {class: 'note'}, t('guessNote')) : null);
}

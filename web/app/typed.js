// Where there are infinitely many moves, or more than are listed, a move is written.
import {h} from './preact.js';
import {game, write} from './game.js';
import {has, t} from './texts.js';
import {clause} from './words.js';

/** 'forced(m, n) with m = 2 and n <= 5' as 'jokers = 2 and heap ≤ 5', where the columns of a game have names. */
function inNames(text) {
  const [whole, name, letters] = /^(\w+)\((\w+(?:, \w+)*)\) \w+ /.exec(text) ?? [];
  const words = letters?.split(', ').map((_, i) => `column_${name}${i + 1}`);
  const signs = text.replaceAll('<=', '≤').replaceAll('>=', '≥');
  if (!words?.every(has)) return signs;
  return letters.split(', ').reduce((said, letter, i) => said.replaceAll(new RegExp(`\\b${letter}\\b`, 'g'), () => `‹${i}›`), signs.slice(whole.length))
    .replaceAll(/‹(\d+)›/g, (_, i) => t(words[i]));
}

/** '1,12' and 'forced(1, 12)' are a position of the only part. */
function moveOf(text) {
  const name = game.parts[0]?.name, numbers = (text.startsWith(`${name}(`) ? text.slice(name.length) : text).match(/^\(?(\d+(, *\d+)*)\)?$/);
  return game.parts.length === 1 && numbers ? {part: 0, to: `${name}(${numbers[1].replaceAll(/, */g, ', ')})`} : text;
}

export default function Typed() {
  const {kind, name} = game.parts[0] ?? {};
  return h('form', {class: 'typed', onsubmit: event => {
    event.preventDefault();
    write(moveOf(event.target.elements.move.value.trim()));
  }}, game.inWords ? h('p', {class: 'note'}, t('alsoMoves', inNames(clause(game.inWords)))) : null,
  h('label', {class: 'field'}, h('span', {}, t(kind === 'tuple' && has(`column_${name}1`) ? 'writeNumbers' : 'writeMove', t(`column_${name}1`), t(`column_${name}2`))), h('input', {name: 'move', spellcheck: false, autocomplete: 'off'})), h('button', {}, t('move')));
}

// A task of a sheet: a formula for the values of a game, which counts when it is proved for all positions.
import {h, useEffect, useState} from './preact.js';
import {ask} from './engine.js';
import {failure, formulaOf, kMostFirst} from './maths.js';
import {corrected} from './play.js';
import {t} from './texts.js';
import {correctionOf, statement, whyOf} from './words.js';

const kFirst = 12;

export const requestOf = (task, game) => ({game, ...task.rules && {rules: task.rules}});

/** The law, as a formula where it can be written as one. */
export async function answerOf(task, game) {
  const request = requestOf(task, game), [theorem, table] = await Promise.all([ask('prove', request), ask('table', {...request, upto: kMostFirst})]);
  return formulaOf(theorem, table) || statement(theorem.text.split('\n\nProof. ')[0]);
}

/** The values that a pupil begins with: of heaps 0, 1, 2, … */
function First({table}) {
  if (table?.coordinates.length !== 1) return null;
  const values = Array.from(atob(table.cells), c => c.charCodeAt(0));
  return h('div', {class: 'scroll', tabindex: '0'}, h('table', {class: 'columns'}, h('tbody', {},
    h('tr', {}, h('th', {scope: 'row'}, table.coordinates[0]), values.map((_, n) => h('td', {}, n))), h('tr', {}, h('th', {scope: 'row'}, t('valueWord')), values.map(value => h('td', {}, value))))));
}

export function Law({task, game, help, onDone, onTry}) {
  const [formula, setFormula] = useState(''), [verdict, setVerdict] = useState(null), [table, setTable] = useState(null);
  const request = requestOf(task, game), names = table?.coordinates ?? [];
  useEffect(() => { ask('table', {...request, upto: kFirst}).then(setTable, () => {}); }, [JSON.stringify(request)]);
  const check = async text => {
    setFormula(text);
    setVerdict({isWork: true});
    try {
      const theorem = await ask('prove', {...request, formula: text});
      setVerdict(theorem);
      onTry();
      if (theorem.status === 'proved') onDone();
    } catch (error) {
      setVerdict({messages: error.messages ?? [{message: String(error.message)}]});
    }
  };
  const fix = verdict?.messages?.find(one => one.fix && one.source === 'formula');
  return h('div', {}, help ? h(First, {table}) : null, h('form', {class: 'controls', onsubmit: event => {
    event.preventDefault();
    check(event.target.elements.formula.value.trim());
  }}, h('label', {class: 'field'}, h('span', {}, t('formula')), h('input', {name: 'formula', key: formula, defaultValue: formula, spellcheck: false, autocomplete: 'off'})),
  h('button', {class: 'main', disabled: Boolean(verdict?.isWork)}, t('check')), h('p', {class: 'note'}, t('formulaSigns', names[0] ?? 'n'))),
  verdict?.isWork ? h('p', {class: 'note'}, t('searching')) : null,
  verdict?.messages ? h('div', {class: 'answered', role: 'alert'}, verdict.messages.map(one => h('p', {class: 'bad'}, whyOf(one.message))),
    fix ? h('button', {class: 'fix', onclick: () => check(corrected(formula, fix))}, correctionOf(fix)) : null) : null,
  verdict?.status && verdict.status !== 'proved' ? h('div', {class: 'answered bad', role: 'status'}, failure(verdict, names)) : null);
}

// A task of a sheet: a formula for the values of a game, which counts when it is proved for all positions.
import {h, useEffect, useState} from './preact.js';
import {ask} from './engine.js';
import {failure, formulaOf, isOfValues, kMostFirst} from './maths.js';
import {corrected} from './play.js';
import {t} from './texts.js';
import {correctionOf, whyOf} from './words.js';

const kFirst = 17;

const requestOf = (task, game) => ({game, ...task.rules && {rules: task.rules}});

/** The law as a formula; empty where it is not written as one. */
export async function answerOf(task, game) {
  const request = requestOf(task, game), [theorem, table] = await Promise.all([ask('prove', request), ask('table', {...request, upto: kMostFirst})]);
  return theorem.status === 'proved' && isOfValues(theorem) ? formulaOf(theorem, table) : '';
}

const inARow = () => matchMedia('(max-width: 480px)').matches ? 6 : 9;
/** The values that a pupil begins with: of heaps 0, 1, 2, … */
function First({table}) {
  if (table?.coordinates.length !== 1) return null;
  const values = Array.from(atob(table.cells), c => c.charCodeAt(0)), width = inARow(), rows = Array.from({length: Math.ceil(values.length / width)}, (_, k) => k * width);
  return h('table', {class: 'columns'}, h('tbody', {}, rows.map(first => [
    h('tr', {}, h('th', {scope: 'row'}, table.coordinates[0]), values.slice(first, first + width).map((_, n) => h('td', {}, first + n))),
    h('tr', {}, h('th', {scope: 'row'}, t('valueWord')), values.slice(first, first + width).map(value => h('td', {}, value)))])));
}

/** The same of a task alone, as on paper. */
export function FirstValues({task}) {
  const [table, setTable] = useState(null);
  useEffect(() => {
    ask('match', {sum: task.sum, ...task.rules && {rules: task.rules}, advice: false})
      .then(answer => ask('table', {...requestOf(task, answer.begin[0].game), upto: kFirst})).then(setTable, () => {});
  }, [task.sum, task.rules]);
  return h(First, {table});
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

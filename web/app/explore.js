// Explore: the options of the position as small boards, grouped by their value, and the mex of the values a step at a time.
import {h, useEffect, useState} from './preact.js';
import {Small} from './draw.js';
import {about, game, nameOf, start} from './game.js';
import {parts as partsOf, readLike} from './position.js';
import {state} from './state.js';
import {t} from './texts.js';

const kMost = 60;
const kPatience = 8000;  // milliseconds

/** The least number that is missing, found one number after the other. */
export function Mex({values, isAll}) {
  const [steps, setSteps] = useState(0);
  const there = new Set(values);
  let gap = 0;
  while (there.has(String(gap))) ++gap;
  const shown = Array.from({length: Math.min(steps, gap + 1)}, (_, i) => i);
  return h('div', {class: 'mex'}, h('p', {}, t('valuesOfOptions', '{' + values.join(', ') + '}')),
    h('ol', {}, shown.map(i => h('li', {key: i, class: i === gap ? 'gap' : ''}, t(i === gap ? 'gap' : 'inSet', i)))),
    isAll && steps <= gap ? h('button', {onclick: () => setSteps(steps + 1)}, t('nextStep')) : null);
}

/** A text that boards have in common with their mirror images. */
function shapeOf(sum) {
  return partsOf(sum).map(position => {
    const part = readLike(position, game.parts.map(one => one.given));
    if (part.kind !== 'cells' || part.board === 'word') return position;
    const turned = rows => rows[0].map((_, c) => rows.map(row => row[c]).reverse());
    const faces = [part.rows];
    while (faces.length < 4) faces.push(turned(faces.at(-1)));
    return part.name + [...faces, ...faces.map(rows => [...rows].reverse())].map(rows => rows.map(row => row.join(' ')).join('|')).sort()[0];
  }).sort().join(' + ');
}

let origin = '';  // the address of the game that was left to look around
/** Both sides are moved by who looks around. */
async function begin(sum, draw) {
  origin ||= location.hash;
  await start({sum, play: state.play, strength: state.strength, who: 2});
  game.note = t('exploring');
  draw();
}

export default function Explore({draw}) {
  const sum = game.parts.map(part => part.position).join(' + ');
  const [found, setFound] = useState(null);
  useEffect(() => {
    let isHere = true;
    setFound(null);
    if (!sum || !game.ready) return undefined;
    const asking = new AbortController();
    const asked = state.play === 'misere' ? about('match', {worth: true, advice: false, think: 5}, asking.signal).then(answer => answer && {
      misere: true, options: answer.moves.map(move => ({to: after(move), value: {text: answer.worth?.keeping.some(
        one => one.part === move.part && one.to === move.to) ? 'P' : answer.worth?.all ? 'N' : '?'}})), all: answer.all, value: {text: answer.worth?.outcome ?? '?'}})
      : about('options', {position: sum, limit: kMost}, asking.signal);
    const late = setTimeout(() => asking.abort(), kPatience);
    asked.then(answer => isHere && answer && setFound(answer), error => isHere && setFound({failed: error.message})).finally(() => clearTimeout(late));
    return () => {
      isHere = false;
      asking.abort();
    };
  }, [sum, state.play, game.ready]);
  const names = new Map(game.plans.flat().map(plan => [after(plan.move), nameOf(plan)]).reverse());
  const back = origin && origin !== location.hash ? h('div', {class: 'buttons'}, h('button', {onclick: () => {
    location.hash = origin;
    origin = '';
  }}, t('backToGame'))) : null;
  const nameTo = to => names.get(to) ?? names.get(withoutEnded(to)) ?? '';
  const board = (to, ...more) => h('button', {key: to, title: state.guess ? null : to, 'aria-label': [nameTo(to) || t('move'), ...state.guess ? [] : [to]].join(': '), onclick: () => begin(to, draw)},
    h(Small, {sum: to, like: game.parts.map(part => part.given)}), h('span', {class: 'move-name'}, nameTo(to)), more);
  if (game.over) return h('div', {}, back, h('p', {}, t('noOptions')));
  if (!found || found.failed) {  // the boards are there before their values
    const moves = new Map(game.plans.flat().map(({move}) => after(move)).map(to => [shapeOf(to), to]));
    return h('div', {class: 'explore'}, back, h('p', {class: found ? '' : 'note'}, t(found ? 'notAllValued' : 'searching')), h('div', {class: 'options'}, [...moves.values()].slice(0, kMost).map(to => board(to))));
  }
  const groups = new Map();
  for (const option of found.options) {
    const value = option.value?.text ?? '?';
    if (!groups.has(value)) groups.set(value, new Map());
    const shape = shapeOf(option.to), alike = groups.get(value);
    alike.set(shape, {...option, ...alike.get(shape), count: (alike.get(shape)?.count ?? 0) + 1});
  }
  const values = [...groups.keys()].sort((a, b) => found.misere ? (a < b ? 1 : -1) : Number(a) - Number(b) || (a < b ? -1 : 1));
  return h('div', {class: 'explore'}, back,
    h('p', {}, found.misere ? t(found.value.text === 'N' ? 'worthN' : 'worthP') : t('valueOfPosition', found.value?.text ?? '?')),
    found.misere ? null : h('details', {key: sum}, h('summary', {}, t('mexStep')), h(Mex, {values: values.filter(one => one !== '?'), isAll: found.all && /^\d+$/.test(found.value?.text)})),
    values.map(value => h('section', {key: value}, h('h2', {class: value === '0' || value === 'P' ? 'good' : ''}, found.misere ? t(value === 'P' ? 'lostForNext' : 'wonForNext') : t('value', value)),
      h('div', {class: 'options'}, [...groups.get(value).values()].map(option => board(option.to,
        option.count > 1 ? h('span', {class: 'times', title: t('mirrored', option.count)}, ' × ' + option.count) : null))))),
    found.all ? null : h('p', {class: 'note'}, t('notAll')));
}

/** Heaps of 0 are no parts of what a move leads to. */
const withoutEnded = sum => partsOf(sum).filter(one => !one.endsWith('(0)')).join(' + ') || '0';

function after(move) {
  const now = game.parts.map(part => part.position);
  now.splice(move.part, 1, ...partsOf(move.to));
  return now.join(' + ') || '0';
}

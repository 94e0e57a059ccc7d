// Explorer: a position's options as a tree that opens on a click, and the mex of their values, a step at a time.
import {h, field} from './dom.js';
import {state, keep} from './state.js';
import {answerPlace, corrected} from './show.js';
import {t} from './texts.js';

/** The least number that is missing, found one number after the other. */
function mexSteps(result) {
  const values = result.mex.map(one => one.text);
  const steps = h('ol', {class: 'mex'});
  let number = 0;
  const next = h('button', {onclick: () => {
    const there = values.includes(String(number));
    steps.append(h('li', {class: there ? '' : 'gap'}, t(there ? 'inSet' : 'gap', number)));
    ++number;
    if (!there) next.disabled = true;
  }}, t('next'));
  const finite = result.all && result.value && /^\d+$/.test(result.value.text);
  return [h('p', {}, t('set', '{' + values.join(', ') + '}')), finite && steps, finite && next];
}

function node(position, value) {
  const place = answerPlace();
  const details = h('details', {class: 'node'}, h('summary', {}, h('code', {}, position || '0'), ' ',
    value && h('span', {class: 'value' + (value.text === '0' ? ' zero' : '')}, t('value', value.text))), place.element);
  let asked = false;
  details.addEventListener('toggle', () => {
    if (!details.open || asked) return;
    asked = true;
    place.asking('options', {position, limit: 100}, result => [
      result.options.length ? null : h('p', {}, t('noOptions')),
      ...result.options.map(option => node(option.to, option.value)),
      result.all ? null : h('p', {}, t('notAll')),
      h('details', {}, h('summary', {}, t('mexStep')), mexSteps(result))]);
  });
  return details;
}

export function explorerView(root) {
  const place = answerPlace();
  const position = h('input', {id: 'position', value: state.position, spellcheck: 'false', autocomplete: 'off'});
  const show = () => {
    state.position = position.value;
    keep();
    return place.asking('value', {sum: state.position}, result => {
      const top = node(result.sum, result.value);
      top.open = true;
      return top;
    }, one => {
      position.value = corrected(position.value, one);
      show();
    });
  };
  position.addEventListener('keydown', event => event.key === 'Enter' && show());
  root.append(h('div', {class: 'controls'}, field(t('position'), position), h('button', {class: 'main', onclick: show}, t('open'))), place.element);
  show();
  return place.stop;
}

// The page: its views, one at a time, as the address says.
import {h} from './dom.js';
import {state, keep, read} from './state.js';
import {language, setLanguage, t} from './texts.js';
import {playView} from './view_play.js';
import {rulesView} from './view_rules.js';
import {valuesView} from './view_values.js';
import {explorerView} from './view_explorer.js';
import {lawView} from './view_law.js';
import {lessonsView, shareView} from './view_share.js';

const kViews = {play: playView, rules: rulesView, values: valuesView, explorer: explorerView, law: lawView,
  lessons: lessonsView, share: shareView};
let stop = null;  // ends what the view is waiting for
let before = 'play';  // the view that was seen before Share

function show() {
  if (!(state.view in kViews)) state.view = 'play';
  setLanguage(state.language);
  stop?.();
  const names = Object.keys(kViews);
  const root = h('div', {class: 'view ' + state.view});
  document.title = t(state.view) + ' – grundy';
  document.body.replaceChildren(
    h('a', {class: 'skip', href: '#content', onclick: event => {
      event.preventDefault();
      document.getElementById('content').focus();
    }}, t('skip')),
    h('header', {}, h('p', {class: 'name'}, 'grundy'), h('nav', {'aria-label': t('views')}, names.map((name, i) => h('button', {
      'aria-current': name === state.view ? 'page' : null, title: 'Alt+' + (i + 1), onclick: () => go(name)}, t(name))))),
    h('main', {id: 'content', tabindex: '-1'}, h('h1', {}, t(state.view)), h('p', {class: 'paper'}), root));
  if (state.view !== 'share') before = state.view;
  stop = kViews[state.view](root, go, relabel, before) ?? null;
}

/** To a view, with these members of the state. */
function go(view, members = {}) {
  Object.assign(state, members, {view});
  history.pushState(null, '');
  keep();
  show();
}

function relabel(value) {
  state.language = value;
  keep();
  show();
}

addEventListener('keydown', event => {
  const view = event.altKey && Object.keys(kViews)[Number(event.key) - 1];
  if (!view) return;
  event.preventDefault();
  go(view);
});
// On paper nothing unfolds: what is there, though folded, is opened for it. And what the controls say there are words for.
let unfolded = [];
addEventListener('beforeprint', () => {
  document.querySelector('.paper').textContent = state.play === 'misere' ? `${t('playKind')} ${t('misere')}` : '';
  unfolded = [...document.querySelectorAll('details:not([open], .node)')];
  for (const details of unfolded) details.open = true;
});
addEventListener('afterprint', () => {
  for (const details of unfolded) details.open = false;
});
const again = async () => {
  await read();
  show();
};
addEventListener('hashchange', again);
addEventListener('popstate', again);

async function begin() {
  const start = await fetch('start.json').then(response => response.ok ? response.json() : {}).catch(() => ({}));
  if (start.rules) Object.assign(state, {rules: start.rules, view: 'rules'});
  await read();
  show();
  document.documentElement.dataset.ready = language();
}
begin();

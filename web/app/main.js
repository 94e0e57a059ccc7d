// The page: its views, one at a time, as the address says.
import {h} from './dom.js';
import {state, keep, read} from './state.js';
import {language, setLanguage, t} from './texts.js';
import {playView} from './view_play.js';

/** Each view is a function that fills an element; all but the first one seen are fetched when they are wanted. */
const kViews = {
  play: async () => playView,
  rules: async () => (await import('./view_rules.js')).rulesView,
  values: async () => (await import('./view_values.js')).valuesView,
  explorer: async () => (await import('./view_explorer.js')).explorerView,
  law: async () => (await import('./view_law.js')).lawView,
  lessons: async () => (await import('./view_share.js')).lessonsView,
  share: async () => (await import('./view_share.js')).shareView,
};
let stop = null;  // ends what the view is waiting for
let before = 'play';  // the view that was seen before Share

async function show() {
  if (!Object.hasOwn(kViews, state.view)) state.view = 'play';
  const name = state.view;
  const view = await kViews[name]().catch(() => root => root.append(h('p', {class: 'bad', role: 'alert'}, t('ended'))));
  if (name !== state.view) return;  // another one was chosen meanwhile
  setLanguage(state.language);
  stop?.();
  const names = Object.keys(kViews);
  const root = h('div', {class: 'view ' + name});
  document.title = t(name) + ' – grundy';
  document.body.replaceChildren(
    h('a', {class: 'skip', href: '#content', onclick: event => {
      event.preventDefault();
      document.getElementById('content').focus();
    }}, t('skip')),
    h('header', {}, h('p', {class: 'name'}, 'grundy'), h('nav', {'aria-label': t('views')}, names.map((one, i) => h('button', {
      'aria-current': one === name ? 'page' : null, title: 'Alt+' + (i + 1), onclick: () => go(one)}, t(one))))),
    h('main', {id: 'content', tabindex: '-1'}, h('h1', {}, t(name)), h('p', {class: 'paper'}), root));
  if (name !== 'share') before = name;
  stop = view(root, go, relabel, before) ?? null;
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
  await show();
};
addEventListener('hashchange', again);
addEventListener('popstate', again);

async function begin() {
  const start = await fetch('start.json').then(response => response.ok ? response.json() : {}).catch(() => ({}));
  if (start.rules) Object.assign(state, {rules: start.rules, view: 'rules'});
  await read();
  await show();
  document.documentElement.dataset.ready = language();
}
begin();

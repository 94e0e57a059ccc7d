// The page: its views, one at a time, as the address says.
import {h, render} from './preact.js';
import {onPoint, refocus, release} from './board.js';
import {onFetched} from './draw.js';
import {isAlone} from './engine.js';
import {game, hint, load, onChange, undo} from './game.js';
import {nameOfGame, onNamed} from './names.js';
import {Play} from './play.js';
import {isBroken, keep, newGame, read, state} from './state.js';
import {otherLanguage, setLanguage, t, withWords} from './texts.js';
import {onWords} from './words.js';

const kViews = ['learn', 'play', 'invent', 'class'];
/** All views but the first one are fetched when they are wanted. */
const kFetched = {
  play: async () => ({default: Play}), gallery: () => import('./gallery.js'), learn: () => import('./learn.js'), invent: () => import('./invent.js'),
  class: () => import('./class.js'), share: () => import('./share.js'),
};
const fetched = {play: Play};

function View() {
  const name = state.view, One = fetched[name];
  if (One === undefined) {
    fetched[name] = null;
    withWords(kFetched[name]()).then(module => { fetched[name] = module.default; }, () => { fetched[name] = false; }).then(draw);
  }
  if (One) return h(One, {key: name, go, draw});
  return One === false ? h('p', {class: 'bad', role: 'alert'}, t('ended')) : h('p', {}, '…');
}

/** To a view, with these members of the state. */
export function go(view, members = {}) {
  if (fetched[view] === false) delete fetched[view];
  if (state.view === 'play' && view !== 'play' && state.made.length && !game.over && !state.guess)
    sessionStorage.setItem('game', JSON.stringify({hash: location.hash, name: nameOfGame()}));
  const isGame = ['sum', 'made', 'play', 'rules'].some(name => name in members && members[name] !== state[name]);
  Object.assign(state, members, {view});
  keep(true);
  draw();
  if (isGame) load();
  scrollTo(0, 0);
}

function Page() {
  return [
    h('a', {class: 'skip', href: '#content', onclick: event => {
      event.preventDefault();
      document.getElementById('content').focus();
    }}, t('skip')),
    h('header', {}, h('button', {class: 'name', title: t('home'), onclick: () => go('play', state.view === 'learn' || state.view === 'class' ? newGame({sum: 'nim{1, 4, 7}', rules: '', values: false}) : {})}, 'grundy'),
      h('nav', {'aria-label': t('views')}, kViews.map(name => h('button', {
        'aria-current': name === state.view || name === 'play' && state.view === 'gallery' ? 'page' : null,
        onclick: () => go(name === 'play' ? 'gallery' : name)}, t(name)))),
      h('div', {class: 'tools'},
        h('button', {'aria-current': state.view === 'share' ? 'page' : null, onclick: () => go('share')}, t('share')),
        h('button', {lang: otherLanguage(), title: t('otherLanguage'), onclick: async () => {
          state.language = otherLanguage();
          keep(false);
          await setLanguage(state.language);
          draw();
        }}, otherLanguage().toUpperCase()),
        h('button', {'aria-label': t('darkness'), title: t('darkness'), onclick: () => {
          const isDark = state.theme ? state.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
          state.theme = isDark ? 'light' : 'dark';
          keep(false);
          draw();
        }}, '◐'))),
    h('main', {id: 'content', tabindex: '-1'}, isBroken ? h('p', {class: 'bad', role: 'alert'}, t('brokenLink')) : null, h(View)),
  ];
}

let waiting = false;
export function draw() {
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    document.documentElement.dataset.theme = state.theme;
    if (!Object.hasOwn(kFetched, state.view)) state.view = 'play';
    document.title = (state.guess ? t('guessTitle') : t(state.view)) + ' – grundy';
    render(h(Page), document.body);
    refocus();
  });
}
for (const tell of [onChange, onPoint, onFetched, onNamed, onWords]) tell(draw);

// What has the focus loses it without being drawn again when it can't have it any more.
addEventListener('focusout', ({target}) => setTimeout(() => { if (!target.isConnected || target.tabIndex < 0) refocus(); }));

addEventListener('keydown', event => {
  if (event.key === 'Escape') return release();
  if (event.target.closest('input, textarea, select, .cm-editor') || event.ctrlKey || event.altKey || event.metaKey || state.view !== 'play') return;
  if (event.key === 'h' && !game.over) {
    state.tab = 'coach';
    hint();
  }
  if (event.key === 'u') undo();
});
const again = async () => {
  await read();
  await setLanguage(state.language);
  draw();
  load(true);  // the machine does not answer a second time to a move that was gone back to
};
addEventListener('popstate', again);

async function begin() {
  const start = fetch('start.json').then(response => response.ok ? response.json() : {}).catch(() => ({}));
  await read();
  const language = setLanguage(state.language);
  if (!location.hash) {
    const {rules} = await start;
    if (rules) Object.assign(state, {rules, view: 'invent'});
  }
  await language;
  draw();
  await load();
  document.documentElement.dataset.ready = document.documentElement.lang;
  if (isAlone) navigator.serviceWorker?.register('offline.js').catch(() => {});  // a host that is no secure origin
}
begin();

// Play: one sentence of rules, the board, whose move it is, and the panel beside it.
import {h, useEffect, useState} from './preact.js';
import {Board, howTo} from './board.js';
import {ask} from './engine.js';
import {canUndo, game, isYours, jump, load, nameOfStep, playerOf, redo, review, start, stop, swap, turnAfter, undo} from './game.js';
import {describe, nameOfGame} from './names.js';
import {Coach} from './coach.js';
import {keep, state} from './state.js';
import {t, withWords} from './texts.js';
import {correctionOf, whyOf} from './words.js';

let gamesFile = null;  // fetched at the end of a game
const kTabs = ['game', 'coach', 'explore', 'maths'];
const kFetched = {explore: () => import('./explore.js'), maths: () => import('./maths.js'), past: () => import('./past.js'), typed: () => import('./typed.js')};
const fetched = {game: Game, coach: Coach};

/** A part of the panel, fetched when it is first wanted. */
function Fetched({name, go, draw}) {
  const One = fetched[name];
  if (One === undefined) {
    fetched[name] = null;
    withWords(kFetched[name]()).then(module => { fetched[name] = module.default; }, () => { fetched[name] = false; }).then(draw);
  }
  return One ? h(One, {go, draw}) : h('p', {class: One === false ? 'bad' : '', role: One === false ? 'alert' : null}, One === false ? t('ended') : '…');
}

/** What is said aloud: the last move, and whose turn it is. */
function status() {
  if (!game.slots.length && !game.over) return game.problem ? '' : ' ';
  const last = state.made.length ? t(playerOf(state.made.length - 1) + 'Moved', nameOfStep(state.made.length - 1)) + ' ' : '';
  return last + turnOf();
}
/** Boards on which nothing stands, such as amazons(8x8). */
const isBare = () => game.slots.length > 0 && game.slots.every(({first}) => first.kind === 'cells' && first.rows?.flat().every(cell => cell === '.'));
function turnOf() {
  if (game.over && !state.made.length) return t(isBare() ? 'noPieces' : 'noMoveAtAll');
  if (game.over) {
    const firstWon = game.winner === 'first';
    if (state.who === 2) return t(firstWon ? 'firstWins' : 'secondWins');
    return t(firstWon === (state.who === 0) ? 'youWin' : 'youLose');
  }
  if (game.thinking || !game.ready && !isYours()) return t('thinking');
  if (!isYours()) return t('machineWaits');
  if (state.who === 2) return t(turnAfter(state.made.length) ? 'secondTurn' : 'firstTurn');
  return t('yourTurn');
}

export function problem() {
  if (!game.problem) return null;
  const {messages, kind, again} = game.problem;
  if (kind === 'ended') {
    return h('div', {class: 'problem', role: 'alert'}, h('p', {}, t('ended')), h('p', {class: 'note'}, t('endedNote')), h('button', {onclick: again}, t('tryAgain')));
  }
  if (kind === 'moves') return h('div', {class: 'problem', role: 'alert'}, h('p', {}, t('brokenMoves')), h('button', {onclick: () => jump(0)}, t('newGame')));
  const fix = messages.find(one => one.fix && one.source === 'sum');
  return h('div', {class: 'problem', role: 'alert'}, messages.map(one => h('p', {}, whyOf(one.message))),
    fix ? h('button', {class: 'fix', onclick: () => start({sum: corrected(state.sum, fix)})}, correctionOf(fix)) : null,
    h('button', {onclick: () => start({sum: 'nim{1, 4, 7}', rules: ''})}, t('backToNim')));
}

/** The text with the place of the message replaced by its correction. */
export function corrected(text, message) {
  const lines = text.split('\n');
  const characters = Array.from(lines[message.line - 1] ?? '');
  characters.splice(message.column - 1, message.length, ...message.fix);
  lines.splice(message.line - 1, 1 + (message.more_lines ?? 0), characters.join(''));
  return lines.join('\n');
}

/** Doors for who comes for the first time: the game has not begun. */
function doors(go) {
  if (state.made.length || state.sum !== 'nim{1, 4, 7}' || state.rules) return null;
  const last = localStorage.getItem('last');
  return h('div', {class: 'doors'}, h('p', {class: 'about'}, t('about')), last && last !== location.hash && !location.hash ? h('button', {class: 'last', onclick: () => { location.hash = last; }}, t('continueLast')) : null, ['learn', 'gallery', 'invent', 'class'].map(name => h('button', {onclick: () => go(name)},
    h('strong', {}, t(name === 'gallery' ? 'play' : name)), h('span', {}, t(name + 'Door')))));
}

/** The board, below its rules or a task. */
export function Stage({children, title = true, task = null, isAsked = false, go = null}) {
  const isShared = task && state.who === 2 && !game.over;  // one pupil, who moves for both
  const after = game.over && state.made.length > 0 && !task;
  const [, setFetched] = useState(false);
  useEffect(() => { if (after && !gamesFile) import('./games.js').then(file => { gamesFile = file; setFetched(true); }, () => {}); }, [after]);
  return h('section', {class: 'stage'},
    title ? h('h1', {class: 'rules'}, state.guess ? t('guessTitle') : [h('strong', {}, nameOfGame()), ': ', describe()]) : null,
    task, h(Board), h('div', {class: 'said'},
      h('p', {class: 'status' + (game.over ? ' end' : ''), role: 'status'}, isShared ? '' : status()),
      game.refusal || game.note ? h('p', {class: 'note', role: game.refusal ? 'alert' : null}, game.refusal || game.note) : null,
      h('p', {class: 'note how'}, game.refusal || isAsked ? '' : howTo()),
      game.thinking ? h('button', {onclick: stop}, t('stop')) : null,
      after ? [h('button', {class: 'main', onclick: () => start({...ofGame()}, true)}, t('playAgain')),
        state.who !== 2 && (game.winner === 'first') !== (state.who === 0) ? h('button', {onclick: () => { state.tab = 'game'; keep(false); review().then(() => setTimeout(() => document.querySelector('.summary')?.scrollIntoView({block: 'nearest'}))); }}, t('whatWentWrong')) : null,
        state.guess ? null : [gamesFile?.next(state.sum) ? h('button', {onclick: another}, t('anotherPosition')) : null, go ? h('button', {class: 'quiet', onclick: () => go('gallery')}, t('otherGames')) : null]] : null,
      !game.over && !game.thinking && !isYours() && game.ready && !game.problem ? h('button', {onclick: () => load()}, t('goOnPlaying')) : null),
    problem(), children);
}
/** A new game: in the gallery's next size, or with other heaps, or with another number. */
function another() {
  start({...ofGame(), sum: gamesFile.next(state.sum)}, true);
}
const ofGame = () => ({sum: state.sum, play: state.play, strength: state.strength, guess: state.guess, who: state.who === 2 ? 2 : 0});

export function Play({go, draw}) {
  const tab = kTabs.includes(state.tab) ? state.tab : 'game';
  const open = one => {
    if (fetched[one] === false) delete fetched[one];
    state.tab = one;
    keep(true);
    draw();
  };
  return h('div', {class: 'play' + (tab === 'maths' ? ' broad' : '')},
    h(Stage, {go}, state.guess ? null : [state.rules.trim() ? h('details', {class: 'own-rules'}, h('summary', {}, t('theRules')), h('pre', {}, state.rules), h('button', {onclick: () => go('invent', {draft: state.rules})}, t('editRules'))) : null, h(Position)]),
    h('aside', {class: 'panel', 'aria-label': t('panel')},
      h('div', {class: 'tabs', role: 'tablist', 'aria-label': t('panel')}, kTabs.map(one => h('button', {
        role: 'tab', id: 'tab-' + one, 'aria-selected': String(one === tab), 'aria-controls': 'tab', tabindex: one === tab ? '0' : '-1',
        onclick: () => open(one),
        onkeydown: event => {
          const to = {Home: kTabs[0], End: kTabs.at(-1)}[event.key] ?? kTabs[(kTabs.indexOf(one) + ({ArrowRight: 1, ArrowLeft: 3}[event.key] ?? 0)) % 4];
          if (to === one) return;
          event.preventDefault();
          open(to);
          document.getElementById('tab-' + to).focus();
        }}, t(one + 'Tab')))),
      h('div', {class: 'tab', id: 'tab', role: 'tabpanel', 'aria-labelledby': 'tab-' + tab}, h(Fetched, {key: tab, name: tab, go, draw}))), doors(go));
}

/** A position in words. One that is none is refused here, and the game stays. */
function Position() {
  const text = game.parts.map(part => part.position).join(' + ');
  const [problem, setProblem] = useState(null), [isAsked, setAsked] = useState(false);
  const begin = async sum => {
    setAsked(true);
    try {
      await ask('match', {sum, play: state.play, ...state.rules.trim() && {rules: state.rules}, advice: false});
      setProblem(null);
      start({sum});
    } catch (error) {
      setProblem({sum, messages: error.messages ?? [{message: String(error.message)}]});
    } finally {
      setAsked(false);
    }
  };
  const fix = problem?.messages.find(one => one.fix && one.source === 'sum');
  return h('details', {class: 'experts'}, h('summary', {}, t('positionForExperts')),
    h('form', {'aria-busy': isAsked ? 'true' : null, onsubmit: event => {
      event.preventDefault();
      begin(event.target.elements.sum.value);
    }}, h('p', {}, h('code', {}, game.over ? '0' : text)),
    h('label', {class: 'field'}, h('span', {}, t('beginWith')), h('input', {name: 'sum', id: 'sum', defaultValue: state.sum, key: state.sum, spellcheck: false, autocomplete: 'off'})),
    h('button', {disabled: isAsked}, t('begin'))),
    problem ? h('div', {role: 'alert'}, problem.messages.map(one => h('p', {class: 'bad'}, whyOf(one.message))),
      fix ? h('button', {class: 'fix', onclick: () => begin(corrected(problem.sum, fix))}, correctionOf(fix)) : null) : null);
}

function choice(label, pairs, value, onchange) {
  return h('label', {class: 'field'}, h('span', {}, label), h('select', {value, onchange: event => onchange(event.target.value)},
    pairs.map(([one, text]) => h('option', {value: one, selected: one === value}, text))));
}

function moveRow(i, played) {
  const judged = game.review?.[i], verdict = judged?.verdict;
  return h('li', {key: i, class: (played ? '' : 'later ') + (verdict ?? '')},
    h('button', {class: 'quiet', title: state.guess ? null : (played ? state.made[i] : state.later[i - state.made.length])?.to, 'aria-current': i === state.made.length - 1 ? 'step' : null, onclick: () => jump(verdict === 'gave' ? i : i + 1)},
      nameOfStep(i)), h('span', {class: 'who'}, t(playerOf(i))),
    verdict ? h('span', {class: 'verdict'}, t('verdict_' + verdict)) : null,
    judged?.better && playerOf(i) !== 'machine' ? h('p', {class: 'better'}, t('better', nameOfStep(i), judged.better), judged.left && (state.values || state.view === 'play' && !state.guess) ? ' ' + t(judged.left.isOne ? 'leftValue' : 'leftSum', judged.left.sum) : '', judged.reply ? ' ' + t('replyWins', judged.reply) : '') : null);
}

/** The last move in sight, or the one that gave the win away, once for each list, move and review. */
let shown = {};
function showMove(list) {
  const now = list && `${state.made.length} ${game.review?.length ?? 0}`;
  if (!list || state.later.length || shown.list === list && shown.now === now) return;
  shown = {list, now};
  const lost = list.querySelector('.gave');
  list.scrollTop = lost ? lost.offsetTop - list.offsetTop : list.scrollHeight;
}

function Game({go, draw}) {
  const count = state.made.length + state.later.length;
  return h('div', {class: 'game-tab'},
    game.review?.length ? h('p', {class: 'note summary'}, summary()) : null,
    h('ol', {class: 'played', ref: list => showMove(list)}, Array.from({length: count}, (_, i) => moveRow(i, i < state.made.length)),
      !game.over && !state.later.length ? h('li', {class: 'next'}, '…', h('span', {class: 'who'}, state.who === 2 ? t(turnAfter(state.made.length) ? 'second' : 'first') : t(isYours() ? 'yourMove' : 'machine'))) : null),
    game.review && !game.review.length ? h('p', {class: 'note'}, t('judging')) : null,
    h('div', {class: 'buttons'},
      h('button', {onclick: undo, disabled: !canUndo()}, t('undo')), h('button', {onclick: redo, disabled: !state.later.length}, t('redo')),
      h('button', {onclick: () => start(ofGame(), true)}, t('newGame')),
      state.who !== 2 && !state.made.length ? h('button', {onclick: swap}, t(state.who ? 'iBegin' : 'machineBegins')) : null,
      state.who !== 2 && state.made.length ? h('button', {onclick: swap}, t('swap')) : null,
      state.made.length ? h('button', {onclick: review}, t('judge')) : null,
      state.sheet.tasks && !state.sheet.open ? h('button', {onclick: () => go('class')}, t('toSheet')) : null),
    h('div', {class: 'settings'},
      choice(t('opponent'), [['perfect', t('perfect')], ['errs', t('errs')], ['random', t('random')], ['two', t('two')]], state.who === 2 ? 'two' : state.strength, value => {
        if (value === 'two') {
          if (state.made.length === 1 && playerOf(0) === 'machine') state.made = [];
          state.who = 2;
        } else Object.assign(state, {strength: value, who: state.who === 2 ? turnAfter(state.made.length) : state.who});
        keep(true);
        load();
      }),
      choice(t('lastMove'), [['normal', t('normal')], ['misere', t('misere')]], state.play, value => {
        state.play = value;
        keep(true);
        load();
      })),
    !game.all || game.inWords ? h(Fetched, {name: 'typed', draw}) : null,
    h('details', {class: 'past', open: state.past, ontoggle: event => {
      if (event.target.open === state.past) return;
      state.past = event.target.open;
      if (fetched.past === false) delete fetched.past;
      keep(false);
      draw();
    }}, h('summary', {}, t('past')), state.past ? h(Fetched, {name: 'past', draw}) : null),
    h('details', {}, h('summary', {}, t('keys')), h('p', {}, t('keysText'))));
}

/** What a review says of the player's moves. */
export function summary() {
  const mine = game.review.findIndex((one, i) => one?.verdict === 'gave' && playerOf(i) !== 'machine');
  if (mine >= 0) return t('yourMistake', mine + 1, nameOfStep(mine), game.review[mine].better);
  return t(game.review.some((one, i) => one?.verdict === 'lost' && playerOf(i) !== 'machine') ? 'neverWon' : 'noMistake');
}

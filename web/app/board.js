// The board: each part drawn, and moved by pointing at places. A move is made as soon as what was pointed at means one move
// only; a second click on a place, or Enter, means the least of several. Moves that differ in nothing seen are offered by name,
// lines of Sprouts by a drawing of what they leave.
import {h} from './preact.js';
import {chosenAt, game, isYours, make, nameOf, write} from './game.js';
import {choiceName, columnName, fits, meant} from './position.js';
import {drawSlot, kMostDrawn, Small} from './draw.js';
import {t} from './texts.js';
import {state} from './state.js';

let redraw = () => {};
export const onPoint = f => { redraw = f; };
let hovered = '';  // 'part|place' under the pointer, or in focus
let seen = 0;      // the version of the board that it is of
let focused = '';  // the place that Tab reaches
let isByKeys = false;  // whether the last move was made by keys

/** The answer to a question that each place of a drawing asks, found once while nothing has changed. */
function kept(find) {
  let last = [], found;
  return (part, ...about) => {
    const now = [game.plans[part], part, ...about];
    if (now.length !== last.length || now.some((one, i) => one !== last[i])) [last, found] = [now, find(part)];
    return found;
  };
}

const candidatesOf = (part, places) => game.plans[part]?.filter(plan => fits(plan, places)) ?? [];
/** What is chosen in a part: what was pointed at, or the only piece that can move. */
const chosenIn = part => chosenAt.part === part && chosenAt.places.length ? chosenAt.places : onlyPiece(part);
const onlyPiece = kept(part => {
  const plans = game.plans[part] ?? [], [first] = plans;
  return first && plans.every(plan => plan.ordered && plan.places[0] === first.places[0]) ? [first.places[0]] : [];
});
/** What the place will be asked for after those that are chosen. Each place of a drawing asks, so the answers are kept. */
const known = new WeakMap();
const nextPlaces = (part, chosen) => {
  const plans = game.plans[part], key = chosen.join(' ');
  if (!plans) return new Set();
  if (!known.has(plans)) known.set(plans, new Map());
  if (known.get(plans).has(key)) return known.get(plans).get(key);
  const next = new Set();
  known.get(plans).set(key, next);
  for (const plan of candidatesOf(part, chosen)) {
    if (plan.ordered) next.add(plan.places[chosen.length]);
    else for (const place of plan.places) if (!chosen.includes(place)) next.add(place);
  }
  return next;
};

function choose(part, places) {
  game.refusal = '';
  chosenAt.part = places.length ? part : -1;
  chosenAt.places = places;
  chosenAt.candidates = [];
}
export function release() {
  choose(-1, []);
  redraw();
}

/** One move, or several to choose from: those that differ by name. */
function settle(plans) {
  if (plans.length === 1) return make(plans[0]);
  chosenAt.candidates = plans;
  redraw();
  if (isByKeys) setTimeout(() => document.querySelector('.candidates button')?.focus());
}

export function point(part, place) {
  if (!canMove()) return;
  const chosen = chosenIn(part);
  if (!chosen.length || !chosen.includes(place) || candidatesOf(part, [...chosen, place]).some(plan => plan.ordered)) {
    let places = [...chosen, place];
    let candidates = candidatesOf(part, places);
    if (!candidates.length) {
      places = [place];
      candidates = candidatesOf(part, places);
    }
    if (!candidates.length) return chosen.includes(place) ? release() : undefined;
    choose(part, places);
    // Who points at a piece only looks where it can go.
    const isLook = places.length === 1 && candidates[0].ordered && candidates[0].move.how?.includes('-') && game.parts[part].given.board !== 'word';
    if (candidates.length === 1 && !isLook) return make(candidates[0]);
    const exact = candidates.filter(plan => plan.places.length === places.length);
    if (exact.length === candidates.length) return settle(exact);
    return redraw();
  }
  // A second click: what was pointed at is all that is meant.
  const candidates = candidatesOf(part, chosen);
  const exact = candidates.filter(plan => plan.places.length === chosen.length);
  const one = meant(candidates, chosen);
  if (one) return make(one);
  if (exact.length) return settle(exact);
  if (chosen.length === 1) return release();
  choose(part, chosen.filter(other => other !== place));
  redraw();
}

const canMove = () => game.ready && !game.over && !game.thinking && isYours();

/** What a place looks like, and what a click on it does. */
export function spot(part, place, label) {
  const key = `${part}|${place}`;
  const able = canMove(), chosen = able ? chosenIn(part) : [];
  const isChosen = chosen.includes(place);
  const isPossible = able && nextPlaces(part, chosen).has(place);
  const isOther = able && !isPossible && chosen.length > 0 && nextPlaces(part, []).has(place);
  const classes = ['spot'];
  if (isChosen) classes.push('chosen');
  if (isPossible) classes.push('possible');
  if (hintPlaces(part)?.includes(place)) classes.push('hinted');
  if (previewed(part).has(place)) classes.push('preview');
  const worth = worthOfPlaces(part, chosen.includes(place) ? chosen : [...chosen, place]);
  if (worth && able) classes.push(worth);
  const isActive = isPossible || isChosen || isOther;
  return {
    class: classes.join(' '), 'data-place': place, role: 'button', 'aria-label': label + (isChosen ? ', ' + t('chosen') : '') + (worth && able ? ', ' + t(kWorths[worth]) : ''),
    'aria-disabled': isActive ? null : 'true', tabindex: isActive && (focused === key || !focused) ? '0' : '-1',
    onclick: () => {
      isByKeys = false;
      if (isActive) point(part, place);
      else refuse(part);
    },
    onpointerenter: event => { if (event.pointerType === 'mouse') setHovered(isActive ? key : ''); },
    onpointerleave: () => setHovered(''),
    onfocus: () => { focused = key; setHovered(isActive ? key : ''); },
    onkeydown: event => onKey(event, part, place, isActive),
  };
}

const kMostSaid = 8;
/** Says what can be done instead of what was pointed at. */
function refuse(part) {
  if (!canMove()) return;
  const names = [...new Set((game.plans[part] ?? []).filter(plan => plan.places.length).map(nameOf))];
  game.refusal = chosenIn(part).length || names.length > kMostSaid || !names.length ? t('noSuchMove') : t('onlyMoves', names.join('; '));
  redraw();
}

function setHovered(key) {
  if (hovered === key && seen === chosenAt.version) return;
  seen = chosenAt.version;
  hovered = key;
  redraw();
}

/** What would change if the hovered place were chosen. */
const previewed = part => previewKept(part, hovered, seen, chosenAt.version, chosenIn(part).join(' '));
const previewKept = kept(part => {
  const [at, place] = [hovered.slice(0, hovered.indexOf('|')), hovered.slice(hovered.indexOf('|') + 1)];
  if (!hovered || seen !== chosenAt.version || Number(at) !== part) return new Set();
  const chosen = chosenIn(part);
  const candidates = candidatesOf(part, chosen.includes(place) ? chosen : [...chosen, place]);
  const one = candidates.length === 1 ? candidates[0] : meant(candidates, [...chosen, place]);
  return new Set(one?.affects ?? [place]);
});

const hintPlaces = part => game.hints < 3 || game.advice?.move?.part !== part ? null : hintKept(part, game.advice.move);
const hintKept = kept(part => game.plans[part]?.find(plan => plan.move.to === game.advice.move.to)?.places);

/** Whether one of these moves wins, once values are shown: 'good', 'bad', or nothing. */
function worthOfPlans(plans) {
  const {winning} = game;
  if (!state.values || !plans.length || !winning?.winning || winning.none) return '';
  return plans.some(plan => winning.winning.has(plan.move)) ? 'good' : winning.all ? 'bad' : '';
}

const kWorths = {good: 'movesWin', partly: 'movesWinFurther', bad: 'movesLose'};
/** The same of the moves of some places: 'partly' if a move of these places alone loses, and one that goes on wins. */
function worthOfPlaces(part, places) {
  if (!state.values || !game.winning?.winning) return '';
  const all = candidatesOf(part, places), worth = worthOfPlans(all), exact = all.filter(plan => plan.places.length === places.length);
  return worth === 'good' && exact.length && worthOfPlans(exact) !== 'good' ? 'partly' : worth;
}

/** Whether a place is shown that wins only together with others. */
export const hasPartly = () => game.parts.some((_, part) => [...nextPlaces(part, [])].some(place => worthOfPlaces(part, [place]) === 'partly'));

const kSteps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
function onKey(event, part, place, isActive) {
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    isByKeys = true;
    if (isActive) point(part, place);
  } else if (event.key === 'Escape') {
    release();
  } else if (kSteps[event.key]) {
    event.preventDefault();
    step(event.currentTarget, kSteps[event.key]);
  }
}

/** To the nearest place in this direction. */
function step(from, [x, y]) {
  const middle = one => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [cx, cy] = middle(from);
  let best = null, least = Infinity;
  for (const one of from.closest('.board').querySelectorAll('.spot')) {
    const [ox, oy] = middle(one), along = (ox - cx) * x + (oy - cy) * y, aside = Math.abs((ox - cx) * y) + Math.abs((oy - cy) * x);
    if (one === from || along < 4 || along + 3 * aside >= least) continue;
    least = along + 3 * aside;
    best = one;
  }
  best?.focus();
}

/** A game begins by keys: the focus goes to its board. */
export function refocusByKeys() {
  isByKeys = true;
  focused = '0|';
}
/** The focus goes where the player can move, if the place that had it is gone. */
export function refocus() {
  if (document.activeElement !== document.body || !focused || !isByKeys) return;
  if (game.over) return document.querySelector('.said .main')?.focus();
  const [part, place] = focused.split('|');
  const board = document.querySelector('.board');
  const same = [...board?.querySelectorAll('.spot') ?? []].filter(one => one.getAttribute('aria-disabled') !== 'true');
  (same.find(one => one.dataset.place === place) ?? same[Number(part)] ?? same[0])?.focus({preventScroll: true});
}

const kMarks = {good: ' ✓', bad: ' ✗'};

/** The position that a move leads to, unless its name is to be guessed. */
const titleOf = plan => state.guess ? null : plan.move.to;

/** A line of Sprouts has no name: it is drawn with a letter, or what it leaves is drawn. */
const isDrawn = plan => game.parts[plan.move.part].kind === 'sprouts';
const drawingOf = (plan, i) => plan.line ? columnName(i).toUpperCase() : h(Small, {sum: plan.move.to, like: [game.parts[plan.move.part].given]});

/** The line of a button that has the focus is drawn bold. */
function look(plan) {
  if (chosenAt.looked === plan) return;
  chosenAt.looked = plan;
  redraw();
}
spot.isLooked = plan => plan === chosenAt.looked;

function candidateButtons() {
  if (!chosenAt.candidates.length) return null;
  return h('div', {class: 'candidates', role: 'group', 'aria-label': t('whichMove')}, h('span', {}, t('whichMove')),
    chosenAt.candidates.map((plan, i) => h('button', {title: titleOf(plan), class: worthOfPlans([plan]), 'aria-label': plan.choice || !isDrawn(plan) ? null : `${columnName(i).toUpperCase()}: ${nameOf(plan)}`,
      onclick: () => make(plan), onfocus: () => look(plan), onblur: () => look(null), onpointerenter: () => look(plan), onpointerleave: () => look(null)},
      plan.choice ? choiceName(game.parts[plan.move.part], plan.choice, t) : isDrawn(plan) ? drawingOf(plan, i) : nameOf(plan), kMarks[worthOfPlans([plan])])),
    h('button', {class: 'quiet', onclick: release}, t('cancel')));
}

/** A move that Enter would make, while others go on. */
function confirmation() {
  const {part, places} = chosenAt;
  if (!places.length || chosenAt.candidates.length) return null;
  const candidates = candidatesOf(part, places), one = meant(candidates, places);
  return h('div', {class: 'candidates'}, one ? [h('button', {class: 'main', title: titleOf(one), onclick: () => make(one)}, t('makeMove', nameOf(one)), kMarks[worthOfPlans([one])]), candidates.length > 1 ? h('span', {class: 'note'}, t('orGoOn')) : null] : h('span', {}, t(!candidates[0]?.ordered ? 'goOn' : places.length < 2 ? 'whereTo' : /^amazons/.test(game.parts[part]?.game) ? 'shootWhere' : 'whereThen')),
    h('button', {class: 'quiet', onclick: release}, t('cancel')));
}

const isTaken = plan => plan.heaps?.length === 1 && game.parts[plan.move.part].size > kMostDrawn;
/** How many to take from a heap that is too large to be drawn. */
function takeForm(part, i) {
  if (!game.plans[i]?.some(isTaken)) return null;
  return h('form', {class: 'controls', onsubmit: event => {
    event.preventDefault();
    const count = Number(event.target.elements.count.value);
    write({part: i, to: count === part.size ? '0' : `${part.name}(${part.size - count})`});
  }}, h('label', {class: 'field narrow'}, h('span', {}, t(game.slots.length > 1 ? 'takeFrom' : 'takeHowMany', part.slot + 1)),
    h('input', {name: 'count', type: 'number', min: 1, max: part.size, required: true})), h('button', {}, t('move')));
}

const kMostListed = 200, kMostButtons = 24;
/** Numbers that are too large to be drawn are no places to point at. */
const isWritten = ({kind, size, numbers}) => kind === 'heap' && size > kMostDrawn || kind === 'tuple' && Math.max(...numbers) > kMostDrawn;
/** Moves that can't be pointed at, by their names. */
function listed() {
  const plans = game.plans.flat().filter(plan => !plan.places.length || isWritten(game.parts[plan.move.part]));
  if (!plans.length || !canMove()) return null;
  const others = plans.filter(plan => !isTaken(plan) || plans.length <= kMostButtons);
  return [canMove() ? game.parts.map(takeForm) : null, h('div', {class: 'listed', role: 'group', 'aria-label': t('moves')}, others.slice(0, kMostListed).map(plan =>
    h('button', {title: titleOf(plan), class: hintIs(plan) ? 'hinted' : '', onclick: () => make(plan)}, nameOf(plan))))];
}
const hintIs = plan => game.hints > 2 && game.advice?.move?.part === plan.move.part && game.advice.move.to === plan.move.to;

/** How a move is pointed at, for who has not made one yet. */
export function howTo() {
  if (!matchMedia('(pointer: coarse)').matches) return how();
  const [click, tap, small, smallTap] = t('fingers').split(' ');
  return how().replaceAll(click, tap).replaceAll(small, smallTap);
}
function how() {
  if (!canMove() || state.made.length > 1 || chosenAt.places.length) return '';
  const part = game.parts.findIndex((_, i) => game.plans[i]?.some(plan => plan.places.length));
  if (part < 0 || isWritten(game.parts[part])) return '';
  const plans = game.plans[part].filter(plan => plan.places.length), {kind} = game.parts[part];
  const counts = new Set(plans.map(plan => plan.places.length)), [count] = counts;
  if (kind === 'heap') {
    const splits = plans.filter(plan => plan.heaps?.length > 1).length;
    return t(splits === plans.length ? 'howSplit' : splits ? 'howTakeOrSplit' : 'clickStone');
  }
  if (kind === 'sprouts') return t(game.parts[part].name === 'brussels_sprouts' ? 'howEnds' : 'howLine');
  if (kind === 'tuple') return t(counts.size === 1 && count === 1 ? 'howColumn' : 'howColumns');
  if (plans.every(plan => plan.ordered)) return t(chosenIn(part).length ? 'howTarget' : count > 2 && counts.size === 1 ? 'howFromOn' : 'howFromTo');
  if (counts.size === 1) return count === 1 ? t('howPlace') : t('howPlaces', count);
  return t(counts.has(1) ? 'howOneOrMore' : 'howMore');
}

export function Board() {
  const hinted = game.hints > 1 && game.advice?.move && (game.advice.wins || game.hints > 2) ? game.parts[game.advice.move.part]?.slot : -1;
  const long = Math.max(...game.slots.filter(slot => slot.first.kind === 'heap' && slot.first.size <= kMostDrawn).map(slot => slot.first.size));
  return h('div', {class: 'board' + (canMove() ? ' yours' : ''), role: 'group', 'aria-label': t('board')},
    h('div', {class: 'slots'}, game.slots.map((slot, i) => {
      const here = game.parts.map((part, index) => ({part, index})).filter(one => one.part.slot === i);
      return h('div', {key: i, class: 'slot ' + slot.first.kind + (hinted === i ? ' hinted' : '')}, drawSlot(slot, here, spot, state.values ? game.winning?.values : null, long));
    })),
    h('div', {class: 'under', 'aria-live': 'polite'}, candidateButtons() ?? confirmation()), listed());
}
spot.plans = part => game.plans[part] ?? [];
/** What is chosen of a move from place to place, in its order. */
spot.path = part => {
  const chosen = chosenIn(part), [first] = candidatesOf(part, chosen);
  return chosen.length > 1 && first?.ordered && !first.isSplit ? chosen : [];
};
spot.candidates = () => chosenAt.candidates;
spot.make = plan => make(plan);

// The game on the board: the position, its moves, the machine, hints, and what was played, as the state tells.
//
// The board comes first: its moves are listed without solving anything. A move is seen at once, and what the engine has to
// say comes later; whatever fails, the board stays. An answer to an older question is dropped.
import {ask, EngineError} from './engine.js';
import {cellLetters, endsOf, mapOf, mapWith, moveName, noteRules, parts as partsOf, plansOf, prepared, read} from './position.js';
import {keep, newGame, state} from './state.js';
import {t as text} from './texts.js';
import {clause} from './words.js';

/** The page's texts, and the engine's words for moves. */
const t = Object.assign((...parts) => text(...parts), {said: clause});

const kThinks = 1.5;  // seconds of the machine, for a move
const kAdvice = 5;    // of a hint
const kErrs = 0.3;    // of the machine's moves, when it errs now and then
const kRetry = 2000;  // milliseconds between attempts, while the program is away

/** What is on the board. `plans[i]` are the ways to move in part i; `problem` is {messages, kind} where something failed. */
export const game = {
  ready: false, begin: null, slots: [], parts: [], plans: [], steps: [], ahead: [], moves: [], all: true, inWords: '', over: false, winner: null,
  thinking: false, problem: null, note: '', refusal: '', hints: 0, advice: null, winning: null, review: null,
};
let redraw = () => {};
export const onChange = f => { redraw = f; };

let turn = 0;  // counts questions; answers to older ones are dropped
let controller = null;
const request = more => ({sum: state.sum, play: state.play, made: state.made, ...state.rules.trim() && {rules: state.rules}, ...more});

/** Asks about the position as it is now; nothing if another position is shown meanwhile. */
export async function about(method, members, signal = controller?.signal) {
  const mine = turn;
  const result = await ask(method, request(members), {signal});
  return mine === turn ? result : undefined;
}

const isTwo = () => state.who === 2;
const isAgain = move => /^again\b/.test(typeof move === 'string' ? move : move.to);
/** Whose turn it is after so many moves, 0 or 1: one that begins with `again` gives its player another. */
export const turnAfter = count => [...state.made, ...state.later].slice(0, count).filter(move => !isAgain(move)).length % 2;
export const isYours = () => isTwo() || turnAfter(state.made.length) === state.who;
/** Who made move i: 'you', 'machine', or 'first' and 'second' of two people. */
export const playerOf = i => isTwo() ? (turnAfter(i) ? 'second' : 'first') : turnAfter(i) === state.who ? 'you' : 'machine';

/** Whether the move covers free cells, as a domino does. */
function isCovering(part, plan, given, slot) {
  const [before, after] = [part, given && read(given)].map(one => one && cellLetters(one));
  const covers = place => before.get(place) === '.' && (after ? after.get(place) === '#' : slot.groups.length || plan.places.length > 1);
  return !plan.ordered && !plan.choice && plan.affects.every(covers);
}

/** The parts of the game after each of its moves, and in which slot of the board each stands. */
function follow(begin, made) {
  const slots = begin.map((given, i) => ({number: begin.length > 1 ? i + 1 : 0, first: read(given), marks: new Set(), groups: [], last: null}));
  for (const slot of slots) if (slot.first.kind === 'sprouts') slot.map = mapOf(slot.first);
  let now = begin.map((given, i) => ({given, slot: i, offset: 0}));
  const steps = [];
  for (const move of made) {
    const from = now[move.part];
    if (!from || typeof move !== 'object') return null;
    const part = read(from.given), slot = slots[from.slot];
    const plan = slot.map ? {move, places: []} : plansOf(part, [move]).find(one => move.at === undefined || one.at === move.at);
    if (part.kind === 'row') slot.first.kind = 'row';
    const to = partsOf(move.to);
    let isLeft = true;
    const next = to.map(position => {
      const given = {...from.given, position}, after = read(given);
      let {offset} = from;
      if (part.kind === 'row' && plan) {
        const length = after.size + (after.longer ?? 0);
        if (isLeft && length === plan.at) isLeft = false;
        else offset += part.size - after.size;
      }
      return {given, slot: from.slot, offset};
    });
    const shift = place => part.kind === 'row' ? String(Number(place) + from.offset) : place;
    const last = plan ? (part.at === undefined ? [] : [String(part.at)]).concat(plan.places.map(shift)) : [];
    if (part.kind === 'row') for (const place of last) slot.marks.add(place);
    if (part.kind === 'cells' && plan && isCovering(part, plan, next[0]?.given, slot)) slot.groups.push(plan.affects);
    for (const one of slots) one.last = one.taken = null;
    const isShifted = part.board === 'word' && next[0] && read(next[0].given).rows[0].length !== part.rows[0].length;
    slot.last = isShifted ? [] : last;
    if (part.kind === 'heap' && to.length < 2) slot.taken = {index: move.part, count: part.size - (to.length && read(next[0].given).size)};
    slot.ended = to.length ? null : {part, plan};
    steps.push({part: {...part, offset: from.offset}, plan, slot: from.slot, move, number: slot.number, before: now, map: slot.map});
    now = [...now.slice(0, move.part), ...next, ...now.slice(move.part + 1)];
    slot.map = mapWith(slot.map, now.filter(one => one.slot === from.slot).map(one => one.given.position), move.line);
    if (slot.map?.added) plan.places = endsOf(slot.map);
  }
  return {slots, now, steps};
}

function show(answer) {
  noteRules(state.rules);
  game.begin = answer.begin;
  const followed = follow(answer.begin, state.made);
  const here = followed?.now.length === answer.parts.length ? followed
    : {...follow(answer.parts, []), steps: []};
  game.slots = here.slots;
  game.steps = here.steps;
  game.ahead = state.later.length ? follow(answer.begin, [...state.made, ...state.later])?.steps ?? [] : [];
  game.parts = answer.parts.map((given, i) => {
    const part = read(given);
    if (here.slots[here.now[i].slot].first.kind === 'row' && part.kind === 'heap') part.kind = 'row';
    const {slot, offset} = here.now[i], {map} = here.slots[slot];
    return {...part, slot, offset, given, ...map && {map, beside: here.now.filter((other, k) => k !== i && other.slot === slot).map(other => other.given.position)}};
  });
  game.plans = game.parts.map((part, i) => plansOf(part, answer.moves.filter(move => move.part === i)));
  game.parts.forEach((part, i) => { if (part.kind === 'row') game.slots[part.slot].first.kind = 'row'; });
  Object.assign(game, {moves: answer.moves, all: answer.all, inWords: answer.moves_in_words ?? '', over: answer.over, winner: answer.winner,
    ready: true, problem: null});
}

/** The moves that were judged last, and how: kept while one looks at other positions of the same game. */
let judgedLast = {key: '', review: null};
const keyOfGame = () => JSON.stringify([state.rules, state.play, state.sum, ...state.made, ...state.later]);

function forget() {
  ++turn;
  controller?.abort();
  controller = new AbortController();
  Object.assign(game, {refusal: '', hints: 0, advice: null, winning: null, thinking: false, problem: null,
    review: judgedLast.key === keyOfGame() ? judgedLast.review : null});
  ++chosenAt.version;
  Object.assign(chosenAt, {part: -1, places: [], candidates: []});
}

/** What the player has pointed at: places of one part, until one move is meant. */
export const chosenAt = {version: 0, part: -1, places: [], candidates: []};

let waiting = 0;
/** A failure keeps the board. When the program is back, the page goes on. */
export function failed(error, again) {
  if (error.name === 'AbortError') return;
  const messages = error instanceof EngineError ? error.messages : [{severity: 'error', message: String(error.message)}];
  game.problem = {messages, kind: error.kind ?? 'internal', again};
  game.thinking = false;
  clearTimeout(waiting);
  if (error.kind === 'ended') waiting = setTimeout(again, kRetry);
  redraw();
}

/** Lists the moves of the position that the state tells, and lets the machine move if it is its turn and not told to wait. */
export async function load(isWaiting = false) {
  forget();
  game.note = '';
  await list(isWaiting);
}

async function list(isWaiting) {
  const mine = turn;
  try {
    const answer = await ask('match', request({advice: false}), {signal: controller.signal});
    await prepared(answer.begin);
    if (mine !== turn) return;
    show(answer);
    redraw();
    if (!game.over && !isYours() && !isWaiting) await machineMoves(mine);
    else if (state.values) await showValues();
  } catch (error) {
    if (error.kind === 'input' && state.made.length) error.kind = 'moves';
    if (mine === turn) failed(error, () => load());
  }
}

const any = list => list[Math.floor(Math.random() * list.length)];

async function machineMoves(mine) {
  game.thinking = true;
  redraw();
  const errs = state.strength === 'random' || state.strength === 'errs' && Math.random() < kErrs;
  let move = null;
  if (!errs || !game.moves.length) {
    const answer = await ask('match', request({think: kThinks}), {signal: controller.signal});
    if (mine !== turn) return;
    move = answer.advice?.move;
    // Where all heaps lose alike, the machine does not always take one, nor a whole heap.
    const longer = game.moves.filter(one => one.to !== '0');
    if (answer.advice?.outcome === 'P' && game.all && game.parts.every(part => part.kind === 'heap')) move = any(longer.length ? longer : game.moves) ?? move;
    game.note = move ? '' : t('notSolved');
  }
  if (!move && !game.moves.length) {
    game.thinking = false;
    game.note = t('noIdea');
    return redraw();
  }
  move ??= any(game.moves);
  const plans = game.plans[move.part].filter(plan => plan.move.to === move.to);
  make(plans.length ? any(plans) : {move});
}

/** Makes a move: the board shows it at once. */
export function make(plan) {
  const {move} = plan;
  const made = {part: move.part, to: move.to, ...move.left && {left: move.left}, ...move.how && {how: move.how}, ...plan.at !== undefined && {at: plan.at},
    ...plan.line && {line: plan.line}, ...(plan.heaps || move.heaps) && {heaps: [plan.heaps ?? [plan.at, plan.right].sort((a, b) => a - b)]}};
  const {note} = game;
  const same = JSON.stringify(state.later[0]) === JSON.stringify(made);
  Object.assign(state, {made: [...state.made, made], later: same ? state.later.slice(1) : []});
  keep(state.made.length > 1 || playerOf(0) !== 'machine');  // a game that the machine begins is one entry with its first move
  forget();
  game.note = note;
  moveOn(made);
  redraw();
  list();
}

/** The board after a move, before the engine has said what its moves are. */
function moveOn(made) {
  const after = [...game.parts.slice(0, made.part).map(part => part.given),
    ...partsOf(made.to).map(position => ({...game.parts[made.part].given, position})),
    ...game.parts.slice(made.part + 1).map(part => part.given)];
  const begin = game.begin ?? after;
  show({begin, parts: after, moves: [], all: true, over: false, winner: null});
  game.ready = false;
}

/** A move that the player writes, as a text or as {part, to}, where not all moves are listed. */
export async function write(move) {
  const mine = turn;
  try {
    await ask('match', request({made: [...state.made, move], advice: false}));
    if (mine !== turn) return;
    Object.assign(state, {made: [...state.made, move], later: []});
    keep(true);
    await load();
  } catch (error) {
    if (error.kind !== 'input' || typeof move === 'string') return failed(error, () => load());
    game.refusal = t('noSuchMove');
    redraw();
  }
}

/** The game with so many moves, the others to be made again: the machine waits there. */
export function jump(count) {
  const all = [...state.made, ...state.later];
  Object.assign(state, {made: all.slice(0, count), later: all.slice(count)});
  keep(true);
  load(state.later.length > 0);
}
export const canUndo = () => state.made.some((_, i) => isTwo() || turnAfter(i) === state.who);
/** Takes back your last move, and the answer to it. */
export function undo() {
  if (!canUndo()) return;
  let count = state.made.length;
  do --count; while (!isTwo() && turnAfter(count) !== state.who);
  jump(count);
}
export function redo() {
  if (!state.later.length) return;
  let count = state.made.length + 1;
  while (count < state.made.length + state.later.length && !isTwo() && turnAfter(count) !== state.who) ++count;
  jump(count);
}

/** No game, until another one begins. */
export const clear = () => Object.assign(game, {ready: false, over: false, winner: null});

/** A new game from the beginning; `fair`: whoever would lose is the machine. */
export async function start(members, isFair) {
  Object.assign(state, newGame(members));
  keep(state.view === 'play');  // a task's game belongs to its task
  clear();
  redraw();
  await load();
  if (isFair && !game.over && isYours() && !isTwo()) {
    const answer = await about('match', {think: kThinks}).catch(() => null);
    if (answer?.advice?.outcome === 'P') {
      state.who = 1;
      keep(false);
      await load();
      if (!game.note) game.note = t('whyMachineBegins');
      redraw();
    }
  }
}
/** The same from another view: one entry of the history, so that Back leads to that view. */
export function startInPlay(members, tab = 'game') {
  Object.assign(state, {view: 'play', tab, formula: '', box: '', values: false});
  scrollTo(0, 0);
  return start(members, tab === 'game');
}
export function swap() {
  state.who = state.who === 0 ? 1 : 0;
  keep(true);
  load();
}

export function stop() {
  forget();
  game.problem = null;
  game.note = t('stopped');
  redraw();
}

/** The next step of the hint, up to the move. */
export async function hint() {
  game.hints = Math.min(3, game.hints + 1);
  redraw();
  if (game.advice) return;
  try {
    const answer = await about('match', {think: kAdvice});
    if (!answer) return;
    game.advice = answer.advice ?? {none: answer.no_advice};
    redraw();
  } catch (error) {
    failed(error, () => load());
  }
}

const keyOf = ({part, to}) => part + ': ' + partsOf(to).sort().join(' + ');
/** {outcome, all, values, winning}, the moves that keep the win or the draw; `none` where the position is not solved. */
function judged(answer) {
  if (!answer.worth) return {none: true};
  const keeping = new Set(answer.worth.keeping.map(keyOf));
  return {...answer.worth, winning: new Set(answer.moves.filter(move => keeping.has(keyOf(move))))};
}

/** Which moves keep the win, and the values of the parts. */
export async function showValues() {
  if (game.over || !game.ready) return;
  try {
    const answer = await about('match', {worth: true, advice: false, think: kAdvice});
    if (!answer) return;
    const {winning, ...worth} = judged(answer);
    const keys = new Set([...winning ?? []].map(keyOf));
    game.winning = {...worth, winning: new Set(game.moves.filter(move => keys.has(keyOf(move))))};
    redraw();
  } catch (error) {
    failed(error, () => load());
  }
}

/** Each move of the game judged, also the last one of a game that goes on: did it keep the win? */
export async function review() {
  const mine = turn;
  const answers = [];
  game.review = [];
  redraw();
  try {
    for (let i = 0; i < state.made.length + (game.over ? 0 : 1); ++i) {
      answers.push(await ask('match', request({made: state.made.slice(0, i), worth: true, advice: false, think: kAdvice}), {signal: controller.signal}));
      if (mine !== turn) return;
    }
  } catch (error) {
    if (mine === turn) failed(error, () => load());
    return;
  }
  const worth = answers.map(judged);
  const lastMoverWins = state.play === 'normal';
  game.review = worth.slice(0, state.made.length).map((before, i) => {
    if (before.none) return null;
    const after = i + 1 < worth.length ? worth[i + 1].outcome : lastMoverWins ? 'P' : 'N';
    if (before.outcome === 'P') return {verdict: 'lost'};
    const kept = after === undefined ? null : before.outcome === 'D' ? after !== 'N' : after === 'P';
    if (kept !== false) return {verdict: kept ? 'kept' : 'open'};
    const better = [...before.winning][0], reply = i + 1 < worth.length ? [...worth[i + 1].winning ?? []][0] : null;
    return {verdict: 'gave', better: better ? namesIn(answers[i], better, placeOf(i, better))[0] : '',
      reply: reply ? namesIn(answers[i + 1], reply, placeOf(i + 1, reply))[0] : '', left: leftBy(worth[i + 1])};
  });
  judgedLast = {key: keyOfGame(), review: game.review};
  redraw();
}

/** The nim-sum of values, as a text; null where one is not finite. */
export const nimSum = values => values.every(value => /^\d+$/.test(String(value))) ? String(values.reduce((sum, value) => sum ^ BigInt(value), 0n)) : null;

/** What a move that gave the win away left: a value of one part, or the nim-sum of several; nothing where none is finite. */
function leftBy(after) {
  const values = after?.values;
  const sum = state.play === 'normal' && values?.length ? nimSum(values) : null;
  return sum === null ? null : {sum, isOne: values.length === 1};
}

/** Where on the board the part of a move stood before step i. */
function placeOf(i, move) {
  const {before, map} = game.steps[i] ?? {before: game.parts.map(({given, slot, offset}) => ({given, slot, offset}))}, {slot, offset} = before[move.part], {number, first} = game.slots[slot];
  const beside = before.filter((one, k) => k !== move.part && one.slot === slot).map(one => one.given.position);
  return {number, offset, ...first.kind === 'row' && {kind: 'row'}, ...map && first.kind === 'sprouts' && {map, beside}};
}

/** The names of the ways to make a move of an answer of `match`, whose part is at this place of the board. */
export function namesIn({parts, moves}, move, {number, ...place} = {number: parts.length > 1 ? move.part + 1 : 0}) {
  const part = {...read(parts[move.part]), ...place};
  const plans = plansOf(part, moves.filter(one => one.part === move.part)).filter(one => one.move.to === move.to);
  return plans.length ? plans.map(plan => moveName(part, plan, t, number)) : [move.how ?? move.to];
}

/** The name of a move of the list, played or taken back. */
export function nameOfStep(i) {
  const step = game.steps[i] ?? game.ahead[i], move = state.made[i] ?? state.later[i - state.made.length];
  if (!step?.plan) return typeof move === 'string' ? move : move?.how ?? move?.to ?? '';
  return moveName(step.part, step.plan, t, step.number);
}
export const nameOf = plan => moveName(game.parts[plan.move.part], plan, t, game.slots.length > 1 ? game.slots[game.parts[plan.move.part].slot].number : 0);

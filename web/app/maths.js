// Maths: what holds for all positions of the game on the board: its law with the proof and the certificate, a formula of
// the user's, the automaton, and the values as a picture, on which a click puts that position on the board.
import {h, useEffect, useRef, useState} from './preact.js';
import {ask} from './engine.js';
import {game, nimSum, start} from './game.js';
import {nameOfGame} from './names.js';
import {corrected} from './play.js';
import {plot} from './plot.js';
import {keep, state} from './state.js';
import {t} from './texts.js';
import {claim, clause, correctionOf, languageOf, statement, whyOf} from './words.js';

const kMostStates = 40;
const kAround = 85;  // units about the circle of states, for their loops

/** The states on a circle, an arrow for each pair with the digits that lead along it. */
function automaton(law) {
  const states = law.states;
  if (!states || states.length > kMostStates) return null;
  // From a dead state nothing that accepts is reached; it and its arrows are left out.
  const accepting = new Set(law.accepting);
  const alive = new Set(accepting);
  for (let grew = true; grew;) {
    grew = false;
    states.forEach((row, i) => {
      if (!alive.has(i) && row.some(to => alive.has(to))) grew = Boolean(alive.add(i));
    });
  }
  const order = [...states.keys()].filter(i => alive.has(i));
  const number = new Map(order.map((state, i) => [state, i + 1]));
  const radius = 60 + 16 * order.length, size = 2 * radius + 2 * kAround, middle = size / 2;
  const place = i => {
    const angle = 2 * Math.PI * order.indexOf(i) / order.length - Math.PI / 2;
    return [middle + radius * Math.cos(angle), middle + radius * Math.sin(angle)];
  };
  const digits = letter => {
    const tracks = Math.max(1, Math.round(Math.log(states[0].length) / Math.log(law.digits)));
    return Array.from({length: tracks}, (_, i) => Math.floor(letter / law.digits ** i) % law.digits).join('');
  };
  const arrows = [];
  for (const from of order) {
    for (const to of order) {
      const label = states[from].map((target, letter) => target === to ? digits(letter) : '').filter(Boolean).join(', ');
      if (!label) continue;
      const [x, y] = place(from), [u, v] = place(to);
      if (from === to) {
        const out = [(x - middle) / radius, (y - middle) / radius];
        const [cx, cy] = [x + 30 * out[0], y + 30 * out[1]];
        arrows.push(h('circle', {cx, cy, r: 16, class: 'arrow'}), h('text', {x: cx + 26 * out[0], y: cy + 26 * out[1] + 4}, label));
        continue;
      }
      const length = Math.hypot(u - x, v - y), [dx, dy] = [(u - x) / length, (v - y) / length];
      const [mx, my] = [(x + u) / 2 - 22 * dy, (y + v) / 2 + 22 * dx];
      arrows.push(h('path', {class: 'arrow', 'marker-end': 'url(#head)', d: `M ${x + 18 * dx} ${y + 18 * dy} Q ${mx} ${my} ${u - 22 * dx - 4 * dy} ${v - 22 * dy + 4 * dx}`}),
        h('text', {x: 0.4 * x + 0.36 * mx + 0.24 * u, y: 0.4 * y + 0.36 * my + 0.24 * v + 4}, label));
    }
  }
  return h('svg', {class: 'automaton', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': t('automaton')},
    h('defs', {}, h('marker', {id: 'head', viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: 'auto-start-reverse'},
      h('path', {d: 'M 0 0 L 10 5 L 0 10 z', class: 'head'}))), arrows,
    order.map(i => {
      const [x, y] = place(i);
      return [h('circle', {cx: x, cy: y, r: 18, class: i === law.start ? 'state first' : 'state'}),
        accepting.has(i) && h('circle', {cx: x, cy: y, r: 14, class: 'state'}), h('text', {x, y: y + 5}, number.get(i))];
    }));
}

/** A misère quotient, and in it who loses: ⟨ a, b | a² = 1, b³ = b ⟩, P = { a, b² }. */
function presentation({generators, relations, p}) {
  const names = generators.map((_, i) => String.fromCharCode(97 + i % 26) + (Math.floor(i / 26) || '')).join(', ');
  return `⟨ ${names} | ${relations.join(', ')} ⟩,  P = { ${p.join(', ')} }`;
}

/** Where a formula fails, or why nothing is proved; in the engine's words where no two values tell it. */
export function failure({status, counterexample, reason, text}, names) {
  if (status === 'proved') return null;
  const {position, value, claimed} = counterexample ?? {};
  return h('p', {}, value && claimed ? t('fails', names.length ? position.map((number, i) => `${names[i]} = ${number}`).join(', ') : `(${position.join(', ')})`, value, claimed) : whyOf(reason ?? text ?? ''));
}


const save = (name, parts, type) => {
  const url = URL.createObjectURL(new Blob(parts, {type}));
  Object.assign(document.createElement('a'), {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
};

/** MathML, or any XML that the engine wrote. */
function Xml({text}) {
  const place = useRef(null);
  useEffect(() => {
    const parsed = new DOMParser().parseFromString(text, 'application/xml');
    for (const one of parsed.querySelectorAll('mtext')) one.textContent = one.textContent.replaceAll(/[a-z]+/g, clause);
    place.current.replaceChildren(document.importNode(parsed.documentElement, true));
  }, [text, clause('if')]);
  return h('div', {class: 'formula', ref: place});
}

/** Asks when what it asks changes: {result}, {error} or {progress}, and what stops it. */
function useAnswer(method, request, isWanted = true) {
  const [state, setState] = useState({});
  const controller = useRef(null);
  const text = JSON.stringify(request);
  useEffect(() => {
    const mine = controller.current = new AbortController();
    if (!isWanted) return setState({});
    setState({isWorking: true});
    ask(method, request, {signal: mine.signal, onProgress: progress => setState({isWorking: true, progress})}).then(
      result => mine.signal.aborted || setState({result}), error => mine.signal.aborted || setState({error}));
    return () => mine.abort();
  }, [method, text, isWanted]);
  return {...state, stop: () => { controller.current?.abort(); setState({}); }};
}

export function Working({answer}) {
  if (!answer.isWorking) return null;
  const {progress} = answer;
  return h('p', {class: 'working note'}, t('searching'), progress ? ` ${progress.done}${progress.total ? ' / ' + progress.total : ''} ` : ' ', h('button', {onclick: answer.stop}, t('stop')));
}

function Messages({error, onFix}) {
  const list = error.messages ?? [{message: String(error.message)}];
  return h('ul', {class: 'messages'}, list.map(one => h('li', {class: one.severity}, whyOf(one.message),
    one.fix && onFix ? h('button', {class: 'fix', onclick: () => onFix(one)}, correctionOf(one)) : null)));
}

/** Why a step holds; what a decision procedure decided, in plain words. */
const kDecided = [[/^It has exactly one value/, 'stepCases'], [/^No option/, 'stepNoOption'], [/^Every smaller/, 'stepSmaller']];
function reasonOf({claim: said, reason}) {
  const plain = kDecided.find(([pattern]) => pattern.test(said))?.[1];
  return plain && /Presburger/.test(reason) ? h('p', {}, t(plain), ' ', t('stepDecided')) : h('p', {lang: languageOf(reason)}, claim(reason));
}

function Theorem({theorem, names}) {
  const [wanted, setWanted] = useState(false);
  const check = useAnswer('check', {certificate: theorem.certificate}, wanted);
  return h('div', {class: 'theorem'}, h('h3', {class: 'status ' + theorem.status}, t(theorem.status)),
    theorem.mathml ? h(Xml, {text: theorem.mathml}) : null,
    theorem.relations ? [h('p', {class: 'formula'}, presentation(theorem)), h('p', {}, t('quotientHelp'))] : null,
    theorem.theorem ? h('details', {open: !theorem.mathml && !theorem.relations}, h('summary', {}, t('statement')), h('pre', {class: theorem.relations ? 'statement aligned' : 'statement'}, statement(theorem.theorem))) : null,
    failure(theorem, names),
    theorem.steps?.length ? h('section', {}, h('h3', {}, t('steps')), h('ol', {class: 'steps'}, theorem.steps.map((step, i) => h('li', {key: i},
      step.reason ? h('details', {}, h('summary', {}, claim(step.claim)), reasonOf(step)) : claim(step.claim))))) : null,
    theorem.law?.states ? h('details', {}, h('summary', {}, t('automaton')), automaton(theorem.law)) : null,
    theorem.certificate ? h('div', {class: 'buttons'},
      h('button', {onclick: () => save(theorem.game.replaceAll(/\W+/g, '_') + '.cert', [theorem.certificate], 'text/plain')}, t('certificate')),
      h('button', {onclick: () => setWanted(true)}, t('checkNow'))) : null,
    check.result ? h('p', {class: check.result.accepted ? 'good' : 'bad'}, check.result.accepted ? t(check.result.verified ? 'verified' : 'accepted') : t('rejected', check.result.reasons.join('; '))) : null);
}

/** The numbers of a table, packed by the engine; infinite values stay texts. */
function numbersOf(table) {
  if (table.values) return table.values;
  const bytes = Uint8Array.from(atob(table.cells), c => c.charCodeAt(0));
  if (table.width === 1) return bytes;
  return table.width === 2 ? new Uint16Array(bytes.buffer) : new Uint32Array(bytes.buffer);
}

const varyingOf = table => table.box.map(([first, last], i) => ({i, first: Number(first), count: Number(last) - Number(first) + 1})).filter(one => one.count > 1);

function Table({table}) {
  const values = numbersOf(table), varying = varyingOf(table), place = useRef(null), [under, setUnder] = useState('');
  const one = varying.length < 2, columns = varying.at(-1)?.count ?? 1, drawing = useRef(null);
  const coordinates = index => {
    const result = table.box.map(([first]) => Number(first));
    for (const {i, first, count} of [...varying].reverse()) {
      result[i] = first + index % count;
      index = Math.floor(index / count);
    }
    return result;
  };
  const position = index => `${table.game}(${coordinates(index).join(', ')})`;
  const told = value => table.letters ? table.letters[value] : value;
  const isDrawn = varying.length > 0 && varying.length < 3 && !table.values;
  useEffect(() => {
    if (!isDrawn) return;
    const how = {mod: table.letters ? 0 : state.mod, zeros: state.zeros};
    const index = (column, row) => row * columns + column;
    drawing.current = plot({values, columns, rows: one ? 1 : varying[0].count, one, first: one ? [varying[0].first, 0] : [varying[1].first, varying[0].first]}, how, table.game,
      (column, row) => setUnder(`${position(index(column, row))}: ${told(values[index(column, row)])}`),
      (column, row) => start({sum: position(index(column, row)), play: state.play, strength: state.strength}));
    place.current.replaceChildren(drawing.current.element);
  }, [table, state.mod, state.zeros, state.theme]);
  const name = table.game.replaceAll(/\W+/g, '_');
  const csv = () => [[...table.coordinates, table.letters ? 'outcome' : 'value'].join(','), ...Array.from(values, (value, i) => [...coordinates(i), told(value)].join(','))].join('\n') + '\n';
  const text = () => isDrawn && !one ? Array.from({length: varying[0].count}, (_, r) => Array.from(values.slice(r * columns, (r + 1) * columns), told).join(' ')).join('\n')
    : isDrawn ? Array.from(values, told).join(' ') : Array.from(values, (value, i) => `${position(i)}  ${told(value)}`).join('\n');
  return h('div', {class: 'table'}, h('div', {ref: place}), h('output', {class: 'under-pointer'}, under || t('clickCell')),
    isDrawn ? h('p', {class: 'note'}, one ? t(table.letters ? 'axisOutcome' : 'axis', table.coordinates[varying[0].i]) : t(table.letters ? 'axesOutcome' : 'axes', table.coordinates[varying[0].i], table.coordinates[varying[1].i])) : null,
    isDrawn ? h('div', {class: 'buttons'}, h('button', {'aria-label': t('zoomIn'), onclick: () => drawing.current.zoom(0.7)}, '+'), h('button', {'aria-label': t('zoomOut'), onclick: () => drawing.current.zoom(1.4)}, '−'),
      h('button', {onclick: () => drawing.current.whole()}, t('whole')),
      h('button', {onclick: () => save(name + '.csv', [csv()], 'text/csv')}, 'CSV'),
      one ? h('button', {onclick: () => save(name + '.txt', [Array.from(values, (value, i) => `${coordinates(i)[varying[0].i]} ${value}\n`).join('')], 'text/plain')}, t('bFile')) : null,
      h('button', {onclick: () => drawing.current.element.toBlob(blob => save(name + '.png', [blob], 'image/png'))}, 'PNG')) : null,
    values.length <= 200000 ? h('details', {open: !isDrawn}, h('summary', {}, t('asText')), h('textarea', {class: 'text', readonly: true, rows: 8, 'aria-label': t('asText'), value: text()})) : null);
}

export const kMostFirst = 40;
/** The values that a period repeats: g(0), …, one before the second period begins. */
function FirstValues({law, table}) {
  const count = law?.period === undefined ? 0 : Number(law.preperiod) + Number(law.period);
  if (!count || count > kMostFirst || table?.coordinates.length !== 1 || table.box[0][0] !== '0' && table.box[0][0] !== 0) return null;
  const values = Array.from(numbersOf(table).slice(0, count));
  return values.length === count ? h('p', {}, t(count > 1 ? 'valuesFrom0' : 'valueAt0', count - 1, values.join(', '))) : null;
}

/** The law that was found, as one would write it: cases by the remainder, after exceptions of their own; or nothing. */
export function formulaOf(theorem, table) {
  const law = theorem?.law, [name] = table?.coordinates ?? [];
  if (law?.cases?.length === 1) return law.cases[0].value;
  if (law?.cases) return law.cases.map(one => `${one.value} ${['', 'always'].includes(one.if) ? 'otherwise' : 'if ' + one.if}`).join('; ');
  const [first, period] = [Number(law?.preperiod), Number(law?.period)];
  if (!(first + period <= kMostFirst) || Number(law.saltus ?? 0) || table?.coordinates.length !== 1 || Number(table.box[0][0])) return '';
  const values = Array.from(numbersOf(table)).slice(0, first + period), places = new Map();
  if (values.length < first + period) return '';
  for (let n = first; n < first + period; ++n) places.set(values[n], [...places.get(values[n]) ?? [], n % period].sort((a, b) => a - b));
  if (!first && values.every((value, n) => value === n)) return `${name} % ${period}`;
  const when = rest => rest.length === 1 ? `= ${rest[0]}` : `in {${rest.join(', ')}}`;
  const cases = [...places].sort(([a], [b]) => a - b).map(([value, rest]) => `${value} if ${name} % ${period} ${when(rest)}`);
  const alone = values.slice(0, first).map((value, n) => `${value} if ${name} = ${n}`);
  cases.push(cases.pop().replace(/ if .*/, cases.length + alone.length ? ' otherwise' : ''));
  return [...alone, ...cases].join('; ');
}

/** How boards of other sizes are written, where the board is one of a size: cram(4x5), domineering on path 7, sprouts(3). */
function sizesOf(sum) {
  const [, before, rows, , after] = /^([^()+]*\((?:\w+ )?)(\d+)(x(\d+))?\)$/.exec(sum) ?? [];
  if (before === undefined) return null;
  return after ? {rows: 5, columns: 8, of: (row, column) => `${before}${row}x${column})`} : {rows: 1, columns: Math.max(10, Math.min(20, Number(rows))), of: (row, column) => `${before}${column})`};
}

const kSmallThinks = 1;  // seconds for a board
/** The values of small boards; those that are larger than one that takes too long are not asked for. */
function SmallBoards({request}) {
  const sizes = sizesOf(state.sum), [found, setFound] = useState({});
  useEffect(() => {
    const here = new AbortController();
    (async () => {
      const cells = [], tooLarge = [];
      for (let row = 1; row <= sizes?.rows; ++row) for (let column = 1; column <= sizes.columns; ++column) cells.push([row, column]);
      cells.sort(([a, b], [c, d]) => a * b - c * d);
      for (const [row, column] of cells) {
        if (here.signal.aborted || tooLarge.length > 3) return;
        if (tooLarge.some(([r, c]) => r <= row && c <= column)) continue;
        const {game: _, ...rest} = request;
        const answer = await ask('match', {...rest, sum: sizes.of(row, column), worth: true, advice: false, think: kSmallThinks}, {signal: here.signal}).catch(() => null);
        const value = valueOf(answer, request.play === 'misere');
        if (value === undefined) tooLarge.push([row, column]);
        else setFound(before => ({...before, [`${row} ${column}`]: value}));
      }
    })();
    return () => here.abort();
  }, [state.sum]);
  if (!sizes || !Object.keys(found).length) return null;
  const range = count => Array.from({length: count}, (_, i) => i + 1);
  return h('section', {}, h('h2', {}, t('smallBoards')), h('div', {class: 'scroll', tabindex: '0'}, h('table', {class: 'columns sizes'},
    h('thead', {}, h('tr', {}, h('td', {}), range(sizes.columns).map(column => h('th', {scope: 'col'}, column)))),
    h('tbody', {}, range(sizes.rows).map(row => h('tr', {}, h('th', {scope: 'row'}, sizes.rows > 1 ? row : t('valueWord')), range(sizes.columns).map(column => h('td', {}, found[`${row} ${column}`] === undefined ? ''
      : h('button', {class: 'quiet', onclick: () => start({sum: sizes.of(row, column), play: state.play, strength: state.strength})}, found[`${row} ${column}`])))))))),
  h('p', {class: 'note'}, t('smallBoardsNote')));
}
/** The value of a board that was asked for, or who wins there: where only that is known, or the last move loses. */
function valueOf(answer, isMisere) {
  if (answer?.over) return isMisere ? 'N' : '0';
  const {values, outcome} = answer?.worth ?? {};
  if (isMisere || !values?.length || values.includes(null)) return outcome;
  return nimSum(values) ?? values.join(' + ');
}

/** Whether the law tells values, and not only who wins. */
export const isOfValues = ({law, relations}) => law && !relations && !law.lost_if && law.kind !== 'outcomes' && law.of !== 'losing positions';
const kPicture = {1: 200, 2: 60};
export default function Maths({draw}) {
  const given = game.begin?.[0], name = given?.game ?? '', count = /\(([\d, ]*)\)$/.exec(given?.position ?? '')?.[1].split(',').length ?? 0;
  const request = {...state.rules.trim() && {rules: state.rules}, play: state.play, game: name};
  const law = useAnswer('prove', request, Boolean(name));
  const own = useAnswer('prove', {...request, formula: state.formula}, Boolean(name) && Boolean(state.formula) && state.play !== 'misere');
  const box = /^\d+$/.test(state.box) ? {upto: Number(state.box)} : state.box ? {box: state.box} : {upto: kPicture[count] ?? 8};
  const table = useAnswer('table', {...request, ...box}, Boolean(name) && count > 0);
  const isBoard = Boolean(given?.board), isOfOthers = /has no numbered coordinates/.test(law.error?.message ?? ''), coordinates = table.result?.coordinates.join(' + ') ?? 'n';
  const set = members => {
    Object.assign(state, members);
    keep(true);
    draw();
  };
  if (!name) return h('p', {}, t('noGame'));
  if (state.guess) return h('p', {class: 'note'}, t('guessNote'));
  return h('div', {class: 'maths'},
    h('h2', {}, t('lawOf', nameOfGame())), h(Working, {answer: law}),
    law.error && name === 'nim' && state.play === 'misere' ? h('p', {}, t('misereNim')) : law.error && (isBoard || isOfOthers) ? h('p', {class: 'note'}, t(sizesOf(state.sum) ? 'noLawButSizes' : 'noLaw')) : law.error ? h(Messages, {error: law.error}) : null,
    law.result ? h(Theorem, {theorem: law.result, names: table.result?.coordinates ?? [], key: JSON.stringify(request)}) : null,
    law.result?.status === 'proved' && isOfValues(law.result) && state.play !== 'misere' ? h('p', {}, t('sumsOfValues')) : null,
    law.result?.status === 'proved' && table.result ? h(FirstValues, {law: law.result.law, table: table.result}) : null,
    state.play === 'misere' || isBoard || isOfOthers ? null : h('form', {class: 'controls', onsubmit: event => {
      event.preventDefault();
      const text = event.target.elements.formula.value.trim();
      set({formula: text});
      if (!text) event.target.elements.formula.focus();
    }}, h('label', {class: 'field'}, h('span', {}, t('formula')), h('input', {name: 'formula', class: 'address', defaultValue: state.formula, key: state.formula, placeholder: (count > 1 ? `(${coordinates})` : coordinates) + ' % 4', spellcheck: false, autocomplete: 'off'})),
    h('button', {}, t('prove')), formulaOf(law.result, table.result) ? h('button', {type: 'button', onclick: () => set({formula: formulaOf(law.result, table.result)})}, t('foundAsFormula')) : null,
    h('p', {class: 'note'}, t('formulaHelp', coordinates.split(' + ')[0]))),
    h(Working, {answer: own}), own.error ? h(Messages, {error: own.error, onFix: one => one.source === 'formula' && set({formula: corrected(state.formula, one)})}) : null,
    own.result ? h('section', {class: 'own-formula', ref: place => { if (place && place.dataset.of !== state.formula) { place.dataset.of = state.formula; place.scrollIntoView({block: 'nearest'}); } }}, h('h3', {}, t('yourFormula', state.formula)), h(Theorem, {theorem: own.result, names: table.result?.coordinates ?? [], key: state.formula})) : null,
    isBoard ? h(SmallBoards, {key: JSON.stringify(request), request}) : null,
    count ? [h('h2', {}, t('values')), h(Working, {answer: table}),
      table.error ? h(Messages, {error: table.error}) : null, table.result ? h(Table, {table: table.result}) : null,
      h('form', {class: 'controls', onsubmit: event => {
        event.preventDefault();
        set({box: event.target.elements.box.value.trim()});
      }}, h('label', {class: 'field'}, h('span', {}, t('box')), h('input', {name: 'box', defaultValue: state.box, key: state.box, placeholder: count === 2 ? '99' : 'n=0..200', spellcheck: false, autocomplete: 'off'})), h('button', {}, t('showBox')),
      h('label', {class: 'field narrow'}, h('span', {}, t('modulo')), h('input', {type: 'number', min: 0, value: state.mod, onchange: event => set({mod: Math.max(0, Math.floor(Number(event.target.value)) || 0)})})),
      h('label', {class: 'check'}, h('input', {type: 'checkbox', checked: state.zeros, onchange: event => set({zeros: event.target.checked})}), t('zeros')))] : null);
}

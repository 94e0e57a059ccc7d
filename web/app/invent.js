// Invent: rules in an editor, checked while they are typed, and the board of the game that they make beside it. A game begins
// from one of five templates, or from the rules of a built-in game.
import {h, useEffect, useRef, useState} from './preact.js';
import {ask} from './engine.js';
import {Small} from './draw.js';
import {startInPlay} from './game.js';
import {corrected} from './play.js';
import {nameOfGame} from './names.js';
import {keep, state} from './state.js';
import {t} from './texts.js';
import {correctionOf, whyOf} from './words.js';

const kDelay = 300;  // milliseconds after the last key

const kTemplates = {
  heap: 'game mine(n)\n  -> mine(n - k)  for k in {1, 3, 4}\n',
  token: 'game mine(a, b)\n  -> mine(a - 1, b - 2)\n  -> mine(a - 2, b - 1)\n  -> mine(a - k, b)  for k in 1..2\n',
  cover: 'game mine on grid\n  ... -> ###\n',
  remove: 'game mine on graph\n  . -> X\n  always no XX\n',
  word: 'game mine on word\n  AB -> BA\n  AA -> B\n',
};
const kBoards = {heap: 'mine(15)', token: 'mine(6, 7)', cover: 'mine(4x5)', remove: 'mine(cycle 7)', word: 'mine(AABAB)'};
/** Lines of the cheat sheet: what is written, and the name of the text that says what it means. */
const kSheet = [
  ['-> mine(n - 2)', 'sheetMove'], ['-> mine(n - k)  for k in {1, 3, 4}', 'sheetFor'], ['-> mine(n - k)  for k in 1..n/2', 'sheetRange'],
  ['-> mine(a) + mine(b)  for a < n, b < n  if a + b = n - 1', 'sheetSplit'], ['  … if n % 3 = 0', 'sheetIf'],
  ['game mine on grid', 'sheetGrid'], ['.. -> ##', 'sheetCover'], ['XO -> .X', 'sheetTake'], ['X .* O -> . .* X', 'sheetFar'],
  ['always no XX', 'sheetNever'], ['game mine on grid along king', 'sheetAlong'], ['mine(X..|.O.)', 'sheetPosition'], ['win if n = 0', 'sheetWin'],
];

/** An editor, whose text is the user's until another one is `given`. */
function Editor({given, onText, messages}) {
  const place = useRef(null), edit = useRef(null), latest = useRef({});
  latest.current = {onText, given, messages};
  useEffect(() => {
    let isHere = true;
    import('./editor.js').then(({editor}) => {
      if (!isHere) return;
      edit.current = editor(latest.current.given.text, t('editor'), value => latest.current.onText(value), () => []);
      place.current.replaceChildren(edit.current.element);
      edit.current.mark(latest.current.messages);
    }, () => { place.current.textContent = t('ended'); });
    return () => { isHere = false; };
  }, []);
  useEffect(() => edit.current?.set(given.text), [given]);
  useEffect(() => { edit.current?.mark(messages); }, [messages]);
  return h('div', {class: 'editor'}, h('div', {class: 'sheet-place', ref: place}), h('p', {class: 'note'}, t('editorHelp')));
}

export function Messages({list, onFix}) {
  return h('ul', {class: 'messages'}, list.map((one, i) => h('li', {key: i, class: one.severity}, one.line ? t('line', one.line) + ': ' : '', whyOf(one.message), ' ',
    one.fix ? h('button', {class: 'fix', onclick: () => onFix(one)}, correctionOf(one)) : null)));
}

/** The author's words as what the game's rules say. */
function asComment(text, {line, more_lines = 0}) {
  return text.split('\n').slice(line - 1, line + more_lines).map(one => `# ${one.trim()}\n`).join('');
}

/** A game of the rules: how it begins, its first values, and what to do with it. */
function Made({rules, one, wanted}) {
  const [position, setPosition] = useState(wanted || one.example);
  const [board, setBoard] = useState(null), [values, setValues] = useState('');
  useEffect(() => { setPosition(wanted || one.example); }, [one.example, wanted]);
  useEffect(() => {
    let isHere = true;
    const set = f => value => isHere && f(value);
    if (position) ask('match', {rules, sum: position, advice: false}).then(set(answer => setBoard({parts: answer.parts, over: answer.over})),
      set(error => position === wanted && wanted !== one.example ? setPosition(one.example) : setBoard({failed: whyOf(error.message)})));
    return () => { isHere = false; };
  }, [rules, position]);
  useEffect(() => {
    let isHere = true;
    setValues('');
    if (one.coordinates.length === 1 && !one.parameters.length) {
      ask('table', {rules, game: one.name, upto: 20}).then(table => isHere && setValues(t(table.letters ? 'firstOutcomes' : 'firstValues', (table.values ?? Array.from(atob(table.cells), c => table.letters ? table.letters[c.charCodeAt(0)] : c.charCodeAt(0))).join(' '))), () => {});
    }
    return () => { isHere = false; };
  }, [rules, one.name]);
  const begin = tab => {
    keep(false);  // Back leads to these rules
    startInPlay({rules, sum: position}, tab);
  };
  return h('section', {class: 'made'}, h('h2', {}, one.name), one.doc ? h('p', {}, one.doc) : null,
    h('label', {class: 'field'}, h('span', {}, t('beginWith')), h('input', {value: position, spellcheck: false, oninput: event => setPosition(event.target.value)})),
    board?.failed ? h('p', {class: 'bad'}, board.failed) : board?.parts ? h('div', {class: 'first-board'}, h(Small, {sum: board.parts.map(part => part.position).join(' + ') || '0', like: board.parts})) : null,
    board?.over ? h('p', {class: 'note'}, t('noMoveHere')) : null,
    values ? h('p', {}, values) : null, values.includes('∞') ? h('p', {class: 'warn'}, t('mayNotEnd')) : null,
    h('div', {class: 'buttons'}, h('button', {class: 'main', disabled: !position, onclick: () => begin('game')}, t('playIt')),
      h('button', {disabled: !position, onclick: () => begin('maths')}, t('mathsTab'))));
}

const isWrong = ({messages}) => messages.some(one => one.severity === 'error');

export default function Invent() {
  const [rules, setText] = useState(state.draft || state.rules), [given, setGiven] = useState({text: rules}), [answer, setAnswer] = useState({games: [], messages: []}), [wanted, setWanted] = useState({});
  const [builtin, setBuiltin] = useState([]);
  useEffect(() => {
    let isHere = true;
    const timer = setTimeout(() => {
      keep(false);
      ask('rules', {rules}).then(result => isHere && setAnswer(before => isWrong(result) && !result.games.length ? {...before, messages: result.messages} : {...result, rules}), error => isHere && setAnswer(before => ({...before, messages: error.messages ?? []})));
    }, kDelay);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [rules]);
  useEffect(() => { if (!rules) take('heap'); }, []);
  const setRules = text => {
    state.draft = text;
    setText(text);
  };
  const write = text => {
    setGiven({text});
    setRules(text);
  };
  const take = name => {
    setWanted({mine: kBoards[name]});
    write('# ' + t(name + 'Doc') + '\n' + kTemplates[name]);
  };
  const isStale = answer.games.length > 0 && isWrong(answer);
  return h('div', {class: 'invent'}, h('h1', {}, t('invent')), h('p', {}, t('inventIntro')),
    h('div', {class: 'templates', role: 'group', 'aria-label': t('templates')}, Object.keys(kTemplates).map(name => h('button', {onclick: () => take(name)}, t(name + 'Template'))),
      h('select', {'aria-label': t('rulesOf'), onfocus: () => builtin.length || ask('games', {}).then(({games}) => setBuiltin(games.filter(game => game.rules && game.name)), () => {}),
        value: '', onchange: event => {
          const one = builtin.find(game => game.name === event.target.value);
          if (!one) return;
          setWanted({mine: one.example.replace(new RegExp(`^${one.name}\\b`), 'mine')});
          write('# ' + t('afterGame', one.name) + '\n' + one.rules.replaceAll(new RegExp(`\\b${one.name}\\b`, 'g'), 'mine'));
        }}, h('option', {value: ''}, t('rulesOf')), [...builtin].sort((a, b) => nameOfGame(a.name).localeCompare(nameOfGame(b.name))).map(game => h('option', {key: game.name, value: game.name}, nameOfGame(game.name))))),
    h('div', {class: 'panes'}, h('div', {class: 'pane'}, h(Editor, {given, onText: setRules, messages: answer.messages}),
      h('div', {'aria-live': 'polite'}, answer.messages.length ? h(Messages, {list: answer.messages, onFix: one => {
        // The words may tell how large the board is.
        const size = /(\d+)\s*(?:x|×|by|mal)\s*(\d+)/.exec(rules), makesGame = one.fix.startsWith('game mine');
        if (makesGame) setWanted(size && one.fix.includes(' on grid') ? {mine: `mine(${size[1]}x${size[2]})`} : {});
        write(corrected(rules, makesGame ? {...one, fix: asComment(rules, one) + one.fix} : one));
      }}) : h('p', {class: 'good'}, answer.games.length ? t('noErrors') : rules.trim() ? '' : t('emptyEditor'))),
      h('details', {class: 'cheat'}, h('summary', {}, t('cheatSheet')), h('dl', {}, kSheet.map(([code, name]) => [h('dt', {}, h('code', {}, code)), h('dd', {}, t(name))])))),
    h('div', {class: 'pane' + (isStale ? ' stale' : '')}, isStale ? h('p', {class: 'note'}, t('lastGood')) : null, answer.games.map(one => h(Made, {key: one.name, rules: answer.rules, one, wanted: wanted[one.name]})))));
}

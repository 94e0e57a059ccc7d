// An editor for rules: CodeMirror with the words of the language, names to complete, and marks under what is wrong, each with
// its correction. It lives in a shadow root, where its styles are sheets made by script, so that the page allows no inline ones.
import {
  autocompletion, bracketMatching, classHighlighter, completionKeymap, defaultKeymap, drawSelection, EditorView, highlightActiveLine,
  history, historyKeymap, keymap, lineNumbers, lintGutter, lintKeymap, setDiagnostics, StreamLanguage, syntaxHighlighting,
} from './codemirror.js';
import {t} from './texts.js';
import {correctionOf, whyOf} from './words.js';

const kWords = ['game', 'let', 'if', 'else', 'for', 'and', 'or', 'not', 'on', 'along', 'then', 'to', 'over', 'always', 'every',
  'that', 'reaches', 'through', 'grid', 'strip', 'ring', 'torus', 'graph', 'arcs', 'word', 'start', 'in', 'where', 'of',
  'numbers', 'min', 'max', 'win', 'lose', 'left', 'right'];
const kMostCompletions = 40;

const language = StreamLanguage.define({
  startState: () => ({cells: false}),
  token(stream, state) {
    if (stream.sol() && /^\s*game\b/.test(stream.string)) state.cells = /\bon\b/.test(stream.string);
    const isFirst = !stream.string.slice(0, stream.pos).trim();  // among cells, further '#' are cells
    if ((isFirst || !state.cells) && stream.match(/^#.*/)) return 'comment';
    if (stream.match(/^(->|=>)/)) return 'operator';
    if (stream.match(/^\d+/)) return 'number';
    const word = stream.match(/^[A-Za-z_]\w*/);
    if (word) return kWords.includes(word[0]) ? 'keyword' : null;
    stream.next();
    return null;
  },
});

const theme = EditorView.theme({
  '&': {height: '21rem', border: '1px solid var(--line)', background: 'var(--paper)', color: 'var(--ink)'},
  '&.cm-focused': {outline: '3px solid var(--main)'},
  '.cm-scroller': {font: '.92rem/1.45 ui-monospace, monospace', overflow: 'auto'},
  '.cm-content': {caretColor: 'var(--ink)'},
  '.cm-cursor': {borderLeftColor: 'var(--ink)'},
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--main) 30%, transparent)'},
  '.cm-activeLine': {background: 'color-mix(in srgb, var(--main) 7%, transparent)'},
  '.cm-gutters': {background: 'var(--shade)', color: 'var(--soft)', border: 'none'},
  '.cm-activeLineGutter': {background: 'var(--line)', color: 'var(--ink)'},
  '.cm-tooltip, .cm-panels': {background: 'var(--paper)', color: 'var(--ink)', borderColor: 'var(--main)'},
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {background: 'var(--main)', color: 'var(--on-main)'},
  '.cm-diagnosticAction': {background: 'var(--main)', color: 'var(--on-main)'},
  '.cm-lintRange-error': {backgroundImage: 'none', backgroundColor: 'var(--mark)', textDecoration: 'underline wavy var(--bad)'},
  '.cm-lintRange-warning': {backgroundImage: 'none', textDecoration: 'underline wavy var(--warn)'},
  '.tok-comment': {color: 'var(--good)'},
  '.tok-keyword': {color: 'var(--main)', fontWeight: '600'},
  '.tok-number': {color: 'var(--warn)'},
  '.tok-operator': {color: 'var(--bad)'},
});

/** Where a message is: lines, columns and lengths count characters from 1, the editor UTF-16 units from 0. */
function diagnostic(doc, one) {
  const line = doc.line(Math.min(one.line, doc.lines));
  const characters = Array.from(line.text);
  const units = count => characters.slice(0, count).join('').length;
  const from = line.from + units(one.column - 1);
  const to = line.from + units(one.column - 1 + Math.max(1, one.length));
  const correct = () => ({name: correctionOf(one), apply: (view, begin, end) => view.dispatch({changes: {from: begin, to: end, insert: one.fix}})});
  return {from, to, severity: one.severity, message: whyOf(one.message), actions: one.fix ? [correct()] : []};
}

/** @param {string} text @param {(text: string) => void} onchange @param {() => string[]} names further ones to complete */
export function editor(text, label, onchange, names) {
  const complete = context => {
    const word = context.matchBefore(/\w*/);
    if (word.from === word.to && !context.explicit) return null;
    const written = context.state.doc.toString().match(/[A-Za-z_]\w+/g) ?? [];
    const all = new Set([...kWords, ...names(), ...written.filter(one => one !== word.text)]);
    return {from: word.from, options: Array.from(all, one => ({label: one, type: kWords.includes(one) ? 'keyword' : 'variable'}))};
  };
  const leave = {key: 'Escape', run: view => {
    view.contentDOM.blur();
    return true;
  }};
  // A browser that replaces coloured text would keep its look by a style on the element, which the page's policy refuses.
  const beforeinput = (event, view) => {
    if (event.inputType !== 'insertText' || event.data === null || view.composing) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(event.data), {userEvent: 'input.type', scrollIntoView: true});
    return true;
  };
  const host = Object.assign(document.createElement('div'), {className: 'sheet'});
  const root = host.attachShadow({mode: 'open'});
  const view = new EditorView({doc: text, root, parent: root, extensions: [
    lineNumbers(), lintGutter(), history(), drawSelection(), bracketMatching(), highlightActiveLine(), language,
    syntaxHighlighting(classHighlighter), autocompletion({override: [complete], activateOnTyping: false, icons: false, maxRenderedOptions: kMostCompletions}),
    keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap, leave]), theme,
    EditorView.contentAttributes.of({'aria-label': label, spellcheck: false, autocapitalize: 'off'}),
    EditorView.domEventHandlers({beforeinput}),
    EditorView.updateListener.of(update => {
      if (update.docChanged) onchange(update.state.doc.toString());
    }),
  ]});
  return {
    element: host,
    mark(messages) {
      const placed = messages.filter(one => one.line > 0).map(one => diagnostic(view.state.doc, one));
      view.dispatch(setDiagnostics(view.state, placed));
    },
    set(value) {
      view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: value}});
    },
    get text() { return view.state.doc.toString(); },
  };
}

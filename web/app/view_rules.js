// Rules: one text, or two side by side, checked while they are typed; what their games can be used for is below.
import {preview} from './boards.js';
import {h} from './dom.js';
import {ask, EngineError} from './engine.js';
import {builtinGames, corrected, gameChoice, messages} from './show.js';
import {state, keep} from './state.js';
import {t} from './texts.js';

const kDelay = 300;
let names = [];  // of the built-in games, to complete words

async function firstValues(rules, game) {
  if (game.coordinates.length !== 1 || game.parameters.length) return '';
  try {
    const table = await ask('table', {rules, game: game.name, upto: 20});
    return table.values ? table.values.join(' ') : Array.from(atob(table.cells), c => c.charCodeAt(0)).join(' ');
  } catch {
    return '';
  }
}

/** The board that a game of cells or on a graph begins with. */
async function firstBoard(rules, game) {
  if (game.coordinates.length || !game.example) return '';
  try {
    const {parts} = await ask('match', {rules, sum: game.example, advice: false});
    return preview(parts[0].position) ?? '';
  } catch {
    return '';
  }
}

function pane(editor, member, go) {
  const below = h('div', {class: 'below', 'aria-live': 'polite'});
  let timer = 0;
  let controller = null;
  const edit = editor(state[member], t('editor'), text => {
    state[member] = text;
    clearTimeout(timer);
    timer = setTimeout(check, kDelay);
  }, () => names);

  function shown(result) {
    edit.mark(result.messages);
    const fix = one => edit.set(corrected(edit.text, one));
    below.replaceChildren(
      result.messages.length ? messages(result.messages, fix) : h('p', {}, edit.text.trim() ? t('noErrors') : t('noRules')),
      ...result.games.map(game => {
        const values = h('p', {});
        const board = h('div', {});
        firstValues(state[member], game).then(text => { if (text) values.textContent = t('firstValues', text); });
        firstBoard(state[member], game).then(drawing => board.append(drawing));
        return h('section', {class: 'game'}, h('h2', {}, game.example || game.name), game.doc && h('p', {}, game.doc), values, board,
          member === 'rules' && game.example && h('button', {onclick: () => go('play', {sum: game.example, made: [], you: 0})}, t('tryIt')),
          member === 'rules' && game.coordinates.length > 0 && !game.parameters.length &&
            h('button', {onclick: () => go('values', {game: game.name, box: ''})}, t('seeValues')),
          member === 'rules' && game.coordinates.length > 0 && !game.parameters.length &&
            h('button', {onclick: () => go('law', {law: game.name, formula: ''})}, t('law')));
      }));
  }

  async function check() {
    keep();
    controller?.abort();
    controller = new AbortController();
    try {
      shown(await ask('rules', {rules: edit.text}, {signal: controller.signal}));
    } catch (error) {
      if (error instanceof EngineError) below.replaceChildren(messages(error.messages));
    }
  }
  check();
  return {edit, element: h('div', {class: 'pane'}, edit.element, below)};
}

/** The editor is most of the page's code, and is fetched when it is first seen. */
export function rulesView(root, go) {
  import('./editor.js').then(({editor}) => root.isConnected && fill(root, go, editor),
    () => root.append(h('p', {class: 'bad', role: 'alert'}, t('ended'))));
}

function fill(root, go, editor) {
  const first = pane(editor, 'rules', go);
  const example = gameChoice(game => game.rules && game.name, async chosen => {
    const game = (await builtinGames()).find(one => one.name === chosen);
    const words = game.documentation.split('\n').map(line => '# ' + line).join('\n');
    const name = game.name + '_of_mine';
    first.edit.set(words + '\n' + game.rules.replaceAll(new RegExp(`\\b${game.name}\\b`, 'g'), name));
  });
  const panes = h('div', {class: 'panes'}, first.element, state.compare && pane(editor, 'rules2', go).element);
  builtinGames().then(games => { names = games.map(one => one.name); });
  root.append(h('div', {class: 'controls'}, example,
    h('label', {class: 'check'}, h('input', {type: 'checkbox', checked: state.compare, onchange: event => {
      state.compare = event.target.checked;
      keep();
      panes.replaceChildren(first.element, ...state.compare ? [pane(editor, 'rules2', go).element] : []);
    }}), t('compare'))), panes);
}

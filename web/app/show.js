// What all views show alike: messages of the engine, work in progress, questions that give way to newer ones.
import {h, choice, field} from './dom.js';
import {ask, EngineError} from './engine.js';
import {state} from './state.js';
import {t} from './texts.js';

/** What was asked, with the place of the message marked; nothing where it is not known. */
function marked(one, text) {
  if (typeof text !== 'string' || one.line !== 1 || !one.column) return null;
  const characters = Array.from(text.split('\n')[0]), from = one.column - 1, to = from + Math.max(1, one.length ?? 1);
  const part = (a, b) => characters.slice(a, b).join('');
  return h('code', {}, part(0, from), h('mark', {}, part(from, to) || ' '), part(to));
}

/** Messages with their place, in the texts of the request too, and the correction as a button where there is one. */
export function messages(list, onFix, request = {}) {
  return h('ul', {class: 'messages'}, list.map(one => h('li', {class: one.severity},
    one.line > 1 || one.source === 'rules' && one.line ? t('line', one.line) + ': ' : '', one.message,
    one.fix && onFix ? [' ', h('button', {class: 'fix', onclick: () => onFix(one)}, t('correct', one.fix))] : null,
    one.source === 'rules' ? null : marked(one, request[one.source]))));
}

/** The text with the place of the message replaced by its correction. */
export function corrected(text, message) {
  const lines = text.split('\n');
  const characters = Array.from(lines[message.line - 1] ?? '');
  characters.splice(message.column - 1, message.length, ...message.fix);
  lines[message.line - 1] = characters.join('');
  return lines.join('\n');
}

let games = null;
/** The built-in games, asked for once. */
export function builtinGames() {
  games ??= ask('games', {}).then(result => result.games, () => { games = null; return []; });
  return games;
}

/** A labelled drop-down of built-in games; of(game) is what choosing it writes, or nothing where it is not for this view. */
export function gameChoice(of, onchoose) {
  const select = choice([['', t('none')]], '', value => value && onchoose(value));
  const fill = all => select.append(...all.filter(of).map(game => h('option', {value: of(game)}, game.name)));
  setTimeout(() => builtinGames().then(fill), 0);  // the view's own question comes first
  return field(t('example'), select);
}

/** The game of an example with coordinates, 'bounded[2](7)': 'bounded[2]'. */
export const gameOf = ({coordinates, example}) => coordinates?.length && example ? example.slice(0, example.lastIndexOf('(')) : null;

const kStep = 50;  // milliseconds
let working = 0;  // places that wait for an answer
/** Ends when no place waits for one, and what it shows is drawn. */
export async function answered() {
  do await new Promise(done => setTimeout(done, kStep)); while (working);
}

/**
 * A place for answers. asking(method, request, show) shows the answer, or what is wrong, and then what `otherwise` has
 * to say; a newer question ends the older one, and a button ends it too.
 */
export function answerPlace() {
  const element = h('div', {class: 'answer', 'aria-live': 'polite'});
  let controller = null;
  const stop = () => controller?.abort();
  async function asking(method, request, show, onFix, otherwise) {
    stop();
    ++working;
    const mine = controller = new AbortController();
    const progress = h('span', {});
    const slow = setTimeout(() => element.replaceChildren(
      h('p', {class: 'working'}, progress, ' ', h('button', {onclick: () => mine.abort()}, t('stop')))), 150);
    const full = state.rules.trim() ? {rules: state.rules, ...request} : request;
    try {
      const result = await ask(method, full, {signal: mine.signal, onProgress: one => {
        progress.textContent = t('working', one.total ? `${one.done} / ${one.total}` : one.done, one.what);
      }});
      if (controller === mine) element.replaceChildren(...[show(result)].flat().filter(Boolean));
    } catch (error) {
      if (controller !== mine) return;
      clearTimeout(slow);
      if (error instanceof EngineError) {
        element.replaceChildren(messages(error.messages, onFix, request));
        const more = await otherwise?.(error);
        if (controller === mine && more) element.append(more);
      } else if (error.name === 'AbortError') {
        element.replaceChildren();
      } else {
        element.replaceChildren(messages([{severity: 'error', message: String(error.message)}]));
      }
    } finally {
      --working;
      clearTimeout(slow);
    }
  }
  return {element, asking, stop};
}

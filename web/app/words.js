// What the engine says in English in the language of the page: patterns with their words, about rules and positions in
// rules_CODE.js, about laws, proofs and limits in engine_CODE.js. English needs none.
import {language, more, t} from './texts.js';

let table = {language: 'en', rows: []};
let redraw = () => {};
export const onWords = f => { redraw = f; };

/** By the first row that fits: '{0}' is what the pattern's first brackets found, translated too, '{=0}' just that. */
export function byRows(rows, text) {
  for (const [pattern, words] of rows) {
    const found = pattern.exec(text);
    if (found) return words.replace(/\{(=?)(\d)\}/g, (_, asItIs, i) => {
      const part = found[Number(i) + 1] ?? '';
      return asItIs ? part : byRows(rows, part);
    });
  }
  return text;
}

function translated(text) {
  if (table.language !== language()) {
    table = {language: language(), rows: []};
    // Rules first: the last rows of engine_CODE.js take any enumeration.
    if (language() !== 'en')
      Promise.all([more('rules'), more('engine')]).then(files => { table = {...table, rows: files.flat()}; redraw(); }, () => {});
  }
  return byRows(table.rows, text);
}

export const clause = text => translated(text);
/** A clause as a sentence. */
export const sentence = text => text && text.charAt(0).toUpperCase() + text.slice(1) + (/[.:!?]$/.test(text) ? '' : '.');
export const claim = text => sentence(translated(text));

/** The language of a text after translation: English where no pattern fits, as for most sources of theorems. */
export const languageOf = text => translated(text) === text ? 'en' : language();

/** A theorem's text, line by line; lines that are one sentence are joined. */
export const statement = text => text.replaceAll(/([\w,)…])\n(?=[a-z])(?!relations|components|kernel|generators)/g, '$1 ')
  .split('\n').map(line => /^\s*/.exec(line)[0] + translated(line.trim())).join('\n');

/** What a button says that corrects the text at the place of a message. */
export const correctionOf = ({fix}) => t('correct', fix.replaceAll('\n', '⏎'));

/** A message of the program in words of the page: what only the command line has is left out. */
export const whyOf = text => claim(text.replace(', a list such as [3, 5] or @file', ' or a list such as [3, 5]').replace(/[;,]? ?(?:\w+ )*`?--[\w-]+`?[^;.,]*/g, '')
  .replace(/; `\w+` lists them/g, '').replace(/[.;] `grundy [^`]*` tells who wins/g, ''));

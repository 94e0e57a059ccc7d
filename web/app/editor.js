// An editor for rules: line numbers, colours, marks under errors, completion of names. It is a text area, whose text is
// transparent, over its own text in colours; so the keyboard, undo and screen readers work as everywhere.
import {h} from './dom.js';
import {t} from './texts.js';

const kWords = ['game', 'let', 'if', 'for', 'and', 'or', 'not', 'on', 'along', 'then', 'to', 'over', 'always', 'every',
  'that', 'reaches', 'through', 'grid', 'strip', 'ring', 'torus', 'graph', 'arcs', 'word', 'start', 'in', 'where', 'of',
  'numbers', 'min', 'max'];
const kPieces = /(#.*$)|(->|=>)|\b(\d+)\b|([A-Za-z_]\w*)|([^\w\s#]+|\s+|.)/gmu;

function coloured(text) {
  const pieces = [];
  for (const [whole, comment, arrow, number, word] of text.matchAll(kPieces)) {
    const kind = comment ? 'comment' : arrow ? 'arrow' : number ? 'number' : word && kWords.includes(word) ? 'keyword' : '';
    pieces.push(kind ? h('span', {class: kind}, whole) : whole);
  }
  return pieces;
}

/** The text in colours, the places of messages marked. */
function marked(text, messages) {
  return text.split('\n').map((line, i) => {
    const here = messages.filter(one => one.line === i + 1).sort((a, b) => a.column - b.column);
    const characters = Array.from(line);
    const pieces = [];
    let at = 0;
    for (const one of here) {
      const begin = Math.min(one.column - 1, characters.length);
      if (begin < at) continue;
      const end = Math.min(begin + Math.max(1, one.length), Math.max(characters.length, begin + 1));
      pieces.push(coloured(characters.slice(at, begin).join('')),
        h('span', {class: 'mark ' + one.severity, title: one.message}, characters.slice(begin, end).join('') || ' '));
      at = end;
    }
    return [pieces, coloured(characters.slice(at).join('')), '\n'];
  });
}

/** @param {string} text @param {(text: string) => void} onchange @param {() => string[]} names further ones to complete */
export function editor(text, label, onchange, names) {
  const numbers = h('div', {class: 'numbers', 'aria-hidden': 'true'});
  const under = h('pre', {class: 'under', 'aria-hidden': 'true'});
  const area = h('textarea', {class: 'over', spellcheck: 'false', 'aria-label': label, autocapitalize: 'off', wrap: 'off', rows: '14'});
  const list = h('ul', {class: 'completions', hidden: true, role: 'listbox'});
  area.value = text;
  let messages = [];
  const draw = () => {
    under.replaceChildren(...marked(area.value, messages).flat(Infinity));
    numbers.textContent = area.value.split('\n').map((_, i) => i + 1).join('\n');
  };
  const close = () => { list.hidden = true; };
  const put = (word, prefix) => {
    const end = area.selectionStart;
    area.setRangeText(word, end - prefix.length, end, 'end');
    close();
    area.focus();
    changed();
  };
  const complete = () => {
    const prefix = /\w*$/.exec(area.value.slice(0, area.selectionStart))[0];
    const words = new Set([...kWords, ...names(), ...area.value.match(/[A-Za-z_]\w+/g) ?? []]);
    const found = [...words].filter(one => one.startsWith(prefix) && one !== prefix).sort().slice(0, 12);
    if (found.length === 1) return put(found[0], prefix);
    list.replaceChildren(...found.map(one => h('li', {}, h('button', {class: 'quiet', role: 'option', onclick: () => put(one, prefix)}, one))));
    list.hidden = !found.length;
    list.querySelector('button')?.focus();
  };
  const changed = () => {
    messages = [];
    draw();
    onchange(area.value);
  };
  area.addEventListener('input', changed);
  area.addEventListener('scroll', () => {
    under.scrollTop = numbers.scrollTop = area.scrollTop;
    under.scrollLeft = area.scrollLeft;
  });
  area.addEventListener('keydown', event => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      complete();
    }
    if (event.key === 'Escape') area.blur();
  });
  list.addEventListener('keydown', event => {
    const all = [...list.querySelectorAll('button')];
    const at = all.indexOf(document.activeElement);
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step) {
      event.preventDefault();
      all[(at + step + all.length) % all.length].focus();
    }
    if (event.key === 'Escape') {
      close();
      area.focus();
    }
  });
  draw();
  return {
    element: h('div', {class: 'editor'}, numbers, h('div', {class: 'sheet'}, under, area), list, h('p', {class: 'note'}, t('editorHelp'))),
    mark(list) {
      messages = list;
      draw();
    },
    set(value) {
      area.value = value;
      changed();
    },
    get text() { return area.value; },
  };
}

// Values: the table of a game as a picture that zooms, the position under the pointer, residues, one row as text, and
// files of other programs' forms.
import {h, s, choice, field, save} from './dom.js';
import {colour, plot} from './plot.js';
import {state, keep} from './state.js';
import {answerPlace, gameChoice, gameOf} from './show.js';
import {t} from './texts.js';

/** The numbers of a table, packed by the engine; infinite values stay texts. */
function numbersOf(table) {
  if (table.values) return table.values;
  const packed = atob(table.cells);
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = packed.charCodeAt(i);
  if (table.width === 1) return bytes;
  return table.width === 2 ? new Uint16Array(bytes.buffer) : new Uint32Array(bytes.buffer);
}

/** The coordinates that vary; others have one value in the box. */
function axes(table) {
  return table.box.map(([first, last], i) => ({i, first: Number(first), count: Number(last) - Number(first) + 1})).filter(one => one.count > 1);
}

function csv(table, values, at) {
  const lines = [[...table.coordinates, 'value'].join(',')];
  for (let i = 0; i < values.length; ++i) lines.push([...at(i), values[i]].join(','));
  return lines.join('\n') + '\n';
}

function svg(picture, how) {
  const {values, columns, rows, one} = picture;
  let most = 1;
  for (const value of values) most = Math.max(most, value);
  const drawing = s('svg', {xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${columns} ${one ? most + 1 : rows}`, 'shape-rendering': 'crispEdges'});
  for (let i = 0; i < values.length; ++i) {
    if (how.zeros && values[i] !== 0) continue;
    drawing.append(s('rect', {x: i % columns, y: one ? most - values[i] : Math.floor(i / columns), width: 1, height: 1,
      fill: `rgb(${colour(values[i], {...how, most}).join()})`}));
  }
  return new XMLSerializer().serializeToString(drawing);
}

export function valuesView(root) {
  const place = answerPlace();
  const game = h('input', {id: 'game', value: state.game, spellcheck: 'false', autocomplete: 'off'});
  const box = h('input', {value: state.box, placeholder: 'a=0..99, b=0..99', spellcheck: 'false', autocomplete: 'off'});
  const mod = h('input', {type: 'number', min: '0', value: String(state.mod)});
  const zeros = h('input', {type: 'checkbox', checked: state.zeros});
  let last = null;  // the table shown

  function shown(table) {
    last = table;
    const values = numbersOf(table);
    const varying = axes(table);
    const text = h('output', {class: 'under-pointer'});
    const coordinates = index => {
      const result = table.box.map(([first]) => Number(first));
      for (const {i, first, count} of [...varying].reverse()) {
        result[i] = first + index % count;
        index = Math.floor(index / count);
      }
      return result;
    };
    const position = index => `${table.game}(${coordinates(index).join(', ')})`;
    if (varying.length > 2 || table.values) {
      return [h('p', {}, t('row')), h('textarea', {class: 'text', readonly: true, rows: '12', 'aria-label': t('row')},
        Array.from(values, (value, i) => `${position(i)}  ${value}`).join('\n'))];
    }
    const one = varying.length < 2;
    const columns = varying.at(-1)?.count ?? 1;
    const picture = {values, columns, rows: one ? 1 : varying[0].count, one};
    const how = {mod: table.play === 'misere' ? 0 : state.mod, zeros: state.zeros};
    const options = answerPlace();
    const told = value => table.play === 'misere' ? 'PN'[value] : value;
    const index = (column, row) => row * columns + column;
    const drawing = plot(picture, how, table.game, (column, row) => {
      const at = index(column, row);
      text.textContent = `${position(at)}: ${told(values[at])}` + (how.mod ? ` ≡ ${values[at] % how.mod} (mod ${how.mod})` : '');
    }, (column, row) => table.play !== 'misere' && options.asking('options', {position: position(index(column, row)), limit: 60}, result => [
      h('p', {}, `${position(index(column, row))}: `, t('value', result.value?.text ?? '?')),
      h('p', {class: 'options'}, t('options') + ': ', result.options.map(option => `${option.to} = ${option.value?.text ?? '?'}`).join('; ') || t('noOptions'),
        result.all ? '' : ` … (${t('notAll')})`)]));
    const rowText = () => Array.from({length: picture.rows}, (_, r) => values.subarray(r * columns, (r + 1) * columns).join(' ')).join('\n');
    const name = table.game.replaceAll(/\W+/g, '_');
    const along = ({i, first, count}) => `${table.coordinates[i]} = ${first} … ${first + count - 1}`;
    const swatch = ([value, shade]) => {
      const square = h('span', {class: 'swatch'});
      square.style.background = shade;
      return h('span', {}, square, told(value));
    };
    return [drawing.element, text,
      h('p', {class: 'legend'}, h('code', {}, `${table.game}(${table.coordinates.join(', ')})`), one ? varying[0] && t('axis', along(varying[0])) : t('axes', ...varying.map(along)), !one && drawing.legend.map(swatch)),
      h('div', {class: 'buttons'}, h('button', {onclick: () => drawing.zoom(0.7), 'aria-label': '+'}, '+'),
        h('button', {onclick: () => drawing.zoom(1.4), 'aria-label': '−'}, '−'), h('button', {onclick: drawing.whole}, t('whole')),
        h('span', {class: 'saves'}, t('save') + ' ',
          h('button', {class: 'quiet', onclick: () => save(name + '.csv', [csv(table, values, coordinates)], 'text/csv')}, 'csv'),
          one && h('button', {class: 'quiet', onclick: () => save(name + '.txt', [Array.from(values, (value, i) => `${coordinates(i)[varying[0]?.i ?? 0]} ${value}\n`).join('')], 'text/plain')}, 'b-file'),
          values.length <= 40000 && h('button', {class: 'quiet', onclick: () => save(name + '.svg', [svg(picture, how)], 'image/svg+xml')}, 'SVG'),
          h('button', {class: 'quiet', onclick: () => drawing.element.toBlob(blob => save(name + '.png', [blob], 'image/png'))}, 'PNG'))),
      options.element,
      values.length <= 200000 && h('details', {}, h('summary', {}, t('row')), h('textarea', {class: 'text', readonly: true, rows: '8', wrap: one ? 'soft' : 'off', 'aria-label': t('row')}, rowText()))];
  }

  const show = () => {
    Object.assign(state, {game: game.value.trim(), box: box.value.trim(), mod: Math.max(0, Math.floor(Number(mod.value)) || 0), zeros: zeros.checked});
    keep();
    const request = {game: state.game, play: state.play};
    if (/^\d+$/.test(state.box)) request.upto = Number(state.box);
    else if (state.box) request.box = state.box;
    return place.asking('table', state.box ? request : {...request, ...usual()}, shown);
  };
  const usual = () => /^(wythoff|queen|rook|king|knight|chomp2|euclid)$/.test(state.game) ? {upto: 99} : {};
  const repaint = () => {
    Object.assign(state, {mod: Math.max(0, Math.floor(Number(mod.value)) || 0), zeros: zeros.checked});
    keep();
    if (last) place.element.replaceChildren(...shown(last).filter(Boolean));
  };
  mod.addEventListener('change', repaint);
  zeros.addEventListener('change', repaint);
  for (const input of [game, box]) input.addEventListener('keydown', event => event.key === 'Enter' && show());
  root.append(h('div', {class: 'controls'}, field(t('game'), game), field(t('box'), box), h('button', {class: 'main', onclick: show}, t('show')),
    gameChoice(one => one.coordinates?.length <= 2 && gameOf(one), name => {
      Object.assign(game, {value: name});
      box.value = '';
      show();
    }),
    field(t('playKind'), choice([['normal', t('normal')], ['misere', t('misere')]], state.play, value => {
      state.play = value;
      show();
    })), field(t('modulo'), mod), h('label', {class: 'check'}, zeros, t('zeros'))), place.element);
  show();
  return place.stop;
}

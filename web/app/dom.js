// Elements without markup: h('button', {class: 'quiet', onclick: go}, 'Go'). Texts stay texts, whatever they hold.

/** @param {string} tag @param {object} [props] @param {...(Node|string|number|null|undefined|Array)} children */
export function h(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

const kSvg = 'http://www.w3.org/2000/svg';
/** The same for SVG. */
export function s(tag, props = {}, ...children) {
  return fill(document.createElementNS(kSvg, tag), props, children);
}

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'checked' || name === 'disabled' || name === 'selected') element[name] = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.flat(Infinity).filter(one => one !== null && one !== undefined && one !== false));
  return element;
}

/** MathML, or any XML that the engine wrote, as nodes. */
export function fromXml(text) {
  const parsed = new DOMParser().parseFromString(text, 'application/xml');
  return document.importNode(parsed.documentElement, true);
}

/** A clause of the engine's as a sentence. */
export const sentence = text => text.charAt(0).toUpperCase() + text.slice(1) + (text.endsWith('.') ? '' : '.');

/** A file for the user to keep. */
export function save(name, parts, type) {
  const url = URL.createObjectURL(new Blob(parts, {type}));
  h('a', {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A labelled control. */
export function field(label, control) {
  return h('label', {class: 'field'}, h('span', {}, label), control);
}

/** A drop-down of [value, text] pairs. */
export function choice(pairs, value, onchange) {
  return h('select', {onchange: event => onchange(event.target.value)},
    pairs.map(([one, text]) => h('option', {value: one, selected: one === value}, text)));
}

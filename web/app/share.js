// Share: a link to the game as it stands and its QR code, a handout on paper.
import {h, useEffect, useState} from './preact.js';
import {isAlone} from './engine.js';
import {encode} from './qr.js';
import {linkTo, state} from './state.js';
import {t} from './texts.js';

/** A text as a QR code. */
export function Qr({text}) {
  const {data, size} = encode(text, {border: 2});
  let path = '';
  data.forEach((row, y) => row.forEach((dark, x) => { if (dark) path += `M${x} ${y}h1v1h-1z`; }));
  return h('svg', {class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': t('qr')}, h('rect', {width: size, height: size, fill: '#fff'}), h('path', {d: path, fill: '#000'}));
}
const kMostInQr = 2000;  // characters
export const fitsQr = text => text && text.length < kMostInQr;

export function Link({text, label = t('link'), isPlain = false}) {
  const [copied, setCopied] = useState(false);
  return h('div', {class: 'link'}, h('div', {class: 'controls'},
    h('label', {class: 'field'}, h('span', {}, label), h('input', {readonly: true, class: 'address', value: text, onfocus: event => event.target.select()})),
    h('button', {class: 'main', onclick: async event => {
      event.target.parentElement.querySelector('input').select();
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        document.execCommand('copy');
      }
      setCopied(true);
    }}, t('copy')), h('span', {role: 'status'}, copied ? t('copied') : '')),
    isPlain ? null : fitsQr(text) ? h(Qr, {text}) : text ? h('p', {class: 'note'}, t('tooLongForQr')) : null);
}

const isAddress = text => /^https?:\/\/\S+$/.test(text);

/** The base of links: of a static site this page, of the program one that the user sets, since 127.0.0.1 is this machine only. */
export function useBase() {
  const [base, setBase] = useState(() => localStorage.getItem('base') ?? '');
  const here = location.href.split('#')[0];
  const field = isAlone ? null : h('label', {class: 'field'}, h('span', {}, t('siteAddress')), h('input', {
    value: base, placeholder: 'https://…/', class: 'address', spellcheck: false, oninput: event => {
      setBase(event.target.value.trim());
      localStorage.setItem('base', event.target.value.trim());
    }}), base && !isAddress(base) ? h('span', {class: 'note', role: 'status'}, t('noAddress')) : null);
  return [!isAlone && isAddress(base) ? base.replace(/(index\.html)?$/, '') : here, field, !isAlone && !isAddress(base)];
}

export default function Share({go}) {
  const [base, field, isLocal] = useBase();
  const [hash, setHash] = useState('');
  useEffect(() => { linkTo({...state, view: 'play', sheet: {}}).then(setHash); }, []);
  return h('div', {class: 'share'}, h('h1', {}, t('share')), h('p', {}, t('shareText')),
    isLocal ? h('p', {class: 'warn'}, t('onlyHere')) : null, field,
    h(Link, {text: hash && base + hash, isPlain: isLocal}),
    h('div', {class: 'buttons'}, h('button', {onclick: () => {
      go('play');
      setTimeout(print, 300);
    }}, t('print'))));
}

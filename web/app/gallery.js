// Play: a gallery of games, in groups, variants under the game that they vary; a size, and a word to look for.
import {h, useEffect, useState} from './preact.js';
import {Small} from './draw.js';
import {refocusByKeys} from './board.js';
import {also, games, groups} from './games.js';
import {startInPlay} from './game.js';
import {gameTexts} from './names.js';
import {ask} from './engine.js';
import {t} from './texts.js';

/** The first board of a game, once it is seen. */
function Picture({sum}) {
  const [parts, setParts] = useState(null);
  useEffect(() => {
    let isHere = true;
    pictureOf(sum).then(found => isHere && setParts(found));
    return () => { isHere = false; };
  }, [sum]);
  return h('span', {class: 'picture', 'aria-hidden': 'true'}, parts?.length ? h(Small, {sum: parts.map(part => part.position).join(' + '), like: parts}) : null);
}
const pictures = new Map();
let asking = Promise.resolve();
/** One after the other: the games behind the pictures are none that anybody waits for. */
function pictureOf(sum) {
  if (!pictures.has(sum)) {
    const asked = asking.then(() => ask('match', {sum, advice: false})).then(answer => answer.parts, () => []);
    asking = asked;
    pictures.set(sum, asked);
  }
  return pictures.get(sum);
}

/** The size that is set for a game, and its slider. */
function useSize(one, name) {
  const [size, setSize] = useState(one.sizes?.[1] ?? 0);
  const shape = /(\d+)x(\d+)/.exec(one.sum(size))?.slice(1).join(' × ') ?? size;
  return [size, one.sizes ? h('label', {class: 'size'}, h('span', {}, t('size', shape)), h('input', {type: 'range', 'aria-label': `${name}: ${t('size', shape)}`, min: one.sizes[0], max: one.sizes[2], value: size, oninput: event => setSize(Number(event.target.value))})) : null];
}

function Variant({one, texts, play}) {
  const [name, rule] = texts[one.key] ?? [one.key];
  const [size, slider] = useSize(one, name);
  return h('li', {}, h('button', {class: 'quiet', title: rule, onclick: event => play(one, size, !event.detail)}, name), slider);
}

function Card({one, texts, variants}) {
  const play = (game, n, isByKeys) => {
    if (isByKeys) refocusByKeys();
    startInPlay({sum: game.sum(n), rules: '', play: game.play ?? 'normal'});
  };
  const [name, rule, misere] = texts[one.key] ?? [one.key, ''];
  const [size, slider] = useSize(one, name);
  return h('article', {class: 'card'},
    h('button', {class: 'open', onclick: event => play(one, size, !event.detail)}, h(Picture, {sum: one.sum(size)}), h('strong', {}, name)),
    h('p', {}, one.play === 'misere' ? misere : rule),
    slider, variants.length ? h('details', {class: 'variants'}, h('summary', {}, t('variants', variants.length)), h('ul', {}, variants.map(other => h(Variant, {key: other.key, one: other, texts, play})))) : null);
}

/** Without accents and capitals, as one writes who looks for something. */
const plain = text => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export default function Gallery() {
  const [texts, setTexts] = useState({}), [word, setWord] = useState('');
  useEffect(() => {
    gameTexts().then(setTexts, () => {});
    if (document.activeElement?.matches('nav :focus-visible')) document.getElementById('look-for').focus();  // who comes by keys
  }, []);
  const fits = one => !word || plain(`${one.key} ${(texts[one.key] ?? []).join(' ')} ${also[one.key] ?? ''} ${one.play ?? ''}`).includes(plain(word));
  const parents = games.filter(one => !one.of);
  const shown = word ? games.filter(fits) : parents;
  const left = JSON.parse(sessionStorage.getItem('game') ?? 'null');
  return h('div', {class: 'gallery'}, h('h1', {}, t('gallery')),
    left ? h('p', {}, h('button', {class: 'main', onclick: () => { location.hash = left.hash; }}, t('continueGame', left.name))) : null,
    h('label', {class: 'field search'}, h('span', {}, t('search')), h('input', {type: 'search', id: 'look-for', value: word, oninput: event => setWord(event.target.value)})),
    groups.map(group => {
      const list = shown.filter(one => one.group === group);
      return list.length ? h('section', {key: group}, h('h2', {}, t('group_' + group)), h('div', {class: 'cards'},
        list.map(one => h(Card, {key: one.key, one, texts, variants: word ? [] : games.filter(other => other.of === one.key)})))) : null;
    }), shown.length ? null : h('p', {}, t('nothingFound')));
}

// Lessons, and Share: a link to the whole state, a handout on paper, the language.
import {h, field, choice} from './dom.js';
import {lessons} from './lessons.js';
import {answered} from './show.js';
import {state, keep, linkTo} from './state.js';
import {language, languages, lessonTexts, t} from './texts.js';

export function lessonsView(root) {
  for (const lesson of lessons) {
    const texts = lessonTexts(lesson.id);
    root.append(h('details', {class: 'lesson', open: state.lesson === lesson.id, ontoggle: event => {
      if (event.target.open) state.lesson = lesson.id;
      keep();
    }}, h('summary', {}, h('h2', {}, texts.title)), h('ol', {}, lesson.steps.map((step, i) => {
      const link = h('a', {href: '#', class: 'button'}, t('tryThis'));
      linkTo(step).then(address => link.setAttribute('href', address));
      return h('li', {}, h('p', {}, texts.steps[i]), link);
    }))));
  }
}

/** Of the view that was seen before this one. */
export function shareView(root, go, relabel, before) {
  const address = h('input', {readonly: true, class: 'address', 'aria-label': t('link')});
  const done = h('span', {role: 'status'});
  linkTo({...state, view: before}).then(link => { address.value = new URL(link, location.href).href; });
  root.append(h('p', {}, t('shareText')),
    h('div', {class: 'controls'}, field(t('link'), address), h('button', {class: 'main', onclick: async () => {
      address.select();
      try {
        await navigator.clipboard.writeText(address.value);
      } catch {
        document.execCommand('copy');
      }
      done.textContent = t('copied');
    }}, t('copy')), done),
    h('div', {class: 'controls'}, h('button', {onclick: async () => {
      go(before);
      await answered();
      print();
    }}, t('print')),
      field(t('language'), choice(languages(), language(), relabel))),
    h('h2', {}, t('keys')), h('p', {}, t('keysText')));
}

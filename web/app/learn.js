// Learn: a course of ten steps of about five minutes, each with tasks on the live board, an instant check and a hint. What
// is done is kept in the browser.
import {h, useEffect, useState} from './preact.js';
import {ask} from './engine.js';
import {hintText, Columns} from './coach.js';
import {canUndo, clear, game, hint, jump, review, start, undo} from './game.js';
import {lessons} from './lessons.js';
import {Stage, summary} from './play.js';
import {keep, state} from './state.js';
import {language, more, t} from './texts.js';

const kDone = 'lessons done';
const done = () => new Set(JSON.parse(localStorage.getItem(kDone) ?? '[]'));
function finish(name) {
  localStorage.setItem(kDone, JSON.stringify([...done().add(name)]));
}

const random = most => Math.floor(Math.random() * (most + 1));
/** Heaps whose nim-sum is not 0. */
function heaps(count, most) {
  for (;;) {
    const sizes = Array.from({length: count}, () => 1 + random(most - 1));
    if (sizes.reduce((a, b) => a ^ b, 0)) return sizes.sort((a, b) => a - b);
  }
}

/** A move after which the other player can only lose, so many times. */
export function Zero({task, onDone, onTry, help = true}) {
  const [count, setCount] = useState(0), [verdict, setVerdict] = useState(null);
  const next = number => {
    setVerdict(null);
    const sum = task.sums ? task.sums[number % task.sums.length] : `nim{${heaps(2 + Math.min(2, number >> 2), number < 4 ? 7 : 12).join(', ')}}`;
    start({sum, who: 2, play: task.play ?? 'normal', rules: task.rules ?? ''});
  };
  useEffect(() => next(0), [JSON.stringify(task)]);
  const made = state.made.length;
  useEffect(() => {
    if (state.made.length > 1) return void jump(0);
    if (!state.made.length || !game.ready && !game.over) return;
    const right = value => {
      setVerdict(value ? 'right' : 'wrong');
      onTry?.();
      if (!value) {
        const seen = state.sum;
        return void setTimeout(() => { if (state.sum === seen && state.made.length) jump(0); }, 1500);
      }
      setCount(count + 1);
      if (count + 1 === task.times) onDone();
      else setTimeout(() => next(count + 1), 900);
    };
    if (game.over) return void right(true);
    ask('match', {sum: state.sum, made: state.made, play: state.play, ...state.rules && {rules: state.rules}, worth: true, advice: false, think: 5}).then(answer => right(answer.worth?.outcome === 'P'), () => {});
  }, [made, game.ready, game.over]);
  const numbers = game.parts.filter(part => part.kind === 'heap').map(part => part.size);
  return h('div', {}, h('p', {class: 'count'}, t('ofTimes', Math.min(count, task.times), task.times)),
    task.sums ? null : h(Columns, {values: numbers, name: i => t('heapNumber', (game.parts[i]?.slot ?? i) + 1)}),
    help ? h('div', {class: 'buttons'}, h('button', {onclick: hint, disabled: !game.ready || made > 0 || game.hints > 2}, t(game.hints ? 'moreHint' : 'hint'))) : null,
    help ? h('div', {class: 'hint', 'aria-live': 'polite'}, hintText()) : null,
    verdict ? h('p', {role: 'status', class: 'answered ' + (verdict === 'right' ? 'good' : 'bad')}, t(verdict)) : null);
}

/** A whole game against the machine, to be won. */
export function Win({task, onDone, onTry, help = true}) {
  useEffect(() => { start({sum: task.sum, play: task.play ?? 'normal', who: task.who ?? 0, strength: 'perfect', rules: task.rules ?? ''}); }, [JSON.stringify(task)]);
  const isWon = () => game.over && (game.winner === 'first') === (state.who === 0), lost = game.over && !isWon();
  useEffect(() => {
    if (game.over) onTry?.();
    if (isWon()) onDone();
  }, [game.over]);
  return h('div', {}, h('div', {class: 'buttons'}, help ? h('button', {onclick: hint, disabled: game.over || !game.ready || game.hints > 2}, t(game.hints ? 'moreHint' : 'hint')) : null,
    h('button', {onclick: undo, disabled: !canUndo()}, t('undo'))),
  h('div', {class: 'hint', 'aria-live': 'polite'}, hintText()),
  lost ? h('div', {class: 'answered'}, h('p', {class: 'bad', role: 'status'}, t('lostTask')), h('div', {class: 'buttons'}, h('button', {class: 'main', onclick: () => start({sum: task.sum, play: task.play ?? 'normal', who: task.who ?? 0, rules: task.rules ?? ''})}, t('playAgain')),
    help && !game.review ? h('button', {onclick: review}, t('whatWentWrong')) : null), game.review ? h('p', {class: 'note summary', role: 'status'}, game.review.length ? summary() : t('judging')) : null) : null);
}

/** The least number that is missing from a set, so many times. */
function MexTask({task, onDone}) {
  const make = number => [...new Set(Array.from({length: 2 + Math.min(5, number)}, () => random(3 + number)))].sort((a, b) => a - b);
  const [count, setCount] = useState(0), [numbers, setNumbers] = useState(() => make(0)), [verdict, setVerdict] = useState('');
  const check = event => {
    event.preventDefault();
    const {value} = event.target.elements;
    let mex = 0;
    while (numbers.includes(mex)) ++mex;
    if (!/^\d+$/.test(value.value.trim())) return setVerdict(t('writeNumber'));
    if (value.value.trim() !== String(mex)) return setVerdict(t('mexWrong', value.value.trim(), numbers.includes(Number(value.value)) ? t('mexIsIn') : t('mexSmaller')));
    value.value = '';
    setVerdict('');
    setCount(count + 1);
    if (count + 1 === task.times) onDone();
    setNumbers(make(count + 1));
  };
  if (count >= task.times) return null;
  return h('form', {onsubmit: check}, h('p', {class: 'count'}, t('ofTimes', count, task.times)), h('p', {class: 'question'}, `{${numbers.join(', ')}}`),
    h('label', {class: 'field narrow'}, h('span', {}, t('mexQuestion')), h('input', {name: 'value', inputmode: 'numeric', autocomplete: 'off'})), h('button', {class: 'main'}, t('check')),
    verdict ? h('p', {class: 'answered bad', role: 'status'}, verdict) : null);
}

/** The values of the first heaps of a game, one after the other. */
function TableTask({task, onDone}) {
  const [right, setRight] = useState([0]), [values, setValues] = useState(null), [verdict, setVerdict] = useState('');
  useEffect(() => {
    start({sum: `${task.game}(${task.first ?? 1})`, who: 2, rules: ''});
    ask('table', {game: task.game, upto: task.upto}).then(table => setValues(Array.from(atob(table.cells), c => c.charCodeAt(0))), () => {});
  }, [task]);
  const n = right.length, isDone = n > task.upto;
  const look = heap => start({sum: `${task.game}(${heap})`, who: 2, rules: ''}), made = state.made.length;
  useEffect(() => {
    if (!made) return undefined;
    const back = setTimeout(() => jump(0), 2000);
    return () => clearTimeout(back);
  }, [made]);
  const check = event => {
    event.preventDefault();
    const {value} = event.target.elements;
    if (!values) return;
    if (Number(value.value) !== values[n]) return setVerdict(t('tableWrong', n));
    value.value = '';
    setVerdict('');
    setRight([...right, values[n]]);
    if (n === task.upto) onDone();
    else look(n + 1);
  };
  return h('form', {onsubmit: check}, h('div', {class: 'scroll', tabindex: '0'}, h('table', {class: 'columns'}, h('tbody', {},
    h('tr', {}, h('th', {scope: 'row'}, 'n'), Array.from({length: task.upto + 1}, (_, i) => h('td', {}, i))),
    h('tr', {}, h('th', {scope: 'row'}, t('valueWord')), Array.from({length: task.upto + 1}, (_, i) => h('td', {class: i === n ? 'one' : ''}, right[i] ?? (i === n ? '?' : ''))))))),
  isDone ? null : [h('label', {class: 'field narrow'}, h('span', {}, t('tableQuestion', n)), h('input', {name: 'value', inputmode: 'numeric', autocomplete: 'off'})), h('button', {class: 'main', disabled: !values}, t('check')),
    h('p', {class: 'note'}, t('tableHelp'))],
  verdict ? h('p', {class: 'answered bad', role: 'status'}, verdict) : null);
}

/** Something to look at, and a question about it. */
export function Ask({task, texts, onDone, onTry}) {
  const [wrong, setWrong] = useState(false);
  useEffect(() => { if (task.sum) start({sum: task.sum, play: task.play ?? 'normal', who: 2, rules: ''}); }, [task]);
  return h('div', {}, h('div', {class: 'answers', role: 'group', 'aria-label': texts.question}, texts.answers.map((text, i) => h('button', {onclick: () => {
    setWrong(i !== task.right);
    onTry?.();
    if (i === task.right) onDone();
  }}, text))), h('div', {class: 'buttons'}, h('button', {onclick: undo, disabled: !canUndo()}, t('undo'))),
  wrong ? h('p', {class: 'answered bad', role: 'status'}, texts.because ?? t('wrongAnswer')) : null);
}

/** A lesson of 45 minutes; `to` opens a step of the course, `go` a view. */
export function Plan({texts, to, go}) {
  return h('details', {class: 'plan'}, h('summary', {}, t('planForTeachers')), h('table', {}, h('tbody', {}, texts.plan.map(([minutes, what, where], i) => h('tr', {key: i}, h('th', {scope: 'row'}, minutes), h('td', {}, what, ' ', where === 'class' ? h('button', {onclick: () => go('class')}, t('class')) : where ? h('button', {onclick: () => to(where, 0)}, texts.lessons[where].title) : null))))));
}

/** Where the lessons are a strip, the one that is open is in sight. */
function inSight(button) {
  const strip = button?.closest('ol');
  if (strip && strip.scrollWidth > strip.clientWidth) strip.scrollLeft = button.parentElement.offsetLeft - strip.offsetLeft - 16;
}

const kTasks = {zero: Zero, win: Win, mex: MexTask, table: TableTask, ask: Ask};

export default function Learn({go, draw}) {
  const [texts, setTexts] = useState(null), [right, setRight] = useState(false);
  useEffect(() => { more('learn').then(setTexts, () => {}); }, [language()]);
  const at = Math.max(0, lessons.findIndex(one => one.id === state.lesson)), lesson = lessons[at];
  const step = Math.min(state.step, lesson.tasks.length - 1), task = lesson.tasks[step];
  const name = (one, i) => `${one.id} ${i}`;
  useEffect(() => {
    setRight(false);
    state.values = false;  // they would be the answer
  }, [task]);
  if (!texts) return h('p', {}, '…');
  const all = done();
  const to = (id, number) => {
    if (id !== lesson.id || number !== step) clear();
    Object.assign(state, {lesson: id, step: number});
    keep(true);
    draw();
  };
  const said = texts.lessons[lesson.id], words = said.tasks[step];
  const Task = kTasks[task.kind];
  const isLast = step === lesson.tasks.length - 1, next = isLast ? lessons[at + 1] : lesson;
  const left = h('nav', {class: 'course', 'aria-label': t('learn')}, h('ol', {}, lessons.map(one => h('li', {key: one.id},
    h('button', {class: 'quiet', 'aria-current': one === lesson ? 'step' : null, ref: one === lesson ? inSight : null, onclick: () => to(one.id, 0)}, texts.lessons[one.id].title,
      one.tasks.every((_, i) => all.has(name(one, i))) ? h('span', {class: 'good', title: t('done')}, ' ✓') : null)))));
  const prompt = h('p', {class: 'prompt'}, h('span', {class: 'count'}, t('taskOf', step + 1, lesson.tasks.length)), ': ', words.prompt);
  const intro = said.intro.map((text, i) => h('p', {key: i}, text));
  return h('div', {class: 'learn'}, left, h('details', {key: lesson.id + step, class: 'intro-first', open: step === 0}, h('summary', {}, `${at + 1}. ${said.title}`), intro), h('div', {class: 'play'},
    task.kind === 'mex' ? null : h(Stage, {title: false, task: prompt}),
    h('aside', {class: 'panel lesson', 'aria-label': t('task')}, h('h1', {}, `${at + 1}. ${said.title}`),
      step === 0 ? h('div', {class: 'intro', key: 'intro'}, intro) : h('details', {class: 'intro', key: 'intro'}, h('summary', {}, t('lessonText')), intro),
      task.kind === 'mex' ? prompt : null,
      h(Task, {key: name(lesson, step), task, texts: words, onDone: () => { finish(name(lesson, step)); setRight(true); }}),
      right ? h('div', {class: 'passed answered', role: 'status'}, h('p', {class: 'good'}, words.done ?? t('taskDone')),
        next ? h('button', {class: 'main', onclick: () => to(next.id, isLast ? 0 : step + 1)}, t(isLast ? 'nextLesson' : 'nextTask')) : h('p', {}, t('courseDone')))
        : h('p', {class: 'skipping'}, next ? h('button', {class: 'quiet', onclick: () => to(next.id, isLast ? 0 : step + 1)}, t('skipTask')) : null))),
  h(Plan, {texts, to, go}));
}

// Class: a teacher collects positions and tasks into a sheet, and gets a link with its QR code and a printed sheet. Pupils open
// the link, solve the tasks, and send back a code, which the teacher's page reads. No accounts, and nothing on a server.
import {h, useEffect, useRef, useState} from './preact.js';
import {answerOf, FirstValues, Law} from './class_law.js';
import {ask} from './engine.js';
import {Small} from './draw.js';
import {clear, game, namesIn, start} from './game.js';
import {Ask, Plan, Win, Zero} from './learn.js';
import {describe, gameOf, gameTexts, nameOfGame} from './names.js';
import {Stage} from './play.js';
import {fitsQr, Link, Qr, useBase} from './share.js';
import {keep, linkTo, state} from './state.js';
import {language, more, t} from './texts.js';
import {whyOf} from './words.js';

const kGoals = ['win', 'move', 'who', 'law', 'explain'];
const kHelps = ['none', 'hints', 'values'];
const kMostSaid = 600;
const kFirst = {title: '', help: 'hints', tasks: []};

/** Four letters that a slip in a code changes. */
function checkOf(text) {
  let sum = 2166136261;
  for (const c of new TextEncoder().encode(text)) sum = Math.imul(sum ^ c, 16777619) >>> 0;
  return sum.toString(36).padStart(7, '0').slice(-4);
}
const idOf = sheet => checkOf(JSON.stringify([sheet.title, sheet.tasks]));
/** 'Anna.1b0.x7k2': the name, the tries of each task (0: not begun, x: not solved, 9: nine or more; a to i with hints), the check of all with the sheet, and where something was to be explained, what was said. */
const kHelped = '0abcdefghi';
function codeOf(sheet, name, tries, texts) {
  const written = name.replaceAll(/[.\s]+/g, '_'), said = texts.some(Boolean) ? toBase64(JSON.stringify(texts)) : '';
  return [written, tries, checkOfCode(sheet, written, tries, said), ...said ? [said] : []].join('.');
}
/** Large and small letters of the name are alike. */
const checkOfCode = (sheet, name, tries, said) => checkOf(`${name.toLowerCase()} ${tries} ${idOf(sheet)}${said}`);
function readCode(sheet, code) {
  const [name, tries, check, said = ''] = code.trim().split('.');
  const isRight = check?.toLowerCase() === checkOfCode(sheet, name, tries, said) && tries.length === sheet.tasks.length;
  return {name: name.replaceAll('_', ' '), tries: isRight ? tries : null, texts: isRight && said ? textsIn(said) : []};
}
function textsIn(said) {
  try {
    return JSON.parse(fromBase64(said)).map(String);
  } catch {
    return [];
  }
}
const toBase64 = text => btoa(String.fromCharCode(...new TextEncoder().encode(text))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const fromBase64 = text => new TextDecoder().decode(Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0)));

/** "✓ (2 tries, with hints)" */
function solvedWith(letter) {
  const count = Math.max(Number(letter) || 0, kHelped.indexOf(letter));
  const notes = [...count > 1 ? [t('tries', count)] : [], ...kHelped.includes(letter) ? [t('withHints')] : []];
  return notes.length ? `✓ (${notes.join(', ')})` : '✓';
}

function Drawn({task, onFault, isNumbered}) {
  const [parts, setParts] = useState(null), [fault, setFault] = useState('');
  useEffect(() => {
    const here = new AbortController(), show = (found, why) => here.signal.aborted || [setParts(found), setFault(why), onFault?.(why !== '')];
    if (task.sum.trim()) ask('match', {sum: task.sum, play: task.play, ...task.rules && {rules: task.rules}, advice: false}, {signal: here.signal})
      .then(answer => show(answer.parts, ''), error => show(null, whyOf(error.message)));
    return () => here.abort();
  }, [task.sum, task.rules]);
  return h('span', {class: 'picture'}, parts?.length ? h(Small, {sum: parts.map(part => part.position).join(' + '), like: parts, isNumbered}) : h('code', {}, task.sum), fault ? h('span', {class: 'bad'}, ' ', fault) : null);
}
/** The game's name: that of one's own rules, or the gallery's. */
const titleOf = task => task.rules ? gameOf(task.sum).replaceAll('_', ' ') : nameOfGame(gameOf(task.sum));
const Rules = ({task}) => task.rules ? h('details', {class: 'own-rules', open: true}, h('summary', {}, t('theRules')), h('pre', {}, task.rules.trim())) : null;
const promptOf = task => (task.text || t('goal_' + task.goal)) + (task.play === 'misere' ? ' ' + t('misereNote') : '');

const kMostAnswers = 12;
/** The answers, for the teacher: the winning moves, or who wins. */
function Answers({sheet}) {
  const [answers, setAnswers] = useState([]);
  const text = JSON.stringify(sheet.tasks);
  useEffect(() => {
    let isHere = true;
    Promise.all(sheet.tasks.map(task => ask('match', {sum: task.sum, play: task.play, ...task.rules && {rules: task.rules}, advice: false, worth: true, think: 10})
      .then(answer => task.goal === 'law' ? answerOf(task, answer.begin[0].game).then(law => ({law})) : answer).catch(() => null)))
      .then(found => isHere && setAnswers(found));
    return () => { isHere = false; };
  }, [text]);
  return h('ol', {class: 'answers-apart'}, sheet.tasks.map((task, i) => {
    const {outcome, keeping = []} = answers[i]?.worth ?? {};
    const names = [...new Set(keeping.flatMap(move => namesIn(answers[i], move)))];
    const moves = [...names.slice(0, kMostAnswers), ...names.length > kMostAnswers ? ['…'] : []].join('; ');
    return h('li', {key: i}, h('strong', {}, titleOf(task)), ' ', h('code', {}, task.sum), ': ', answers[i]?.law ? h('span', {class: 'law'}, answers[i].law) :
      answers[i] && !outcome ? t('notSolvedHint') : {N: t('firstCanWin', moves), P: t('secondCanWin'), D: t('worthD')}[outcome] ?? '…');
  }));
}

/** A game of the gallery, at its usual size. */
function Picker({sum, set}) {
  const [list, setList] = useState(null);
  useEffect(() => { Promise.all([import('./games.js'), gameTexts()]).then(([file, texts]) => setList({...file, texts}), () => {}); }, [state.language]);
  const [own, setOwn] = useState([]);
  useEffect(() => { if (state.draft.trim()) ask('rules', {rules: state.draft}).then(({games}) => setOwn(games.filter(one => one.example)), () => {}); }, []);
  if (!list) return null;
  const nameOf = one => list.texts[one.key]?.[0] ?? one.key;
  return h('label', {class: 'field'}, h('span', {}, t('gameOfGallery')), h('select', {onchange: event => { if (event.target.value) set(event.target.value, list.games.find(one => one.sum(one.sizes?.[1]) === event.target.value)?.play ?? 'normal'); }}, h('option', {value: '', selected: ![...list.games.map(one => one.sum(one.sizes?.[1])), ...own.map(one => one.example)].includes(sum)}, '…'),
    own.length ? h('optgroup', {label: t('invent')}, own.map(one => h('option', {key: one.name, value: one.example, selected: one.example === sum}, one.name.replaceAll('_', ' ')))) : null,
    list.groups.map(group => h('optgroup', {key: group, label: t('group_' + group)}, list.games.filter(one => one.group === group).map(one => h('option', {key: one.key, value: one.sum(one.sizes?.[1]), selected: one.sum(one.sizes?.[1]) === sum}, nameOf(one)))))));
}

/** What the teacher chose, wrote and pasted before she went to try her sheet. */
const kept = {goal: 'win', codes: '', position: ''};

function Teacher({sheet, set, go}) {
  const [base, field, isLocal] = useBase();
  const [hash, setHash] = useState(''), [problem, setProblem] = useState(null), [codes, setCodes] = useState(kept.codes), [goal, setGoal] = useState(kept.goal);
  Object.assign(kept, {codes, goal});
  const text = JSON.stringify(sheet);
  useEffect(() => { linkTo({view: 'class', language: state.language, sheet: {...sheet, open: 1}, step: 0}).then(setHash); }, [text]);
  const isBack = kept.position && sheet.tasks.some(task => task.sum === state.sum);
  const here = isBack ? kept.position : game.over ? state.sum : game.parts.map(part => part.position).join(' + ') || state.sum;
  const [texts, setTexts] = useState(null);
  useEffect(() => { more('learn').then(setTexts, () => {}); }, [language()]);
  const [written, setWritten] = useState(null), isFaulty = useRef(false), latest = useRef(sheet);
  latest.current = sheet;
  const [played, setPlayed] = useState(null);
  const isOf = (rules, sum) => [...rules.matchAll(/^ *game +(\w+)/gm)].some(([, name]) => new RegExp(`\\b${name}\\b`).test(sum));
  const ownRules = sum => [state.draft, state.rules].find(rules => isOf(rules, sum));
  const taskOf = sum => ({sum, goal, ...(played ?? state.play) === 'misere' && {play: 'misere'}, ...ownRules(sum) && {rules: ownRules(sum)}});
  /** Puts the task at its place, if it can be solved. */
  const put = async (task, i = sheet.tasks.length) => {
    setProblem({i, text: t('searching'), isWork: true});
    try {
      const answer = await ask('match', {sum: task.sum, play: task.play, ...task.rules && {rules: task.rules}, think: 5});
      if (answer.over && task.goal !== 'explain') return setProblem({i, text: t('noMoveHere')});
      if (task.goal === 'move' && answer.advice && !answer.advice.wins) return setProblem({i, text: t('lostToMove')});
      if (task.goal === 'law') {
        if (answer.parts[0].board || answer.parts.length > 1 || task.play === 'misere') return setProblem({i, text: t('lawOfNumbers')});
        if (!await answerOf(task, answer.parts[0].game)) return setProblem({i, text: t('noFormulaKnown')});
      } else if (!['win', 'explain'].includes(task.goal) && !answer.advice) return setProblem({i, text: t('notSolvedHint')});
      setProblem(null);
      const {tasks} = latest.current;
      set({...latest.current, tasks: [...tasks.slice(0, i), task, ...tasks.slice(i + 1)]});
    } catch (error) {
      setProblem({i, text: whyOf(error.message)});
    }
  };
  const move = (i, by) => {
    const tasks = [...sheet.tasks], [one] = tasks.splice(i, 1);
    tasks.splice(i + by, 0, one);
    set({...sheet, tasks});
  };
  const link = hash && base + hash;
  const results = [...new Set(codes.split('\n').map(line => line.trim()).filter(Boolean))].map(line => readCode(sheet, line)).sort((a, b) => a.name.localeCompare(b.name));
  return h('div', {class: 'teacher'}, h('h1', {}, t('class')), h('p', {}, t('classIntro')), texts ? h(Plan, {texts, go, to: lesson => go('learn', {lesson, step: 0})}) : null,
    h('div', {class: 'controls'}, h('label', {class: 'field'}, h('span', {}, t('sheetTitle')), h('input', {value: sheet.title, maxlength: 60, onchange: event => set({...sheet, title: event.target.value})})),
      h('label', {class: 'field'}, h('span', {}, t('helpAllowed')), h('select', {value: sheet.help, onchange: event => set({...sheet, help: event.target.value})},
        kHelps.map(one => h('option', {value: one, selected: one === sheet.help}, t('help_' + one)))))),
    h('h2', {}, t('addTask')),
    h('form', {class: 'controls', onsubmit: event => {
      event.preventDefault();
      put(taskOf(event.target.elements.sum.value));
    }}, h(Picker, {sum: written ?? here, set: (sum, play) => { setWritten(sum); setPlayed(play ?? null); setProblem(null); }}),
    h('label', {class: 'field'}, h('span', {}, t('position')), h('input', {name: 'sum', class: 'address', value: written ?? here, spellcheck: false, autocomplete: 'off', oninput: event => { setWritten(event.target.value); setProblem(null); }})),
    h('label', {class: 'field'}, h('span', {}, t('goal')), h('select', {value: goal, onchange: event => setGoal(event.target.value)}, kGoals.map(one => h('option', {value: one, selected: one === goal}, t('goal_' + one))))),
    h('button', {class: 'main', disabled: Boolean(problem?.isWork)}, t('add')), h('button', {type: 'button', onclick: () => go('gallery', {sheet})}, t('chooseInGallery'))),
    h('div', {class: 'first-board', role: 'group', 'aria-label': t('board')}, h(Drawn, {task: taskOf(written ?? here), onFault: is => { isFaulty.current = is; }})),
    problem?.i === sheet.tasks.length && !isFaulty.current ? h('p', {class: problem.isWork ? 'note' : 'bad', role: 'alert'}, problem.text) : null,
    sheet.tasks.length ? h('ol', {class: 'sheet-tasks'}, sheet.tasks.map((task, i) => h('li', {key: i + task.sum}, h(Drawn, {task}), h('span', {}, h('strong', {}, titleOf(task)), task.play === 'misere' ? ': ' + t('misereNote') : ''),
      h('select', {'aria-label': t('taskNumber', i + 1) + ', ' + t('goal'), value: task.goal, onchange: event => put({...task, goal: event.target.value}, i)}, kGoals.map(one => h('option', {value: one, selected: one === task.goal}, t('goal_' + one)))), ' ',
      h('input', {'aria-label': t('taskNumber', i + 1) + ', ' + t('position'), class: 'address', defaultValue: task.sum, 'aria-invalid': problem?.i === i ? 'true' : null, spellcheck: false, autocomplete: 'off', onchange: event => put({...task, sum: event.target.value}, i)}),
      h('input', {'aria-label': t('taskNumber', i + 1) + ', ' + t('ownWords'), class: 'address', placeholder: t('ownWords'), maxlength: 200, defaultValue: task.text, onchange: event => set({...sheet, tasks: sheet.tasks.map((one, k) => k === i ? {...one, text: event.target.value.trim() || undefined} : one)})}),
      h('span', {class: 'buttons'}, h('button', {class: 'quiet', disabled: !i, 'aria-label': t('earlier'), onclick: () => move(i, -1)}, '↑'),
        h('button', {class: 'quiet', disabled: i + 1 === sheet.tasks.length, 'aria-label': t('later'), onclick: () => move(i, 1)}, '↓'),
        h('button', {class: 'quiet', 'aria-label': t('remove'), onclick: () => set({...sheet, tasks: sheet.tasks.filter((_, k) => k !== i)})}, '✕')),
      problem?.i === i ? h('p', {class: problem.isWork ? 'note' : 'bad', role: 'alert'}, problem.text) : null))) : h('p', {class: 'note'}, t('noTasks')),
    sheet.tasks.length ? [
      h('h2', {}, t('giveOut')), isLocal ? h('p', {class: 'warn'}, t('onlyHere') + ' ' + t('paperNeedsNone')) : null, field, isLocal ? null : h(Link, {text: link, label: t('linkToSheet')}),
      h('div', {class: 'buttons'}, h('button', {onclick: () => print()}, t('printSheet')), h('button', {onclick: () => { kept.position = written ?? here; go('class', {sheet: {...sheet, open: 1, isMine: 1}, step: 0}); }}, t('tryAsPupil'))),
      h('details', {}, h('summary', {}, t('answersApart')), h(Answers, {sheet})),
      h('h2', {}, t('collect')), h('label', {class: 'field'}, h('span', {}, t('codesHere')), h('textarea', {rows: 4, value: codes, oninput: event => setCodes(event.target.value)})),
      results.length ? h('div', {class: 'scroll', tabindex: '0'}, h('table', {class: 'results'}, h('thead', {}, h('tr', {}, h('th', {scope: 'col'}, t('pupil')), sheet.tasks.map((_, i) => h('th', {scope: 'col'}, i + 1)))),
        h('tbody', {}, results.map((one, k) => [h('tr', {key: k}, h('th', {scope: 'row'}, one.name), one.tries ? Array.from(one.tries, (n, i) => h('td', {key: i, class: n === 'x' ? 'bad' : n === '0' ? '' : 'good'}, n === '0' ? '–' : n === 'x' ? '✗' : sheet.tasks[i].goal === 'explain' ? '✎' : solvedWith(n)))
          : h('td', {colspan: sheet.tasks.length, class: 'bad'}, t('wrongCode'))),
        one.texts.map((text, i) => text && sheet.tasks[i] ? h('tr', {key: `${k} ${i}`}, h('td', {}, t('taskNumber', i + 1)), h('td', {class: 'said-text', colspan: sheet.tasks.length}, text)) : null)])))) : null,
      h('section', {class: 'on-paper'}, isLocal || !fitsQr(link) ? null : h(Qr, {text: link}), h('h1', {}, sheet.title || t('sheet')), h('p', {}, t('nameLine')), h('ol', {}, sheet.tasks.map((task, i) => h('li', {key: i}, h('p', {}, h('strong', {}, titleOf(task)), ': ', describe(gameOf(task.sum), task)), task.rules ? h('pre', {}, task.rules.trim()) : null, task.goal === 'law' ? h(FirstValues, {task}) : null, h('p', {}, task.text || t(task.goal === 'win' ? 'goalOnPaper' : 'goal_' + task.goal)), h(Drawn, {task, isNumbered: true}), h('p', {class: 'answer-line' + (task.goal === 'explain' ? ' long' : '')}, t('answerHere'))))),
        h('div', {class: 'new-page'}, h('h1', {}, t('answersApart')), h(Answers, {sheet})))] : null);
}

/** What a pupil writes goes to the teacher with the code. */
function Explain({text, set, onDone, onTry}) {
  return h('form', {onsubmit: event => {
    event.preventDefault();
    const said = event.target.elements.said.value.trim();
    if (!said) return;
    set(said);
    onTry();
    onDone();
  }}, h('label', {class: 'field'}, h('span', {}, t('ownExplanation')), h('textarea', {name: 'said', rows: 6, maxlength: kMostSaid, defaultValue: text})), h('button', {class: 'main'}, t('handIn')));
}

function Pupil({sheet, go, draw}) {
  const kept = 'sheet ' + idOf(sheet);
  const [mine, setMine] = useState(() => JSON.parse(localStorage.getItem(kept) ?? 'null') ?? {name: '', tries: sheet.tasks.map(() => 0), solved: sheet.tasks.map(() => false)});
  const [outcome, setOutcome] = useState(null);
  const keepMine = change => setMine(before => {
    const now = change(before);
    localStorage.setItem(kept, JSON.stringify(now));
    return now;
  });
  const isResult = state.step >= sheet.tasks.length, task = sheet.tasks[Math.min(state.step, sheet.tasks.length - 1)];
  useEffect(() => { gameTexts().then(draw, () => {}); }, []);
  useEffect(() => {
    setOutcome(null);
    if (isResult) return;
    Object.assign(state, {rules: task.rules ?? '', values: sheet.help === 'values'});
    if (task.goal !== 'win') start({sum: task.sum, play: task.play ?? 'normal', who: 2});
    ask('match', {sum: task.sum, play: task.play, ...task.rules && {rules: task.rules}, think: 10}).then(answer => setOutcome(answer.advice?.outcome ?? '?'), () => setOutcome('?'));
  }, [state.step]);
  useEffect(() => {
    if (game.hints && !isResult) keepMine(now => now.solved[state.step] ? now : {...now, helped: sheet.tasks.map((_, i) => i === state.step || Boolean(now.helped?.[i]))});
  }, [game.hints]);
  const to = step => {
    if (step !== state.step) clear();
    state.step = step;
    keep(true);
    draw();
  };
  const tried = () => keepMine(now => now.solved[state.step] ? now : {...now, tries: now.tries.map((n, i) => i === state.step ? Math.min(9, n + 1) : n)});
  const solved = () => keepMine(now => ({...now, solved: now.solved.map((one, i) => one || i === state.step)}));
  const {open, isMine, ...own} = sheet;
  const steps = h('nav', {class: 'course', 'aria-label': t('sheet')}, isMine ? h('button', {onclick: () => go('class', {sheet: own, step: 0})}, t('backToSheet')) : null, h('p', {}, h('strong', {}, sheet.title || t('sheet'))), h('ol', {}, sheet.tasks.map((_, i) => h('li', {key: i},
    h('button', {class: 'quiet', 'aria-current': i === state.step ? 'step' : null, onclick: () => to(i)}, t('taskNumber', i + 1), mine.solved[i] ? h('span', {class: 'good'}, sheet.tasks[i].goal === 'explain' ? ' ✎' : ' ✓') : null))),
  h('li', {}, h('button', {class: 'quiet', 'aria-current': isResult ? 'step' : null, onclick: () => to(sheet.tasks.length)}, t('myResult')))));
  if (isResult) {
    const checked = i => sheet.tasks[i].goal !== 'explain';
    const tries = mine.tries.map((n, i) => !mine.solved[i] ? n ? 'x' : '0' : mine.helped?.[i] ? kHelped[Math.max(1, n)] : Math.max(1, n)).join('');
    return h('div', {class: 'learn'}, steps, h('div', {class: 'result'}, h('h1', {}, t('myResult')),
      h('p', {}, t('solvedOf', mine.solved.filter((one, i) => one && checked(i)).length, sheet.tasks.filter((_, i) => checked(i)).length)),
      h('label', {class: 'field'}, h('span', {}, t('yourName')), h('input', {value: mine.name, maxlength: 30, autocomplete: 'off', oninput: event => keepMine(now => ({...now, name: event.target.value}))})),
      mine.name.trim() ? [h('p', {}, t('sendCode')), h(Link, {text: codeOf(sheet, mine.name.trim(), tries, sheet.tasks.map((_, i) => mine.texts?.[i] ?? '')), label: t('yourCode'), isPlain: true})] : h('p', {class: 'note'}, t('nameFirst')),
      sheet.isMine ? null : h('button', {class: 'quiet', onclick: () => go('class', {sheet: kFirst, step: 0})}, t('leaveSheet'))));
  }
  const props = {key: state.step, onDone: solved, onTry: tried};
  const who = {N: 0, P: 1, D: 2}[outcome];
  return h('div', {class: 'learn'}, steps, h('div', {class: 'play'}, h(Stage, {isAsked: task.goal === 'who', task: [h('p', {class: 'prompt'}, promptOf(task)), h(Rules, {task})]}),
    h('aside', {class: 'panel lesson', 'aria-label': t('task')}, h('h1', {}, t('taskNumber', state.step + 1)),
      task.goal === 'win' ? (outcome ? h(Win, {...props, help: sheet.help !== 'none', task: {sum: task.sum, play: task.play, rules: task.rules, who: outcome === 'P' ? 1 : 0}}) : null)
        : task.goal === 'move' ? h(Zero, {...props, help: sheet.help !== 'none', task: {times: 1, sums: [task.sum], play: task.play, rules: task.rules}})
          : task.goal === 'explain' ? h(Explain, {...props, text: mine.texts?.[state.step] ?? '', set: text => keepMine(now => ({...now, texts: sheet.tasks.map((_, i) => i === state.step ? text : now.texts?.[i] ?? '')}))})
          : task.goal === 'law' ? (game.begin?.[0]?.game ? h(Law, {...props, help: sheet.help !== 'none', task, game: game.begin[0].game}) : null)
          : outcome ? h(Ask, {...props, task: {right: who}, texts: {question: promptOf(task), answers: [t('whoFirst'), t('whoSecond'), t('whoNobody')]}}) : null,
      mine.solved[state.step] ? h('div', {class: 'passed answered', role: 'status'}, h('p', {class: 'good'}, t(task.goal === 'explain' ? 'handedIn' : 'taskDone')), h('button', {class: 'main', onclick: () => to(state.step + 1)}, t(state.step + 1 < sheet.tasks.length ? 'nextTask' : 'myResult'))) : null)));
}

export default function Class({go, draw}) {
  const sheet = {...kFirst, ...state.sheet};
  const isSheet = Array.isArray(sheet.tasks) && sheet.tasks.every(task => typeof task?.sum === 'string' && kGoals.includes(task.goal));
  if (sheet.open && isSheet && sheet.tasks.length) return h(Pupil, {sheet, go, draw});
  return h(Teacher, {sheet: isSheet ? sheet : kFirst, go, set: changed => {
    state.sheet = changed;
    keep(false);
    draw();
  }});
}


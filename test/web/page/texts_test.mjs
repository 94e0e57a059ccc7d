// Each language of the page has all its words: what the views ask for, and nothing else, with the same places to fill as
// in English; the same games, and a text for each task of each lesson.
//
//   texts_test.mjs
import {readFileSync, readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const app = join(here, '../../../web/app'), rules = join(here, '../../language');
const sources = Object.fromEntries(readdirSync(app).filter(name => name.endsWith('.js'))
  .map(name => [name, readFileSync(join(app, name), 'utf8')]));
const module = async name => (await import('data:text/javascript,' + encodeURIComponent(sources[name]))).default;  // none imports another
const codes = Object.keys(sources).map(name => /^language_(\w+)[.]js$/.exec(name)?.[1]).filter(Boolean);
const views = Object.entries(sources).filter(([name]) => !/_\w\w[.]js$/.test(name)).map(([, text]) => text).join('\n');

let failures = 0;
function expect(truth, what) {
  if (truth) return;
  ++failures;
  console.log('not so: ' + what);
}
function same(one, other, what) {
  for (const key of Object.keys(one)) expect(Object.hasOwn(other, key), `${what} lacks '${key}'`);
  for (const key of Object.keys(other)) expect(Object.hasOwn(one, key), `${what} does not need '${key}'`);
}

const both = async code => ({...await module(`language_${code}.js`), ...await module(`views_${code}.js`)});
const english = await both('en'), games = await module('games_en.js'), course = await module('learn_en.js');
const {lessons} = await import('data:text/javascript,' + encodeURIComponent(sources['lessons.js']));
const gallery = await import('data:text/javascript,' + encodeURIComponent(sources['games.js']));
const {byRows} = await import('data:text/javascript,' + encodeURIComponent(sources['words.js'].replace(/^import .*$/m, '')));
const messages = new Set(readdirSync(rules).filter(name => name.endsWith('.game'))
  .flatMap(name => [...readFileSync(join(rules, name), 'utf8').matchAll(/# error: \d+:\d+: (.*)/g)].map(([, message]) => message)));
expect(messages.size > 100, 'test/language has errors');
for (const [file, text] of Object.entries(sources)) {
  if (!/^(language|games)_\w\w[.]js$/.test(file)) continue;
  const further = sources[file.replace('language', 'views')];
  const keys = [...(file.startsWith('language') ? text + further : text).matchAll(/^  (\w+):/gm)].map(([, key]) => key);
  for (const key of keys.filter((one, i) => keys.indexOf(one) !== i)) expect(false, `${file} has '${key}' once`);
}
const places = text => [...text.matchAll(/\{\d\}/g)].map(([place]) => place).sort().filter((one, i, all) => one !== all[i - 1]).join();
for (const [, key] of views.matchAll(/\bt\('(\w+)'/g))
  expect(Object.hasOwn(english, key) || key.endsWith('_'), `a view asks for '${key}', which English has`);
for (const {key} of gallery.games) expect(Object.hasOwn(games, key), `the gallery's '${key}' has a name`);
for (const group of gallery.groups) expect(Object.hasOwn(english, 'group_' + group), `the group '${group}' has a name`);
for (const code of codes) {
  expect(sources['texts.js'].includes(`'${code}'`), `texts.js names ${code}`);
  const language = await both(code);
  same(english, language, `language_${code}.js`);
  for (const [key, text] of Object.entries(english))
    expect(places(language[key] ?? '') === places(text), `language_${code}.js fills the same places in '${key}' as English`);
  const named = await module(`games_${code}.js`);
  same(games, named, `games_${code}.js`);
  for (const [key, texts] of Object.entries(named)) expect([2, 3].includes(texts.length) && texts.every(Boolean), `games_${code}.js: '${key}' has a name and rules`);
  const told = await module(`learn_${code}.js`);
  same(course.lessons, told.lessons, `learn_${code}.js`);
  expect(told.plan.length === course.plan.length, `learn_${code}.js has the whole plan`);
  for (const {id, tasks} of lessons) {
    const texts = told.lessons[id];
    expect(texts?.title && texts.tasks.length === tasks.length && texts.tasks.every(task => task.prompt), `learn_${code}.js has the tasks of '${id}'`);
    tasks.forEach((task, i) => expect(task.kind !== 'ask' || texts.tasks[i].answers.length > task.right, `learn_${code}.js has the answers of '${id}'`));
  }
}
for (const code of codes.filter(code => code !== 'en')) {
  const rows = [...await module(`rules_${code}.js`), ...await module(`engine_${code}.js`)];
  for (const [pattern, words] of rows) {
    const brackets = new RegExp(pattern.source + '|').exec('').length - 1;
    for (const [place, i] of words.matchAll(/\{=?(\d)\}/g)) expect(Number(i) < brackets, `${pattern} finds what '${words}' has at ${place}`);
  }
  for (const message of messages) {
    const told = byRows(rows, message);
    expect(told !== message, `${code} has words for '${message}'`);
    const left = /\b(the|is|are|expected|found|write|written|here|has|takes|needs|unknown)\b/.exec(told.replace(/„.*?“/g, ''));
    expect(!left, `'${told}' has no English '${left?.[0]}'`);
  }
}
expect(codes.length >= 2, 'there are two languages');
console.log(`${codes.length} languages of ${Object.keys(english).length} texts and ${Object.keys(games).length} games, ${failures} failures`);
process.exit(failures ? 1 : 0);

// Each language of the page has all its words: what the views ask for, and nothing else, with the same places to fill as
// in English, and a text for each step of each lesson.
//
//   texts_test.mjs
import {readFileSync, readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const app = join(dirname(fileURLToPath(import.meta.url)), '../../../web/app');
const sources = Object.fromEntries(readdirSync(app).filter(name => name.endsWith('.js'))
  .map(name => [name, readFileSync(join(app, name), 'utf8')]));
const module = name => import('data:text/javascript,' + encodeURIComponent(sources[name]));  // none of these imports another
const files = Object.keys(sources).filter(name => /^language_\w+[.]js$/.test(name));
const views = Object.entries(sources).filter(([name]) => !files.includes(name)).map(([, text]) => text).join('\n');

let failures = 0;
function expect(truth, what) {
  if (truth) return;
  ++failures;
  console.log('not so: ' + what);
}

const {default: english} = await module('language_en.js');
const {lessons} = await module('lessons.js');
const places = text => [...text.matchAll(/\{\d\}/g)].map(([place]) => place).sort().filter((one, i, all) => one !== all[i - 1]).join();
for (const [, key] of views.matchAll(/\bt\('(\w+)'/g)) expect(key in english.texts, `a view asks for '${key}', which English has`);
const kStatuses = ['refuted', 'conjectured', 'unknown'];  // of laws, shown as the engine names them
for (const key of Object.keys(english.texts))
  expect(kStatuses.includes(key) || new RegExp(`'${key}'|\\b${key}: (async )?\\(\\) =>`).test(views), `a view shows '${key}'`);
for (const file of files) {
  const {default: language} = await module(file);
  const code = /_(\w+)[.]/.exec(file)[1];
  expect(sources['texts.js'].includes(`import ${code} from './${file}'`), `texts.js has a row for ${file}`);
  expect(language.name, `${file} names its language`);
  for (const key of Object.keys(english.texts)) {
    const text = language.texts[key];
    expect(typeof text === 'string' && text.trim(), `${file} has '${key}'`);
    expect(places(text ?? '') === places(english.texts[key]), `${file} fills the same places in '${key}' as English`);
  }
  for (const key of Object.keys(language.texts)) expect(key in english.texts, `${file} needs '${key}'`);
  for (const {id, steps} of lessons) {
    const texts = language.lessons[id];
    expect(texts?.title && texts.steps.length === steps.length && texts.steps.every(Boolean), `${file} has the lesson '${id}'`);
  }
  expect(Object.keys(language.lessons).length === lessons.length, `${file} has no other lessons`);
}
expect(files.length >= 2, 'there are two languages');
console.log(`${files.length} languages of ${Object.keys(english.texts).length} texts, ${failures} failures`);
process.exit(failures ? 1 : 0);

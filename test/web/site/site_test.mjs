// The engine of the static site against the program: the same answers, line for line, for all built-in games and for the
// questions that the documents show.
//
//   site_test.mjs PROGRAM SITE      SITE: a folder that `./dev site` has written
//
// An answer that the time limit ends, on either side, is counted and not compared; so is a law whose certificate did not come
// in time. Where sums are searched, either engine may advise another move: of the winner's, the program must see that it wins too;
// the loser's may be any legal one.
import {spawn} from 'node:child_process';
import {readFileSync, readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {isDeepStrictEqual} from 'node:util';

const [program, site] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

// --- both engines --------------------------------------------------------------------------------------------------------------

let heard = [];
const began = performance.now();
globalThis.self = {location: {href: 'file:///'}};  // as a worker has it
const {default: begin} = await import(pathToFileURL(join(site, 'engine.mjs')));
const engine = await begin({wasmBinary: readFileSync(join(site, 'engine.wasm')), line: text => heard.push(text)});
const last = lines => JSON.parse(lines.at(-1));
function here(method, request) {
  heard = [];
  engine.ccall('answer', null, ['string', 'string'], [method, JSON.stringify(request)]);
  return last(heard);
}

const helper = spawn(program, ['serve', '--helper', '--threads', '1', '--time-limit', '60']);
const said = createInterface({input: helper.stdout})[Symbol.asyncIterator]();
async function there(method, request) {
  helper.stdin.write(`${method} ${JSON.stringify(request)}\n`);
  for (;;) {
    const answer = JSON.parse((await said.next()).value);
    if (!answer.progress) return answer;
  }
}

// --- what is asked -------------------------------------------------------------------------------------------------------------

const questions = [];
const {games} = here('games', {}).result;
console.log(`first answer after ${(performance.now() - began).toFixed(0)} ms`);
for (const {name, rules, coordinates, example: own} of games) {
  if (!rules && own) questions.push(['value', {sum: own}], ['match', {sum: own}], ['match', {sum: own, play: 'misere'}]);
  if (!rules) continue;
  const [game] = here('rules', {rules}).result.games;
  questions.push(['rules', {rules}]);
  if (!game.example) continue;
  const sum = game.example;
  questions.push(['value', {sum}], ['options', {position: sum, limit: 40}], ['match', {sum}],
    ['solve', {sum: `${sum} + nim(2)`}], ['solve', {sum, play: 'misere'}], ['match', {sum, play: 'misere'}]);
  if (coordinates?.length && !game.parameters.length) questions.push(['table', {game: name, upto: 6}], ['prove', {game: name}]);
}
const kQuestion = /^\$ grundy (solve|value|prove)( --play misere)? '([^'@]+)'$/gm;
const documents = [join(root, 'README.md'), ...readdirSync(join(root, 'doc')).filter(one => one.endsWith('.md')).map(one => join(root, 'doc', one))];
for (const document of documents) {
  for (const [, method, misere, text] of readFileSync(document, 'utf8').matchAll(kQuestion))
    questions.push([method, {...method === 'prove' ? {game: text} : {sum: text}, ...misere ? {play: 'misere'} : {}}]);
}
questions.push(['value', {sum: 'kayle(3)'}], ['solve', {}], ['nothing', {}], ['table', {game: 'wythoff', upto: 60}],
  ['value', {sum: 'nim(123456789012345678901234567890) + nim(98765432109876543210)'}],
  ['solve', {sum: 'kayles(10^30) + nim(10^25)'}], ['value', {sum: 'wythoff(10^18, 10^18 + 12345)'}],
  ['prove', {game: 'forced', formula: 'n >= m: n - m; w + m - n - 1'}], ['prove', {game: 'nim', formula: 'n + 1'}]);

// --- compared ------------------------------------------------------------------------------------------------------------------

const ended = answer => answer.error?.messages.some(one => one.message.includes('time limit')) ||
  answer.result?.status === 'proved' && answer.result.certificate === null;
/** Whether the program sees this advice as right. */
async function isRight({wins, move}, moves, {sum, play}) {
  if (!wins) return moves.some(one => one.part === move.part && one.to === move.to);
  const {result} = await there('match', {sum, play, made: [{part: move.part, to: move.to}]});
  return result.over ? result.winner === 'first' : result.advice.wins === false;
}
let passed = 0, failed = 0, unfinished = 0;
for (const [method, request] of questions) {
  const program = await there(method, request);
  let answer;
  try {
    answer = here(method, request);
  } catch (error) {
    answer = {ended: String(error)};
  }
  for (const one of [program, answer]) if (one.result) delete one.result.seconds;
  const [mine, other] = [program.result?.advice, answer.result?.advice];
  if (mine?.move && other?.move && mine.wins === other.wins && !isDeepStrictEqual(mine.move, other.move) &&
      await isRight(other, program.result.moves, request)) other.move = mine.move;
  if (ended(program) || ended(answer)) {
    ++unfinished;
  } else if (isDeepStrictEqual(program, answer)) {
    ++passed;
  } else {
    ++failed;
    console.log(`${method} ${JSON.stringify(request).slice(0, 200)}\n  program: ${JSON.stringify(program).slice(0, 600)}\n  site:    ${JSON.stringify(answer).slice(0, 600)}`);
    if (answer.ended) break;
  }
}
helper.stdin.end();
console.log(`${passed} answers are the same, ${failed} are not, ${unfinished} did not end in time`);
process.exit(failed ? 1 : 0);

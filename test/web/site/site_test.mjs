// The engine of the static site against the program: the same answers, line for line, for all built-in games and for the
// questions that the documents show.
//
//   site_test.mjs PROGRAM SITE      SITE: a folder that `./dev site` has written
//
// As many workers as there are cores, each with both engines, take the questions game by game, so that what was found for one
// serves the next. An answer that the limit of time or memory ends, on either side, is counted and not compared; so is a law
// whose certificate did not come in time. Where sums are searched, either engine may advise another move: of the winner's,
// the program must see that it wins too; the loser's may be any legal one.
import {spawn} from 'node:child_process';
import {readFileSync, readdirSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {dirname, join} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {isDeepStrictEqual} from 'node:util';
import {Worker, isMainThread, parentPort} from 'node:worker_threads';
import {brotliCompressSync, constants} from 'node:zlib';

const [program, site] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

// --- both engines --------------------------------------------------------------------------------------------------------------

globalThis.self = {location: {href: 'file:///'}};  // as a worker of the page has it
const {default: begin} = await import(pathToFileURL(join(site, 'engine.mjs')));
const [first, rest] = ['engine.wasm', 'engine_rest.wasm'].map(one => new WebAssembly.Module(readFileSync(join(site, one))));
const elsewhere = new Proxy({}, {get: () => () => { throw new Error('this needs the rest of the engine'); }});
let heard = [];
/** The engine; `parts` says whether it gets the rest at once. */
const begun = (parts = 2) => begin({
  line: text => heard.push(text),
  instantiateWasm(imports, done) {
    const instance = new WebAssembly.Instance(first, {...imports, placeholder: elsewhere});
    if (parts > 1) new WebAssembly.Instance(rest, {primary: instance.exports});
    done(instance, first);
    return instance.exports;
  },
});
const began = performance.now();
let engine = await begun();
function here(method, request) {
  heard = [];
  engine.ccall('answer', null, ['string', 'string'], [method, JSON.stringify(request)]);
  return JSON.parse(heard.at(-1));
}

/** Asks the program, started with the site's limits. */
function asking() {
  const helper = spawn(program, ['serve', '--helper', '--threads', '1', '--time-limit', '20'], {stdio: ['pipe', 'pipe', 'inherit']});
  const said = createInterface({input: helper.stdout})[Symbol.asyncIterator]();
  return async (method, request) => {
    helper.stdin.write(`${method} ${JSON.stringify(request)}\n`);
    for (;;) {
      const answer = JSON.parse((await said.next()).value);
      if (!answer.progress) return answer;
    }
  };
}

// --- what is asked -------------------------------------------------------------------------------------------------------------

/** Rows of questions, a row for each game: [method, request]. */
function questions() {
  const rows = new Map();
  const ask = (game, ...some) => rows.set(game, [...rows.get(game) ?? [], ...some]);
  for (const {name, rules, coordinates, example: own} of here('games', {}).result.games) {
    if (!rules && own) ask(name, ['value', {sum: own}], ['match', {sum: own}], ['match', {sum: own, play: 'misere'}]);
    if (!rules) continue;
    const [game] = here('rules', {rules}).result.games;
    ask(name, ['rules', {rules}]);
    if (!game.example) continue;
    const sum = game.example;
    ask(name, ['value', {sum}], ['options', {position: sum, limit: 40}], ['match', {sum}],
      ['solve', {sum: `${sum} + nim(2)`}], ['solve', {sum, play: 'misere'}], ['match', {sum, play: 'misere'}]);
    if (coordinates?.length && !game.parameters.length) ask(name, ['table', {game: name, upto: 6}], ['prove', {game: name}]);
  }
  const kQuestion = /^\$ (?:grundy|\.\/dev run) (solve|value|prove)( --play misere)? '([^'@]+)'$/gm;
  const documents = readdirSync(join(root, 'doc')).filter(one => one.endsWith('.md')).map(one => join('doc', one));
  for (const document of ['README.md', ...documents]) {
    for (const [, method, misere, text] of readFileSync(join(root, document), 'utf8').matchAll(kQuestion)) {
      ask(/^\w+/.exec(text)?.[0] ?? '',
        [method, {...method === 'prove' ? {game: text} : {sum: text}, ...misere ? {play: 'misere'} : {}}]);
    }
  }
  ask('', ['value', {sum: 'kayle(3)'}], ['solve', {}], ['nothing', {}], ['table', {game: 'wythoff', upto: 60}],
    ['value', {sum: 'nim(123456789012345678901234567890) + nim(98765432109876543210)'}],
    ['solve', {sum: 'kayles(10^30) + nim(10^25)'}], ['value', {sum: 'wythoff(10^18, 10^18 + 12345)'}],
    ['prove', {game: 'forced', formula: 'n >= m: n - m; w + m - n - 1'}], ['prove', {game: 'nim', formula: 'n + 1'}]);
  return [...rows.values()];
}

// --- compared ------------------------------------------------------------------------------------------------------------------

const ended = ({error, result}) => [...(error?.messages ?? []).map(one => one.message), result?.no_advice ?? '']
  .some(one => /time limit|no memory left/.test(one));
const lacksCertificate = answer => answer.result?.status === 'proved' && answer.result.certificate === null;

/** Whether the program sees this advice as right. */
async function isRight(there, {wins, move}, moves, {sum, play}) {
  if (!wins) return moves.some(one => one.part === move.part && one.to === move.to);
  const {result} = await there('match', {sum, play, made: [{part: move.part, to: move.to}]});
  return result.over ? result.winner === 'first' : result.advice.wins === false;
}

/** 'the same', 'not ended', or what is different. The site is asked first: what it does not end is nothing to compare. */
async function compared(there, method, request) {
  let site;
  try {
    site = here(method, request);
  } catch (error) {
    engine = await begun();  // as the page begins another worker
    if (error.kind === 'declined') return 'not ended';
    site = {failed: String(error)};
  }
  if (ended(site)) return 'not ended';
  const program = await there(method, request);
  if (ended(program)) return 'not ended';
  for (const one of [program, site]) if (one.result) delete one.result.seconds;
  const [mine, other] = [program.result?.advice, site.result?.advice];
  if (mine?.move && other?.move && mine.wins === other.wins && !isDeepStrictEqual(mine.move, other.move) &&
      await isRight(there, other, program.result.moves, request)) other.move = mine.move;
  if (isDeepStrictEqual(program, site)) return 'the same';
  if (lacksCertificate(program) || lacksCertificate(site)) return 'not ended';
  return `program: ${JSON.stringify(program).slice(0, 600)}\n  site:    ${JSON.stringify(site).slice(0, 600)}`;
}

if (!isMainThread) {
  const there = asking();
  parentPort.on('message', async row => {
    for (const [method, request] of row) {
      const from = performance.now();
      const outcome = await compared(there, method, request);
      parentPort.postMessage({method, request, outcome, seconds: (performance.now() - from) / 1000});
    }
    parentPort.postMessage(null);
  });
}

/** Asks all rows, and counts what became of the questions. */
async function run(rows) {
  const counts = {'the same': 0, 'not ended': 0, different: 0};
  const worker = async () => {
    const one = new Worker(new URL(import.meta.url), {argv: [program, site]});
    const failed = new Promise((_, reject) => one.once('error', reject));
    for (let row; (row = rows.shift());) {
      const asked = new Promise(done => one.on('message', answer => {
        if (!answer) return done(one.removeAllListeners('message'));
        const {method, request, outcome, seconds} = answer;
        const short = `${method} ${JSON.stringify(request).slice(0, 200)}`;
        ++counts[outcome in counts ? outcome : 'different'];
        if (outcome !== 'the same') console.log(`${short}, ${seconds.toFixed(1)} s: ${outcome}`);
      }));
      one.postMessage(row);
      await Promise.race([asked, failed]);
    }
    await one.terminate();
  };
  await Promise.all(Array.from({length: availableParallelism()}, worker));
  return counts;
}

if (isMainThread) {
  engine = await begun(1);
  here('games', {});
  here('match', {sum: 'nim{3, 5, 7}'});
  const milliseconds = performance.now() - began;
  const bytes = readFileSync(join(site, 'engine.wasm'));
  const packed = brotliCompressSync(bytes, {params: {[constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS}});
  console.log(`the first part of the engine: ${bytes.length} bytes, ${packed.length} by brotli`);
  if (bytes.length > 2.5e6 || packed.length > 9e5) throw new Error('the first part of the engine is too large');
  console.log(`first answer after ${milliseconds.toFixed(0)} ms`);
  engine = await begun();
  const rows = questions();
  const asked = rows.flat().length;
  const counts = await run(rows);
  const answered = counts['the same'] + counts['not ended'] + counts.different;
  console.log(`${asked} questions: ${counts['the same']} answers are the same, ${counts.different} are not, ` +
    `${counts['not ended']} did not end within the limits, ${asked - answered} were not asked`);
  process.exit(counts.different || answered !== asked ? 1 : 0);
}

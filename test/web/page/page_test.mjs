// The page in a real browser, used as a pupil, a teacher, an author of rules and a keyboard user would: games won, lost
// and reviewed, boards clicked, Back and Forward, the program killed in mid-game, links, a narrow screen, German. No
// message on the console and no broken policy in any of it, and axe-core finds nothing.
//
//   page_test.mjs PROGRAM FOLDER [SCREENSHOTS]       FOLDER holds node_modules
//   page_test.mjs --site SITE FOLDER [SCREENSHOTS]   the same for the static site that `./dev site` wrote to SITE
//
// Exit 77, with the reason, where a browser or a module is missing.
import {spawn, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {createRequire} from 'node:module';
import {availableParallelism, loadavg} from 'node:os';
import {extname, join} from 'node:path';

const words = process.argv.slice(2);
const site = words[0] === '--site' ? words.splice(0, 2)[1] : null;
const [program, folder, pictures] = site ? [null, ...words] : words;
const kSkipped = 77;
const kReadmeSum = 'kayles(10) + nim(3)';
const kPatience = Number(process.env.PATIENCE ?? 180_000);  // milliseconds, for what comes at once where nothing else is worked on

function skip(why) {
  console.log('skipped: ' + why);
  process.exit(kSkipped);
}
const browserPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync) ?? skip('chromium is not installed');
const require = createRequire(join(folder, 'package.json'));
let chromium, axe;
try {
  ({chromium} = require('playwright-core'));
  axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
} catch {
  skip('playwright-core and axe-core are not installed; `./dev page` fetches them');
}

/** The address of `grundy serve`, and what ends it. */
async function served(port = '0') {
  const server = spawn(program, ['serve', '--port', port, '--time-limit', '600']);
  const address = await new Promise(done => {
    let said = '';
    server.stdout.on('data', text => {
      said += text;
      if (said.includes('ends it.\n')) done(said.split('\n')[0]);
    });
  });
  return [address, () => server.kill('SIGINT')];
}

/** Any static host: files, and nothing said but their type. */
async function hosted() {
  const types = {'.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml'};
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    const file = join(site, path.endsWith('/') ? path + 'index.html' : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, {'Content-Type': types[extname(file)] ?? 'application/octet-stream'}).end(readFileSync(file));
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return [`http://127.0.0.1:${server.address().port}/`, () => server.close()];
}

const [address, end] = await (site ? hosted() : served());
const browser = await chromium.launch({executablePath: browserPath, args: ['--no-sandbox']});
let failures = 0, passed = 0, troubles = [];
const listen = page => {
  page.on('console', message => troubles.push(message.text()));
  page.on('pageerror', error => troubles.push(String(error)));
};
async function fresh(options = {}) {
  const context = await browser.newContext({locale: 'en-GB', reducedMotion: 'reduce', ...options});
  context.setDefaultTimeout(kPatience);
  const page = await context.newPage();
  listen(page);
  await page.goto(address);
  await page.waitForSelector('html[data-ready]');
  return page;
}
function expect(truth, what) {
  if (!truth) throw new Error('not so: ' + what);
}
async function test(name, run) {
  if (process.env.ONLY && !name.includes(process.env.ONLY)) return;
  troubles = [];
  try {
    await run();
    expect(!troubles.length, 'nothing on the console: ' + troubles.join('; '));
    ++passed;
  } catch (error) {
    ++failures;
    console.log(`${name}: ${error.message}`);
  } finally {
    for (const context of browser.contexts()) await context.close();  // with its connections
  }
}

const kViews = ['Learn', 'Play', 'Invent', 'Class'];
const picture = async (page, name) => {
  if (!pictures) return;
  mkdirSync(pictures, {recursive: true});
  await page.screenshot({path: join(pictures, name + '.png')});
};
const nav = (page, name) => page.getByRole('navigation').getByRole('button', {name, exact: true}).click();
const tab = (page, name) => page.getByRole('tab', {name, exact: true}).click();
const begin = async (page, sum) => {
  if (!await page.locator('#sum').isVisible()) await page.getByText('Position, for experts').click();
  await page.fill('#sum', sum);
  await page.getByRole('button', {name: 'Begin', exact: true}).click();
  await page.waitForSelector('.experts form:not([aria-busy])');
  await page.waitForSelector('.board.yours, .problem, .status.end');
};
const spot = (page, place, slot = 0) => page.locator('.slot').nth(slot).locator(`[data-place="${place}"]:not([aria-disabled])`).first();
const yourTurn = page => page.waitForSelector('.status:has-text("Your move"), .status.end');
const write = async (page, rules) => {
  await page.focus('.cm-content');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(rules);
};
const status = page => page.locator('.status').textContent();
const named = (page, text) => page.waitForSelector(`.played li:has-text("${text}")`);

await test('what the page begins with is fetched at once, and is small', async () => {
  const page = await fresh();
  const {late, requests, bytes} = await page.evaluate(() => {
    const name = one => new URL(one).pathname.split('/').at(-1);
    const early = [...document.querySelectorAll('link[rel=modulepreload], script')].map(one => name(one.href || one.src));
    const got = performance.getEntriesByType('resource').filter(one => !/api[/]|engine[.]wasm/.test(one.name));
    return {late: got.map(one => name(one.name)).filter(one => one.endsWith('.js') && !early.includes(one) && !/^(by_\w+|worker|language_\w+)[.]js$/.test(one)),
      requests: got.length, bytes: got.reduce((sum, one) => sum + one.encodedBodySize, 0)};
  });
  expect(!late.length, 'index.html names ' + late.join(', '));
  if (!site) {
    console.log(`the page begins with ${(bytes / 1000).toFixed(0)} kB in ${requests} requests`);
    expect(bytes < 60_000, `60 kB are enough, not ${bytes}`);
  }
});

await test('the page of the server comes at once, and what the README asks', async () => {
  if (site) return;
  const kRounds = 7;
  const kWindow = 1500;  // Chromium draws the window of a new context with pages of its own, which a user's window has done
  const median = times => times.sort((a, b) => a - b)[(times.length - 1) / 2];
  const paints = [], loads = [], shifts = [], answers = [], runs = [];
  for (let round = 0; round < kRounds; ++round) {
    const context = await browser.newContext();
    await context.addInitScript(() => {
      window.shift = 0;
      new PerformanceObserver(list => { for (const one of list.getEntries()) window.shift += one.value; }).observe({type: 'layout-shift', buffered: true});
      new MutationObserver(() => window.seen ??= document.documentElement?.dataset.ready && performance.now())
        .observe(document, {attributes: true, subtree: true, attributeFilter: ['data-ready']});
    });
    const page = await context.newPage();
    listen(page);
    await page.waitForTimeout(kWindow);
    await page.goto(address);
    loads.push(await (await page.waitForFunction(() => window.seen)).jsonValue());
    paints.push(await (await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)).jsonValue());
    await page.waitForTimeout(200);
    shifts.push(await page.evaluate(() => window.shift));
    answers.push(await page.evaluate(async sum => {
      const began = performance.now();
      const {ask} = await import(new URL('engine.js', document.baseURI));
      const {outcome} = await ask('solve', {sum});
      return outcome === 'N' ? performance.now() - began : NaN;
    }, kReadmeSum));
    await context.close();
    const began = performance.now();
    expect(spawnSync(program, ['solve', kReadmeSum]).status === 0, 'the program solves it');
    runs.push(performance.now() - began);
  }
  const [paint, load, shift, answer, run] = [paints, loads, shifts, answers, runs].map(median);
  console.log(`first paint ${paint.toFixed(0)} ms, moves ready ${load.toFixed(0)} ms, shift ${shift.toFixed(3)}; '${kReadmeSum}' solved in the page: ` +
    `${answer.toFixed(1)} ms, by the program: ${run.toFixed(1)} ms (medians of ${kRounds}; load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores)`);
  expect(!answers.some(isNaN), 'the page is told who wins');
  expect(shift <= 0.02, `nothing moves while the page loads, but ${shift}`);
});

await test('a game won by hints', async () => {
  const page = await fresh({viewport: {width: 1280, height: 800}});
  await yourTurn(page);
  await picture(page, 'start');
  await tab(page, 'Coach');
  for (let turn = 0; turn < 20; ++turn) {
    await yourTurn(page);
    if (await page.locator('.status.end').count()) break;
    await page.getByRole('button', {name: 'Hint'}).click();
    await page.getByRole('button', {name: 'More help'}).click();
    await page.getByRole('button', {name: 'More help'}).click();
    await page.waitForSelector('.best');
    if (turn === 0) await picture(page, 'coach');
    const before = await page.evaluate(() => location.hash);
    await page.locator('.hinted[data-place]').first().click();
    await page.waitForFunction(hash => location.hash !== hash, before);
    await yourTurn(page);
  }
  expect((await status(page)).includes('You win'), 'the hints win');
});

await test('a mistake is named after the game', async () => {
  const page = await fresh({viewport: {width: 1280, height: 800}});
  await begin(page, 'nim{1, 2}');
  await spot(page, '0', 1).click();  // leaves one heap, of which the machine takes all
  await page.waitForSelector('.status.end:has-text("The machine wins")');
  await page.getByRole('button', {name: 'What went wrong?'}).click();
  await page.waitForSelector('.played .gave:has-text("gave it away")');
  await page.waitForSelector('text=Your losing move was number 1: take 2 from heap 2. Better: take 1 from heap 2.');
  await picture(page, 'review');
  await page.getByRole('button', {name: 'Undo'}).click();
  await spot(page, '1', 1).click();
  await yourTurn(page);
  expect(!await page.locator('.status.end').count(), 'the game goes on');
  await begin(page, 'kayles(7)');
  await page.getByLabel('Opponent').selectOption('two');
  for (const pin of [4, 1, 2]) {  // the third move should have mirrored the second one
    await page.getByLabel(`pin ${pin}`, {exact: true}).click();
    await page.getByRole('button', {name: `Move: pin ${pin}`, exact: true}).click();
    await named(page, `pin ${pin}`);
  }
  await page.getByRole('button', {name: 'Judge the moves'}).click();
  await page.waitForSelector('.played .gave .better:text("pin 5 would have won.")');
});

/** Plays to the end by clicks on what can be clicked, and says how many moves were made. */
async function playOut(page, sum) {
  await begin(page, sum);
  for (let clicks = 0; clicks < 200; ++clicks) {
    await page.waitForFunction(() => /Your move|win|move[.]/.test(document.querySelector('.status')?.textContent ?? '') || document.querySelector('.problem'));
    expect(!await page.locator('.problem').count(), sum + ': ' + await page.locator('.problem').allTextContents());
    if (await page.locator('.status.end').count()) return page.locator('.played li').count();
    await page.evaluate(() => {
      const choices = [...document.querySelectorAll('.candidates button:not(.quiet), .spot.possible, .listed button')];
      choices[0]?.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    });
    await page.waitForTimeout(15);
  }
  throw new Error(sum + ' has no end: ' + await status(page));
}

await test('games are played to the end by clicks only', async () => {
  const page = await fresh({viewport: {width: 1280, height: 800}});
  for (const sum of ['nim{1, 2, 3}', 'kayles(7) + nim(2)', 'treblecross(7)', 'lasker(5)', 'wythoff(4, 6)', 'fibonacci(8, 7)', 'cram(3x4)', 'chomp(3x4)', 'clobber(2x4)',
    'konane(XOXO|OX..|XOXO)', 'amazons(X..|...|..O)', 'notakto(3x3)', 'node_kayles(cycle 7)', 'snort(path 4)', 'hackenbush({1-2, 2-3, 2-4; 1=G})',
    'geography({1-2, 2-3, 3-1; 1=T})', 'heads(HTHH)', 'turtles([1, 3, 4])', 'moore[k=2]([1, 2, 3])', 'stair([2, 1])', 'sylver({1, 2, 3, 6, 7, 11})',
    'brackets(()(()))', 'sprouts(2)', 'brussels_sprouts(1)', 'toads(XX.OO)', 'tactix(2x3)', 'windup[places=12, S={3, 5}](4)', 'sheep(3 0 0|0 0 0)']) {
    expect(await playOut(page, sum) > 0, sum + ' was played');
    if (/sprouts/.test(sum)) expect(await page.locator('.slot.sprouts .drawing').count() === 1, sum + ' is drawn to its end');
  }
});

await test('clicks are understood as players mean them', async () => {
  const page = await fresh({viewport: {width: 1280, height: 800}});
  await begin(page, 'clobber(3x4)');
  await spot(page, 'a1').click();
  await page.waitForSelector('[data-place="a1"].chosen');
  await spot(page, 'a2').click();
  await named(page, 'a1–a2');
  await begin(page, 'chomp(3x4)');
  await spot(page, 'c2').click();
  await named(page, 'c2');
  await begin(page, 'kayles(10)');
  await spot(page, '4').click();
  await spot(page, '4').click();  // one pin
  await named(page, 'pin 4');
  await begin(page, 'kayles(10)');
  await spot(page, '5').click();
  await spot(page, '4').click();
  await named(page, 'pins 4–5');
  await begin(page, 'kayles(10)');
  await page.getByLabel('Opponent').selectOption('two');
  for (const [pin, name] of [[5, 'pins 5–6'], [8, 'pins 8–9']]) {  // pins keep their numbers
    await page.getByLabel(`pin ${pin}`, {exact: true}).click();
    await page.getByLabel(`pin ${pin + 1}`, {exact: true}).click();
    await named(page, name);
  }
  await begin(page, 'fission(.X.)');
  await spot(page, 'a1').click();
  await named(page, 'b1–a1–c1');
  expect(await page.locator('.piece').count() === 2, 'the stone has split');
  await begin(page, 'cram(4x5)');
  await spot(page, 'b2').click();
  await spot(page, 'b1').click();
  await named(page, 'b1–b2');
  await page.waitForSelector('.tile');
  await picture(page, 'cram');
  await begin(page, 'amazons(X...|....|....|...O)');
  for (const place of ['a1', 'c1', 'c3']) await spot(page, place).click();
  await named(page, 'a1–c1–c3');
  await begin(page, 'snort(path 5)');
  await spot(page, '3').click();
  await page.locator('.candidates button:has-text("white")').click();
  await named(page, '3, white');
  await yourTurn(page);
  expect(!await page.locator('.candidates').count(), 'what was asked is forgotten after the move');
  await begin(page, 'snort(path 5)');
  await spot(page, '3').click();
  await page.waitForSelector('.candidates');
  await begin(page, 'geography(grid 3x3; 1=T)');
  expect(!await page.locator('.candidates').count(), 'and with a new game');
  expect(await page.locator('.possible[data-place]').count() === 2, 'the only token shows where it can go');
  await spot(page, '4').click();
  await named(page, '1 → 4');
  await begin(page, 'sos(1x7)');
  await spot(page, '4').click();
  await page.locator('.candidates button:text-is("O")').click();
  await named(page, '4 O');
  await page.waitForSelector('text.letter:text-is("O")');
  await begin(page, 'stair([3, 1, 4])');
  await spot(page, '3:1').click();
  await named(page, '3 coins from step 3 to step 2');
  await begin(page, 'hackenbush({1-2, 2-3, 2-4; 1=G})');
  await spot(page, '2-3').press('Enter');
  await named(page, '2–3');
  await begin(page, 'sprouts(3)');
  expect(!await page.locator('.listed').count(), 'no list of lines');
  await spot(page, 'v1').click();
  await spot(page, 'v1').press('Enter');
  expect(await page.locator('.candidate').count() === 2, 'both loops are drawn');
  await picture(page, 'sprouts_loops');
  await page.locator('.candidates button').first().click();
  await named(page, 'a line from 2 to itself');
  await begin(page, 'sprouts(3)');
  await spot(page, 'v1').click();
  await spot(page, 'v0').click();
  await named(page, 'a line from 1 to 2');
  await yourTurn(page);
  await picture(page, 'sprouts');
  const drawing = () => page.locator('.slot.sprouts .drawing').innerHTML();
  const drawn = await drawing();
  await page.reload();
  await yourTurn(page);
  expect(drawn.match(/ d="[^"]*"/g).join() === (await drawing()).match(/ d="[^"]*"/g).join(), 'the same lines after a reload');
  await begin(page, 'brackets(()(()())())');  // the same word is left by 4-5 and by 6-7
  await spot(page, '7').click();
  await named(page, '6–7');
});

await test('legal moves and the last move are seen', async () => {
  const page = await fresh({viewport: {width: 1280, height: 800}});
  const painted = (selector, property) => page.locator(selector).first().evaluate((one, name) => getComputedStyle(one)[name], property);
  await begin(page, 'clobber(2x3)');
  await spot(page, 'a1').click();
  expect(await page.locator('.possible .piece').count() === 2, 'two neighbours can be taken');
  expect(await painted('.possible .piece', 'strokeWidth') > await painted('.spot:not(.possible) .piece', 'strokeWidth'), 'a rim shows them');
  await begin(page, 'amazons(X..|...|..O)');
  await spot(page, 'a1').click();
  expect(await painted('.possible .dot', 'fill') !== await painted('.spot:not(.possible) .dot', 'fill'), 'dots show where the queen can go');
  for (const [sum, place, marks, mark] of [['nim{3, 5}', '0', 5, '.stone.absent.last'], ['kayles(1) + kayles(1)', '1', 1, '.last > .pin.gone'],
    ['wythoff(3, 5)', '0,2', 2, '.last > .cell'], ['windup[places=12, S={3, 5}](7)', '10', 2, '.last > .vertex'], ['hackenbush({1-2, 2-3, 2-4; 1=G})', '2-3', 1, '.last.edge'],
    ['stair([3, 1])', '1:0', 1, '.last > .ground'], ['brackets(()(()))', '4', 0, '.last']]) {
    await begin(page, sum);
    await page.getByLabel('Opponent').selectOption('two');
    const slot = sum.startsWith('nim') ? 1 : 0;
    await spot(page, place, slot).click();
    await page.waitForSelector('.played li:nth-child(2), .status.end');
    expect(await page.locator(mark).count() === marks, `${marks} marks after the move in ${sum}`);
  }
});

await test('the board stays after the end, and numbers too large to draw have their moves below', async () => {
  const page = await fresh({viewport: {width: 1280, height: 800}});
  for (const [sum, place, left] of [['geography({1-2; 1=T})', '2', '.vertex.taken'], ['node_kayles(path 1)', '1', '.vertex.dark'], ['heads(H)', '1', '.coin:not(.head)']]) {
    await begin(page, sum);
    await spot(page, place).press('Enter');
    await page.waitForSelector('.status.end');
    expect(await page.locator(left).count() === 1, sum + ' stays on the board');
    await page.waitForFunction(() => document.activeElement.textContent === 'Play again');
  }
  await begin(page, 'hackenbush({1-2, 2-3, 2-4; 1=G})');
  await spot(page, '1-2').press('Enter');
  await page.waitForSelector('.status.end');
  expect(await page.locator('.slot .spot:visible').count() === 2, 'the ground and the cut are left');
  await begin(page, 'nim{100, 5}');
  await page.getByLabel('Take from heap 1').fill('95');
  await page.getByRole('button', {name: 'Move', exact: true}).click();
  await named(page, 'take 95 from heap 1');
  await begin(page, 'wythoff(200, 300)');
  expect(await page.locator('.listed button').count() > 100, 'the moves are listed');
  await page.fill('#sum', 'wythoff(200');
  await page.getByRole('button', {name: 'Begin', exact: true}).click();
  await page.waitForSelector('.experts [role=alert] .bad');
  expect(await page.locator('.listed button').count() > 100, 'what is no position leaves the game as it was');
});

await test('the board comes first, however large', async () => {
  const page = await fresh({viewport: {width: 1280, height: 900}});
  const began = Date.now();
  await begin(page, 'cram(12x12)');
  await page.waitForSelector('.spot.possible');
  console.log(`the moves of cram(12x12) after ${Date.now() - began} ms`);
  await spot(page, 'a1').click();
  await spot(page, 'a2').click();
  await yourTurn(page);
  expect(await page.locator('.note:has-text("not solved")').count() === 0, 'the machine answers by the image of the move');
  await page.waitForSelector('.spot.possible');
});

await test('an answer is stopped, and the board stays', async () => {
  const page = await fresh();
  await begin(page, 'cram(11x11)');
  await spot(page, 'a1').click();
  await spot(page, 'a2').click();
  // At once: the machine thinks for a second and a half only.
  await page.waitForFunction(() => {
    const stop = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Stop');
    stop?.click();
    return stop !== undefined;
  });
  await page.waitForSelector('.note:has-text("Stopped")');
  expect(await page.locator('.tile').count() === 1, 'the domino is there');
  await page.getByRole('button', {name: 'Go on'}).click();
  await yourTurn(page);
});

await test('a double click is one move', async () => {
  const page = await fresh();
  await yourTurn(page);
  await page.evaluate(() => {
    const stone = document.querySelectorAll('.slot')[2].querySelector('[data-place="5"]');
    for (let i = 0; i < 8; ++i) stone.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  });
  await page.waitForSelector('.played li:nth-child(3)');
  await yourTurn(page);
  expect(await page.locator('.problem').count() === 0, 'nothing is wrong');
  expect(await page.locator('.played li').count() === 3, 'you have moved once');
});

await test('Back, Forward, reload and jumps in mid-game', async () => {
  const page = await fresh();
  await yourTurn(page);
  await spot(page, '5', 2).click();
  await page.waitForSelector('.played li:nth-child(3)');
  await yourTurn(page);
  const count = () => page.locator('.played li button').count();
  expect(await count() === 2, 'two moves');
  await page.reload();
  await page.waitForSelector('.played li:nth-child(3)');
  await page.goBack();
  await page.waitForSelector('.played li:nth-child(2)');
  await page.goBack();
  await page.waitForSelector('.played li:nth-child(1).next');
  await page.goForward();
  await page.waitForSelector('.played li:nth-child(2)');
  await page.getByRole('button', {name: 'Undo'}).click();
  await page.waitForSelector('.played .later');
  await page.getByRole('button', {name: 'Redo'}).click();
  await yourTurn(page);
});

await test('no example of the gallery begins lost or without a move', async () => {
  const page = await fresh();
  const wrong = await page.evaluate(async () => {
    const {games} = await import(new URL('games.js', document.baseURI));
    const {ask} = await import(new URL('engine.js', document.baseURI));
    const found = [];
    for (const one of games) {
      for (const size of one.sizes ?? [0]) {
        const answer = await ask('match', {sum: one.sum(size), advice: false}).catch(error => ({error: error.message}));
        if (answer.error || answer.over) found.push(`${one.sum(size)}: ${answer.error ?? 'over'}`);
      }
    }
    return found;
  });
  expect(!wrong.length, 'each has a move: ' + wrong.join('; '));
  await nav(page, 'Play');
  await page.getByRole('button', {name: "Wythoff's queen"}).first().waitFor();
  await picture(page, 'gallery');
  await page.locator('.card:has-text("Wythoff") summary').click();
  await page.getByLabel('King: Size 7', {exact: true}).fill('9');
  await page.getByRole('button', {name: 'King', exact: true}).click();
  await page.waitForFunction(() => document.querySelectorAll('.slot .cell').length === 80);
  await page.waitForSelector('.spot.possible');
  await yourTurn(page);
  await tab(page, 'Coach');
  await page.getByRole('button', {name: 'Hint'}).click();
  await page.waitForSelector('.hint:has-text("You can win")');
});

await test('when the program has ended, the board stays, and play goes on after a restart', async () => {
  if (site) return;
  const [first, kill] = await served();
  const port = new URL(first).port;
  const page = await fresh();
  await page.goto(first);
  await yourTurn(page);
  kill();
  await page.waitForTimeout(400);
  await spot(page, '5', 2).click();
  await page.waitForSelector('.problem:has-text("The program has ended")');
  expect(await page.locator('.slot').nth(2).locator('.stone').count() >= 5, 'the board is there');
  const [second, end] = await served(port);
  const other = await page.context().newPage();
  await other.goto(second);  // the new key
  await other.close();
  await page.waitForFunction(() => !document.querySelector('.problem') && document.querySelectorAll('.played li').length === 3);
  await yourTurn(page);
  end();
  troubles = troubles.filter(one => !/ERR_CONNECTION_REFUSED|403/.test(one));
});

await test('two tabs do not disturb each other', async () => {
  const page = await fresh();
  const other = await page.context().newPage();
  listen(other);
  await other.goto(page.url());
  await begin(other, 'kayles(4)');
  await yourTurn(page);
  await spot(page, '5', 2).click();
  await page.waitForSelector('.played li:nth-child(3)');
  await spot(other, '2').click();
  await spot(other, '2').click();
  await other.waitForSelector('.played li:has-text("pin 2")');
});

await test('a link is the whole state, and a broken one is reported', async () => {
  const page = await fresh();
  await begin(page, 'nim{4, 6}');
  await spot(page, '1', 1).click();
  await page.waitForSelector('.played li:nth-child(3)');
  await yourTurn(page);
  await page.waitForTimeout(50);
  const seen = await page.locator('.played').textContent();
  const other = await page.context().newPage();
  listen(other);
  await other.goto(page.url());
  await other.waitForFunction(text => document.querySelector('.played')?.textContent === text, seen);
  await other.goto(page.url().split('#')[0] + '#q64Fbroken');
  await other.waitForSelector('[role=alert]:has-text("This link is broken")');
  const linkTo = members => other.evaluate(async given => (await import(new URL('state.js', document.baseURI))).linkTo(given), members);
  for (const members of [{made: [1]}, {made: [null]}, {view: 'learn', step: -1}, {view: 'class', step: 0.5}, {who: 7}]) {
    await other.goto(page.url().split('#')[0] + await linkTo(members));
    await other.waitForSelector('[role=alert]:has-text("This link is broken")');
    await yourTurn(other);
  }
  await other.goto(page.url().split('#')[0] + await linkTo({view: '__proto__'}));
  await yourTurn(other);
  await other.goto(page.url().split('#')[0] + await linkTo({made: [{part: 9, to: 'nim(1)'}]}));
  await other.waitForSelector('.problem:has-text("do not fit")');
  await other.locator('.problem button').click();
  await yourTurn(other);
});

await test('a wrong position is mended by a click', async () => {
  const page = await fresh();
  await page.getByText('Position, for experts').click();
  await page.fill('#sum', 'nim(3) + kayle(4)');
  await page.getByRole('button', {name: 'Begin', exact: true}).click();
  await page.getByRole('button', {name: 'Write kayles'}).click();
  await page.waitForSelector('.pin');
});

await test('draws are kept, infinitely many moves are written', async () => {
  const page = await fresh();
  await begin(page, 'king_race[8](3, 4)');
  await tab(page, 'Coach');
  await page.getByRole('button', {name: 'Hint'}).click();
  await page.waitForSelector('.hint:has-text("You can keep the draw")');
  await begin(page, 'forced(1, 2)');
  await tab(page, 'Game');
  await page.waitForSelector('.typed :text("jokers = 1 and 0 ≤ heap ≤ 1 or jokers = 0 and heap ≥ 2")');
  await page.getByLabel('Write a move').fill('0,77');
  await page.getByRole('button', {name: 'Move', exact: true}).click();
  await named(page, 'jokers 1 → 0, heap 2 → 77');
  await page.waitForSelector('.status.end:has-text("The machine wins")');
});

await test('guess the rules: the name is nowhere', async () => {
  const page = await fresh();
  await begin(page, 'kayles(9)');
  await tab(page, 'Coach');
  await page.getByLabel('Guess the rules').check();
  await page.getByRole('button', {name: 'Hint'}).click();
  await page.getByRole('button', {name: 'More help'}).click();
  await page.getByRole('button', {name: 'More help'}).click();
  await page.waitForSelector('.best');
  await page.locator('.hinted[data-place]').first().click();
  for (const name of ['Coach', 'Game', 'Explore', 'Maths']) {
    await tab(page, name);
    await page.waitForTimeout(300);
    const text = await page.evaluate(() => document.title + document.body.innerText + [...document.querySelectorAll('[aria-label], [title]')].map(
      one => one.getAttribute('aria-label') + one.title).join());
    expect(!/kayles/i.test(text), 'no name in ' + name);
  }
});

await test('values are shown on the board', async () => {
  const page = await fresh({viewport: {width: 1280, height: 800}});
  await yourTurn(page);
  await tab(page, 'Coach');
  await page.getByLabel('Show values').check();
  await page.waitForSelector('.columns tfoot td:text-is("2")');
  expect(await page.locator('.spot.good').count() === 1, 'one move wins');
  await picture(page, 'values');
});

await test('who was winning, move by move', async () => {
  const page = await fresh({viewport: {width: 1280, height: 1100}});
  const shows = rows => page.waitForFunction(expected => JSON.stringify([...document.querySelectorAll('.past tbody tr')].map(
    row => [...row.children].map(one => one.textContent).join(' | '))) === expected, JSON.stringify(rows));
  await begin(page, 'nim(5) + nim(3)');
  await page.getByLabel('Opponent').selectOption('two');
  expect(!await page.locator('.past table').count(), 'it is shown to who asks for it');
  await page.locator('.past summary').click();
  await shows(['0 | first | first, in at most 7 moves | 6']);
  await spot(page, '3', 0).click();
  await named(page, 'take 2 from heap 1');
  await spot(page, '2', 1).click();
  await named(page, 'take 1 from heap 2');
  await spot(page, '0', 0).click();  // gives the win away
  await shows(['0 | first | first, in at most 7 moves | 6', '1 | second | first, in at most 6 moves | 0',
    '2 | first | first, in at most 5 moves | 1', '3 | second | second, in 1 move | 2']);
  const heights = await page.locator('.past circle').evaluateAll(points => points.map(one => Number(one.getAttribute('cy'))));
  const middle = Number(await page.locator('.past .middle').getAttribute('y1'));
  expect(heights.length === 4 && heights[2] < heights[1] && heights[1] < heights[0] && heights[0] < middle && middle < heights[3],
    'the line nears the upper edge, and falls below the middle: ' + heights);
  await picture(page, 'past');
  await page.getByRole('button', {name: 'DE', exact: true}).click();
  await shows(['0 | eins | eins, in höchstens 7 Zügen | 6', '1 | zwei | eins, in höchstens 6 Zügen | 0',
    '2 | eins | eins, in höchstens 5 Zügen | 1', '3 | zwei | zwei, in 1 Zug | 2']);
  await page.getByRole('button', {name: 'EN', exact: true}).click();
  await page.locator('.past').getByRole('button', {name: '1', exact: true}).click();
  await shows(['0 | first | first, in at most 7 moves | 6', '1 | second | first, in at most 6 moves | 0']);
  expect(await page.locator('.played .later').count() === 2, 'the moves after it can be made again');
  await page.waitForTimeout(50);
  await page.reload();
  await shows(['0 | first | first, in at most 7 moves | 6', '1 | second | first, in at most 6 moves | 0']);
  await begin(page, 'nim(1)');
  await page.getByLabel('Opponent').selectOption('two');
  await page.getByLabel('Last move').selectOption('misere');
  await spot(page, '0').click();
  await shows(['0 | first | second, in 1 move | –', '1 | second | second | –']);
  await begin(page, 'king_race[8](3, 4)');
  await shows(['0 | you | Nobody: a draw | ∞']);
  await begin(page, 'cram(4x4)');
  await shows(['0 | you | machine | 0']);
  expect(await page.locator('.past .open').count() === 1, 'moves that were not counted are a ring');
  await begin(page, 'cram(15x15)');
  await shows(['0 | you | – | –']);
});

await test('the options are explored, and the mex is found', async () => {
  const page = await fresh({viewport: {width: 1280, height: 800}});
  await begin(page, 'kayles(5)');
  await tab(page, 'Explore');
  await page.locator('summary:has-text("mex")').click();
  while (!await page.locator('.gap').count()) await page.getByRole('button', {name: 'Next step'}).click();
  expect((await page.locator('.gap').textContent()).includes('the value is 4'), 'the gap is the value');
  await picture(page, 'explore');
  await page.locator('.options button').first().click();
  await page.waitForFunction(() => document.querySelector('#sum').value !== 'kayles(5)');
  await tab(page, 'Game');
  await begin(page, 'nim{1, 3}');
  await page.getByLabel('Last move').selectOption('misere');
  await tab(page, 'Explore');
  await page.waitForSelector('h2:text-is("winning moves") + .options button[aria-label$="nim(1)"]');
  await page.waitForSelector('h2:text-is("losing moves")');
});

await test('a law, its proof, its certificate; a formula that fails; a place put on the board', async () => {
  const page = await fresh({viewport: {width: 1280, height: 900}});
  await begin(page, 'forced(2, 3)');
  await tab(page, 'Maths');
  await page.waitForSelector('math');
  await page.locator('.steps summary').first().click();
  await page.getByRole('button', {name: 'Check it'}).click();
  await page.waitForSelector('.theorem .good');
  await page.getByLabel('Your own formula').fill('n');
  await page.getByRole('button', {name: 'Prove'}).click();
  await page.waitForSelector('.status.refuted ~ p:text-is("It fails at m = 1, n = 0: the value is ω, not 0.")');
  await begin(page, 'wythoff(3, 5)');
  await page.waitForSelector('.maths > .theorem .status.proved');
  expect(await page.locator('.own-formula').count() === 0, 'the formula stays with its game');
  await page.waitForSelector('canvas');
  await picture(page, 'maths');
  await page.click('canvas', {position: {x: 200, y: 100}});
  await page.waitForFunction(() => /^wythoff\((?!3, 5)/.test(document.querySelector('#sum').value));
  await begin(page, 'kayles(5) + kayles(3)');
  await tab(page, 'Game');
  await page.getByLabel('Last move').selectOption('misere');
  await tab(page, 'Maths');
  await page.waitForSelector('.statement:has-text("order 40")', {state: 'attached'});
  await begin(page, 'cram(3x3)');
  await page.waitForSelector('.maths .note:has-text("not for boards")');
});

await test('two thousand rows zoom at 60 frames a second', async () => {
  const page = await fresh();
  await begin(page, 'king(3, 5)');
  await tab(page, 'Maths');
  await page.waitForSelector('canvas');
  await page.getByLabel('Range').fill('1999');
  await page.evaluate(() => { document.querySelector('canvas').dataset.isOld = 'true'; });
  await page.getByRole('button', {name: 'Show', exact: true}).click();
  await page.waitForSelector('canvas:not([data-is-old])');
  await page.waitForTimeout(500);
  const milliseconds = await page.evaluate(async () => {
    const canvas = document.querySelector('canvas');
    const frames = 60;
    const begin = performance.now();
    for (let i = 0; i < frames; ++i) {
      canvas.dispatchEvent(new WheelEvent('wheel', {deltaY: i % 20 < 10 ? -1 : 1, clientX: 200, clientY: 300, cancelable: true}));
      await new Promise(requestAnimationFrame);
    }
    return (performance.now() - begin) / frames;
  });
  console.log(`a frame when zooming 2000 x 2000: ${milliseconds.toFixed(1)} ms`);
});

await test('a game is invented, its error mended by a click, and played', async () => {
  const page = await fresh({viewport: {width: 1280, height: 800}});
  await nav(page, 'Invent');
  await page.waitForSelector('.made .stone');
  await write(page, '# Mine.\ngame mine(n)\n  -> mine(n - k) for k in {1, 2}\n  -> kayle(n - 1) if n >= 1\n');
  await page.waitForSelector('.cm-lintRange-error');
  await page.waitForSelector('.messages .error');
  await picture(page, 'invent');
  await page.locator('.fix').first().click();
  await page.waitForSelector('.made:has-text("mine")');
  await page.getByRole('button', {name: 'Cover cells'}).click();
  await page.waitForSelector('.made .cell');
  expect(!await page.locator('.made:has-text("First values")').count(), 'no values of other rules');
  await page.focus('.cm-content');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement === document.body);
  await page.getByRole('button', {name: 'Play it'}).click();
  await page.waitForSelector('.rules:has-text("Cover three free cells")');
  await page.waitForSelector('.spot.possible');
  await page.goBack();
  await page.waitForSelector('.cm-content:has-text("... -> ###")');
  await page.goBack();
  await page.waitForSelector('.rules:has-text("Nim")');
  expect(!await page.locator('[role="alert"]').count(), 'the game before has its own rules');
});

await test('a board of thousands of cells is played', async () => {
  const page = await fresh();
  await begin(page, 'chomp(40x40)');
  await page.locator('[data-place="t20"]').click();
  await page.waitForSelector('.played li:nth-child(2) button');
});

await test('the language stays for the next visit', async () => {
  const page = await fresh();
  await page.getByRole('button', {name: 'DE', exact: true}).click();
  await page.waitForSelector('nav:has-text("Lernen")');
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForSelector('nav:has-text("Lernen")');
});

await test('the editor completes words', async () => {
  const page = await fresh();
  await nav(page, 'Invent');
  await write(page, 'game dominoes on gr');
  await page.focus('.cm-content');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+Space');
  await page.waitForSelector('.cm-tooltip-autocomplete li:has-text("grid")');
});

await test('the keyboard alone', async () => {
  const page = await fresh();
  await begin(page, 'cram(3x3)');
  await page.locator('body').press('h');
  await page.waitForSelector('.coach .hint p');
  await tab(page, 'Game');
  await page.locator('.spot.possible').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(() => document.activeElement.getAttribute('aria-label')) === 'b2, free', 'the middle is read');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-place="b2"].chosen');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.chosen'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await named(page, 'b1–b2');
  await page.waitForFunction(() => document.activeElement.matches('.spot'));
});

await test('the first lesson is finished', async () => {
  const page = await fresh({viewport: {width: 1280, height: 800}});
  await nav(page, 'Learn');
  for (let task = 0; task < 4; ++task) {
    await page.waitForSelector(`.prompt:has-text("Task ${task + 1} of 4")`);
    for (let turn = 0; turn < 20; ++turn) {
      await page.waitForSelector('.status:has-text("Your move"), .status.end');
      if (await page.locator('.status.end').count()) break;
      for (let i = 0; i < 3; ++i) await page.locator('.lesson .buttons button').first().click();
      await page.waitForSelector('.best');
      if (task === 3 && turn === 0) await picture(page, 'learn');
      const before = await page.evaluate(() => location.hash);
      await page.locator('.hinted[data-place]').first().click();
      await page.waitForFunction(hash => location.hash !== hash, before);
    }
    await page.waitForSelector('.passed');
    await page.getByRole('button', {name: task < 3 ? 'Next task' : 'Next step'}).click();
  }
  await page.waitForSelector('h1:has-text("2. Binary columns")');
  await page.waitForSelector('.course button:has-text("Nim ✓")');
  await spot(page, '0', 0).click();
  await page.waitForSelector('.lesson [role=status]');
});

await test('the mex is found ten times, a table is filled', async () => {
  const page = await fresh({viewport: {width: 1280, height: 800}});
  await tab(page, 'Coach');
  await page.getByLabel('Show values').check();
  await page.waitForSelector('.spot.good');
  await nav(page, 'Learn');
  await yourTurn(page);
  await page.waitForTimeout(300);
  expect(!await page.locator('.spot.good').count(), 'no task shows its answer');
  await page.getByRole('button', {name: 'One heap, and the mex'}).click();
  await page.waitForSelector('.question');
  expect(!await page.locator('.board').count(), 'a question about numbers has no board');
  for (let i = 0; i < 10; ++i) {
    const numbers = (await page.locator('.question').textContent()).match(/\d+/g) ?? [];
    let mex = 0;
    while (numbers.includes(String(mex))) ++mex;
    await page.getByLabel('The mex of this set').fill(String(i === 0 ? mex + 1 : mex));
    await page.keyboard.press('Enter');
    if (i === 0) {
      await page.waitForSelector('.lesson .bad');
      await page.getByLabel('The mex of this set').fill(String(mex));
      await page.keyboard.press('Enter');
    }
    await page.waitForSelector(i < 9 ? `.count:has-text("${i + 1} of 10")` : '.passed');
  }
  await page.getByRole('button', {name: 'Next task'}).click();
  await page.getByLabel('The value of 1', {exact: true}).waitFor();
  await page.waitForSelector('.lesson form button.main:enabled');
  for (const [i, value] of [1, 0, 1, 2, 3, 2, 0, 1, 0].entries()) {
    await page.getByLabel(`The value of ${i + 1}`, {exact: true}).fill(String(value));
    await page.keyboard.press('Enter');
  }
  await page.waitForSelector('.passed');
});

await test('a sheet is given out, solved in a fresh browser, and its code is read', async () => {
  const page = await fresh({viewport: {width: 1280, height: 900}});
  await nav(page, 'Class');
  await page.getByLabel('Title of the sheet').fill('Nim, first lesson');
  await page.getByLabel('Title of the sheet').blur();
  const add = async (sum, goal, drawn) => {
    await page.getByLabel('Position', {exact: true}).fill(sum);
    await page.waitForFunction(count => document.querySelectorAll('.first-board .cell, .first-board .stone').length === count, drawn);
    await page.locator('.teacher form select').last().selectOption(goal);
    await page.getByRole('button', {name: 'Add', exact: true}).click();
    await page.waitForSelector(`.sheet-tasks input[value="${sum}"]`);
  };
  await add('nim{1, 2}', 'win', 3);
  await add('nim{3, 5}', 'move', 8);
  await page.locator('.teacher form select').first().selectOption({label: 'Cram'});
  await page.waitForFunction(() => /^cram[(][0-9]x[0-9][)]$/.test(document.querySelector('.teacher form .address').value));
  await add('cram(2x2)', 'who', 4);
  await page.getByLabel('Task 3, words of your own').fill('Look for symmetry.');
  await page.getByLabel('Task 3, words of your own').blur();
  await page.locator('.sheet-tasks li').nth(1).getByLabel('Later').click();
  await page.waitForFunction(() => document.querySelector('.sheet-tasks li:last-child .address').value === 'nim{3, 5}');
  await page.locator('.sheet-tasks li').nth(2).getByLabel('Earlier').click();
  if (!site) {  // the program's own address is for this browser only: no link is offered before another one is given
    expect(await page.locator('.link').count() === 0, 'a link to 127.0.0.1');
    await page.getByLabel('Address of your static site').fill('https://school.example/');
  }
  await page.waitForFunction(() => document.querySelector('.link .address')?.value.includes('#'));
  await page.waitForSelector('.link .qr');
  await page.emulateMedia({media: 'print'});
  await page.locator('.on-paper .qr').waitFor();
  await picture(page, 'paper');
  await page.emulateMedia({media: null});
  await picture(page, 'class');
  await page.locator('summary:has-text("Answers")').click();
  await page.waitForSelector('.answers-apart li:has-text("nim{3, 5}: who moves first wins, by: take 2 from heap 2")');
  const given = await page.locator('.link .address').inputValue();
  const link = site ? given : new URL(address).origin + '/' + new URL(given).hash;
  const context = await browser.newContext({locale: 'en-GB', reducedMotion: 'reduce'});
  context.setDefaultTimeout(kPatience);
  const pupil = await context.newPage();
  listen(pupil);
  if (!site) await pupil.goto(address);  // the key
  await pupil.goto(link);
  await yourTurn(pupil);
  await spot(pupil, '1', 1).click();
  await yourTurn(pupil);
  await pupil.locator('.spot.possible').first().click();
  await pupil.getByRole('button', {name: 'Next task'}).click();
  await pupil.waitForSelector('.prompt:has-text("Find a move")');
  await pupil.waitForFunction(() => document.querySelectorAll('.slot').length === 2 && document.querySelectorAll('.stone').length === 8);
  await pupil.getByRole('button', {name: 'Hint', exact: true}).click();
  await spot(pupil, '3', 1).click();
  await pupil.getByRole('button', {name: 'Next task'}).click();
  await pupil.waitForSelector('.prompt:has-text("Look for symmetry.")');
  await pupil.getByRole('button', {name: 'Who moves first', exact: true}).click();
  await pupil.waitForSelector('.lesson .bad');
  await pupil.getByRole('button', {name: 'Who moves second', exact: true}).click();
  await pupil.locator('.passed').getByRole('button', {name: 'My result'}).click();
  await pupil.getByLabel('Your name').fill('Ada B.');
  const code = await pupil.getByLabel('Your code').inputValue();
  await page.getByLabel('Codes, one a line').fill(code + '\n' + code.replace('Ada', 'Eve'));
  await page.waitForSelector('.results tr:has-text("Ada B") td:has-text("✓ (2 tries)")');
  await page.waitForSelector('.results tr:has-text("Ada B") td:has-text("✓ (with hints)")');
  await page.waitForSelector('.results tr:has-text("Eve B") td:has-text("This code has a mistake")');
});

await test('a task is to be explained, and the teacher reads it', async () => {
  const page = await fresh();
  await nav(page, 'Class');
  await page.getByLabel('Position', {exact: true}).fill('nim{4, 4}');
  await page.locator('.teacher form select').last().selectOption('explain');
  await page.getByRole('button', {name: 'Add', exact: true}).click();
  await page.getByRole('button', {name: 'Try it as a pupil'}).click();
  await page.getByLabel('Your explanation').fill('Copy the other: „gleich“ ✓');
  await page.getByRole('button', {name: 'Hand in'}).click();
  await page.locator('.passed').getByRole('button', {name: 'My result'}).click();
  await page.getByLabel('Your name').fill('Ada');
  const code = await page.getByLabel('Your code').inputValue();
  await page.getByRole('button', {name: "Back to the teacher's view"}).click();
  await page.getByLabel('Codes, one a line').fill(code + '\n' + code.slice(0, -3) + 'abc');
  await page.waitForSelector('.said-text:has-text("Copy the other: „gleich“ ✓")');
  expect(await page.locator('.said-text').count() === 1, 'a changed code is refused');
});

await test('an unfinished rule does not disturb the games of the gallery', async () => {
  const page = await fresh();
  await nav(page, 'Invent');
  await page.locator('.cm-content').fill('game x(n)\n  -> x(n-1');
  await nav(page, 'Class');
  await page.getByLabel('Position', {exact: true}).fill('nim{1, 3}');
  await page.getByRole('button', {name: 'Add', exact: true}).click();
  await page.waitForSelector('.sheet-tasks input');
});

await test('a task is to find a formula', async () => {
  const page = await fresh();
  await nav(page, 'Class');
  const add = async sum => {
    await page.getByLabel('Position', {exact: true}).fill(sum);
    await page.locator('.teacher form select').last().selectOption('law');
    await page.getByRole('button', {name: 'Add', exact: true}).click();
  };
  await add('cram(2x2)');
  await page.waitForSelector('.teacher .bad:has-text("A formula is for one heap")');
  await add('subtract[{1, 2, 3}](6)');
  await page.waitForSelector('.sheet-tasks input');
  await page.getByRole('button', {name: 'Try it as a pupil'}).click();
  const check = async formula => {
    await page.getByLabel('Your own formula').fill(formula);
    await page.getByRole('button', {name: 'Check'}).click();
  };
  await check('n');
  await page.waitForSelector('.lesson .bad:has-text("n = 4")');
  await check('n mod 4');
  await page.getByRole('button', {name: 'Write n % 4'}).click();
  await page.waitForSelector('.passed:has-text("Right!")');
});

/** Words that are English and not German, and that the page's own English texts have. */
const kEnglishWords = /\b(the|and|with|you|your|move|moves|take|from|heap|heaps|wins|which|value|values|board|show|game|who|every|whoever|of|is|are|not|click|undo|hint|again|search|size)\b/i;
await test('German throughout', async () => {
  const page = await fresh({viewport: {width: 1280, height: 900}, locale: 'de-DE'});
  const look = async where => {
    await page.waitForTimeout(300);
    const text = await page.evaluate(() => {
      const copy = document.body.cloneNode(true);
      for (const one of copy.querySelectorAll('code, .cm-editor, .editor .sheet-place, option[value*="_"], select[aria-label^="Regeln"], [lang=en]')) one.remove();
      return copy.innerText + ' ' + [...copy.querySelectorAll('[aria-label], [title], [placeholder]')].map(
        one => [one.getAttribute('aria-label'), one.title, one.placeholder].filter(text => text && !/[(=]/.test(text)).join(' ')).join(' ');
    });
    const found = kEnglishWords.exec(text);
    expect(!found, `${where}: ${found && text.slice(Math.max(0, found.index - 60), found.index + 60)}`);
  };
  await page.waitForSelector('.status:has-text("Du bist am Zug")');
  await look('start');
  await page.getByRole('tab', {name: 'Trainer'}).click();
  for (const name of ['Tipp', 'Mehr Hilfe', 'Mehr Hilfe']) await page.getByRole('button', {name}).click();
  await page.getByLabel('Werte zeigen').check();
  await page.locator('.hint summary').click();
  await page.waitForSelector('.columns');
  await picture(page, 'german');
  await look('coach');
  for (const name of ['Züge', 'Mathe', 'Partie']) {
    await page.getByRole('tab', {name}).click();
    if (name === 'Mathe') await page.waitForSelector('.steps');
    if (name === 'Partie') await page.locator('.past summary').click();
    await look(name);
  }
  for (const name of ['Lernen', 'Spielen', 'Erfinden', 'Klasse']) {
    await nav(page, name);
    await page.waitForTimeout(500);
    await look(name);
  }
  await page.getByRole('button', {name: 'Teilen'}).click();
  await look('share');
  await nav(page, 'Spielen');
  for (const name of ['Sprouts', 'Chomp', 'Clobber', 'Snort', 'Kaskade']) {
    await page.getByRole('button', {name, exact: true}).first().click();
    await page.waitForSelector('.status:has-text("Du bist am Zug")');
    await look(name);
    await nav(page, 'Spielen');
  }
  for (const name of ['Mark', 'Teiler', 'Fibonacci-Nim', 'Euklid', 'Kayles', 'Wythoffs Dame', 'König', 'Wettlauf des Königs']) {
    await page.getByRole('searchbox').fill(name);
    await page.locator(`.card .open:has(strong:text-is("${name}"))`).click();
    await page.getByRole('tab', {name: 'Mathe'}).click();
    await page.waitForSelector('.theorem');
    await page.evaluate(() => { for (const one of document.querySelectorAll('.theorem details')) one.open = true; });
    if (name === 'Wythoffs Dame') await page.waitForSelector('.formula math:has-text("⌊")');
    await look(`the law of ${name}`);
    await nav(page, 'Spielen');
  }
});

await test('narrow and dark', async () => {
  const page = await fresh({viewport: {width: 390, height: 800}, colorScheme: 'dark'});
  await yourTurn(page);
  await picture(page, 'narrow');
  for (const name of kViews) {
    await nav(page, name);
    await page.waitForTimeout(300);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide <= 390, `${name} fits 390 pixels, not ${wide}`);
  }
});

await test('axe-core finds nothing', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await fresh({colorScheme, bypassCSP: true});
    const look = async name => {
      await page.waitForTimeout(400);
      await page.evaluate(axe);
      const {violations} = await page.evaluate(() => window.axe.run());
      expect(!violations.length, `${name}, ${colorScheme}: ` + violations.map(one => `${one.id} ${one.nodes[0].html}`).join('; '));
    };
    for (const name of ['Game', 'Coach', 'Explore', 'Maths']) {
      await tab(page, name);
      if (name === 'Game') await page.locator('.past summary').click();
      await look(name);
    }
    for (const sum of ['cram(3x3)', 'snort(path 3)', 'kayles(5)', 'wythoff(3, 4)', 'sprouts(2)']) {
      await begin(page, sum);
      await look(sum);
    }
    for (const name of [...kViews, 'Share']) {
      await (name === 'Share' ? page.getByRole('button', {name: 'Share', exact: true}).click() : nav(page, name));
      await look(name);
    }
  }
});

await browser.close();
end();
console.log(`${passed} passed, ${failures} failed`);
process.exit(failures ? 1 : 0);

// The page in a real browser: each view, a game won and one lost, an error mended by its click, an answer stopped, a
// link, the keyboard alone, a narrow screen. No message on the console and no broken policy in any of it, and axe-core
// finds nothing.
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
const kPatience = 180_000;  // milliseconds, for what comes at once where nothing else is worked on

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
const view = (page, name) => page.getByRole('navigation').getByRole('button', {name, exact: true}).click();
const picture = async (page, name) => {
  if (!pictures) return;
  mkdirSync(pictures, {recursive: true});
  await page.screenshot({path: join(pictures, name + '.png')});
};
const begin = async (page, sum) => {
  await page.fill('#sum', sum);
  await page.getByRole('button', {name: 'New game'}).click();
};

await test('what the page begins with is fetched at once', async () => {
  const page = await fresh();
  const late = await page.evaluate(() => {
    const names = (list, of) => [...list].map(one => new URL(of(one)).pathname.split('/').at(-1));
    const early = names(document.querySelectorAll('link[rel=modulepreload], script'), one => one.href || one.src);
    return names(performance.getEntriesByType('resource'), one => one.name)
      .filter(name => name.endsWith('.js') && !early.includes(name) && !/^(by_\w+|worker)[.]js$/.test(name));
  });
  expect(!late.length, 'index.html names ' + late.join(', '));
});

await test('the page of the server comes at once, and what the README asks', async () => {
  if (site) return;
  const kRounds = 9;
  const median = times => times.sort((a, b) => a - b)[(times.length - 1) / 2];
  const loads = [], answers = [], runs = [];
  for (let round = 0; round < kRounds; ++round) {
    const context = await browser.newContext();
    await context.addInitScript(() => {
      new MutationObserver(() => window.seen ??= document.documentElement?.dataset.ready && performance.now())
        .observe(document, {attributes: true, subtree: true, attributeFilter: ['data-ready']});
    });
    const page = await context.newPage();
    listen(page);
    await page.goto(address);
    loads.push(await (await page.waitForFunction(() => window.seen)).jsonValue());
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
  const [load, answer, run] = [loads, answers, runs].map(median);
  console.log(`a load of the page: ${load.toFixed(0)} ms; '${kReadmeSum}' solved in the page: ${answer.toFixed(1)} ms, ` +
    `by the program: ${run.toFixed(1)} ms (medians of ${kRounds}; load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores)`);
  expect(!answers.some(isNaN), 'the page is told who wins');
});

await test('a game won by hints', async () => {
  const page = await fresh({viewport: {width: 900, height: 640}});
  await begin(page, 'nim{1, 2} + kayles(2)');
  for (let turn = 0; turn < 20; ++turn) {
    await page.waitForSelector('.said p:last-child:has-text("your turn"), .end');
    if (await page.locator('.end').count()) break;
    for (let i = 0; i < 3; ++i) await page.getByRole('button', {name: 'Hint'}).click();
    if (turn === 0) await picture(page, 'play');
    const best = await page.locator('.best').textContent(), before = await page.$('.said');
    await page.locator('details:has(.moves) > summary').click();
    await page.locator('.moves button').getByText(best, {exact: true}).first().click();
    await page.waitForFunction(element => !element.isConnected, before);  // the machine has replied
  }
  expect((await page.locator('.end').textContent()).includes('you win'), 'the hints win');
});

await test('a game lost, and a move taken back', async () => {
  const page = await fresh();
  await begin(page, 'nim{2, 2}');
  await page.locator('.stone').first().click();
  await page.waitForSelector('.said p:has-text("The machine:")');
  await page.getByRole('button', {name: 'Undo'}).click();
  await page.waitForFunction(() => document.querySelectorAll('.stone').length === 4);
  await page.locator('.stone').first().click();
  await page.waitForSelector('.end:has-text("the machine wins")');
});

await test('a double click is one move', async () => {
  const page = await fresh();
  await begin(page, 'nim{1, 4, 7}');
  await page.locator('.stone').nth(7).waitFor();
  await page.evaluate(() => {
    const stone = document.querySelectorAll('.stone')[7];
    stone.click();
    stone.click();
  });
  await page.waitForSelector('.said p:has-text("The machine:")');
  await page.waitForSelector('.said p:has-text("your turn")');
  expect(await page.locator('.messages').count() === 0, 'nothing is wrong');
});

await test('no example begins lost for the user', async () => {
  const page = await fresh();
  for (const name of ['king', 'rook']) {
    await page.getByLabel('Example').selectOption({label: name});
    await page.waitForSelector('.said p:has-text("your turn")');
    await page.getByRole('button', {name: 'Hint'}).click();
    await page.waitForSelector('.hint:has-text("You can win")');
  }
});

await test('when the program has ended, the page says so', async () => {
  if (site) return;
  const [other, kill] = await served();
  const page = await fresh();
  await page.goto(other);
  await page.waitForSelector('.stone');
  kill();
  await page.waitForTimeout(300);
  await page.locator('.stone').first().click();
  await page.waitForSelector('.messages .error:has-text("The program has ended")');
  await view(page, 'Law');
  await page.waitForSelector('.bad:has-text("The program has ended")');
  troubles = troubles.filter(one => !one.includes('ERR_CONNECTION_REFUSED'));
});

await test('a wrong position is shown with its place', async () => {
  const page = await fresh();
  await begin(page, 'nim(3) + kayle(4)');
  await page.waitForSelector('.messages mark:text-is("kayle")');
  await page.getByRole('button', {name: 'kayles'}).click();
  await page.waitForSelector('.stone');
});

await test('an illegal move is explained', async () => {
  const page = await fresh();
  await begin(page, 'kayles(4)');
  await page.waitForSelector('.part h2:text-is("kayles(4)")');
  await page.getByRole('textbox', {name: 'Your move'}).fill('kayles(1)  + kayles(4)');
  await page.keyboard.press('Enter');
  await page.waitForSelector(".messages .error:has-text(\"can't become\")");
});

await test('boards are clicked, draws are seen', async () => {
  const page = await fresh();
  await begin(page, 'cram(2x3)');
  await page.locator('.cells .cell').first().click();
  await page.locator('.cells .cell:not(:disabled):not(.chosen)').first().click();
  await page.waitForSelector('.said p:has-text("You:")');
  await begin(page, 'wythoff(3, 5)');
  await page.locator('.board .cell:not(:disabled)').first().click();
  await page.waitForSelector('.said p:has-text("You:")');
});

await test('stones of a row are chosen until one move is meant', async () => {
  const page = await fresh();
  await begin(page, 'kayles(9) + nim(1)');
  const stone = i => page.locator('.part').first().locator('.stone').nth(i);
  await stone(3).click();
  await page.waitForSelector('.narrowed:has-text("3 moves")');
  expect(await stone(1).isDisabled(), 'no move takes the second stone and the fourth');
  await stone(4).click();
  await page.waitForSelector('.said p:has-text("You: kayles(9) → kayles(4) + kayles(3)")');
});

await test('a graph is clicked, the last move on a board too', async () => {
  const page = await fresh();
  await begin(page, 'hackenbush({1-2, 2-3, 1-3; 1=G})');
  await page.locator('.graph [data-place="2-3"]').press('Enter');
  await page.waitForSelector('.said p:has-text("You: hackenbush")');
  await begin(page, 'col({1-2})');
  await page.locator('.graph [data-place="2"] circle').click();
  await page.waitForSelector('.graph .vertex[data-chosen]');
  await page.waitForSelector('.narrowed:has-text("2 moves")');
  await begin(page, 'cram(1x2)');
  await page.locator('.cells .cell').first().click();
  await page.waitForSelector('.end:has-text("you win")');
});

await test('sprouts are drawn by their regions, and moves named where nothing is clicked', async () => {
  const page = await fresh();
  await begin(page, 'sprouts(0.AB.}0.AB.}) + sprouts(2)');
  await page.waitForSelector('.region >> nth=2');
  expect(await page.locator('.region').first().locator('svg').count() === 2, 'a region has a figure for each boundary');
  await page.locator('.moves button:has-text("sprouts(2) → sprouts(1a1a.}) (a line from a spot to a spot)")').click();
  await page.waitForSelector('.said p:has-text("You: sprouts(2)")');
});

await test('a board reaches as far as the moves; a draw is kept', async () => {
  const page = await fresh();
  await begin(page, 'king_race[8](3, 4)');
  await page.getByRole('button', {name: 'Hint'}).click();
  await page.waitForSelector('.hint:has-text("You can keep the draw")');
  await page.getByRole('button', {name: '(4, 5)', exact: true}).click();
  await page.waitForSelector('.said p:has-text("You: king_race[8](3, 4) → king_race[8](4, 5)")');
  await page.getByRole('button', {name: 'Agree on a draw'}).click();
  await page.waitForSelector('.end:has-text("A draw")');
});

await test('an example is chosen, and won by its last move', async () => {
  const page = await fresh();
  await page.getByLabel('Example').selectOption({label: 'cascade'});
  await page.waitForSelector('.part h2:text-is("cascade([3, 1, 4])")');
  await page.locator('.moves button').first().waitFor();
  for (let i = 0; i < 3; ++i) await page.getByRole('button', {name: 'Hint'}).click();
  expect((await page.locator('.best').textContent()).includes('entry 3: 4 → 0'), 'the last move is told');
  await page.getByRole('textbox', {name: 'Your move'}).fill('0');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.end:has-text("you win")');
});

await test('an error is mended by its click', async () => {
  const page = await fresh({viewport: {width: 900, height: 640}});
  await view(page, 'Rules');
  await page.fill('.cm-content', '# Mine.\ngame mine(n)\n  -> mine(n - k) for k in {1, 2}\n  -> kayle(n - 1) if n >= 1\n');
  await page.waitForSelector('.cm-lintRange-error');
  await page.waitForSelector('.messages .error');
  await picture(page, 'rules');
  await page.locator('.fix').first().click();
  await page.waitForSelector('.game:has-text("mine")');
  await page.getByRole('button', {name: 'Play it'}).click();
  await page.waitForSelector('.part');
});

await test('who wins a game without values', async () => {
  const page = await fresh();
  await view(page, 'Rules');
  await page.fill('.cm-content', 'game race(n)\n  win if n = 0\n  -> race(n - k) for k in {1, 2}\n');
  await page.getByRole('button', {name: 'Play it'}).click();
  await page.waitForSelector('.messages .error:has-text("has no values")');
  await page.waitForSelector('.statement:has-text("The player to move")');
});

await test('the editor completes words, marks errors, previews boards, and is left by Escape', async () => {
  const page = await fresh();
  await view(page, 'Rules');
  await page.fill('.cm-content', 'game dominoes on gr');
  await page.focus('.cm-content');
  await page.keyboard.press('End');
  await page.keyboard.press('Control+Space');
  await page.waitForSelector('.cm-tooltip-autocomplete li:has-text("grid")');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('game dominoes on grid\n  .. -> ##\n');
  await page.waitForSelector('.game .cells');
  await page.focus('.cm-content');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement === document.body);
});

await test('values are drawn, and a position tells its options', async () => {
  const page = await fresh({viewport: {width: 900, height: 700}});
  await view(page, 'Values');
  await page.waitForSelector('canvas');
  await page.hover('canvas', {position: {x: 300, y: 200}});
  await page.waitForSelector('.under-pointer:has-text("wythoff(")');
  await picture(page, 'values');
  await page.click('canvas', {position: {x: 30, y: 20}});
  await page.waitForSelector('.options');
  await page.mouse.wheel(0, -300);
  await page.focus('canvas');
  for (const key of ['+', 'ArrowRight', '-', '0']) await page.keyboard.press(key);
  await page.fill('#game', 'kayles');
  await page.getByRole('button', {name: 'Show'}).click();
  await page.waitForFunction(() => document.querySelector('textarea.text')?.value.startsWith('0 1 2 3 1 4'));
  expect((await page.locator('.legend').textContent()).endsWith('up: the value.'), 'the axis is named, and nothing else');
  await page.getByLabel('Last move').selectOption('misere');
  await page.waitForFunction(() => document.querySelector('textarea.text')?.value.startsWith('1 0 1 1 0 1'));
});

await test('two thousand rows zoom at 60 frames a second', async () => {
  const page = await fresh();
  await view(page, 'Values');
  await page.locator('.field', {hasText: 'Box'}).locator('input').fill('1999');
  await page.fill('#game', 'king');
  await page.getByRole('button', {name: 'Show'}).click();
  await page.waitForFunction(() => document.querySelector('canvas')?.getAttribute('aria-label')?.includes('king'));
  expect((await page.locator('.legend').textContent()).includes('Down: a = 0 … 1999; across: b = 0 … 1999.'), 'the axes are named');
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

await test('the explorer finds a mex', async () => {
  const page = await fresh({viewport: {width: 900, height: 640}});
  await view(page, 'Explorer');
  await page.waitForSelector('.node .node');
  await page.locator('.node > .answer > .node > summary').first().click();
  await page.waitForSelector('.node .node .node, .node .node p');
  await page.locator('summary:has-text("Mex")').last().click();
  while (!await page.locator('.gap').count()) await page.getByRole('button', {name: 'Next step'}).last().click();
  await picture(page, 'explorer');
  expect((await page.locator('.gap').first().textContent()).includes('the value is'), 'the gap is the value');
});

await test('a law, its proof, its certificate; a formula that fails; an automaton', async () => {
  const page = await fresh({viewport: {width: 900, height: 720}});
  await view(page, 'Law');
  await page.waitForSelector('math');
  await page.locator('.steps summary').first().click();
  await page.getByRole('button', {name: 'Check it'}).click();
  await page.waitForSelector('.good');
  await picture(page, 'law');
  await page.locator('.field', {hasText: 'formula'}).locator('input').fill('n');
  await page.getByRole('button', {name: 'Prove'}).click();
  await page.waitForSelector('.status.refuted ~ p:text-is("It fails at (1, 0): the value is ω, not 0.")');
  expect(await page.locator('.status ~ p').count() === 1, 'it is told once where the formula fails');
  await page.locator('.field', {hasText: 'formula'}).locator('input').fill('');
  await page.fill('#law', 'wythoff');
  await page.getByRole('button', {name: 'Prove'}).click();
  await page.locator('summary:has-text("automaton")').click();
  await page.waitForSelector('svg.automaton .state');
  await page.fill('#law', 'kayles');
  await page.getByLabel('Last move').selectOption('misere');
  await page.waitForSelector('.statement:has-text("order 40")');
  await page.getByRole('button', {name: 'Check it'}).click();
  await page.waitForSelector('.good');
});

await test('a lesson leads to what it speaks of', async () => {
  const page = await fresh({viewport: {width: 900, height: 640}});
  await view(page, 'Lessons');
  await page.locator('.lesson summary').first().click();
  await picture(page, 'lessons');
  await page.locator('.lesson[open] a.button').last().click();
  await page.waitForSelector('.part h2:has-text("nim(9)")');
  expect(await page.locator('.lesson').count() === 0, 'the view has changed');
});

await test('an answer is stopped in the middle', async () => {
  const page = await fresh();
  await begin(page, 'grundys(1000000000000)');
  await page.getByRole('button', {name: 'Stop'}).click();
  if (site) {  // the worker is another one, which answers at once
    await begin(page, 'nim(3)');
    return page.waitForSelector('.stone');
  }
  await page.waitForFunction(async () => {
    const response = await fetch('api/jobs', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'});
    return (await response.json()).result.working === 0;
  });
});

await test('a link is the whole state', async () => {
  const page = await fresh();
  await begin(page, 'nim{4, 6}');
  await page.locator('.part').nth(1).locator('.stone').nth(1).click();
  await page.waitForSelector('.said p:has-text("your turn")');
  await page.waitForTimeout(50);
  const seen = await page.locator('.parts').textContent();
  const other = await page.context().newPage();
  listen(other);
  await other.goto(page.url());
  await other.waitForSelector('.part');
  expect(await other.locator('.parts').textContent() === seen, 'the link shows the same position');
});

await test('what is shared and printed is the view seen before', async () => {
  const page = await fresh();
  await page.getByLabel('Last move').selectOption('misere');
  await view(page, 'Values');
  await page.waitForSelector('canvas');
  await view(page, 'Share');
  await page.waitForFunction(() => document.querySelector('.address')?.value.includes('#'));
  const other = await page.context().newPage();
  listen(other);
  await other.goto(await page.locator('.address').inputValue());
  await other.waitForSelector('.view.values canvas');
  await page.evaluate(() => {
    window.print = () => {
      dispatchEvent(new Event('beforeprint'));
      document.body.dataset.printed = document.querySelector('.view').className + ': ' + document.querySelector('.paper').textContent +
        (document.querySelector('canvas') ? ', a picture' : '');
    };
  });
  await page.getByRole('button', {name: 'Print'}).click();
  await page.waitForSelector('[data-printed="view values: Last move loses (misère), a picture"]');
});

await test('the keyboard alone', async () => {
  const page = await fresh();
  await page.keyboard.press('Alt+4');
  await page.waitForSelector('.view.explorer');
  await page.keyboard.press('Alt+1');
  await page.waitForSelector('.stone');
  for (let i = 0; i < 60 && !await page.evaluate(() => document.activeElement.matches('.stone')); ++i) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.said p:has-text("You:")');
  await page.locator('body').press('h');
  await page.waitForSelector('.hint p');
});

await test('narrow, dark, German', async () => {
  const page = await fresh({viewport: {width: 400, height: 800}, colorScheme: 'dark', locale: 'de-DE'});
  for (const name of ['Spielen', 'Regeln', 'Werte', 'Züge', 'Gesetz', 'Lektionen', 'Teilen']) {
    await view(page, name);
    await page.waitForTimeout(300);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide <= 400, `${name} fits 400 pixels, not ${wide}`);
    if (name !== 'Gesetz') continue;
    await page.waitForSelector('math');
    await picture(page, 'narrow');
  }
});

await test('axe-core finds nothing', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await fresh({colorScheme, bypassCSP: true});
    for (const name of ['Play', 'Rules', 'Values', 'Explorer', 'Law', 'Lessons', 'Share']) {
      await view(page, name);
      await page.waitForTimeout(300);
      await page.evaluate(axe);
      const {violations} = await page.evaluate(() => window.axe.run());
      expect(!violations.length, `${name}, ${colorScheme}: ` + violations.map(one => `${one.id} ${one.nodes[0].html}`).join('; '));
    }
  }
});

await browser.close();
end();
console.log(`${passed} passed, ${failures} failed`);
process.exit(failures ? 1 : 0);

// `grundy mcp` asked by the official client of the Model Context Protocol.
//
//   node mcp_test.mjs PROGRAM FOLDER    FOLDER has node_modules with @modelcontextprotocol/sdk
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

const [program, folder] = process.argv.slice(2);
const sdk = (path) =>
  import(pathToFileURL(join(folder, 'node_modules/@modelcontextprotocol/sdk/dist/esm', path)));
const {Client} = await sdk('client/index.js');
const {StdioClientTransport} = await sdk('client/stdio.js');

const files = mkdtempSync(join(tmpdir(), 'grundy-mcp-'));
const client = new Client({name: 'test', version: '1'});
await client.connect(new StdioClientTransport({command: program, args: ['mcp', '--files', files]}));

const call = (name, args, options) => client.callTool({name, arguments: args}, undefined, options);

try {
  assert.equal(client.getServerVersion().name, 'grundy');
  const {tools} = await client.listTools();
  assert.deepEqual(
    tools.map((tool) => tool.name).sort(),
    ['check', 'games', 'hint', 'play_move', 'prove', 'rules_check', 'solve', 'table', 'value'],
  );
  for (const tool of tools) assert.ok(tool.description.length > 20 && tool.inputSchema.type === 'object');

  const solved = await call('solve', {sum: 'kayles(10) + nim(3)'});
  assert.equal(solved.structuredContent.outcome, 'N');
  assert.match(solved.content[0].text, /player to move wins/);
  assert.equal((await call('value', {sum: 'nim(5) + nim(6)'})).structuredContent.value.text, '3');
  assert.equal((await call('games', {word: 'coin'})).isError ?? false, false);

  const proved = await call('prove', {game: 'subtract[{1, 3, 4}]'});
  const {certificate} = proved.structuredContent;
  assert.match(proved.content[0].text, /n \+ 7/);
  assert.equal((await call('check', {certificate})).structuredContent.accepted, true);
  writeFileSync(join(files, 'law.cert'), certificate);
  assert.equal((await call('check', {file: 'law.cert'})).structuredContent.accepted, true);
  const read = await client.readResource({uri: 'grundy://files/law.cert'});
  assert.equal(read.contents[0].text, certificate);
  assert.equal((await call('check', {file: '../../etc/passwd'})).isError, true);

  const wrong = await call('rules_check', {rules: 'game a(n)\n  -> a(n - k) for k in 1..3 iff n > k\n'});
  assert.match(JSON.stringify(wrong), /"line":\s*2/);
  assert.equal((await call('value', {sum: 'nym(3)'})).isError, true);

  const {resources} = await client.listResources();
  assert.ok(resources.some((one) => one.uri === 'grundy://language'));
  assert.match((await client.readResource({uri: 'grundy://games/kayles'})).contents[0].text, /game kayles/);

  // Progress comes while a long question is worked on; it is cancelled, and the next one is answered.
  let told = 0;
  const stop = new AbortController();
  const long = call('value', {sum: 'cram(7x7)'}, {signal: stop.signal, onprogress: () => ++told, timeout: 60_000});
  setTimeout(() => stop.abort('enough'), 1_500);
  await assert.rejects(long);
  assert.ok(told > 0, 'no progress was told');
  assert.equal((await call('value', {sum: 'nim(7)'})).structuredContent.value.text, '7');
  console.log('grundy mcp: the official client is answered');
} finally {
  await client.close();
  rmSync(files, {recursive: true});
}

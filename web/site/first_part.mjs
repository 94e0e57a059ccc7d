// Which functions of the engine run when each game of the gallery is begun: a profile for wasm-split.
//
//   first_part.mjs GAMES ENGINE COUNTING PROFILE     the page's list of games; the engine, and its module that counts; written
import {readFileSync, writeFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

const [games, engine, counting, profile] = process.argv.slice(2).map(one => resolve(one));
globalThis.self = {location: {href: 'file:///'}};  // as a worker of the page has it
const {default: begin} = await import(pathToFileURL(engine));
const list = await import(pathToFileURL(games));
let exports;
const counted = await begin({
  line: () => {},
  instantiateWasm(imports, done) {
    WebAssembly.instantiate(readFileSync(counting), imports).then(({instance, module}) => {
      exports = instance.exports;
      done(instance, module);
    });
    return {};
  },
});
const ask = (method, request) => counted.ccall('answer', null, ['string', 'string'], [method, JSON.stringify(request)]);
ask('games', {});
ask('options', {position: 'nim{3, 5, 7}', limit: 40});
for (const {sum, sizes} of list.games) ask('match', {sum: sum(sizes?.[1])});

const size = exports.__write_profile(0, 0);
const place = exports.malloc(size);
exports.__write_profile(place, size);
writeFileSync(profile, new Uint8Array(exports.memory.buffer, place, size));

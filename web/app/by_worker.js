// The way to the engine in a worker of this page: WebAssembly, one answer at a time, in the order of the questions.
//
// An answer that is no longer wanted ends with its worker; the next question gets a new one, for which the engine is
// compiled already. The engine has two parts: what the games of the gallery need to be played comes first, and the rest
// after the first answer. A question that needs the rest sooner waits for it.
import {EngineError} from './engine.js';

const part = async name => {
  const response = await fetch(name);
  if (!response.ok) throw EngineError.of('internal', `${name} did not come: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
};
const compiled = part('engine.wasm');
let coming = null;  // the other part
let rest = null;    // and when it has come
let worker = null;
let waiting = Promise.resolve();  // until the questions before are answered

/** Fetches the rest of the engine, once; a worker that waits gets it. */
function whole() {
  coming ??= part('engine_rest.wasm').then(module => {
    rest = module;
    worker?.postMessage({rest});
  }).catch(error => {
    coming = null;  // the next question tries again
    throw error;
  });
  return coming;
}

async function started() {
  if (!worker) {
    const module = await compiled;
    worker = new Worker('worker.js', {type: 'module'});
    worker.postMessage({module, rest});
  }
  return worker;
}

function ended() {
  worker?.terminate();
  worker = null;
}

/** The lines of the answer, as they come. An abort ends the worker in the middle of its work. */
export async function* answer(method, request, signal) {
  const before = waiting;
  let free;
  waiting = new Promise(done => { free = done; });
  const lines = [];
  let more = () => {};
  const take = line => {
    lines.push(line);
    more();
  };
  const stop = () => take(null);
  signal?.addEventListener('abort', stop);
  try {
    await before;
    const ask = async () => {
      signal?.throwIfAborted();
      const mine = await started();
      signal?.throwIfAborted();
      mine.onmessage = ({data}) => take(data);
      mine.onerror = event => {
        event.preventDefault();
        take({failed: event.message ?? 'the worker did not start'});
      };
      mine.postMessage({method, request: JSON.stringify(request)});
    };
    await ask();
    for (;;) {
      while (!lines.length) await new Promise(done => { more = done; });
      const line = lines.shift();
      if (line === null || line.failed !== undefined) ended();
      signal?.throwIfAborted();
      if (line.kind === 'rest') {
        await whole();
        await ask();
        continue;
      }
      if (line.failed !== undefined) throw EngineError.of(line.kind ?? 'internal', line.failed);
      yield line.text;  // the last one, a result or an error, is where the asker ends
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    free();
    whole().catch(() => {});  // a question that needs it will say so
  }
}

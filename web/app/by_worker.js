// The way to the engine in a worker of this page: WebAssembly, one answer at a time, in the order of the questions.
//
// An answer that is no longer wanted ends with its worker; the next question gets a new one, for which the engine is
// compiled already.
import {EngineError} from './engine.js';

const compiled = fetch('engine.wasm').then(response => response.arrayBuffer()).then(bytes => WebAssembly.compile(bytes));
let worker = null;
let waiting = Promise.resolve();  // until the questions before are answered

async function started() {
  if (!worker) {
    const module = await compiled;
    worker = new Worker('worker.js', {type: 'module'});
    worker.postMessage({module});
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
    signal?.throwIfAborted();
    const mine = await started();
    signal?.throwIfAborted();
    mine.onmessage = ({data}) => take(data);
    mine.onerror = event => {
      event.preventDefault();
      take({failed: event.message ?? 'the worker did not start'});
    };
    mine.postMessage({method, request: JSON.stringify(request)});
    for (;;) {
      while (!lines.length) await new Promise(done => { more = done; });
      const line = lines.shift();
      if (line === null || line.failed !== undefined) ended();
      signal?.throwIfAborted();
      if (line.failed !== undefined) throw EngineError.of(line.kind ?? 'internal', line.failed);
      yield line.text;  // the last one, a result or an error, is where the asker ends
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    free();
  }
}

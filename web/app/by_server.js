// The way to the engine through the server of `grundy serve`, which gives each request to one of its helpers.
import {EngineError} from './engine.js';
import {t} from './texts.js';

const kTries = 5;
const kPause = 300;  // milliseconds
const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));

/** The lines of the answer, as they come. The end of the connection ends the work. */
export async function* answer(method, request, signal) {
  try {
    yield* lines(method, request, signal);
  } catch (error) {
    if (error instanceof TypeError) throw EngineError.of('ended', t('ended'));  // what fetch and its streams throw
    throw error;
  }
}

async function* lines(method, request, signal) {
  let response;
  for (let tries = 1; ; ++tries) {
    const ask = () => fetch('api/' + method, {
      method: 'POST', signal, headers: {'Content-Type': 'application/json'}, body: JSON.stringify(request),
    });
    response = await ask().catch(async error => {
      if (!(error instanceof TypeError)) throw error;
      await wait(kPause);  // a connection may be lost
      return ask();
    });
    if (response.status !== 429 || tries === kTries) break;
    await wait(1000 * Number(response.headers.get('Retry-After') || 1));
  }
  const type = response.headers.get('Content-Type') || '';
  if (!type.startsWith('application/x-ndjson')) throw EngineError.of('input', (await response.text()).trim());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const {value, done} = await reader.read();
    if (done) break;
    rest += value;
    const parts = rest.split('\n');
    rest = parts.pop();
    yield* parts;
  }
  if (rest) yield rest;
}

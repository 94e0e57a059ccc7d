// ask('value', {sum: 'kayles(3)'}) gives the result, or throws an EngineError with the engine's messages.

export class EngineError extends Error {
  constructor(kind, messages) {
    super(messages.map(one => one.message).join('\n'));
    this.kind = kind;
    this.messages = messages;
  }
}

const kTries = 5;
const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));

/** The lines of a response, as they come. */
async function* lines(response) {
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

/**
 * @param {string} method
 * @param {object} request
 * @param {{signal?: AbortSignal, onProgress?: (progress: {what: string, done: number, total: number}) => void}} [how]
 */
export async function ask(method, request, {signal, onProgress} = {}) {
  for (let tries = 1; ; ++tries) {
    const response = await fetch('api/' + method, {
      method: 'POST', signal, headers: {'Content-Type': 'application/json'}, body: JSON.stringify(request),
    });
    if (response.status === 429 && tries < kTries) {
      await wait(1000 * Number(response.headers.get('Retry-After') || 1));
      continue;
    }
    const type = response.headers.get('Content-Type') || '';
    if (!type.startsWith('application/x-ndjson'))
      throw new EngineError('input', [{severity: 'error', message: (await response.text()).trim()}]);
    for await (const line of lines(response)) {
      const {progress, result, error} = JSON.parse(line);
      if (progress && onProgress) onProgress(progress);
      if (error) throw new EngineError(error.kind, error.messages);
      if (result !== undefined) return result;
    }
    throw new EngineError('internal', [{severity: 'error', message: 'the answer ended early'}]);
  }
}

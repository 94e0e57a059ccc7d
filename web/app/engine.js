// ask('value', {sum: 'kayles(3)'}) gives the result, or throws an EngineError with the engine's messages.
//
// There are two ways to the engine, each a function that gives the lines of an answer as they are made: the server of
// `grundy serve`, and a worker on a static site, whose page says so in its head.

export class EngineError extends Error {
  constructor(kind, messages) {
    super(messages.map(one => one.message).join('\n'));
    this.kind = kind;
    this.messages = messages;
  }
  static of(kind, message) {
    return new EngineError(kind, [{severity: 'error', message}]);
  }
}

/** Whether the engine runs in this page, without a server. */
export const isAlone = document.querySelector('meta[name="engine"]')?.content === 'worker';
const way = isAlone ? import('./by_worker.js') : import('./by_server.js');

/**
 * @param {string} method
 * @param {object} request
 * @param {{signal?: AbortSignal, onProgress?: (progress: {what: string, done: number, total: number}) => void}} [how]
 */
export async function ask(method, request, {signal, onProgress} = {}) {
  const {answer} = await way;
  for await (const line of answer(method, request, signal)) {
    const {progress, result, error} = JSON.parse(line);
    if (progress && onProgress) onProgress(progress);
    if (error) throw new EngineError(error.kind, error.messages);
    if (result !== undefined) return result;
  }
  throw EngineError.of('internal', 'the answer ended early');
}

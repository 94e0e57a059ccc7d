// The engine at work, in a worker of its own: {module} starts it, {rest} is the part that no game needs at first, {method,
// request} asks, and each line of an answer goes back as {text}. What ends the engine itself, as a stack or a memory that is
// full, is told as {failed, kind}; kind 'rest' is of an answer that needs the part which is not here yet.
import begin from './engine.mjs';

let engine = null;
let exports = null;
let missed = false;  // whether a function of the other part was called

const elsewhere = new Proxy({}, {get: () => () => {
  missed = true;
  throw new Error('not here');
}});

onmessage = async ({data}) => {
  if (data.module) {
    engine = begin({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(data.module, {...imports, placeholder: elsewhere}).then(instance => {
          exports = instance.exports;
          done(instance, data.module);
        });
        return {};
      },
      line: text => missed || postMessage({text}),
    });
  }
  if (data.rest) {
    await engine;
    new WebAssembly.Instance(data.rest, {primary: exports});  // its functions take their places in the table of both
  }
  if (!data.method) return;
  let failed = null;
  try {
    (await engine).ccall('answer', null, ['string', 'string'], [data.method, data.request]);
  } catch ({kind = 'internal', message}) {
    failed = {failed: kind === 'internal' ? `the engine ended: ${message}` : message, kind};
  }
  if (missed) failed = {failed: 'a part of the engine is not here', kind: 'rest'};
  if (failed) postMessage(failed);
};

// The engine at work, in a worker of its own: {module} starts it, {method, request} asks, and each line of an answer goes
// back as {text}. What ends the engine itself, as a stack or a memory that is full, is told as {failed, kind}.
import begin from './engine.mjs';

let engine = null;

onmessage = async ({data}) => {
  if (data.module) {
    engine = begin({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(data.module, imports).then(instance => done(instance, data.module));
        return {};
      },
      line: text => postMessage({text}),
    });
    return;
  }
  try {
    (await engine).ccall('answer', null, ['string', 'string'], [data.method, data.request]);
  } catch (error) {
    const {kind = 'internal', message = String(error)} = error;
    postMessage({failed: kind === 'internal' ? `the engine ended: ${message}` : message, kind});
  }
};

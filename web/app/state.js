// All that the page shows is one object, which is kept in the address behind '#': JSON, deflated, base64url. A link is
// the whole state, and none of it is sent to a server.

export const state = {
  view: 'play', language: '', rules: '', rules2: '', compare: false,
  sum: 'nim{3, 5, 7}', play: 'normal', strength: 'perfect', guess: false, made: [], you: 0,
  game: 'wythoff', box: '', mod: 0, zeros: false,
  position: 'kayles(5)', law: 'forced', formula: '', lesson: '',
};
const kBeginning = structuredClone(state);

/** What differs from the beginning, as text. */
export async function packed() {
  const differing = Object.fromEntries(Object.entries(state).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(kBeginning[name])));
  const stream = new Blob([JSON.stringify(differing)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(stream).text());
}

/** Takes the state of the address; what is no state of ours changes nothing. */
export async function read() {
  const text = location.hash.slice(1);
  if (!text) return;
  try {
    const given = await unpacked(text);
    for (const name of Object.keys(kBeginning)) {
      const value = name in given ? given[name] : structuredClone(kBeginning[name]);
      if (typeof value === typeof kBeginning[name] && Array.isArray(value) === Array.isArray(kBeginning[name]))
        state[name] = value;
    }
  } catch {
    // an address that somebody typed
  }
}

let writing = Promise.resolve();
/** Puts the state into the address. */
export function keep() {
  writing = writing.then(packed).then(text => history.replaceState(null, '', '#' + text));
  return writing;
}

/** The address of the page with these members of the state. */
export async function linkTo(members) {
  const before = structuredClone(state);
  Object.assign(state, structuredClone(kBeginning), {language: state.language}, members);
  const text = packed();
  Object.assign(state, before);
  return '#' + await text;
}

// All that the page shows is one object, kept in the address behind '#': JSON, deflated, base64url. A link is the whole
// state, and none of it is sent to a server. Each move and each view is an entry of the browser's history.

export const state = {
  view: 'play', tab: 'game', language: '', theme: '', rules: '', draft: '',  // the game's rules, and those in the editor
  // The game: who plays is 0 (you begin), 1 (the machine begins) or 2 (two people); `later` are moves taken back.
  sum: 'nim{1, 4, 7}', play: 'normal', made: [], later: [], who: 0, strength: 'perfect', guess: false, values: false, past: false,
  // Maths
  law: '', formula: '', box: '', mod: 0, zeros: false,
  // Learn and Class
  lesson: '', step: 0, task: {}, sheet: {},
};
const kBeginning = structuredClone(state);
export let isBroken = false;  // the address held something that is no state

async function packed(given) {
  const differing = Object.fromEntries(Object.entries(given).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(kBeginning[name])));
  const stream = new Blob([JSON.stringify(differing)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return '#' + btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(stream).text());
}

const isMove = one => typeof one === 'string' || Number.isInteger(one?.part) && typeof one.to === 'string';
const isSound = ({made, later, step, who}) => [made, later].every(list => list.every(isMove)) && Number.isInteger(step) && step >= 0 && [0, 1, 2].includes(who);

/** What the last visit chose for all games. */
async function chosen() {
  try {
    const {language, theme} = await unpacked(localStorage.getItem('last').slice(1));
    return {language, theme};
  } catch {
    return {};
  }
}

/** Takes the state of the address; what the address does not name is as at the beginning. */
export async function read() {
  isBroken = false;
  let given = {};
  const text = location.hash.slice(1);
  try {
    given = text ? await unpacked(text) : await chosen();
  } catch {
    isBroken = true;
  }
  for (const name of Object.keys(kBeginning)) {
    const value = Object.hasOwn(given, name) ? given[name] : structuredClone(kBeginning[name]);
    if (typeof value === typeof kBeginning[name] && Array.isArray(value) === Array.isArray(kBeginning[name]))
      state[name] = value;
  }
  if (isSound(state)) return;
  isBroken = true;
  Object.assign(state, structuredClone(kBeginning));
}

let writing = Promise.resolve();
/** Puts the state as it is now into the address: as a new entry of the history, or in place of the last one. */
export function keep(isNew) {
  if (isNew) isBroken = false;
  const now = structuredClone(state);
  writing = writing.then(() => packed(now)).then(hash => {
    history[isNew && hash !== location.hash ? 'pushState' : 'replaceState'](null, '', hash);
    localStorage.setItem('last', hash);
  }).catch(() => {});  // a browser that keeps nothing
  return writing;
}

/** The address of a page with these members of the state. */
export const linkTo = members => packed({...structuredClone(kBeginning), ...members});
/** The members of a game of its own, from its beginning. */
export const newGame = members => ({play: 'normal', made: [], later: [], who: 0, guess: false, ...nameOf(members.sum) !== nameOf(state.sum) && {formula: '', box: ''}, ...members});
const nameOf = sum => /^\w*/.exec(sum ?? state.sum)[0];

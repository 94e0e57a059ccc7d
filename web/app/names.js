// What games are called, and their rules in one sentence; for other games than nim fetched when they are first needed.
import {ask} from './engine.js';
import {state} from './state.js';
import {language, more, t} from './texts.js';
import {sentence} from './words.js';

let known = {language: '', games: {}};
let own = {rules: '', games: []};
let redraw = () => {};
export const onNamed = f => { redraw = f; };

/** The texts of games: {kayles: ['Kayles', 'Knock down …']}; a third one is the rule in misère play. */
export async function gameTexts() {
  if (known.language !== language()) known = {language: language(), games: await more('games')};
  return known.games;
}
async function ownGames(rules) {
  own = {rules, games: []};
  const answer = await ask('rules', {rules}).catch(() => ({games: []}));
  own = {rules, games: answer.games};
}

export const gameOf = sum => /[A-Za-z_∞]\w*/.exec(sum)?.[0] ?? 'nim';
const fetching = new Set();
function fetchOnce(name, work) {
  if (fetching.has(name)) return;
  fetching.add(name);
  work().then(redraw, () => {}).finally(() => fetching.delete(name));
}

/** Whether the game is one of the rules that were invented. */
const isOwn = key => new RegExp(`^ *game +${key}\\b`, 'm').test(state.rules);
export function nameOfGame(key = gameOf(state.sum)) {
  if (isOwn(key)) return key.replaceAll('_', ' ');
  if (key === 'nim') return t('nimName');
  if (known.language !== language()) {
    fetchOnce('games', gameTexts);
    return key;
  }
  return known.games[key]?.[0] ?? key.replaceAll('_', ' ');
}
/** The rules in one sentence, and who wins. */
export function describe(key = gameOf(state.sum), {play, rules = ''} = state) {
  const end = ' ' + t(play === 'misere' ? 'endMisere' : 'endNormal');
  if (key === 'nim') return t('nimRule') + ' ' + t(play === 'misere' ? 'nimMisere' : 'nimNormal');
  if (rules.trim()) {
    if (own.rules !== rules) fetchOnce('own', () => ownGames(rules));
    const mine = own.games.find(game => game.name === key);
    if (mine) return (mine.doc ? sentence(mine.doc) : t('yourRules')) + end;
  }
  const texts = known.language === language() ? known.games[key] : null;
  // Where a game's own end says who wins, there is a text for each kind of play.
  return !texts ? end : texts[2] ? texts[play === 'misere' ? 2 : 1] : texts[1] + end;
}

// The page's words in the language chosen. Each language is a file, language_CODE.js, fetched when it is chosen; what only
// some views say is in further files of a language, which they fetch.

const kCodes = ['en', 'de'];

let chosen = {code: '', texts: {}};
/** Takes this language, or the browser's where none is given; English where it is not known. */
export async function setLanguage(code) {
  const wanted = code || (navigator.language || 'en').slice(0, 2);
  const known = kCodes.includes(wanted) ? wanted : 'en';
  if (known === chosen.code) return;
  chosen = {code: known, texts: (await import(`./language_${known}.js`)).default};
  document.documentElement.lang = known;
}
export const language = () => chosen.code;
export const otherLanguage = () => kCodes.find(code => code !== chosen.code);

const filled = (text, parts) => text.replace(/\{(\d)\}/g, (_, i) => String(parts[Number(i)]));
/** t('value', 3): the text with its places filled. */
export function t(name, ...parts) {
  return filled(chosen.texts[name] ?? name, parts);
}
export const has = name => Object.hasOwn(chosen.texts, name);
/** The texts of a further file: await more('learn'). */
export const more = async name => (await import(`./${name}_${chosen.code}.js`)).default;

// The page's words in the language chosen. Each language is a file, language_CODE.js, fetched when it is chosen; what is
// said only by views that are fetched when they are wanted is in views_CODE.js, and in further files that they fetch.

const kCodes = ['en', 'de'];

let chosen = {code: '', texts: {}}, areViews = false;
/** Takes this language, or the browser's where none is given; English where it is not known. */
export async function setLanguage(code) {
  const wanted = code || (navigator.language || 'en').slice(0, 2);
  const known = kCodes.includes(wanted) ? wanted : 'en';
  if (known === chosen.code) return;
  const [{default: first}, {default: further}] = await Promise.all([import(`./language_${known}.js`), areViews ? import(`./views_${known}.js`) : {default: {}}]);
  chosen = {code: known, texts: {...first, ...further}};
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
/** The module of a view that is fetched, when its words are there too. */
export async function withWords(fetching) {
  areViews = true;
  const {code} = chosen;
  const [module, {default: further}] = await Promise.all([fetching, import(`./views_${code}.js`)]);
  if (code === chosen.code) Object.assign(chosen.texts, further);
  return module;
}
/** The texts of a further file: await more('learn'). */
export const more = async name => (await import(`./${name}_${chosen.code}.js`)).default;

// The page's words in the language chosen. Each language is a file, language_CODE.js, and a row here.
import de from './language_de.js';
import en from './language_en.js';

const kLanguages = {en, de};

let chosen = 'en';
/** Takes this language, or the browser's where none is given; English where it is not known. */
export function setLanguage(code) {
  const wanted = code || (navigator.language || 'en').slice(0, 2);
  chosen = Object.hasOwn(kLanguages, wanted) ? wanted : 'en';
  document.documentElement.lang = chosen;
}
export const language = () => chosen;
/** Pairs of a code and the language's name for itself. */
export const languages = () => Object.entries(kLanguages).map(([code, {name}]) => [code, name]);

/** t('value', 3): the text with its places filled. */
export function t(name, ...parts) {
  return kLanguages[chosen].texts[name].replace(/\{(\d)\}/g, (_, i) => String(parts[Number(i)]));
}

/** The title and the steps of a lesson. */
export const lessonTexts = id => kLanguages[chosen].lessons[id];

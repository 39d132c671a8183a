// The words of the page: one file per language in text/. Only those of one language are loaded, and
// English for words that it lacks.
import en from '/text/en.js';
import { load } from '/language.js';

export const languages = { en: 'English', zh: '中文', ja: '日本語', ko: '한국어' };

// chosen is the language that somebody chose before, else the browser's, else English.
export function chosen() {
  const wishes = [localStorage.getItem('language'), ...(navigator.languages || [])];
  for (const w of wishes) {
    const short = (w || '').slice(0, 2);
    if (languages[short]) return short;
  }
  return 'en';
}

// words are the function that says a text of a language, with values in the place of {name}.
export async function words(language) {
  const texts = language === 'en' ? en : await load(language);
  return (key, values = {}) => {
    const text = texts[key] || en[key] || key;
    return text.replace(/\{(\w+)\}/g, (_, n) => (n in values ? values[n] : ''));
  };
}

// The words of the page: one file per language in text/.
import en from '/text/en.js';
import zh from '/text/zh.js';
import ja from '/text/ja.js';
import ko from '/text/ko.js';

export const languages = { en, zh, ja, ko };

// chosen is the language that somebody chose before, else the browser's, else English.
export function chosen() {
  const wishes = [localStorage.getItem('language'), ...(navigator.languages || [])];
  for (const w of wishes) {
    const short = (w || '').slice(0, 2);
    if (languages[short]) return short;
  }
  return 'en';
}

// words are the function that says a text, with values in the place of {name}.
export function words(language) {
  return (key, values = {}) => {
    const text = languages[language][key] || en[key] || key;
    return text.replace(/\{(\w+)\}/g, (_, n) => (n in values ? values[n] : ''));
  };
}

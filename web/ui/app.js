// Tengen in the browser. The address after # says which page.
import { html, render, useEffect, useState } from '/vendor/htm-preact.js';
import * as api from '/api.js';
import { Begin } from '/begin.js';
import { Game } from '/game.js';
import { chosen, languages, words } from '/text.js';

const place = () => /^#\/game\/([0-9a-f]+)$/.exec(location.hash);

function App() {
  const [language, setLanguage] = useState(chosen());
  const [at, setAt] = useState(place());
  const [about, setAbout] = useState(null);
  const [error, setError] = useState('');
  const say = words(language);
  useEffect(() => {
    const moved = () => setAt(place());
    addEventListener('hashchange', moved);
    api.about().then(setAbout, (e) => setError(e.message));
    return () => removeEventListener('hashchange', moved);
  }, []);
  useEffect(() => { document.documentElement.lang = language; document.title = say('tengen'); }, [language]);
  const speak = (l) => { localStorage.setItem('language', l); setLanguage(l); };
  return html`<header>
      <h1><a href="#/"><img src="/icon.svg" width="28" height="28" alt="" />${say('tengen')}</a></h1>
      <a href="#/">${say('new_game')}</a>
      <label><span class="quiet">${say('language')}</span><select value=${language} onChange=${(e) => speak(e.target.value)}>
        ${Object.entries(languages).map(([l, t]) => html`<option key=${l} value=${l} selected=${l === language}>${t.name}</option>`)}</select></label>
    </header>
    ${error && html`<main><p class="warn" role="alert">${error}</p></main>`}
    ${at ? html`<${Game} key=${at[1]} id=${at[1]} say=${say} />`
    : about && html`<${Begin} say=${say} about=${about} open=${(id) => { location.hash = '#/game/' + id; }} />`}`;
}

render(html`<${App} />`, document.getElementById('app'));

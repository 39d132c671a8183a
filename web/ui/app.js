// Tengen in the browser. The address after # says which page: #/NAME/REST. The first page and a
// game are loaded at once, each other page when somebody opens it.
import '/storage.js';
import { Component, html, render, useEffect, useState } from '/vendor/htm-preact.js';
import * as api from '/api.js';
import { Begin } from '/begin.js';
import { Game } from '/game.js';
import { chosen, languages, words } from '/text.js';

// pages are those with a module of their own, /NAME.js, whose default is shown, and /NAME.css.
const pages = ['review', 'inside', 'train', 'match', 'models'];

const place = () => {
  const [page, ...rest] = location.hash.replace(/^#\/?/, '').split('/');
  return { page, rest: rest.join('/') };
};

// load is the component of a page, with its style.
async function load(name) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = `/${name}.css`;
  const styled = new Promise((done) => { link.onload = link.onerror = done; });
  document.head.append(link);
  const [module] = await Promise.all([import(`/${name}.js`), styled]);
  return module.default;
}

const loading = {};
const loaded = (name) => (loading[name] = loading[name] || load(name));

// Later shows a page as soon as it is there.
function Later({ name, say, about, rest }) {
  const [page, setPage] = useState(null);
  const [error, setError] = useState('');
  useEffect(() => { loaded(name).then((Page) => setPage({ Page }), () => { delete loading[name]; setError(say('lost')); }); }, [name]);
  if (error) return html`<main><p class="warn" role="alert">${error}</p><p><button onClick=${() => location.reload()}>${say('page_again')}</button></p></main>`;
  if (!page) return html`<main><p role="status">${say('page_waits', { page: say('page_' + name) })}</p></main>`;
  return html`<${page.Page} say=${say} about=${about} rest=${rest} pages=${pages} />`;
}

// Guard shows what went wrong in a page instead of the page, so that the way to the others stays.
class Guard extends Component {
  componentDidCatch(error) {
    this.setState({ error, at: this.props.at });
  }

  render({ say, at, children }, { error, at: broken }) {
    if (!error || at !== broken) return children;
    return html`<main><p class="warn" role="alert">${say('page_broken', { error: error.message })}</p>
      <p><button onClick=${() => location.reload()}>${say('page_again')}</button></p></main>`;
  }
}

function App() {
  const [language, setLanguage] = useState(chosen());
  const [voice, setVoice] = useState(null);
  const [at, setAt] = useState(place());
  const [about, setAbout] = useState(null);
  const [error, setError] = useState('');
  useEffect(() => {
    const moved = () => setAt(place());
    addEventListener('hashchange', moved);
    moved(); // the address may have changed since the first drawing
    api.about().then(setAbout, (e) => setError(e.message));
    return () => removeEventListener('hashchange', moved);
  }, []);
  useEffect(() => {
    words(language).then((say) => {
      document.documentElement.lang = language;
      document.title = say('tengen');
      api.speak(say);
      setVoice({ say });
    }, (e) => setError(e.message));
  }, [language]);
  if (!voice) return html`<main>${error && html`<p class="warn" role="alert">${error}</p>`}</main>`;
  const { say } = voice;
  const speak = (l) => { localStorage.setItem('language', l); setLanguage(l); };
  const here = at.page === 'game' ? '' : at.page;
  const link = (page) => html`<a href=${'#/' + page} aria-current=${page === here ? 'page' : undefined}>${say('page_' + (page || 'play'))}</a>`;
  const show = () => {
    if (at.page === 'game') return html`<${Game} key=${at.rest} id=${at.rest} say=${say} />`;
    if (!about) return null;
    if (at.page === '') return html`<${Begin} say=${say} about=${about} open=${(id) => { location.hash = '#/game/' + id; }} />`;
    if (pages.includes(at.page)) return html`<${Later} key=${at.page} name=${at.page} say=${say} about=${about} rest=${at.rest} />`;
    return html`<main><p role="alert">${say('page_unknown')}</p></main>`;
  };
  return html`<header>
      <h1><a href="#/"><img src="/icon.svg" width="28" height="28" alt="" />${say('tengen')}</a></h1>
      <nav>${['', ...pages].map(link)}</nav>
      <label><span class="quiet">${say('language')}</span><select value=${language} onChange=${(e) => speak(e.target.value)}>
        ${Object.entries(languages).map(([l, name]) => html`<option key=${l} value=${l} selected=${l === language}>${name}</option>`)}</select></label>
    </header>
    ${error && html`<main><p class="warn" role="alert">${error}</p></main>`}
    <${Guard} at=${at} say=${say}>${show()}</>`;
}

render(html`<${App} />`, document.getElementById('app'));

// An exported bot: a board, how to begin, and what plays. A game is that of tengen serve.
import { html, render, useEffect, useState } from '/vendor/htm-preact.js';
import * as api from '/api.js';
import { Board } from '/board.js';
import { Game } from '/game.js';
import { why } from '/speech.js';
import { chosen, languages, words } from '/text.js';

const { model } = api;

// strengths are how much the bot reads, as player strings: drawn from the policy, the policy's favourite,
// and searches.
const strengths = [
  ...['policy:temperature=1', 'policy'],
  ...(model.board > 13 ? [10, 40, 160] : [50, 200, 800]).map((n) => `search:playouts=${n},threads=1`),
];

const playoutsOf = (player) => Number((/playouts=(\d+)/.exec(player) || [])[1] || 0);

function strengthText(player, speed, say) {
  if (player.includes('temperature')) return say('bot_drawn');
  const n = playoutsOf(player);
  if (!n) return say('bot_policy');
  if (!speed) return say('bot_playouts', { n });
  const s = n / speed;
  return say('bot_playouts_time', { n, s: s < 1.5 ? Math.max(0.1, Math.round(10 * s) / 10) : Math.round(s) });
}

const remembered = () => {
  const usual = { human: 'black', player: strengths[2], handicap: 0, komi: '', teach: false };
  try { return { ...usual, ...JSON.parse(localStorage.getItem('bot-wish') || '{}') }; } catch { return usual; }
};

function Choice({ label, value, onChange, options }) {
  return html`<label>${label}<select value=${value} onChange=${(e) => onChange(e.target.value)}>
    ${options.map(([v, text]) => html`<option key=${v} value=${v} selected=${String(v) === String(value)}>${text}</option>`)}</select></label>`;
}

// empty is the board before a game.
const empty = {
  id: '', at: 0, size: model.board, points: '.'.repeat(model.board * model.board), moves: [], to_move: 'black', turn: 'person',
};

function Begin({ say, engine, open }) {
  const [wish, setWish] = useState(remembered());
  const [waits, setWaits] = useState(false);
  const [error, setError] = useState('');
  const [said, setSaid] = useState('');
  const player = strengths.includes(wish.player) ? wish.player : strengths[2];
  const handicap = Math.min(Number(wish.handicap), model.handicap); // a page for another board may have left it
  const set = (name) => (value) => setWish({ ...wish, [name]: value });
  const start = async (point) => {
    setWaits(true);
    localStorage.setItem('bot-wish', JSON.stringify(wish));
    const asked = { size: model.board, rules: 'chinese', human: wish.human, handicap, teach: wish.teach };
    if (wish.komi !== '') asked.komi = Number(wish.komi);
    asked.player = player.includes('temperature') ? `${player},seed=${Math.floor(1e9 * Math.random())}` : player;
    try {
      const game = await api.begin(asked);
      if (point && game.turn === 'person') await api.command('', { do: 'play', at: game.at, point });
      open();
    } catch (e) {
      setError(why(e, say));
      setWaits(false);
    }
  };
  const again = (which) => api.resume(which).then(open, (e) => setError(e.message));
  const busy = waits || !engine.ready;
  return html`<main class="game">
    <${Board} game=${empty} play=${(point) => !busy && start(point === 'pass' ? '' : point)} keys=${() => false} say=${say} announce=${setSaid} />
    <div class="panel">
      <p class="quiet" aria-live="polite">${said}</p>
      <form class="card" onSubmit=${(e) => { e.preventDefault(); start(''); }}>
        <h2>${say('new_game')}</h2>
        <${Choice} label=${say('color')} value=${wish.human} onChange=${set('human')} options=${['black', 'white'].map((c) => [c, say(c)])} />
        <${Choice} label=${say('level')} value=${player} onChange=${set('player')}
          options=${strengths.map((p) => [p, strengthText(p, engine.speed, say)])} />
        <div class="pair">
          <${Choice} label=${say('handicap')} value=${handicap} onChange=${set('handicap')}
            options=${[0, 2, 3, 4, 5, 6, 7, 8, 9].filter((n) => n <= model.handicap).map((n) => [n, n || say('none')])} />
          <label>${say('komi')}<input type="number" step="0.5" min="-361" max="361" value=${wish.komi} placeholder=${say('automatic')}
            onInput=${(e) => set('komi')(e.target.value)} /></label>
        </div>
        <label class="check"><input type="checkbox" checked=${wish.teach} onChange=${(e) => set('teach')(e.target.checked)} />${say('teaching')}</label>
        <button class="first" type="submit" disabled=${busy}>${engine.ready ? say('start') : say('bot_waits')}</button>
        ${api.kept().map((which) => html`<button key=${which} type="button" disabled=${busy} onClick=${() => again(which)}>${say('bot_resume_' + which)}</button>`)}
        ${(error || engine.error) && html`<p class="warn" role="alert">${error || say('bot_failed', { why: engine.error })}</p>`}
        <p class="soft">${say('bot_board')}</p>
      </form>
      <${About} say=${say} engine=${engine} />
    </div>
  </main>`;
}

function About({ say, engine }) {
  const card = model.card || {};
  const [licences, setLicences] = useState('');
  return html`<section class="card about">
    <h2>${model.title}</h2>
    <ul>${model.networks.map((n) => html`<li key=${n}>${n}</li>`)}</ul>
    ${card.about && html`<details><summary>${say('bot_about')}</summary><p>${card.about}</p>
      ${card.data && html`<ul>${card.data.map((d) => html`<li key=${d}>${d}</li>`)}</ul>`}</details>`}
    ${card.limits && html`<details><summary>${say('bot_limits')}</summary><ul>${card.limits.map((l) => html`<li key=${l}>${l}</li>`)}</ul></details>`}
    ${card.licence && html`<p class="soft">${say('bot_licence', { name: card.licence })}</p>`}
    <p class="soft">${say('bot_made', { version: engine.version || model.version })} ${engine.speed ? say('bot_speed', { n: Math.round(engine.speed) }) : ''}</p>
    <details onToggle=${() => setLicences(document.getElementById('licences').textContent)}><summary>${say('bot_licences')}</summary>
      <pre tabindex="0">${licences}</pre></details>
  </section>`;
}

function App() {
  const [language, setLanguage] = useState(chosen());
  const [voice, setVoice] = useState(null);
  const [engine, setEngine] = useState({ ready: false });
  const [playing, setPlaying] = useState(0);
  useEffect(() => {
    const failed = (e) => setEngine({ ready: false, error: e.message });
    api.start().then(() => {
      setEngine({ ready: true });
      return api.about().then((about) => setEngine({ ready: true, ...about }));
    }).catch(failed);
  }, []);
  useEffect(() => {
    words(language).then((say) => {
      document.documentElement.lang = language;
      document.title = model.title;
      api.speak(say);
      setVoice({ say });
    });
  }, [language]);
  if (!voice) return null;
  const { say } = voice;
  const speak = (l) => { localStorage.setItem('language', l); setLanguage(l); };
  return html`<header>
      <h1>${model.title}</h1>
      ${playing > 0 && html`<button onClick=${() => setPlaying(0)}>${say('new_game')}</button>`}
      <label><span class="quiet">${say('language')}</span><select value=${language} onChange=${(e) => speak(e.target.value)}>
        ${Object.entries(languages).map(([l, name]) => html`<option key=${l} value=${l} selected=${l === language}>${name}</option>`)}</select></label>
    </header>
    ${playing ? html`<${Game} key=${playing} id="1" say=${say} />`
    : html`<${Begin} say=${say} engine=${engine} open=${() => setPlaying(Date.now())} />`}`;
}

render(html`<${App} />`, document.getElementById('app'));

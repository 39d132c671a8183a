// The first page: a new game, and the games before.
import { html, useEffect, useRef, useState } from '/vendor/htm-preact.js';
import * as api from '/api.js';
import { friendly, levelsOf, nearest, scaleOf } from '/levels.js';
import { Teacher } from '/lesson.js';
import { Remove } from '/remove.js';
import { nameOf, why } from '/speech.js';

const remembered = (key, otherwise) => {
  try { return { ...otherwise, ...JSON.parse(localStorage.getItem(key) || '{}') }; } catch { return otherwise; }
};

function Choice({ label, value, onChange, options }) {
  return html`<label>${label}
    <select value=${value} onChange=${(e) => onChange(e.target.value)}>
      ${options.map(([v, text]) => html`<option key=${v} value=${v} selected=${String(v) === String(value)}>${text}</option>`)}
    </select></label>`;
}

// times are the clocks to choose from: none, Fischer, Japanese byo-yomi, or somebody's own.
const times = (say) => [['', say('time_none')], ['5m+5s', '5 min + 5 s'], ['10m+10s', '10 min + 10 s'], ['10m+3x30s', '10 min + 3 × 30 s'],
  ['30m+5x30s', '30 min + 5 × 30 s'], ['own', say('time_own')]];

export function Begin({ say, about, open }) {
  const [wish, setWish] = useState(remembered('wish', {
    size: 9, level: about.level || friendly, human: 'black', handicap: 0, komi: '', rules: 'chinese', teach: true, share: 0.1, time: '', own: '10m', by: 'level', player: '',
  }));
  const [error, setError] = useState('');
  const [list, setList] = useState(null);
  const [waits, setWaits] = useState(false);
  const [said, setSaid] = useState('');
  const games = useRef(null);
  useEffect(() => { api.games().then(setList, (e) => setError(why(e, say))); }, []);
  const named = (g) => `${nameOf(g.black, 'black', say)} – ${nameOf(g.white, 'white', say)}`;
  const remove = (g) => api.remove('/games/' + g.id).then(() => {
    if (games.current) games.current.focus(); // the button goes with its row
    setSaid(say('deleted', { name: named(g) }));
    setList((all) => all.filter((other) => other.id !== g.id));
  }, (e) => setError(why(e, say)));
  const set = (name) => (value) => setWish({ ...wish, [name]: value });
  const most = about.handicap[about.sizes.indexOf(Number(wish.size))];
  const handicap = Math.min(Number(wish.handicap), most);
  const scale = scaleOf(about, wish.size);
  const level = nearest(scale.levels, wish.level);
  const start = (record) => {
    setError('');
    setWaits(true);
    localStorage.setItem('wish', JSON.stringify(wish));
    const asked = { size: Number(wish.size), rules: wish.rules, handicap, human: wish.human, teach: wish.teach, share: wish.share };
    const time = wish.time === 'own' ? wish.own : wish.time;
    if (time) asked.time = time;
    if (wish.komi !== '') asked.komi = Number(wish.komi);
    if (wish.by === 'level') asked.level = level; else asked.player = wish.player;
    if (record !== undefined) asked.record = record;
    api.begin(asked).then((g) => open(g.id), (e) => { setError(why(e, say)); setWaits(false); });
  };
  const read = (file) => file && api.bytesOf(file).then(start, (e) => setError(String(e)));
  useEffect(() => {
    const over = (e) => { e.preventDefault(); document.body.classList.add('drop'); };
    const leave = () => document.body.classList.remove('drop');
    const drop = (e) => { e.preventDefault(); leave(); read(e.dataTransfer.files[0]); };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  });
  const levels = levelsOf(scale, say);
  return html`<main>
    <form class="card" onSubmit=${(e) => { e.preventDefault(); start(); }}>
      <h2>${say('new_game')}</h2>
      <div class="form">
        <${Choice} label=${say('size')} value=${wish.size} onChange=${set('size')} options=${about.sizes.map((n) => [n, `${n}×${n}`])} />
        <${Choice} label=${say('opponent')} value=${wish.by} onChange=${set('by')} options=${[['level', say('by_level')], ['string', say('by_string')]]} />
        ${wish.by === 'level'
    ? html`<${Choice} label=${say('level')} value=${level} onChange=${set('level')} options=${levels} />`
    : html`<label>${say('custom')}<input type="text" value=${wish.player} placeholder="search:playouts=400" onInput=${(e) => set('player')(e.target.value)} /></label>`}
        <${Choice} label=${say('color')} value=${wish.human} onChange=${set('human')}
          options=${['black', 'white', 'both'].map((c) => [c, say(c)])} />
        <${Choice} label=${say('handicap')} value=${handicap} onChange=${set('handicap')}
          options=${[0, 2, 3, 4, 5, 6, 7, 8, 9].filter((n) => n <= most).map((n) => [n, n || say('none')])} />
        <label>${say('komi')}<input type="number" step="0.5" min="-361" max="361" value=${wish.komi} placeholder=${say('automatic')}
          onInput=${(e) => set('komi')(e.target.value)} /></label>
        <${Choice} label=${say('rules')} value=${wish.rules} onChange=${set('rules')} options=${about.rules.map((r) => [r, say('rules_' + r.replace('-', '_'))])} />
        <${Choice} label=${say('time')} value=${wish.time} onChange=${set('time')} options=${times(say)} />
        ${wish.time === 'own' && html`<label>${say('time_own_text')}<input type="text" value=${wish.own} onInput=${(e) => set('own')(e.target.value)} /></label>`}
        <div class="wide"><${Teacher} on=${wish.teach} share=${wish.share} change=${({ on, share }) => setWish({ ...wish, teach: on, share })} say=${say} /></div>
        ${wish.by === 'level' && html`<p class="soft wide">${say(scale.measured ? 'levels_estimated' : 'levels_unmeasured')}</p>`}
        ${!about.models.includes(Number(wish.size)) && html`<p class="soft wide">${say('no_model')}</p>`}
        <div class="row wide">
          <button class="first" type="submit" disabled=${waits}>${say('start')}</button>
          <label class="soft">${say('open_sgf')} <input type="file" accept=".sgf" onChange=${(e) => { read(e.target.files[0]); e.target.value = ''; }} /></label>
          <span class="soft">${say('drop_sgf')}</span>
        </div>
        ${error && html`<p class="warn wide" role="alert">${error}</p>`}
      </div>
    </form>
    <section class="card"><h2>${say('your_games')}</h2>
      ${list && !list.length && html`<p class="soft">${say('games_none')}</p>`}
      <p class="quiet" role="status">${said}</p>
      ${list && list.length > 0 && html`<div ref=${games} class="scroll" tabindex="0" role="region" aria-label=${say('your_games')}><table>
        <thead><tr><th>${say('game')}</th><th>${say('size')}</th><th class="less">${say('moves')}</th><th>${say('result')}</th><th class="less">${say('date')}</th><td></td></tr></thead>
        <tbody>${list.map((g) => html`<tr key=${g.id}><td><a href=${'#/game/' + g.id}>${named(g)}</a></td><td>${g.size}×${g.size}</td><td class="less">${g.moves}</td>
          <td>${g.result || say('unfinished')}</td><td class="less">${new Date(g.changed).toLocaleString()}</td>
          <td><${Remove} name=${named(g)} act=${() => remove(g)} say=${say} /></td></tr>`)}</tbody></table></div>`}
    </section>
  </main>`;
}

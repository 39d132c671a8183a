// The match page: two players, the games under way, and what the finished ones say about who is stronger.
import { html, useEffect, useRef, useState } from '/vendor/htm-preact.js';
import * as api from '/api.js';
import { Picture } from '/board.js';
import { duration } from '/duration.js';
import { calledBy, levelsOf, nearest, scaleOf } from '/levels.js';
import { resultOf } from '/speech.js';

const locale = () => document.documentElement.lang;
const percent = (x) => (100 * x).toLocaleString(locale(), { maximumFractionDigits: 1 });
const signed = (x) => (x === undefined ? '∞' : Math.round(x).toLocaleString(locale(), { signDisplay: 'exceptZero' }).replace('-', '−'));
const rulesName = (name, say) => {
  const key = 'rules_' + name.replace('-', '_');
  return say(key) === key ? name : say(key); // a match of a terminal may have others than a page
};
const link = (id) => '#/match/' + encodeURIComponent(id);
const path = (id) => '/matches/' + encodeURIComponent(id);
const underWay = (m) => ['waiting', 'running', 'stopping'].includes(m.state);

const remembered = (key, otherwise) => {
  try { return { ...otherwise, ...JSON.parse(localStorage.getItem(key) || '{}') }; } catch { return otherwise; }
};

function Choice({ label, value, onChange, options }) {
  return html`<label>${label}
    <select value=${value} onChange=${(e) => onChange(e.target.value)}>
      ${options.map(([v, text]) => html`<option key=${v} value=${v} selected=${String(v) === String(value)}>${text}</option>`)}
    </select></label>`;
}

function NumberField({ label, value, onChange, ...more }) {
  return html`<label>${label}<input type="number" value=${value} onInput=${(e) => onChange(e.target.value)} ...${more} /></label>`;
}

// text is the player string of a side that plays by a model.
const text = (side) => ({
  policy: `policy:model=${side.model},temperature=0.25`,
  playouts: `search:model=${side.model},playouts=${side.amount || 400}`,
  time: `search:model=${side.model},time=${side.amount || 1}s`,
})[side.think];

// Side is the form of one player.
function Side({ name, side, set, models, scale, say }) {
  const change = (key) => (value) => set({ ...side, [key]: value });
  return html`<fieldset class=${'side ' + name}><legend>${say('match_side', { name: name.toUpperCase() })}</legend>
    <div class="form">
      <${Choice} label=${say('match_by')} value=${side.by} onChange=${change('by')}
        options=${[['level', say('by_level')], ['model', say('by_model')], ['string', say('by_string')]]} />
      ${side.by === 'level' && html`<${Choice} label=${say('level')} value=${side.level} onChange=${change('level')} options=${levelsOf(scale, say)} />`}
      ${side.by === 'model' && html`<${Choice} label=${say('by_model')} value=${side.model} onChange=${change('model')} options=${models.map((m) => [m.model, m.model])} />
        <${Choice} label=${say('thinks')} value=${side.think} onChange=${(think) => set({ ...side, think, amount: '' })}
          options=${[['policy', say('think_policy')], ['playouts', say('think_playouts')], ['time', say('think_time')]]} />
        ${side.think !== 'policy' && html`<${NumberField} label=${say(side.think === 'time' ? 'seconds_move' : 'playouts_move')} value=${side.amount} onChange=${change('amount')}
          min=${side.think === 'time' ? 0.1 : 1} step=${side.think === 'time' ? 0.1 : 1} placeholder=${side.think === 'time' ? 1 : 400} />`}`}
      ${side.by === 'string' && html`<label class="wide">${say('custom')}<input type="text" value=${side.player} placeholder="rave:playouts=1000" onInput=${(e) => change('player')(e.target.value)} /></label>`}
    </div></fieldset>`;
}

function Begin({ say, about, first }) {
  const [wish, setWish] = useState(() => {
    const w = remembered('match', {
      size: 9, games: 100, komi: '', rules: 'chinese', openings: 2, handicap: 0, parallel: 1, test: false, elo0: 0, elo1: 50,
      a: { by: 'level', level: '12k', model: '', think: 'playouts', amount: '', player: '' },
      b: { by: 'level', level: '15k', model: '', think: 'playouts', amount: '', player: '' },
    });
    return first ? { ...w, ...first, a: { ...w.a, by: 'string', player: first.player } } : w;
  });
  const [models, setModels] = useState([]);
  const [error, setError] = useState('');
  const [waits, setWaits] = useState(false);
  useEffect(() => { api.get('/models').then((a) => setModels(a.models.filter((m) => m.player)), (e) => setError(e.message)); }, []);
  const set = (key) => (value) => setWish({ ...wish, [key]: value });
  const most = about.handicap[about.sizes.indexOf(Number(wish.size))] || 0;
  const stones = Math.min(Number(wish.handicap) || 0, most);
  const fitting = models.filter((m) => m.board === Number(wish.size));
  const scale = scaleOf(about, wish.size);
  const side = (s) => { // a model or level of another board gives way to one of this
    const model = fitting.some((m) => m.model === s.model) ? s.model : (fitting[0] || { model: '' }).model;
    return { ...s, model, level: nearest(scale.levels, s.level) };
  };
  const start = () => {
    setWaits(true);
    setError('');
    localStorage.setItem('match', JSON.stringify(wish));
    const asked = (s) => ({ level: { level: s.level }, model: { player: text(s) }, string: { player: s.player } })[s.by];
    const m = {
      a: asked(side(wish.a)), b: asked(side(wish.b)), size: Number(wish.size), rules: wish.rules, games: Number(wish.games),
      openings: Number(wish.openings), handicap: stones, parallel: Number(wish.parallel),
    };
    if (wish.komi !== '') m.komi = Number(wish.komi);
    if (wish.test) m.sprt = { elo0: Number(wish.elo0), elo1: Number(wish.elo1) };
    api.post('/matches', m).then((made) => { location.hash = link(made.id); }, (e) => { setError(e.message); setWaits(false); });
  };
  return html`<form class="card" onSubmit=${(e) => { e.preventDefault(); start(); }}>
    <h2>${say('match_new')}</h2>
    <div class="versus">
      ${['a', 'b'].map((name) => html`<${Side} key=${name} name=${name} side=${side(wish[name])} set=${set(name)} models=${fitting} scale=${scale} say=${say} />`)}
    </div>
    <div class="form">
      <${Choice} label=${say('size')} value=${wish.size} onChange=${set('size')} options=${about.sizes.map((n) => [n, `${n}×${n}`])} />
      <${NumberField} label=${say(wish.test ? 'games_most' : 'games_n')} value=${wish.games} onChange=${set('games')} min="1" max="100000" required />
      <${NumberField} label=${say('komi')} value=${wish.komi} onChange=${set('komi')} min="-361" max="361" step="0.5" placeholder=${say('automatic')} />
      <${Choice} label=${say('rules')} value=${wish.rules} onChange=${set('rules')} options=${about.rules.map((r) => [r, rulesName(r, say)])} />
      <${NumberField} label=${say('openings')} value=${wish.openings} onChange=${set('openings')} min="0" max="40" />
      ${most > 0 && html`<${Choice} label=${say('handicap_b')} value=${stones} onChange=${set('handicap')} options=${[0, ...Array.from({ length: most - 1 }, (_, i) => i + 2)].map((n) => [n, n])} />`}
      <${NumberField} label=${say('parallel')} value=${wish.parallel} onChange=${set('parallel')} min="1" max="64" />
      <label class="check wide"><input type="checkbox" checked=${wish.test} onChange=${(e) => set('test')(e.target.checked)} />${say('sprt_wish')}</label>
      ${wish.test && html`<${NumberField} label=${say('elo0')} value=${wish.elo0} onChange=${set('elo0')} min="-2000" max="2000" required />
        <${NumberField} label=${say('elo1')} value=${wish.elo1} onChange=${set('elo1')} min="-2000" max="2000" required />
        <p class="soft wide">${say('sprt_about')}</p>`}
      <div class="row wide"><button class="first" type="submit" disabled=${waits}>${say('match_start')}</button>
        <span class="soft">${say(stones > 0 ? 'handicap_b_about' : 'openings_about')}</span></div>
      ${error && html`<p class="warn wide" role="alert">${error}</p>`}
    </div></form>`;
}

// Player is one side: its level if it is one, and the player string, which breaks between its options.
function Player({ text, size, about, say }) {
  const level = calledBy(about, size, text, say);
  const code = html`<code>${text.split(/(?<=[:,/])/).map((part, i) => [i > 0 && html`<wbr />`, part])}</code>`;
  return level ? html`<span class="player"><b>${level}</b> <small class="soft">${code}</small></span>` : html`<span class="player">${code}</span>`;
}

// State is what happens to a match, in a word.
const State = ({ m, say }) => html`<span class=${'state ' + m.state}>${say('match_' + m.state)}</span>`;

// meaning says who is stronger, as far as the games show it.
function meaning(m, say) {
  if (!m.counted) return say('means_none');
  if (m.low > 0.5) return say('means_stronger', { who: 'A' });
  if (m.high < 0.5) return say('means_stronger', { who: 'B' });
  return say('means_open');
}

// Interval is the share of games that A won, with where the truth lies by 95 %.
function Interval({ m, say }) {
  const at = (x) => 100 * x + '%';
  return html`<div class="share" role="img" aria-label=${say('rate_label', { rate: percent(m.rate), low: percent(m.low), high: percent(m.high) })}>
    <span class="middle" /><span class="interval" style=${{ left: at(m.low), width: at(m.high - m.low) }} />
    ${m.counted > 0 && html`<span class="here" style=${{ left: at(m.rate) }} />`}
    <span class="end">B</span><span class="end a">A</span></div>`;
}

// Test is a sequential test between its bounds.
function Test({ t, say }) {
  const at = (x) => 100 * Math.max(0, Math.min(1, (x - t.lower) / (t.upper - t.lower)));
  const zero = at(0);
  const now = at(t.llr);
  const values = { elo0: t.elo0, elo1: t.elo1 };
  const number = (x) => x.toLocaleString(locale(), { maximumFractionDigits: 2 }).replace('-', '−');
  const text = { H0: 'sprt_h0', H1: 'sprt_h1', undecided: 'sprt_open' }[t.verdict];
  return html`<section class="test"><h3>${say('sprt')}</h3>
    <div class="llr" role="img" aria-label=${say('sprt_label', { llr: number(t.llr), lower: number(t.lower), upper: number(t.upper) })}>
      <span class=${'fill ' + (t.llr < 0 ? 'down' : 'up')} style=${{ left: Math.min(zero, now) + '%', width: Math.abs(now - zero) + '%' }} />
      <span class="middle" style=${{ left: zero + '%' }} /></div>
    <div class="ends soft"><span>${say('sprt_lower', values)}</span><span>${say('sprt_upper', values)}</span></div>
    <p role="status">${say(text, values)} <span class="soft">LLR ${number(t.llr)} (${number(t.lower)} … ${number(t.upper)})</span></p></section>`;
}

function Score({ m, about, say }) {
  const done = m.total ? Math.min(1, m.played / m.total) : 0;
  return html`<section class="card score"><h2 class="quiet">${say('score')}</h2>
    <div class="sides"><div class="a"><span class="letter">A</span><${Player} text=${m.a} size=${m.size} about=${about} say=${say} /></div>
      <p class="result" aria-label=${say('score_label', { a: m.wins, b: m.losses, draws: m.draws })}>${m.wins} : ${m.losses}</p>
      <div class="b"><${Player} text=${m.b} size=${m.size} about=${about} say=${say} /><span class="letter">B</span></div></div>
    <${Interval} m=${m} say=${say} />
    <p><strong>${meaning(m, say)}</strong> ${m.counted > 0 && html`${say('rate_words', { rate: percent(m.rate), low: percent(m.low), high: percent(m.high), n: m.counted })}
      ${' '}${say('elo_words', { elo: m.elo === undefined && m.rate < 0.5 ? '−∞' : signed(m.elo), low: m.elo_low === undefined ? '−∞' : signed(m.elo_low), high: signed(m.elo_high) })}`}</p>
    ${m.counted > 0 && html`<p class="soft">${say('elo_scale')}${m.draws > 0 ? ' ' + say('draws_half', { n: m.draws }) : ''} ${say('black_won', { n: m.black_wins, of: m.played })}</p>`}
    ${m.played > m.counted && m.counted > 0 && html`<p class="soft">${say(m.sprt ? 'not_counted' : 'repeated', { n: m.played - m.counted })}</p>`}
    ${m.faults && html`<p class="warn">${say('faults', m.faults)}</p>`}
    ${m.total > 0 && html`<div><div class="progress" role="progressbar" aria-valuemin="0" aria-valuemax=${m.total} aria-valuenow=${m.played} aria-label=${say('match_played')}><span style=${{ width: 100 * done + '%' }} /></div>
      <p class="soft">${say(m.sprt ? 'played_most' : 'played_of', { n: m.played, of: m.total })}</p></div>`}
    ${m.sprt && html`<${Test} t=${m.sprt} say=${say} />`}
  </section>`;
}

function Boards({ m, say }) {
  const boards = m.boards || [];
  if (!boards.length) return null;
  const who = { a: 'A', b: 'B' };
  return html`<section class="card"><h2>${say(boards.length > 1 ? 'live_many' : 'live_one')}</h2>
    <div class=${'boards' + (boards.length > 1 ? ' many' : '')}>${boards.map((b) => {
    const white = b.black === 'a' ? 'b' : 'a';
    const words = say('live_label', { n: b.game + 1, black: who[b.black], white: who[white], moves: b.moves });
    const game = { size: b.size, points: b.points, moves: b.last && b.last !== 'pass' ? [{ point: b.last }] : [], to_move: b.to_move };
    return html`<figure key=${b.game}><${Picture} game=${game} label=${words} /><figcaption class="soft">${words}</figcaption></figure>`;
  })}</div></section>`;
}

const shown = 100; // games of the list at first

function Games({ m, say, pages }) {
  const [games, setGames] = useState([]);
  const [more, setMore] = useState(false);
  const [error, setError] = useState('');
  const reading = useRef(false);
  const [again, setAgain] = useState(0);
  useEffect(() => { // what came since, one request at a time
    if (reading.current || games.length >= m.played) return;
    reading.current = true;
    api.get(`${path(m.id)}/games?from=${games.length}`).then((a) => {
      setGames([...games, ...a.games]);
      setTimeout(() => { reading.current = false; setAgain((n) => n + 1); }, 500);
    }, (e) => { reading.current = false; setError(e.message); });
  }, [m.played, again]);
  const open = async (n) => {
    try {
      const response = await fetch(`/api/v1${path(m.id)}/games/${n}`);
      const sgf = await response.text();
      if (!response.ok) throw new Error(JSON.parse(sgf).error);
      if (pages.includes('review')) {
        const made = await fetch('/api/v1/reviews?name=' + encodeURIComponent(`game ${n}`), { method: 'POST', headers: { 'Content-Type': 'application/x-go-sgf' }, body: sgf });
        const answer = await made.json();
        if (!made.ok) throw new Error(answer.error);
        location.hash = '#/review/' + answer.id;
      } else {
        location.hash = '#/game/' + (await api.begin({ sgf, human: 'both' })).id;
      }
    } catch (e) { setError(e instanceof TypeError ? say('lost') : e.message); }
  };
  const list = [...games].reverse();
  const who = { a: 'A', b: 'B', draw: say('draw') };
  const small = m.game !== undefined;
  return html`<section class="card"><h2>${say('games_done', { n: m.played })}</h2>
    ${error && html`<p class="warn" role="alert">${error}</p>`}
    ${!list.length && html`<p class="soft">${say('games_wait')}</p>`}
    ${list.length > 0 && html`<div class="scroll" tabindex="0" role="region" aria-label=${say('games_done', { n: m.played })}><table><thead><tr><th>${say('game')}</th><th>${say('black')}</th><th>${say('winner')}</th><th>${say('result')}</th><th>${say('moves')}</th><th><span class="quiet">${say('game_open')}</span></th></tr></thead>
      <tbody>${list.slice(0, more ? list.length : shown).map((g) => html`<tr key=${g.number}><td>${g.number}</td><td>${who[g.black]}</td><td class=${'won ' + g.winner}>${who[g.winner]}</td><td title=${g.error}>${g.result ? resultOf(g.result, say) : '–'}${g.error ? ' ⚠' : ''}</td><td>${g.moves}</td>
        <td>${!small && html`<button class="small" onClick=${() => open(g.number)} aria-label=${say('game_open_n', { n: g.number })}>${say('game_open')}</button>`}</td></tr>`)}</tbody></table></div>
      ${list.length > shown && !more && html`<button onClick=${() => setMore(true)}>${say('games_all', { n: list.length })}</button>`}`}
  </section>`;
}

// Waits says which job a match waits for, and how long that one takes if it says so.
function Waits({ say }) {
  const [before, setBefore] = useState(null);
  useEffect(() => {
    const read = async () => {
      const { jobs } = await api.get('/jobs');
      const job = jobs.find((j) => ['running', 'stopping'].includes(j.state));
      const run = job && job.kind === 'pipeline' ? await api.get('/runs/' + encodeURIComponent(job.run)).catch(() => null) : null;
      setBefore(job ? { ...job, progress: run && run.progress } : null);
    };
    const look = () => { if (!document.hidden) read().catch(() => setBefore(null)); };
    look();
    const every = setInterval(look, 5000);
    return () => clearInterval(every);
  }, []);
  if (!before) return say('live_wait');
  const p = before.progress;
  const to = before.kind === 'pipeline' ? '#/train/run/' + encodeURIComponent(before.run) : before.kind === 'match' ? link(before.run) : '';
  return html`${say('live_wait')} ${say('live_wait_for')} ${to ? html`<a href=${to}>${before.name}</a>` : before.name}${p ? html`. ${say('train_stage_' + p.stage)}${p.left > 0 ? ': ' + say('train_left', { time: duration(p.left, say) }) : ''}` : ''}`;
}

function Match({ id, say, about, pages }) {
  const [m, setMatch] = useState(null);
  const [lost, setLost] = useState(false);
  const [error, setError] = useState('');
  const [games, setGames] = useState('');
  useEffect(() => {
    api.get(path(id)).then((now) => setMatch((was) => was || now), (e) => setError(e.message));
    return api.follow(path(id) + '/events', 'match', setMatch, api.broken(path(id), setLost, setError));
  }, [id]);
  if (!m) return html`<main><p role=${error ? 'alert' : 'status'} class=${error ? 'warn' : ''}>${error || say('page_waits', { page: say('page_match') })}</p><p><a href="#/match">${say('match_all')}</a></p></main>`;
  const tell = (c) => { setError(''); api.post(path(id), c).then(setMatch, (e) => (e.lost ? setLost(true) : setError(e.message))); };
  const canMore = !underWay(m) && m.state !== 'damaged' && !m.game && m.played > 0;
  return html`<main class="match">
    <div class="row head"><h2>${say('match_of', { size: `${m.size}×${m.size}` })} <${State} m=${m} say=${say} /></h2>
      <div class="row">${m.own && ['waiting', 'running'].includes(m.state) && html`<button onClick=${() => tell({ do: 'stop' })}>${say('match_stop')}</button>`}
        ${m.own && ['stopped', 'failed'].includes(m.state) && html`<button class="first" onClick=${() => tell({ do: 'resume' })}>${say('match_resume')}</button>`}
        <a href="#/match">${say('match_all')}</a></div></div>
    <p class="soft">${[m.rules && rulesName(m.rules, say), `${say('komi')} ${m.komi}`, m.openings > 0 && say('openings_n', { n: m.openings }), m.handicap > 0 && say('handicap_b_n', { n: m.handicap })].filter(Boolean).join(' · ')} · <code>${m.id}</code></p>
    ${lost && html`<p class="card warn" role="alert">${say('lost')}</p>`}
    ${(error || m.error) && html`<p class="card warn" role="alert">${error || m.error}</p>`}
    <div class="columns"><${Score} m=${m} about=${about} say=${say} />
      <div class="now"><${Boards} m=${m} say=${say} />
        ${!(m.boards || []).length && html`<section class="card"><p class="soft">${m.state === 'waiting' ? html`<${Waits} say=${say} />` : say(underWay(m) ? 'page_waits' : 'live_none', { page: say('page_match') })}</p></section>`}</div>
      <div class="panel">${canMore && html`<form class="card" onSubmit=${(e) => { e.preventDefault(); tell({ do: 'more', games: Number(games || 2 * m.played) }); }}>
        <div class="row"><${NumberField} label=${say('more_games')} value=${games} onChange=${setGames} min=${m.played + 1} max="100000" placeholder=${2 * m.played} /><button type="submit">${say('more_start')}</button></div></form>`}
      <${Games} key=${id} m=${m} say=${say} pages=${pages} /></div></div>
  </main>`;
}

function All({ say, about, first }) {
  const [list, setList] = useState(null);
  const [error, setError] = useState('');
  useEffect(() => {
    const read = () => api.get('/matches').then((a) => { setList(a); setError(''); }, (e) => setError(e.message));
    read();
    const every = setInterval(() => { if (!document.hidden) read(); }, 5000);
    return () => clearInterval(every);
  }, []);
  const matches = list ? list.matches : [];
  return html`<main class="match">
    <p>${say('match_about')}</p>
    ${list && list.closed ? html`<p class="card warn" role="alert">${list.closed}</p>` : html`<${Begin} say=${say} about=${about} first=${first} />`}
    <section class="card"><h2>${say('match_list')}</h2>
      ${error && html`<p class="warn" role="alert">${error}</p>`}
      ${list && !matches.length && html`<p class="soft">${say('match_none')}</p>`}
      <ul class="matches">${matches.map((m) => html`<li key=${m.id}><a href=${link(m.id)}><${Player} text=${m.a || m.id} size=${m.size} about=${about} say=${say} /> – <${Player} text=${m.b || '?'} size=${m.size} about=${about} say=${say} /></a>
        <span>${m.size > 0 && `${m.size}×${m.size}`} <${State} m=${m} say=${say} /></span>
        <span class="tally">${m.wins} : ${m.losses}${m.total ? html` <span class="soft">${say('played_of', { n: m.played, of: m.total })}</span>` : ''}</span>
        <span class="soft">${m.error || meaning(m, say)}</span></li>`)}</ul>
    </section></main>`;
}

export default function Page({ say, about, rest, pages }) {
  if (rest && !rest.startsWith('?')) return html`<${Match} key=${rest} id=${decodeURIComponent(rest)} say=${say} about=${about} pages=${pages} />`;
  const asked = new URLSearchParams(rest.slice(1));
  const first = asked.has('a') ? { player: asked.get('a'), size: Number(asked.get('size')) || 9 } : null;
  return html`<${All} key=${rest} say=${say} about=${about} first=${first} />`;
}

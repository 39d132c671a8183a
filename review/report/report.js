// The report of tengen analyze: the costliest mistakes of many games, a board to click through, and a
// curve for each game. All that it shows is in this file.
import { html, render, useEffect, useMemo, useRef, useState } from '/vendor/htm-preact.js';
import { Picture } from '/board.js';
import { index } from '/points.js';

const report = JSON.parse(document.getElementById('report').textContent);
const least = 20; // thousandths
const shown = 100; // mistakes in the list, before it is lengthened

const percent = (x, digits = 0) => (x / 10).toFixed(digits) + '\u00a0%';

// points is a loss, in points of win rate.
const points = (x) => (x / 10).toFixed(0) + ' points';
const side = (c) => (c === 'b' ? 'Black' : 'White');
const named = (g, c) => (c === 'b' ? g.black : g.white) || side(c);
const title = (g) => `${named(g, 'b')} – ${named(g, 'w')}`;

// is says whether somebody is meant: a person of the list by the whole name, what the command was given by a part.
const is = (person, name) => !person || (people.includes(person) ? name === person : name.toLowerCase().includes(person.toLowerCase()));

// all are the mistakes of all games, the costliest first.
const all = [];
report.games.forEach((game, g) => game.moves.forEach((m, ply) => {
  if ((m.l || 0) >= least) all.push({ g, ply, cost: m.l, by: m.c === 'b' ? game.black : game.white });
}));
all.sort((a, b) => b.cost - a.cost);

const people = [...new Set(report.games.flatMap((g) => [g.black, g.white]))].filter(Boolean).sort((a, b) => a.localeCompare(b));

// position is what stands on the board after so many moves.
function position(game, ply) {
  const points = Array(game.size * game.size).fill('.');
  const put = (vertex, what) => {
    const i = index(game.size, vertex);
    if (i >= 0) points[i] = what;
  };
  for (const stone of game.stones || []) put(stone.slice(2), stone[0]);
  for (const m of game.moves.slice(0, ply)) {
    put(m.p, m.c === 'b' ? 'X' : 'O');
    for (const t of m.t || []) put(t, '.');
  }
  const next = game.moves[ply];
  const last = game.moves[ply - 1];
  const black = next ? next.c === 'b' : !last || last.c === 'w';
  return {
    size: game.size, points: points.join(''), to_move: black ? 'black' : 'white', moves: last ? [{ point: last.p }] : [],
  };
}

// marks show the move that follows, and what was better.
function marks(next) {
  if (!next) return [];
  const list = (next.i || []).map((b, k) => ({ point: b.p, kind: k ? 'hint' : 'best', text: String(Math.round(b.w / 10)) }));
  if ((next.l || 0) >= least) list.push({ point: next.p, kind: 'warn', text: '−' + Math.round(next.l / 10) });
  else list.push({ point: next.p, kind: 'ring' });
  return list;
}

function Curve({ game, at, go }) {
  const n = Math.max(game.moves.length, 1);
  const d = [game.start, ...game.moves.map((m) => m.w)].map((w, k) => `${k ? 'L' : 'M'}${k} ${100 - w / 10}`).join('');
  const click = (e) => {
    const box = e.currentTarget.getBoundingClientRect();
    go(Math.round(n * (e.clientX - box.left) / box.width));
  };
  return html`<svg class="curve" viewBox=${`0 0 ${n} 100`} preserveAspectRatio="none" aria-hidden="true" onClick=${go && click}>
    ${go && game.moves.map((m, k) => (m.l || 0) >= 100 && html`<line class="slip" key=${k} x1=${k + 1} x2=${k + 1} y1="0" y2="100" />`)}
    <path d=${d} />
    ${go && html`<line class="now" x1=${at} x2=${at} y1="0" y2="100" />`}
  </svg>`;
}

// Words say what happens at the board: the move that follows, what it cost, what was better.
function Words({ game, at }) {
  const next = game.moves[at];
  if (!next) return html`<p class="status">The end of the record. ${game.result && `Result: ${game.result}.`}</p>`;
  const better = (next.i || [])[0];
  const who = html`<span class=${'swatch ' + next.c} aria-hidden="true"></span>${side(next.c)} ${next.p}`;
  if ((next.l || 0) < least) {
    return html`<p class="status">Next, move ${at + 1}: <strong>${who}</strong>.</p>`;
  }
  return html`<p class="status">Move ${at + 1}: <strong>${who}</strong> costs <strong class="warn">${points(next.l)}</strong> of win rate.
    ${better && html` Better: <strong>${better.p}</strong> (${percent(better.w)}), for example ${better.n.join(' ')}.`}</p>`;
}

function Mistakes({ list, here, choose }) {
  const [most, setMost] = useState(shown);
  if (!list.length) return html`<p class="soft">No move lost ${points(least)} of win rate or more.</p>`;
  return html`<ol class="mistakes">${list.slice(0, most).map((m) => {
    const game = report.games[m.g];
    const move = game.moves[m.ply];
    const better = (move.i || [])[0];
    return html`<li key=${m.g + '/' + m.ply}><button aria-pressed=${String(here.g === m.g && here.at === m.ply)} onClick=${() => choose(m.g, m.ply)}>
      <span class="cost">−${points(m.cost)}</span>
      <span><span class=${'swatch ' + move.c} aria-hidden="true"></span>Move ${m.ply + 1}: ${side(move.c)} ${move.p}${better ? `, better ${better.p}` : ''}</span>
      <span class="soft">${title(game)}${game.date ? `, ${game.date}` : ''}</span></button></li>`;
  })}
  ${list.length > most && html`<li><button onClick=${() => setMost(most + shown)}>${list.length - most} more</button></li>`}</ol>`;
}

function Games({ here, choose }) {
  return html`<ol class="games">${report.games.map((game, g) => {
    const bad = game.moves.filter((m) => (m.l || 0) >= 100).length;
    return html`<li key=${g}><button aria-pressed=${String(here.g === g)} onClick=${() => choose(g, 0)}>
      <span>${title(game)}</span><${Curve} game=${game} />
      <span class="soft">${bad} of ${game.moves.length} moves cost 10 points or more</span></button></li>`;
  })}</ol>`;
}

// place reads #game/move, both from 1 and 0, as the address has it.
function place() {
  const [g, at] = location.hash.slice(1).split('/').map(Number);
  const game = report.games[g - 1];
  return game && at >= 0 && at <= game.moves.length ? { g: g - 1, at } : null;
}

function App() {
  const [person, setPerson] = useState(report.person);
  const list = useMemo(() => all.filter((m) => is(person, m.by || '')), [person]);
  const first = list[0] || { g: 0, ply: 0 };
  const [here, setHere] = useState(place() || { g: first.g, at: first.ply });
  const [line, setLine] = useState(false);
  const top = useRef(null);
  const latest = useRef(here); // keys come faster than the page is drawn
  const game = report.games[here.g];
  const next = game.moves[here.at];
  const better = next && (next.i || [])[0];

  const show = (g, at) => {
    latest.current = { g, at };
    setHere(latest.current);
    history.replaceState(null, '', `#${g + 1}/${at}`);
  };
  const go = (at) => show(latest.current.g, Math.max(0, Math.min(report.games[latest.current.g].moves.length, at)));
  const choose = (g, at) => {
    setLine(false);
    show(g, at);
    // On a phone the board is above the list.
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (top.current.getBoundingClientRect().bottom < 100) top.current.scrollIntoView({ behavior: calm ? 'auto' : 'smooth' });
  };
  // The next mistake is that of the list, which goes by cost.
  const step = (by) => {
    const now = list.findIndex((m) => m.g === latest.current.g && m.ply === latest.current.at);
    const m = list[now < 0 ? 0 : Math.max(0, Math.min(list.length - 1, now + by))];
    if (m) choose(m.g, m.ply);
  };
  useEffect(() => {
    const keys = {
      ArrowLeft: () => go(latest.current.at - 1), ArrowRight: () => go(latest.current.at + 1), Home: () => go(0), End: () => go(Infinity),
      n: () => step(1), p: () => step(-1), b: () => setLine(!line),
    };
    const press = (e) => {
      if (e.ctrlKey || e.altKey || e.metaKey || !keys[e.key] || ['SELECT', 'INPUT'].includes(e.target.tagName)) return;
      keys[e.key]();
      e.preventDefault();
    };
    const jump = () => place() && show(place().g, place().at);
    addEventListener('keydown', press);
    addEventListener('hashchange', jump);
    return () => { removeEventListener('keydown', press); removeEventListener('hashchange', jump); };
  });

  const now = useMemo(() => position(game, here.at), [here.g, here.at]);
  const black = here.at ? game.moves[here.at - 1].w : game.start;
  const words = `The board after ${here.at} moves of ${title(game)}.`;
  return html`<header class="report-head"><h1>Mistakes in ${report.games.length} ${report.games.length === 1 ? 'game' : 'games'}</h1>
    <p class="soft">Reviewed by ${report.player}. ${all.length} moves lost ${points(least)} of win rate or more. Keys: ← → moves, n p mistakes, b the better line.</p></header>
  <main class="game report">
    <section class="panel" ref=${top} aria-label="Board">
      <p class="which"><strong>${title(game)}</strong> <span class="soft">${[game.date, game.result, game.from].filter(Boolean).join(', ')}</span></p>
      <${Picture} game=${now} marks=${marks(next)} line=${line && better ? better.n : []} label=${words} />
      <div aria-live="polite"><${Words} game=${game} at=${here.at} /></div>
      <div class="controls">
        <button aria-label="To the start" onClick=${() => go(0)}>«</button><button aria-label="One move back" onClick=${() => go(latest.current.at - 1)}>‹</button>
        <button aria-label="One move on" onClick=${() => go(latest.current.at + 1)}>›</button><button aria-label="To the end" onClick=${() => go(Infinity)}>»</button>
        <button class="half" onClick=${() => step(-1)}>Previous mistake</button><button class="half first" onClick=${() => step(1)}>Next mistake</button>
        <button class="whole" aria-pressed=${String(line)} disabled=${!better} onClick=${() => setLine(!line)}>Show the better line</button>
      </div>
      <div class="bar" role="img" aria-label=${`Black wins ${percent(black)}`} title=${`Black wins ${percent(black)}`}><span style=${{ width: black / 10 + '%' }}></span></div>
      <p class="soft">Black wins ${percent(black, 1)}, White ${percent(1000 - black, 1)}.</p>
      <${Curve} game=${game} at=${here.at} go=${go} />
      <input type="range" aria-label="Move" min="0" max=${game.moves.length} value=${here.at} onInput=${(e) => go(Number(e.target.value))} />
    </section>
    <section class="panel">
      <div class="card"><h2>The costliest mistakes</h2>
        <label>Of <select value=${person} onChange=${(e) => setPerson(e.target.value)}>
          <option value="">everybody</option>
          ${report.person && !people.includes(report.person) && html`<option value=${report.person}>${report.person}</option>`}
          ${people.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}</select></label>
        <${Mistakes} list=${list} here=${here} choose=${choose} /></div>
      <div class="card"><h2>Games</h2><${Games} here=${here} choose=${choose} /></div>
    </section>
  </main>`;
}

if (report.games.length) render(html`<${App} />`, document.body);
else render(html`<main><p>No game was reviewed.</p></main>`, document.body);

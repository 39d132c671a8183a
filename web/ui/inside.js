// Inside: how AlphaGo thinks about a position. The position is chosen here; what is seen in it is in
// figure5.js, planes.js, rollout.js and path.js.
import { html, useEffect, useMemo, useRef, useState } from '/vendor/htm-preact.js';
import * as api from '/api.js';
import { Board } from '/board.js';
import { index } from '/points.js';
import { Figure5 } from '/figure5.js';
import { Planes } from '/planes.js';
import { Rollout } from '/rollout.js';
import { Path } from '/path.js';
import { useVoice, why } from '/speech.js';

const parts = [['figure', Figure5], ['planes', Planes], ['rollout', Rollout], ['path', Path]];

// Choose is where a position comes from.
function Choose({ say, about, choice, open, waits }) {
  const read = (file) => file && api.bytesOf(file).then((record) => open({ record }));
  return html`<section class="card choose">
    <h2>${say('inside_choose')}</h2>
    <div class="row">${choice.examples.map((e) => html`<button key=${e.name} disabled=${waits} onClick=${() => open({ example: e.name })}>
      ${say('inside_example_' + e.name)} <span class="soft">${e.size}×${e.size}</span></button>`)}</div>
    <div class="row">
      <label class="short">${say('inside_empty')}
        <select disabled=${waits} onChange=${(e) => e.target.value && open({ size: Number(e.target.value) })}>
          <option value="">…</option>${about.sizes.map((n) => html`<option key=${n} value=${n}>${n}×${n}</option>`)}</select></label>
      <label class="soft">${say('open_sgf')} <input type="file" accept=".sgf" onChange=${(e) => { read(e.target.files[0]); e.target.value = ''; }} /></label>
      <span class="soft">${say('drop_sgf')}</span>
    </div>
  </section>`;
}

// Position is the position and the way to another one: moves, stones that are put or taken, another move number.
function Position({ say, about, look, tell, open, choice, waits, announce }) {
  const [tool, setTool] = useState('play');
  const [draft, setDraft] = useState(null); // a board that somebody is setting up
  const [turn, setTurn] = useState(look.to_move);
  useEffect(() => { setDraft(null); setTurn(look.to_move); }, [look.points, look.to_move]);
  const n = look.moves.length;
  const shown = draft ? { ...look, points: draft, moves: [] } : look;
  const play = (point) => {
    if (tool === 'play' && !draft) {
      tell({ do: 'play', point });
      return;
    }
    const i = index(look.size, point);
    const put = { play: turn === 'black' ? 'X' : 'O', black: 'X', white: 'O', remove: '.' }[tool];
    const before = draft || look.points;
    setDraft(before.slice(0, i) + (before[i] === put ? '.' : put) + before.slice(i + 1));
  };
  const to = (move) => tell({ do: 'goto', move: Math.max(0, Math.min(look.total, move)) });
  const keys = (key) => {
    if (key === '[') to(n - 1); else if (key === ']') to(n + 1); else if (key === 'p') tell({ do: 'play', point: 'pass' }); else return false;
    return true;
  };
  const models = choice.models.filter((m) => m.board === look.size);
  const carried = look.model && look.model.board !== look.size; // no model fits: the server carries this one over
  if (carried) models.unshift(look.model);
  const model = look.model && !carried ? look.model.dir : '';
  const again = (change) => open({ inside: look.id, model, playout: look.playout, ...change });
  return html`<div class="top"><section class="card">
    <${Board} game=${{ ...shown, turn: 'person', to_move: tool === 'white' ? 'white' : tool === 'black' ? 'black' : turn }} play=${play} keys=${keys} say=${say} announce=${announce} />
    <div class="row tight">
      <button onClick=${() => to(0)} disabled=${!n} aria-label=${say('first')}>|◀</button>
      <button onClick=${() => to(n - 1)} disabled=${!n} aria-label=${say('back')}>◀</button>
      <button onClick=${() => to(n + 1)} disabled=${n >= look.total} aria-label=${say('forward')}>▶</button>
      <button onClick=${() => to(look.total)} disabled=${n >= look.total} aria-label=${say('last')}>▶|</button>
      <label class="grow">${say('inside_move', { n, total: look.total })}
        <input type="range" min="0" max=${look.total} value=${n} disabled=${!look.total} onChange=${(e) => to(Number(e.target.value))} /></label>
    </div>
  </section>
  <div class="panel">
    <${Choose} say=${say} about=${about} choice=${choice} open=${open} waits=${waits} />
    <section class="card">
    <h2>${say('inside_to_move', { side: say(look.to_move) })}</h2>
    <div class="row">
      <label class="short">${say('inside_click')}
        <select value=${tool} onChange=${(e) => setTool(e.target.value)}>
          ${['play', 'black', 'white', 'remove'].map((t) => html`<option key=${t} value=${t} selected=${t === tool}>${say('inside_click_' + t)}</option>`)}</select></label>
      ${(draft || tool !== 'play') && html`<label class="short">${say('inside_turn')}
        <select value=${turn} onChange=${(e) => { setTurn(e.target.value); setDraft(draft || look.points); }}>
          ${['black', 'white'].map((c) => html`<option key=${c} value=${c} selected=${c === turn}>${say(c)}</option>`)}</select></label>`}
      ${draft && html`<button class="first" disabled=${waits} onClick=${() => open({
    points: draft, to_move: turn, size: look.size, komi: look.komi, model, playout: look.playout,
  })}>${say('inside_apply')}</button>
        <button onClick=${() => setDraft(null)}>${say('inside_discard')}</button>`}
    </div>
    ${look.model && html`<div class="row">
      <label class="short">${say('inside_model')}
        <select value=${look.model.dir} disabled=${waits} onChange=${(e) => again({ model: carried && e.target.value === look.model.dir ? '' : e.target.value, playout: '' })}>
          ${models.map((m) => html`<option key=${m.dir} value=${m.dir} selected=${m.dir === look.model.dir}>${m.board === look.size ? m.dir : `${m.dir} (${m.board}×${m.board})`}</option>`)}</select></label>
      <label class="short">${say('inside_rollouts')}
        <select value=${look.playout} disabled=${waits || !look.model.rollout} onChange=${(e) => again({ playout: e.target.value })}>
          ${['informed', 'softmax'].map((p) => html`<option key=${p} value=${p} selected=${p === look.playout}>${say('inside_rollouts_' + p)}</option>`)}</select></label>
    </div>`}
    </section>
  </div></div>`;
}

// Tabs are the four parts.
function Tabs({ say, part, setPart }) {
  const keys = (e) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (!step) return;
    const i = parts.findIndex(([name]) => name === part);
    const [name] = parts[(i + step + parts.length) % parts.length];
    setPart(name);
    document.getElementById('tab-' + name).focus();
    e.preventDefault();
  };
  return html`<div class="tabs" role="tablist" aria-label=${say('page_inside')} onKeyDown=${keys}>
    ${parts.map(([name]) => html`<button key=${name} id=${'tab-' + name} role="tab" aria-selected=${String(name === part)} aria-controls="part"
      tabindex=${name === part ? 0 : -1} onClick=${() => setPart(name)}>${say('inside_' + name)}</button>`)}</div>`;
}

export default function Inside({ say, about, rest }) {
  const [choice, setChoice] = useState(null);
  const [id, setId] = useState('');
  const [look, setLook] = useState(null);
  const [error, setError] = useState('');
  const [lost, setLost] = useState(false);
  const [waits, setWaits] = useState(false);
  const [said, setSaid] = useVoice();
  const [part, setPart] = useState(sessionStorage.getItem('inside') || 'figure');
  const [picked, setPicked] = useState('');
  const shown = useRef('');
  const now = useRef(null);
  now.current = look;
  const origin = useRef(null); // the wish that the moves come from, as long as nobody has played others
  const opening = useRef(false);
  // An answer may come after the event of a later change.
  const show = (next, first) => setLook((now) => (now && !first && now.id === next.id && next.at < now.at ? now : next));
  const failed = (e) => {
    if (e.lost && id) setLost(true); else setError(why(e, say)); // without a look there is no stream that comes back
    setSaid(why(e, say));
  };
  const follow = (next) => {
    shown.current = next.id;
    setLook(next);
    setId(next.id);
    setPicked('');
    history.replaceState(null, '', '#/inside/' + next.id);
  };
  const open = (wish) => {
    setError('');
    setWaits(true);
    return api.post('/inside', wish).then((l) => {
      if (!wish.inside) origin.current = wish;
      follow(l);
      setWaits(false);
    }, (e) => { failed(e); setWaits(false); });
  };
  // reopen opens the position anew: the server forgets what nobody looks at, and all when it ends.
  const reopen = () => {
    if (opening.current) return;
    opening.current = true;
    setError('');
    setWaits(true);
    const { moves, points, to_move, size, komi, model, playout } = now.current;
    const how = { model: model && model.board === size ? model.dir : '', playout };
    const drawn = { points, to_move, size, komi };
    const again = (wish) => api.post('/inside', { ...wish, ...how }).then((l) => { origin.current = wish; follow(l); setLost(false); });
    (origin.current ? again({ ...origin.current, move: moves.length }).catch(() => again(drawn)) : again(drawn))
      .catch(failed).then(() => { opening.current = false; setWaits(false); });
  };
  const refused = (text, status) => { if (status === 404 && now.current) reopen(); else setError(text); };
  useEffect(() => { api.get('/inside').then(setChoice, failed); }, []);
  useEffect(() => { // the address names a look that is still there, or a game
    if (rest === shown.current && rest) return;
    const game = /^game\/(.+)$/.exec(rest);
    if (game) open({ game: game[1] });
    else if (rest) api.get('/inside/' + encodeURIComponent(rest)).then(follow, (e) => { failed(e); open({ example: 'opening' }); });
    else open({ example: 'opening' });
  }, [rest]);
  useEffect(() => (id ? api.follow('/inside/' + id + '/events', 'inside', show, api.broken('/inside/' + id, setLost, refused)) : undefined), [id]);
  useEffect(() => {
    const over = (e) => { e.preventDefault(); document.body.classList.add('drop'); };
    const leave = () => document.body.classList.remove('drop');
    const drop = (e) => {
      e.preventDefault();
      leave();
      if (e.dataTransfer.files[0]) api.bytesOf(e.dataTransfer.files[0]).then((record) => open({ record }));
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  });
  const tell = useMemo(() => (c) => {
    setError('');
    if (c.do === 'play') origin.current = null;
    return api.post('/inside/' + id, c).then(show, (e) => { if (e.status === 404) reopen(); else failed(e); });
  }, [id]);
  const change = (name) => { sessionStorage.setItem('inside', name); setPart(name); };
  if (!choice || !look) return html`<main><p role=${error ? 'alert' : 'status'} class=${error ? 'warn' : ''}>${error || say('page_waits', { page: say('page_inside') })}</p></main>`;
  const [, Part] = parts.find(([name]) => name === part) || parts[0];
  return html`<main class="inside">
    <p class="quiet" aria-live="polite">${said}</p>
    <p>${say('inside_about')}</p>
    ${lost && html`<p class="card warn" role="alert">${say('lost')}</p>`}
    ${error && html`<p class="card warn" role="alert">${error}</p>`}
    ${look.error && html`<p class="card warn" role="alert">${look.error}</p>`}
    <${Position} say=${say} about=${about} look=${look} tell=${tell} open=${open} choice=${choice} waits=${waits} announce=${setSaid} />
    <${Tabs} say=${say} part=${part} setPart=${change} />
    <div id="part" role="tabpanel" aria-labelledby=${'tab-' + part}>
      <${Part} key=${look.id} say=${say} look=${look} tell=${tell} picked=${picked} setPicked=${setPicked} announce=${setSaid} />
    </div>
  </main>`;
}

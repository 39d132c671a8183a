// The Review page: a recorded game that players go through. What is drawn is in tree.js, chart.js and
// graph.js; what is read is read on the server (docs/api.md).
import { html, useEffect, useMemo, useRef, useState } from '/vendor/htm-preact.js';
import * as api from '/api.js';
import { Board } from '/board.js';
import { resultOf } from '/game.js';
import { Candidates, Graph, Mistakes, cost, percent } from '/graph.js';
import { Tree, branch, pathTo, walkable } from '/tree.js';

// largest is what the server takes.
const largest = 8 << 20;

const choiceName = (c, say) => (['quick', 'thorough', 'deep', 'own'].includes(c.name) ? say('review_' + c.name) : say('review_model', { name: c.name }));

// Begin is the page without a game: a file, a game played here, or an earlier review.
function Begin({ say, rest }) {
  const [error, setError] = useState('');
  const [waits, setWaits] = useState('');
  const [choice, setChoice] = useState(null); // a file with several games
  const [games, setGames] = useState(null);
  const [reviews, setReviews] = useState(null);
  const fail = (e) => { setWaits(''); setError(e.message); };
  const show = (r) => { location.replace('#/review/' + r.id); };
  const open = (file, number) => {
    setError('');
    if (file.size > largest) { setError(say('review_large')); return; }
    setWaits(file.name);
    const query = new URLSearchParams({ name: file.name });
    if (number) query.set('number', number);
    api.send('/reviews?' + query, file).then((r) => {
      setWaits('');
      if (r.games) setChoice({ file, ...r }); else location.hash = '#/review/' + r.id;
    }, fail);
  };
  const played = (id) => {
    setWaits(' ');
    api.send('/reviews?game=' + encodeURIComponent(id), '').then(show, fail);
  };
  useEffect(() => {
    if (rest.startsWith('of/')) { played(rest.slice(3)); return; }
    api.games().then(setGames, fail);
    api.get('/reviews').then((a) => setReviews(a.reviews), fail);
  }, [rest]);
  useEffect(() => {
    const over = (e) => { e.preventDefault(); document.body.classList.add('drop'); };
    const leave = () => document.body.classList.remove('drop');
    const drop = (e) => { e.preventDefault(); leave(); if (e.dataTransfer.files[0]) open(e.dataTransfer.files[0]); };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      leave();
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  });
  const players = (g) => `${g.black || say('black')} – ${g.white || say('white')}`;
  return html`<main class="begin-review">
    <section class="card">
      <h2>${say('review_begin')}</h2>
      <p>${say('review_about')}</p>
      <div class="row"><label class="file">${say('open_sgf')} <input type="file" accept=".sgf,.sgfl,.mgt" onChange=${(e) => e.target.files[0] && open(e.target.files[0])} /></label>
        <span class="soft">${say('drop_sgf')}</span></div>
      ${waits && html`<p role="status">${say('review_opening', { name: waits })}</p>`}
      ${error && html`<p class="warn" role="alert">${error}</p>`}
    </section>
    ${choice && html`<section class="card"><h2>${say('review_which', { name: choice.file.name, n: choice.games.length + (choice.more || 0) })}</h2>
      ${choice.more > 0 && html`<p class="soft">${say('review_more', { n: choice.more })}</p>`}
      <div class="scroll" tabindex="0" role="group" aria-label=${say('review_which', { name: choice.file.name, n: choice.games.length })}><table>
        <thead><tr><th>#</th><th>${say('game')}</th><th>${say('size')}</th><th>${say('moves')}</th><th>${say('result')}</th></tr></thead>
        <tbody>${choice.games.map((g) => html`<tr key=${g.number}><td>${g.number}</td><td><button class="small" onClick=${() => open(choice.file, g.number)}>${players(g)}</button>
          <span class="soft"> ${g.date}</span></td><td>${g.size || 19}</td><td>${g.moves}</td><td>${g.result}</td></tr>`)}</tbody></table></div></section>`}
    ${reviews && reviews.length > 0 && html`<section class="card"><h2>${say('review_earlier')}</h2><div class="scroll" tabindex="0" role="group" aria-label=${say('review_earlier')}><table>
      <thead><tr><th>${say('game')}</th><th>${say('size')}</th><th>${say('moves')}</th><th>${say('review_progress')}</th><th>${say('date')}</th></tr></thead>
      <tbody>${reviews.map((g) => html`<tr key=${g.id}><td><a href=${'#/review/' + g.id}>${players(g)}</a> <span class="soft">${g.name}</span></td><td>${g.size}×${g.size}</td><td>${g.moves}</td>
        <td>${g.of ? percent(g.done / g.of) : ''}</td><td>${new Date(g.changed).toLocaleString()}</td></tr>`)}</tbody></table></div></section>`}
    ${games && games.length > 0 && html`<section class="card"><h2>${say('your_games')}</h2><div class="scroll" tabindex="0" role="group" aria-label=${say('your_games')}><table>
      <thead><tr><th>${say('game')}</th><th>${say('size')}</th><th>${say('moves')}</th><th>${say('result')}</th></tr></thead>
      <tbody>${games.map((g) => html`<tr key=${g.id}><td><button class="small" onClick=${() => played(g.id)}>${g.black} – ${g.white}</button></td><td>${g.size}×${g.size}</td><td>${g.moves}</td>
        <td>${g.result || say('unfinished')}</td></tr>`)}</tbody></table></div></section>`}
  </main>`;
}

// merge is what is known after an event or an answer. An answer may come after the event of a later change: each part has
// the change that it is of.
export function merge(now, next) {
  if (next.fresh) {
    const results = new Map();
    for (const [player, list] of Object.entries(next.results || {})) results.set(player, new Map(list.map((g) => [g.node, g])));
    return { ...next, results, walk: walkable(next.tree), of: { tree: next.at, here: next.at, work: next.at } };
  }
  if (!now) return now;
  const out = { ...now, of: { ...now.of } };
  for (const part of ['tree', 'here', 'work']) {
    if (next[part] && next.at >= now.of[part]) {
      out[part] = next[part];
      out.of[part] = next.at;
      if (part === 'tree') out.walk = walkable(next.tree);
    }
  }
  for (const [player, list] of Object.entries(next.results || {})) {
    if (out.results === now.results) out.results = new Map(now.results);
    const grades = new Map(out.results.get(player));
    for (const g of list) grades.set(g.node, g);
    out.results.set(player, grades);
  }
  return out;
}

// Who is the choice of a player: one of those offered, or any player string.
function Who({ label, value, choices, none, choose, say }) {
  const known = choices.some((c) => c.player === value) || (none && !value);
  const [custom, setCustom] = useState(null);
  return html`<label>${label}
    <select value=${custom !== null ? '?' : value || ''} onChange=${(e) => { if (e.target.value === '?') setCustom(value || ''); else { setCustom(null); choose(e.target.value); } }}>
      ${none && html`<option value="" selected=${!value}>${none}</option>`}
      ${choices.map((c) => html`<option key=${c.player} value=${c.player} selected=${custom === null && c.player === value}>${choiceName(c, say)}</option>`)}
      ${!known && html`<option value=${value} selected=${custom === null}>${value}</option>`}
      <option value="?" selected=${custom !== null}>${say('custom')} …</option>
    </select></label>
    ${custom !== null && html`<label>${say('custom')}<span class="row nowrap"><input type="text" value=${custom} placeholder="search:playouts=400" onInput=${(e) => setCustom(e.target.value)} />
      <button onClick=${() => { const text = custom.trim(); setCustom(null); if (text || none) choose(text); }}>${say('review_choose')}</button></span></label>`}`;
}

const time = (seconds, say) => (seconds < 90 ? say('review_seconds', { n: Math.max(1, Math.round(seconds)) }) : say('review_minutes', { n: Math.round(seconds / 60) }));

// Work is how far the player is with the whole game.
function Work({ work, choices, tell, say }) {
  const share = work.of ? work.done / work.of : 0;
  const rest = work.working && work.rate ? say('review_rate', {
    rate: work.rate >= 1 ? work.rate.toFixed(1) : work.rate.toPrecision(2), speed: Math.round(work.speed), left: time(work.left, say),
  }) : '';
  return html`<section class="card work">
    <h2>${say('review_work')}</h2>
    <progress max=${work.of} value=${work.done} aria-label=${say('review_work')}></progress>
    <p class="soft" role="status">${work.done === work.of ? say('review_done', { n: work.of }) : say('review_done_of', { done: work.done, of: work.of, share: Math.floor(100 * share) })} ${rest}</p>
    ${work.error && html`<p class="warn" role="alert">${say('review_stopped', { why: work.error })}</p>`}
    <div class="row">
      ${work.working ? html`<button onClick=${() => tell({ do: 'work', on: false })}>${say('review_stop')}</button>`
    : work.done < work.of && html`<button class="first" onClick=${() => tell({ do: 'work', on: true })}>${say(work.done ? 'review_go_on' : 'review_start')}</button>`}
    </div>
    <div class="form">
      <${Who} label=${say('review_by')} value=${work.player} choices=${choices} say=${say} choose=${(player) => tell({ do: 'players', player, second: work.second || '' })} />
      <${Who} label=${say('review_compare')} value=${work.second || ''} none=${say('review_nobody')} choices=${choices} say=${say} choose=${(second) => tell({ do: 'players', player: work.player, second })} />
    </div>
    <label class="check"><input type="checkbox" checked=${work.think} onChange=${(e) => tell({ do: 'think', on: e.target.checked })} />${say('review_think')}</label>
  </section>`;
}

function Open({ say, id }) {
  const [state, setState] = useState(null);
  const [lost, setLost] = useState(false);
  const [error, setError] = useState('');
  const [said, setSaid] = useState('');
  const [count, setCount] = useState(Number(localStorage.getItem('review_count')) || 3);
  const [map, setMap] = useState('');
  const [shown, setShown] = useState(''); // the move with its line on the board
  const [mine, setMine] = useState('');   // of which player, '' for the first
  const [sure, setSure] = useState(null); // what is to be deleted
  const wanted = useRef(0);  // the place that was asked for last
  const asking = useRef(false);
  const byPointer = useRef(false);
  const lastChild = useRef(new Map());
  const current = useRef(null);
  current.current = state;

  useEffect(() => api.follow(`/reviews/${id}/events`, 'review', (next) => setState((now) => merge(now, next)), setLost), [id]);
  const here = state && state.here;
  useEffect(() => { setShown(''); setSure(null); }, [here && here.node]);

  const tell = (c) => {
    setError('');
    return api.post('/reviews/' + id, c).then((next) => setState((now) => merge(now, next)), (e) => { setError(e.message); setSaid(e.message); });
  };
  // Keys come faster than answers: while one is under way, only the last place is remembered.
  const visit = (node) => {
    wanted.current = node;
    if (asking.current) return;
    asking.current = true;
    tell({ do: 'go', node }).then(() => {
      asking.current = false;
      if (wanted.current !== node) visit(wanted.current); else wanted.current = 0;
    });
  };
  const at = () => wanted.current || current.current.here.node;
  const next = (walk, node) => {
    const after = walk.after.get(node) || [];
    const last = lastChild.current.get(node);
    return after.includes(last) ? last : after[0];
  };
  const go = (node) => {
    const walk = current.current.walk;
    const path = pathTo(walk, node);
    path.forEach((n, i) => i && lastChild.current.set(path[i - 1], n));
    const n = walk.by.get(node);
    if (n) setSaid(n.point ? say('review_at', { number: n.number, side: say(n.color), point: n.point }) : say('first'));
    visit(node);
  };
  const steps = (n) => {
    const walk = current.current.walk;
    let node = at();
    for (let k = 0; k < Math.abs(n); k++) {
      const to = n < 0 ? walk.by.get(node).before : next(walk, node);
      if (!to) break;
      node = to;
    }
    if (node !== at()) go(node);
  };
  const across = (n) => {
    const walk = current.current.walk;
    const head = branch(walk, at());
    if (!head) { setSaid(say('review_no_variation')); return; }
    const others = walk.after.get(walk.by.get(head).before);
    const i = others.indexOf(head) + n;
    if (i >= 0 && i < others.length) go(others[i]);
  };
  const reorder = (n) => {
    const walk = current.current.walk;
    const head = branch(walk, at());
    if (!head) { setSaid(say('review_no_variation')); return; }
    const i = walk.after.get(walk.by.get(head).before).indexOf(head) + n;
    if (i >= 0 && i < walk.after.get(walk.by.get(head).before).length) tell({ do: 'order', node: head, index: i });
  };
  const remove = () => {
    const walk = current.current.walk;
    const node = at();
    if (!walk.by.get(node).before) return;
    let n = 0;
    for (const todo = [node]; todo.length; n++) todo.push(...walk.after.get(todo.pop()));
    if (n > 1) setSure({ node, n }); else tell({ do: 'delete', node });
  };
  const toggleMap = (kind) => setMap((m) => (m === kind ? '' : kind));
  const actions = {
    ArrowLeft: () => steps(-1), ArrowRight: () => steps(1), ArrowUp: () => across(-1), ArrowDown: () => across(1),
    Home: () => steps(-100000), End: () => steps(100000), PageUp: () => steps(-10), PageDown: () => steps(10),
    '[': () => steps(-1), ']': () => steps(1), '{': () => reorder(-1), '}': () => reorder(1), m: () => tell({ do: 'main', node: at() }), Delete: remove,
    o: () => toggleMap('owner'), y: () => toggleMap('policy'), p: () => tell({ do: 'play', node: at(), point: 'pass' }),
    t: () => tell({ do: 'think', on: !current.current.work.think }), Escape: () => setShown(''),
  };
  for (let k = 1; k <= 9; k++) {
    actions[k] = () => {
      const moves = foundOf(current.current, mine).moves || [];
      if (moves[k - 1]) { setShown(moves[k - 1].point); setSaid(say('review_candidate', { point: moves[k - 1].point, n: Math.round(100 * moves[k - 1].share), line: (moves[k - 1].line || []).join(' ') })); }
    };
  }
  const key = (k) => { const act = actions[k]; if (act) act(); return Boolean(act); };
  const latest = useRef(null);
  latest.current = key;
  useEffect(() => {
    // Whoever came to the board with the pointer walks with the arrows; whoever came with the keys moves the cursor.
    const press = (e) => {
      if (!current.current || e.ctrlKey || e.altKey || e.metaKey) return;
      const t = e.target;
      if (t.closest && (t.closest('input:not([type=checkbox]), select, textarea, [role=slider]'))) return;
      const board = t.closest && t.closest('.board');
      if (board && !(byPointer.current && e.key.startsWith('Arrow'))) return;
      if (latest.current(e.key)) { e.preventDefault(); e.stopPropagation(); }
    };
    const point = () => { byPointer.current = true; };
    const tab = (e) => { if (e.key === 'Tab') byPointer.current = false; };
    addEventListener('keydown', press, true);
    addEventListener('keydown', tab, true);
    addEventListener('pointerdown', point, true);
    return () => {
      removeEventListener('keydown', press, true);
      removeEventListener('keydown', tab, true);
      removeEventListener('pointerdown', point, true);
    };
  }, []);

  const line = useMemo(() => { // the places of the line that the page is on
    if (!state) return [];
    const path = pathTo(state.walk, state.here.node);
    for (let n = next(state.walk, path[path.length - 1]); n; n = next(state.walk, n)) path.push(n);
    return path.map((n) => state.walk.by.get(n));
  }, [state && state.tree, here && here.node]);
  const mainLine = useMemo(() => {
    const list = [];
    for (let n = state && state.walk.root; n; n = state.walk.after.get(n)[0]) list.push(state.walk.by.get(n));
    return list;
  }, [state && state.tree]);

  const found = here && here.found[state.work.player];
  const other = here && state.work.second && here.found[state.work.second];
  const active = mine && state && mine === state.work.second && other ? other : found;
  const picture = useSame(map === 'owner' && active && active.owner ? { values: active.owner.map((v) => v / 100), kind: 'owner' }
    : map === 'policy' && active && active.policy ? { values: active.policy.map((v) => v / 1000), kind: 'heat' } : null);

  if (!state) return html`<main>${error && html`<p class="warn" role="alert">${error}</p>`}<p role="status">${lost ? say('lost') : '…'}</p></main>`;
  const { record, work, walk, results } = state;
  const place = walk.by.get(here.node) || { number: 0 };
  const game = {
    id, at: here.node, size: record.size, points: here.points, to_move: here.to_move, turn: here.over ? 'over' : 'person',
    moves: place.point ? [{ color: place.color, point: place.point }] : [],
  };
  const candidates = (active && active.moves) || [];
  const marks = candidates.slice(0, count).map((m, i) => ({
    point: m.point, kind: i === 0 ? 'best' : m.visits * 10 >= candidates[0].visits ? 'hint' : 'faint',
    text: [Math.round(100 * m.share), m.visits < 1000 ? m.visits : `${(m.visits / 1000).toFixed(m.visits < 10000 ? 1 : 0)}k`],
  }));
  const showing = candidates.find((m) => m.point === shown);
  const grades = results.get(work.player);
  const color = (node) => { const g = grades && grades.get(node); return g ? cost(g.loss || 0) : ''; };
  const play = (point) => !here.over && tell({ do: 'play', node: here.node, point });
  const chosen = (list) => record.choices.find((c) => c.player === list);
  const titleOf = (player) => (chosen(player) ? choiceName(chosen(player), say) : player);
  const head = branch(walk, here.node);
  return html`<main class="review">
    <div class="main">
      <${Board} game=${game} play=${play} keys=${key} say=${say} announce=${setSaid} marks=${marks} line=${showing ? showing.line || [showing.point] : undefined}
        map=${picture} hover=${(point) => setShown(candidates.slice(0, Math.max(count, 10)).some((m) => m.point === point) ? point : '')} />
      <div class="row walk">
        <button onClick=${actions.Home} aria-label=${say('first')}>|◀</button>
        <button onClick=${actions.PageUp} aria-label=${say('review_back_10')}>◀◀</button>
        <button onClick=${actions.ArrowLeft} aria-label=${say('back')}>◀</button>
        <span class="where">${place.number}<span class="soft"> / ${line[line.length - 1].number}</span></span>
        <button onClick=${actions.ArrowRight} aria-label=${say('forward')}>▶</button>
        <button onClick=${actions.PageDown} aria-label=${say('review_forward_10')}>▶▶</button>
        <button onClick=${actions.End} aria-label=${say('last')}>▶|</button>
      </div>
      <div class="row tools">
        <label>${say('review_count')} <select value=${count} onChange=${(e) => { setCount(Number(e.target.value)); localStorage.setItem('review_count', e.target.value); }}>
          ${[1, 3, 10].map((n) => html`<option key=${n} value=${n} selected=${n === count}>${n}</option>`)}</select></label>
        <button aria-pressed=${String(map === 'owner')} disabled=${!(active && active.owner)} onClick=${actions.o}>${say('review_owner')}</button>
        <button aria-pressed=${String(map === 'policy')} disabled=${!(active && active.policy)} onClick=${actions.y}>${say('review_policy_map')}</button>
        <button onClick=${actions.p} disabled=${here.over}>${say('pass')}</button>
      </div>
      ${here.comment && html`<section class="card"><h2>${say('review_comment')}</h2><p class="comment">${here.comment}</p></section>`}
      <${Graph} line=${line} here=${place.number} results=${results} player=${work.player} second=${work.second} go=${go} say=${say} />
      <section class="card">
        <h2>${say('review_tree')}</h2>
        <${Tree} tree=${walk} here=${here.node} color=${color} go=${go} order=${(node, index) => tell({ do: 'order', node, index })} say=${say} />
        <div class="row">
          <button onClick=${() => reorder(-1)} disabled=${!head}>${say('review_up')}</button>
          <button onClick=${() => reorder(1)} disabled=${!head}>${say('review_down')}</button>
          <button onClick=${actions.m} disabled=${!head || mainLine.includes(place)}>${say('review_main')}</button>
          <button onClick=${remove} disabled=${!place.before}>${say('review_delete')}</button>
        </div>
        ${sure && html`<div class="row" role="alertdialog" aria-label=${say('review_delete_sure', { n: sure.n })}><span>${say('review_delete_sure', { n: sure.n })}</span>
          <button onClick=${() => { setSure(null); tell({ do: 'delete', node: sure.node }); }}>${say('review_delete_yes')}</button><button onClick=${() => setSure(null)}>${say('no')}</button></div>`}
        <p class="soft">${say('review_tree_help')}</p>
      </section>
    </div>
    <div class="side">
      <p class="quiet" aria-live="polite">${said}</p>
      ${lost && html`<p class="card warn" role="alert">${say('lost')}</p>`}
      ${error && html`<p class="card warn" role="alert">${error}</p>`}
      <section class="card">
        <div class="who"><span class="stone b" aria-hidden="true"></span><strong>${record.black || say('black')}</strong><span class="soft">${say('captures', { n: here.captures.black })}</span></div>
        <div class="who"><span class="stone w" aria-hidden="true"></span><strong>${record.white || say('white')}</strong><span class="soft">${say('captures', { n: here.captures.white })}</span></div>
        <p class="soft">${[record.size + '×' + record.size, say('komi') + ' ' + record.komi, record.date, /^([BW]\+[0-9.R]+|0)$/.test(record.result || '') ? resultOf(record.result, say) : record.result, record.name].filter(Boolean).join(' · ')}</p>
        <p class="status">${here.over ? say('turn_over') : say('review_to_move', { side: say(here.to_move) })}</p>
      </section>
      <div onPointerEnter=${() => setMine('')} onFocusCapture=${() => setMine('')}>
        <${Candidates} found=${found} shown=${active === found ? shown : ''} toMove=${here.to_move} count=${count} hover=${setShown} play=${play} say=${say}
          name=${work.second ? titleOf(work.player) : say('review_candidates')} reading=${(work.reading || []).includes(work.player)} /></div>
      ${work.second && html`<div onPointerEnter=${() => setMine(work.second)} onFocusCapture=${() => setMine(work.second)}>
        <${Candidates} found=${other} shown=${active === other ? shown : ''} toMove=${here.to_move} count=${count} hover=${setShown} play=${play} say=${say}
          name=${titleOf(work.second)} reading=${(work.reading || []).includes(work.second)} /></div>`}
      <${Mistakes} line=${mainLine} results=${grades} go=${go} here=${here.node} say=${say} />
      <${Work} work=${work} choices=${record.choices} tell=${tell} say=${say} />
      <section class="card"><div class="row"><a class="button" href=${'/api/v1/reviews/' + id + '/sgf'} download>${say('review_save')}</a><a class="button" href="#/review">${say('review_other')}</a></div>
        <p class="soft">${say('review_keys')}</p></section>
    </div>
  </main>`;
}

// foundOf is what the player of the marks found at the place on the screen.
function foundOf(state, mine) {
  return state.here.found[mine && mine === state.work.second ? mine : state.work.player] || {};
}

// useSame keeps a map the same as long as its values are, so that the canvas is not painted for nothing.
function useSame(map) {
  const kept = useRef(null);
  const same = map && kept.current && map.kind === kept.current.kind && map.values.every((v, i) => v === kept.current.values[i]);
  if (!same) kept.current = map;
  return kept.current;
}

export default function Review({ say, rest }) {
  return /^[0-9a-f]+$/.test(rest) ? html`<${Open} key=${rest} id=${rest} say=${say} />` : html`<${Begin} key=${rest} say=${say} rest=${rest} />`;
}

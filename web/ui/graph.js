// What the Review page draws and lists of a game: the curve of win rates, the costly moves, the moves that
// a player considers.
import { html, useMemo, useState } from '/vendor/htm-preact.js';
import { Chart } from '/chart.js';

export const percent = (v, digits = 0) => `${(100 * v).toFixed(digits)} %`;

// costs are the kinds of losses, the largest first: from which loss on, and the colour in tree and list.
const costs = [[0.2, 'blunder'], [0.1, 'mistake'], [0.05, 'slip']];
export const cost = (loss) => (costs.find(([from]) => loss >= from) || [0, ''])[1];

const kinds = ['value', 'rollouts', 'policy'];

// Graph is the curve along a line of places: those of the player, of another one, and if there is nothing else
// those that the record brought.
export function Graph({ line, here, results, player, second, go, say }) {
  const [shown, setShown] = useState(() => {
    try { return JSON.parse(localStorage.getItem('review_curves')) || ['value']; } catch { return ['value']; }
  });
  const own = results.get(player);
  const other = second && results.get(second);
  const spots = useMemo(() => { // the last place of each move number
    const last = new Map();
    for (const n of line) last.set(n.number, n);
    return [...last.values()];
  }, [line]);
  const series = useMemo(() => {
    const curve = (found, of) => spots.map((n) => {
      const r = found && found.get(n.node);
      const v = r ? of(r) : undefined;
      return [n.number, v === undefined || v === null ? null : 100 * v];
    });
    const some = (points) => points.some((p) => p[1] !== null);
    const list = [{ name: say('review_search'), class: 'c1', points: curve(own, (r) => r.black) }];
    if (!some(list[0].points)) {
      list[0] = { name: say('review_file'), class: 'c5', points: spots.map((n) => [n.number, n.chance === undefined ? null : 100 * n.chance]) };
    }
    if (other) list.push({ name: say('review_second'), class: 'c6', points: curve(other, (r) => r.black) });
    if (shown.includes('value')) list.push({ name: say('review_value'), class: 'c2 faint', points: curve(own, (r) => r.value) });
    if (shown.includes('rollouts')) list.push({ name: say('review_rollouts'), class: 'c3 faint', points: curve(own, (r) => r.rollouts) });
    if (shown.includes('policy')) list.push({ name: say('review_policy'), class: 'c4 faint dashed', points: curve(own, (r) => r.prior) });
    return list.filter((s, i) => i === 0 || some(s.points));
  }, [spots, own, other, shown]);
  const toggle = (kind) => {
    const next = shown.includes(kind) ? shown.filter((k) => k !== kind) : [...shown, kind];
    localStorage.setItem('review_curves', JSON.stringify(next));
    setShown(next);
  };
  const known = series.map((s) => ({ ...s, points: s.points.some((p) => p[1] !== null) ? s.points : [] }));
  const last = spots.length ? spots[spots.length - 1].number : 0;
  return html`<section class="card graph">
    <div class="row head"><h2>${say('review_graph')}</h2>
      ${kinds.map((k) => html`<button key=${k} class="small" aria-pressed=${String(shown.includes(k))} onClick=${() => toggle(k)}>${say('review_' + k)}</button>`)}</div>
    <${Chart} say=${say} label=${say('review_graph')} series=${known} height=${190}
      x=${{ min: 0, max: Math.max(last, 1), label: say('review_move_number'), text: (v) => String(Math.round(v)) }}
      y=${{ min: 0, max: 100, ref: 50, text: (v) => `${Math.round(v)} %` }}
      at=${here} pick=${(x) => { const n = spots.find((s) => s.number === x); if (n) go(n.node); }} />
  </section>`;
}

// Mistakes are the costly moves of a line, the worst first.
export function Mistakes({ line, results, go, here, say }) {
  const [side, setSide] = useState('');
  const list = useMemo(() => (results ? line : []).map((n) => ({ n, r: results.get(n.node) }))
    .filter(({ n, r }) => r && r.loss >= 0.02 && (!side || n.color === side))
    .sort((a, b) => b.r.loss - a.r.loss).slice(0, 40), [line, results, side]);
  return html`<section class="card mistakes">
    <div class="row head"><h2>${say('review_mistakes')}</h2>
      ${['', 'black', 'white'].map((c) => html`<button key=${c} class="small" aria-pressed=${String(side === c)} onClick=${() => setSide(c)}>${say(c || 'both')}</button>`)}</div>
    ${!list.length && html`<p class="soft">${say('review_mistakes_none')}</p>`}
    <ol>${list.map(({ n, r }) => html`<li key=${n.node}><button class=${cost(r.loss)} aria-current=${n.node === here ? 'true' : undefined} onClick=${() => go(n.node)}
        aria-label=${say('review_mistake', { number: n.number, side: say(n.color), point: n.point, loss: Math.round(100 * r.loss), better: r.better || '' })}>
      <span>${n.number}</span><span class=${'stone ' + n.color[0]}></span><b>${n.point}</b><span class="loss">−${percent(r.loss)}</span>
      ${r.better && html`<span class="soft">${say('review_better', { point: r.better })}</span>`}</button></li>`)}</ol>
  </section>`;
}

// Candidates are the moves that a player considers. The one that is pointed at, has the focus or was touched shows
// its line on the board.
export function Candidates({ found, shown, toMove, count, hover, play, say, name, reading }) {
  const black = found ? found.black : 0.5;
  return html`<section class="card candidates">
    <div class="row head"><h2>${name}</h2>${reading && html`<span class="soft pulse">${say('review_reading')}</span>`}</div>
    ${found ? html`
      <div class="bar" role="img" aria-label=${say('win_bar', { n: Math.round(100 * black) })}><span style=${{ width: `${100 * black}%` }}></span></div>
      <p class="soft">${say('review_black_wins', { n: (100 * black).toFixed(1) })}${found.value !== undefined
    ? ' · ' + say('review_parts', { value: Math.round(100 * found.value), rollouts: Math.round(100 * found.rollouts) }) : ''} · ${say('review_visits_n', { n: found.visits })}</p>
      ${(found.moves || []).length > 0 && html`<table><thead><tr><th>${say('review_move')}</th><th>${say('review_wins')}</th><th>${say('review_visits')}</th><th>${say('review_prior')}</th></tr></thead>
        <tbody>${found.moves.slice(0, Math.max(count, 5)).map((m, i) => html`<tr key=${m.point} class=${shown === m.point ? 'on' : ''}
            onPointerEnter=${(e) => e.pointerType === 'mouse' && hover(m.point)} onPointerLeave=${(e) => e.pointerType === 'mouse' && hover('')}>
          <td><button class="small" aria-pressed=${String(shown === m.point)} aria-label=${say('review_show_line', { point: m.point })}
            onFocus=${() => hover(m.point)} onBlur=${() => hover('')} onClick=${() => hover(m.point)} onDblClick=${() => play(m.point)}>${m.point}</button></td>
          <td>${percent(m.share, 1)}</td><td>${m.visits}</td><td>${m.prior ? percent(m.prior, 1) : '–'}</td></tr>`)}</tbody></table>`}
      <p class="line soft" aria-live="off">${(() => {
    const m = (found.moves || []).find((c) => c.point === shown);
    return m ? say('lesson_line', { line: (m.line || []).slice(0, 12).join(' ') }) : say('review_line_help', { side: say(toMove) });
  })()}</p>`
    : html`<p class="soft">${say('review_not_yet')}</p>`}
  </section>`;
}

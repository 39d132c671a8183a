// Figure 5 of the paper, live: six boards of one position that show the same point.
import { html, useEffect, useMemo, useRef, useState } from '/vendor/htm-preact.js';
import { Board } from '/board.js';
import { index, name } from '/points.js';
import { lineOf, listOf, pointOf } from '/sentence.js';

// boards are the six, in the paper's order; the last one is the line.
const boards = ['value', 'values', 'rollouts', 'prior', 'share', 'line'];

export const percent = (x) => (x < 0 ? '–' : x > 0 && x < 0.005 ? '<1' : String(Math.round(100 * x)));

// reach is how far below the best win rate a map fades out: at the middle of the moves, within bounds.
function reach(values, best) {
  const known = values.filter((v) => v >= 0).sort((a, b) => a - b);
  return Math.min(0.2, Math.max(0.05, best - known[known.length >> 1]));
}

// mapOf is a map that is darker where the numbers are better.
function mapOf(values, kind) {
  if (kind === 'prior' || kind === 'share') return { values: values.map((v) => Math.max(v, 0)), kind: 'heat' };
  const best = Math.max(...values);
  const far = reach(values, best);
  return { values: values.map((v) => (v < 0 ? 0 : Math.max(0, 1 - (best - v) / far) ** 2)), kind: 'heat' };
}

// marksOf are the numbers of the best moves, the ring of the best one, and the point that is looked at.
function marksOf(figure, kind, size, point) {
  const values = figure[kind];
  const enough = (i) => (kind !== 'values' && kind !== 'rollouts') || 10 * figure.visits[i] >= Math.max(...figure.visits);
  const order = values.map((v, i) => i).filter((i) => values[i] > 0.005 && enough(i)).sort((a, b) => values[b] - values[a]);
  const shown = new Map(order.slice(0, size > 13 ? 6 : 5).map((i) => [name(size, i), 'plain']));
  if (figure.best[kind] && figure.best[kind] !== 'pass') shown.set(figure.best[kind], 'plain top');
  if (point) shown.set(point, (shown.get(point) || 'plain') + ' picked');
  return [...shown].map(([p, k]) => ({ point: p, text: percent(values[index(size, p)]), kind: k }));
}

// numbersOf are the figures of a point, or of a pass.
export function numbersOf(figure, size, point) {
  if (point === 'pass') return figure.pass;
  const i = index(size, point);
  if (i < 0) return null;
  return {
    value: figure.value[i], values: figure.values[i], rollouts: figure.rollouts[i], prior: figure.prior[i],
    share: figure.share[i], mean: figure.mean[i], visits: figure.visits[i], judged: figure.judged[i],
  };
}

function One({ kind, letter, look, point, setPicked, setHover, say, announce }) {
  const { figure, size } = look;
  const [large, setLarge] = useState(false);
  const map = useMemo(() => (kind === 'line' ? null : mapOf(figure[kind], kind)), [figure]);
  const marks = useMemo(() => (kind === 'line' ? point && [{ point, text: '', kind: 'plain picked' }] : marksOf(figure, kind, size, point)), [figure, point]);
  const choose = (p) => {
    setPicked(p);
    const n = numbersOf(figure, size, p);
    announce(n && n.prior >= 0 ? pointText(n, p, say) : pointOf(p, say));
  };
  const line = kind === 'line' ? figure.line.slice(0, 30).filter((p) => p !== 'pass') : null;
  const title = `${letter}. ${say('inside_board_' + kind)}`;
  const empty = kind === 'line' ? !figure.line.length : !figure.best[kind];
  return html`<figure class=${'card' + (large ? ' big' : '')}>
    <figcaption><div class="row"><h3>${title}</h3>
      <button class="link" aria-pressed=${String(large)} aria-label=${listOf([say('inside_larger'), title], say)} onClick=${() => setLarge(!large)}>${say('inside_larger')}</button></div><p class="soft">${say('inside_board_' + kind + '_text')}</p></figcaption>
    <${Board} game=${look} say=${say} label=${title} play=${choose} hover=${setHover} keys=${() => false} announce=${announce}
      map=${map} marks=${marks} line=${line} />
    ${empty && html`<p class="soft">${say(kind === 'value' && look.model && !look.model.value ? 'inside_no_value' : 'inside_nothing_yet')}</p>`}
    ${!empty && kind !== 'line' && html`<p class="best"><span class="ring" aria-hidden="true"></span>${say('inside_best', {
    point: pointOf(figure.best[kind], say), n: percent((numbersOf(figure, size, figure.best[kind]) || {})[kind]),
  })}</p>`}
    ${kind === 'line' && !empty && html`<p class="best">${lineOf(figure.line.slice(0, 12), say)}</p>`}
  </figure>`;
}

// pointText says what is known of a point, and nothing of what is not.
function pointText(n, point, say) {
  const parts = [say('inside_point', { point: pointOf(point, say), prior: percent(n.prior) })];
  if (n.value >= 0) parts.push(say('inside_point_value', { value: percent(n.value) }));
  if (n.judged > 0) parts.push(say('inside_point_values', { values: percent(n.values), judged: n.judged }));
  if (n.visits > 0) parts.push(say('inside_point_rollouts', { rollouts: percent(n.rollouts), visits: n.visits }), say('inside_point_share', { share: percent(n.share) }));
  return parts.join(' · ');
}

// Table has the numbers of the moves that were read most, and of the point that is looked at.
function Table({ look, point, setPicked, say }) {
  const { figure, size } = look;
  const all = figure.prior.map((p, i) => i).filter((i) => figure.prior[i] >= 0).map((i) => name(size, i));
  if (figure.pass) all.push('pass');
  const of = (p) => numbersOf(figure, size, p);
  const order = all.sort((a, b) => of(b).visits - of(a).visits || of(b).prior - of(a).prior).slice(0, 8);
  if (point && !order.includes(point) && all.includes(point)) order.push(point);
  return html`<div class="wide" tabindex="0" role="group" aria-label=${say('moves')}><table class="numbers"><caption class="soft">${say('inside_table')}</caption><thead><tr><th scope="col">${say('inside_th_move')}</th>
      ${['value', 'values', 'rollouts', 'prior', 'share'].map((k, i) => html`<th key=${k} scope="col" title=${say('inside_board_' + k)}>${'abcde'[i]}</th>`)}
      <th scope="col">Q</th><th scope="col">N</th></tr></thead>
    <tbody>${order.map((p) => {
    const n = of(p);
    return html`<tr key=${p} class=${p === point ? 'picked' : ''}><th scope="row"><button class="link" onClick=${() => setPicked(p === 'pass' ? '' : p)}>${pointOf(p, say)}</button></th>
      ${[n.value, n.values, n.rollouts, n.prior, n.share, n.mean].map((x) => html`<td>${percent(x)}</td>`)}<td>${n.visits}</td></tr>`;
  })}</tbody></table></div>`;
}

const amounts = [50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000];

// Without says that there is no model, and what to do.
export function Without({ look, say }) {
  return html`<section class="card"><p>${say('inside_no_model', { size: look.size })}</p></section>`;
}

export function Figure5({ say, look, tell, picked, setPicked, announce }) {
  const [amount, setAmount] = useState(4);
  const [hover, setHover] = useState('');
  const read = () => say(look.winrate < 0 ? 'inside_read_none' : 'inside_read', { n: look.playouts.toLocaleString(), side: say(look.to_move), rate: percent(look.winrate) });
  const [asked, setAsked] = useState(0); // searches that were begun here
  const ended = useRef(0); // and those of them that have been announced
  useEffect(() => { // for those who do not see it; a short search may be over before its answer comes
    if (asked > ended.current && !look.running) announce(read());
    if (!look.running) ended.current = asked;
  }, [asked, look.running]);
  const search = () => tell({ do: 'search', playouts: amounts[amount] }).then(() => setAsked(asked + 1));
  if (!look.figure) return html`<${Without} look=${look} say=${say} />`;
  const point = hover || picked;
  const n = point && numbersOf(look.figure, look.size, point);
  return html`<div class="part">
    <section class="card">
      <p>${say('inside_figure_text')}</p>
      <div class="row">
        <label class="grow">${say('inside_amount', { n: amounts[amount].toLocaleString() })}
          <input type="range" min="0" max=${amounts.length - 1} value=${amount} onInput=${(e) => setAmount(Number(e.target.value))} /></label>
        ${look.running
    ? html`<button onClick=${() => tell({ do: 'stop' })}>${say('inside_stop')}</button>`
    : html`<button class="first" onClick=${search}>${say('inside_search')}</button>`}
        <button onClick=${() => tell({ do: 'forget' })} disabled=${!look.playouts}>${say('inside_forget')}</button>
      </div>
      ${look.running && html`<progress max=${look.wanted} value=${look.done} aria-label=${say('inside_progress')}></progress>`}
      <p class="status">${read()}</p>
      <p class="soft point">${n && n.prior >= 0 ? pointText(n, point, say) : point ? say('inside_point_none', { point }) : say('inside_point_help')}</p>
    </section>
    <div class="six">${boards.map((kind, i) => html`<${One} key=${kind} kind=${kind} letter=${'abcdef'[i]} look=${look} point=${point}
      setPicked=${setPicked} setHover=${setHover} say=${say} announce=${announce} />`)}</div>
    <section class="card"><${Table} look=${look} point=${point} setPicked=${setPicked} say=${say} /></section>
  </div>`;
}

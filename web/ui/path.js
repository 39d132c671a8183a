// The path of one playout through the tree.
import { html, useEffect, useRef, useState } from '/vendor/htm-preact.js';
import { Picture } from '/board.js';
import { Without } from '/figure5.js';
import { labelled, lineOf, pointOf, sentences } from '/sentence.js';

// signed is a number with two digits after the point.
const signed = (x) => (x <= -0.005 ? '−' : '') + Math.abs(x).toFixed(2);

// Was shows a number, and in the backup what it was before if it has changed.
function Was({ before, after, backed, text }) {
  const say = text || signed;
  if (!backed || say(before) === say(after)) return html`<td>${say(backed ? after : before)}</td>`;
  return html`<td class="changed"><s>${say(before)}</s> <b>${say(after)}</b></td>`;
}

// Step is a position of the path with its moves.
function Step({ step, depth, size, look, active, backed, say }) {
  const game = { ...look, size, points: step.points, to_move: step.to_move, moves: step.last ? [{ point: step.last }] : [] };
  const title = say(depth ? 'inside_depth' : 'inside_root', { n: depth, side: say(step.to_move) });
  return html`<section class=${'card step' + (active ? ' active' : '')} aria-current=${active ? 'step' : undefined}>
    <h3>${title}</h3>
    <div class="sides">
      <${Picture} game=${game} marks=${[{ point: step.chosen, text: '', kind: 'plain top' }]} label=${say('inside_step_label', { point: pointOf(step.chosen, say) })} />
      <div class="wide" tabindex="0" role="group" aria-label=${title}><table class="numbers"><thead><tr><th scope="col">${say('inside_th_move')}</th><th scope="col">P</th><th scope="col">N<sub>r</sub></th><th scope="col">W<sub>r</sub></th>
        <th scope="col">N<sub>v</sub></th><th scope="col">W<sub>v</sub></th><th scope="col">Q</th><th scope="col">u</th><th scope="col">Q + u</th></tr></thead>
      <tbody>${step.moves.map((m) => html`<tr key=${m.point} class=${m.point === step.chosen ? 'picked' : ''}><th scope="row">${pointOf(m.point, say)}</th><td>${m.prior.toFixed(3)}</td>
        <${Was} before=${m.before.n} after=${m.after.n} backed=${backed} text=${String} />
        <${Was} before=${m.before.w} after=${m.after.w} backed=${backed} />
        <${Was} before=${m.before.n_values} after=${m.after.n_values} backed=${backed} text=${String} />
        <${Was} before=${m.before.w_values} after=${m.after.w_values} backed=${backed} />
        <${Was} before=${m.before.q} after=${m.after.q} backed=${backed} />
        <${Was} before=${m.before.u} after=${m.after.u} backed=${backed} />
        <${Was} before=${m.before.q + m.before.u} after=${m.after.q + m.after.u} backed=${backed} /></tr>`)}</tbody></table>
      ${step.count > step.moves.length && html`<p class="soft">${say('inside_more_moves', { n: step.count - step.moves.length })}</p>`}</div>
    </div></section>`;
}

// Tree is a small drawing of the path: at each position the best moves, and the one that was chosen.
function Tree({ path, phase, say }) {
  const most = 6;
  const wide = 52 * most;
  const tall = 66;
  const rows = path.steps.slice(0, 12);
  const backed = phase > path.steps.length;
  const parts = [];
  let from = wide / 2;
  rows.forEach((step, depth) => {
    const top = depth ? 20 + tall * depth + 25 : 30; // below the number of the node above
    const y = 20 + tall * (depth + 1);
    const list = step.moves.slice(0, most);
    const left = wide / 2 - 26 * (list.length - 1);
    let next = from;
    list.forEach((m, k) => {
      const x = left + 52 * k;
      const chosen = m.point === step.chosen;
      if (chosen) next = x;
      const way = chosen && depth < phase ? 'way' : '';
      parts.push(html`<line key=${`l${depth}-${k}`} class=${way} x1=${from} y1=${top} x2=${x} y2=${y - 13} />
        <g key=${`n${depth}-${k}`} class=${'node ' + way}><circle cx=${x} cy=${y} r="13" /><text x=${x} y=${y}>${pointOf(m.point, say)}</text>
        <text class="n" x=${x} y=${y + 19}>${backed ? m.after.n : m.before.n}</text></g>`);
    });
    from = next;
  });
  return html`<svg class="tree" viewBox=${`0 0 ${wide} ${tall * (rows.length + 1) + 24}`} role="img" aria-label=${say('inside_tree_label', { way: lineOf(rows.map((s) => s.chosen), say) })}>
    <g class="node way"><circle cx=${wide / 2} cy="20" r="10" /></g>${parts}</svg>`;
}

// Leaf is what happens where the playout leaves the tree.
function Leaf({ path, look, active, say }) {
  const { leaf } = path;
  const game = { ...look, points: leaf.points, to_move: leaf.to_move, moves: leaf.last ? [{ point: leaf.last }] : [] };
  const end = { ...look, points: leaf.final, to_move: leaf.to_move, moves: [] };
  const { n_thr: threshold } = look.rule;
  const { lambda } = path.steps[path.steps.length - 1]; // of the move to the leaf
  const ended = leaf.lead === 0 ? labelled(say('draw'), 'z = ' + signed(leaf.outcome), say) : say(leaf.over ? 'inside_leaf_result' : 'inside_leaf_rolled', {
    n: leaf.moves.length, side: say(leaf.lead > 0 ? 'black' : 'white'), points: Math.abs(leaf.lead), z: signed(leaf.outcome),
  });
  const joins = leaf.over ? 'inside_leaf_over' : leaf.joined ? 'inside_leaf_joined' : 'inside_leaf_waits';
  return html`<section class=${'card step' + (active ? ' active' : '')} aria-current=${active ? 'step' : undefined}>
    <h3>${say('inside_leaf', { side: say(leaf.to_move) })}</h3>
    <div class="leaf">
      <div><${Picture} game=${game} label=${say('inside_leaf_label')} /></div>
      <dl>
        <dt>${say('inside_leaf_expand')}</dt><dd>${say(joins, { n: leaf.visits, threshold, moves: leaf.joined })}</dd>
        <dt>${say('inside_leaf_value')} v</dt><dd>${say(leaf.judged ? 'inside_leaf_judged' : leaf.known ? 'inside_leaf_known' : 'inside_leaf_unjudged', { v: signed(leaf.value) })}</dd>
        <dt>${say('inside_leaf_rollout')} z</dt><dd>${ended}</dd>
        <dt>λ</dt><dd>${say('inside_leaf_mix', { lambda, rest: Math.round(100 * (1 - lambda)) / 100 })}</dd>
      </dl>
      <div><${Picture} game=${end} label=${say('inside_leaf_final')} /><p class="soft">${say('inside_leaf_final')}</p></div>
    </div></section>`;
}

// told says a stage of a playout: the position of a step and what is chosen there, the leaf, or the backup.
function told(path, phase, say) {
  const step = path.steps[phase];
  if (step) return say(phase ? 'inside_depth' : 'inside_root', { n: phase, side: say(step.to_move) }) + say('join_list') + pointOf(step.chosen, say);
  return sentences([say('inside_stage_' + (phase === path.steps.length ? 'evaluate' : 'backup')), say('inside_leaf', { side: say(path.leaf.to_move) })], say);
}

export function Path({ say, look, tell, announce }) {
  const [phase, setPhase] = useState(0);
  const [plays, setPlays] = useState(false);
  const { path, rule } = look;
  const number = path ? path.number : 0;
  useEffect(() => { setPhase(0); setPlays(Boolean(path)); }, [number, look.points]);
  const last = path ? path.steps.length + 1 : 0; // the steps, the leaf, the backup
  const slow = matchMedia('(prefers-reduced-motion: reduce)').matches;
  useEffect(() => {
    if (!plays) return undefined;
    if (phase >= last) { setPlays(false); return undefined; }
    if (slow) { setPhase(last); return undefined; }
    const timer = setTimeout(() => setPhase(phase + 1), 900);
    return () => clearTimeout(timer);
  }, [plays, phase, last]);
  const first = useRef(number);
  useEffect(() => { // for those who do not see it
    if (!path || (first.current === number && phase === 0 && !plays)) return;
    if (phase === 0 && plays) announce(say('inside_path_number', { n: number, way: path.steps.map((s) => pointOf(s.chosen, say)).join(' → ') }));
    else if (!plays) announce(told(path, phase, say));
  }, [number, phase, plays]);
  if (!rule) return html`<${Without} look=${look} say=${say} />`;
  const go = (n) => { setPlays(false); setPhase(Math.max(0, Math.min(last, n))); };
  const backed = path && phase >= last;
  const stage = !path ? '' : phase < path.steps.length ? 'select' : phase === path.steps.length ? 'evaluate' : 'backup';
  return html`<div class="part">
    <section class="card">
      <p>${say('inside_path_text')}</p>
      <div class="formulas">
        <p><var>a</var> = argmax (<var>Q</var> + <var>u</var>)</p>
        <p><var>u</var> = <var>c</var><sub>puct</sub> <var>P</var> √<span class="root">Σ<var>N</var><sub>r</sub></span> / (1 + <var>N</var><sub>r</sub>)</p>
        <p><var>Q</var> = (1 − λ) <var>W</var><sub>v</sub> / <var>N</var><sub>v</sub> + λ <var>W</var><sub>r</sub> / <var>N</var><sub>r</sub></p>
      </div>
      <p class="soft">${say('inside_constants', { c: rule.cpuct, lambda: rule.lambda, n: rule.n_thr, reduction: rule.reduction })}</p>
      <div class="row">
        <button class="first" onClick=${() => tell({ do: 'trace', playouts: 1 })}>${say('inside_trace')}</button>
        <button onClick=${() => tell({ do: 'trace', playouts: 10 })}>${say('inside_trace_more', { n: 10 })}</button>
        <button onClick=${() => tell({ do: 'trace', playouts: 100 })}>${say('inside_trace_more', { n: 100 })}</button>
        <button onClick=${() => tell({ do: 'forget' })} disabled=${!look.playouts}>${say('inside_forget')}</button>
      </div>
      <p class="status">${path ? say('inside_path_number', { n: number, way: path.steps.map((s) => pointOf(s.chosen, say)).join(' → ') }) : say('inside_path_none')}</p>
      ${path && html`<div class="row tight">
        <button onClick=${() => go(0)} aria-label=${say('first')}>|◀</button>
        <button onClick=${() => go(phase - 1)} aria-label=${say('back')}>◀</button>
        <button onClick=${() => { if (phase >= last) setPhase(0); setPlays(!plays); }}>${say(plays ? 'inside_pause' : 'inside_play')}</button>
        <button onClick=${() => go(phase + 1)} aria-label=${say('forward')}>▶</button>
        <button onClick=${() => go(last)} aria-label=${say('last')}>▶|</button>
      </div>
      <ol class="stages">${['select', 'evaluate', 'backup'].map((s) => html`<li key=${s} class=${s === stage ? 'now' : ''} aria-current=${s === stage ? 'step' : undefined}>
        <strong>${say('inside_stage_' + s)}</strong> ${say('inside_stage_' + s + '_text')}</li>`)}</ol>`}
    </section>
    ${path && html`<div class="way">
      <section class="card"><${Tree} path=${path} phase=${phase} say=${say} /><p class="soft">${say('inside_tree_text')}</p></section>
      <div class="panel">${path.steps.map((step, i) => (backed || phase === i) && html`<${Step} key=${i} step=${step} depth=${i} size=${look.size} look=${look} active=${phase === i} backed=${backed} say=${say} />`)}
      ${phase >= path.steps.length && html`<${Leaf} path=${path} look=${look} active=${phase === path.steps.length} say=${say} />`}</div>
    </div>`}
  </div>`;
}

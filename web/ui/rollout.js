// One rollout, move by move.
import { html, useEffect, useMemo, useRef, useState } from '/vendor/htm-preact.js';
import * as api from '/api.js';
import { Picture } from '/board.js';
import { percent } from '/figure5.js';
import { pointOf } from '/sentence.js';

// fine is a chance in percent, with more digits where it is small.
const fine = (x) => (x >= 0.1 ? percent(x) : (100 * x).toFixed(x >= 0.001 ? 1 : 2));

const reasonKey = (name) => 'inside_reason_' + name.replace(/[^a-z0-9]+/g, '_');

// Reason is why a move is likely: a feature that multiplies its chance, or a rule that gives it.
function Reason({ reason, say }) {
  const text = say(reasonKey(reason.name));
  if (!reason.weight && reason.chance) return html`<li>${text}: ${fine(reason.chance)} %</li>`;
  return html`<li>${text}: ${say('inside_times', { n: Math.exp(reason.weight).toFixed(2) })}</li>`;
}

export function Rollout({ say, look, announce }) {
  const [seed, setSeed] = useState(1);
  const [rollout, setRollout] = useState(null);
  const [step, setStep] = useState(0);
  const [at, setAt] = useState(null);
  const [plays, setPlays] = useState(false);
  const [error, setError] = useState('');
  const place = [look.id, look.points, look.to_move, look.moves.length].join();
  useEffect(() => {
    let here = true;
    setRollout(null);
    setStep(0);
    api.get(`/inside/${look.id}/rollout?seed=${seed}`).then((r) => here && setRollout(r), (e) => here && setError(e.message));
    return () => { here = false; };
  }, [place, seed]);
  useEffect(() => {
    if (!rollout) return undefined;
    let here = true;
    api.get(`/inside/${look.id}/rollout/${step}?seed=${rollout.seed}`).then((s) => here && setAt(s), (e) => here && setError(e.message));
    return () => { here = false; };
  }, [rollout, step]);
  const slow = matchMedia('(prefers-reduced-motion: reduce)').matches;
  useEffect(() => {
    if (!plays || !rollout || !at || at.step !== step) return undefined;
    if (step >= rollout.moves.length) { setPlays(false); return undefined; }
    const timer = setTimeout(() => setStep(step + 1), slow ? 1000 : 180);
    return () => clearTimeout(timer);
  }, [plays, rollout, at, step]);
  const over = rollout && step === rollout.moves.length;
  const map = useMemo(() => {
    if (!at) return null;
    if (over) return { values: [...rollout.owners].map((c) => ({ X: 1, O: -1, '.': 0 }[c])), kind: 'owner' };
    const most = Math.max(...at.chances, 0.1); // where all are unlikely, none is dark
    return { values: at.chances.map((c) => (c >= most / 100 ? c / most : 0)), kind: 'heat' };
  }, [at, over]);
  const winner = rollout && (rollout.lead > 0 ? 'black' : 'white');
  useEffect(() => { // for those who do not see it; while it plays, the moves come too fast
    if (over) announce(result);
    else if (rollout && at && at.step === step && step && !plays) announce(say('inside_rollout_step', { n: step, total: rollout.moves.length }) + ': ' + pointOf(at.last || '', say));
  }, [over, at, plays]);
  if (error) return html`<p class="warn" role="alert">${error}</p>`;
  if (!rollout || !at) return html`<p role="status">…</p>`;
  const result = rollout.lead === 0 ? say('draw') : say('inside_rollout_end', {
    side: say(winner), points: Math.abs(rollout.lead), black: rollout.black, white: rollout.white, n: rollout.moves.length,
  });
  const game = { ...look, points: at.points, to_move: at.to_move, moves: at.last ? [{ point: at.last }] : [] };
  const marks = at.next && at.next !== 'pass' ? [{ point: at.next, text: fine((at.likely.find((m) => m.point === at.next) || {}).chance || 0), kind: 'plain top' }] : null;
  const go = (n) => { setPlays(false); setStep(Math.max(0, Math.min(rollout.moves.length, n))); };
  return html`<div class="part sides">
    <section class="card">
      <${Picture} game=${game} map=${map} marks=${marks} label=${say('inside_rollout_label', { n: step })} />
      <div class="row tight">
        <button onClick=${() => go(0)} aria-label=${say('first')}>|◀</button>
        <button onClick=${() => go(step - 1)} aria-label=${say('back')}>◀</button>
        <button class="first" onClick=${() => { if (over) setStep(0); setPlays(!plays); }}>${say(plays ? 'inside_pause' : 'inside_play')}</button>
        <button onClick=${() => go(step + 1)} aria-label=${say('forward')}>▶</button>
        <button onClick=${() => go(rollout.moves.length)} aria-label=${say('last')}>▶|</button>
      </div>
      <label>${say('inside_rollout_step', { n: step, total: rollout.moves.length })}
        <input type="range" min="0" max=${rollout.moves.length} value=${step} onInput=${(e) => go(Number(e.target.value))} /></label>
      <div class="row"><button onClick=${() => { setPlays(false); setSeed(seed + 1); }}>${say('inside_again')}</button>
        <span class="soft">${say('inside_seed', { n: rollout.seed })}</span></div>
    </section>
    <section class="card">
      <p>${say('inside_rollout_text')}</p>
      <p>${say('inside_rollouts_' + rollout.playout + '_text')}</p>
      ${over
    ? html`<p class="status">${result}</p><p class="soft">${say('inside_owners')}</p>`
    : html`<h3>${say('inside_next', { side: say(at.to_move) })}</h3>
      <ol class="likely">${at.likely.map((m) => html`<li key=${m.point} class=${m.point === at.next ? 'chosen' : ''}>
        <strong>${pointOf(m.point, say)}</strong> ${fine(m.chance)} % ${m.point === at.next && html`<em>${say('inside_played')}</em>`}
        <ul>${m.reasons.map((r) => html`<${Reason} reason=${r} say=${say} />`)}</ul></li>`)}</ol>`}
    </section>
  </div>`;
}

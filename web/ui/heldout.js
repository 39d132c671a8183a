// Positions that a network did not learn from, with what it would play there, sharper step by step.
import { html, useEffect, useMemo, useState } from '/vendor/htm-preact.js';
import { Picture } from '/board.js';
import { name as pointName } from '/points.js';

// Position is one of them at a step.
function Position({ example, say }) {
  const { size } = example;
  const played = pointName(size, example.played);
  const chance = example.policy[example.played] / 10000;
  const best = example.policy.reduce((b, p, i) => (p > example.policy[b] ? i : b), 0);
  const game = useMemo(() => ({
    size, points: example.points, to_move: example.to_move, moves: example.last >= 0 ? [{ point: pointName(size, example.last) }] : [],
  }), [size, example.points, example.to_move, example.last]);
  const map = useMemo(() => ({ kind: 'heat', values: example.policy.map((p) => p / 10000) }), [example.policy]);
  const marks = [{ point: played, kind: 'ring' }];
  const text = best === example.played
    ? say('train_right', { point: played, share: Math.round(100 * chance) })
    : say('train_wrong', { point: played, share: Math.round(100 * chance), best: pointName(size, best), more: Math.round(example.policy[best] / 100) });
  return html`<figure><${Picture} game=${game} map=${map} marks=${marks} label=${text} /><figcaption class=${best === example.played ? 'right' : ''}>${text}</figcaption></figure>`;
}

export function HeldOut({ list, say }) {
  const steps = useMemo(() => [...new Set(list.map((e) => e.step))].sort((a, b) => a - b), [list]);
  const [at, setAt] = useState(null); // null: the newest, also when there are newer ones
  const [moving, setMoving] = useState(false);
  const index = at === null ? steps.length - 1 : Math.min(at, steps.length - 1);
  useEffect(() => {
    if (!moving) return undefined;
    const timer = setTimeout(() => {
      if (index >= steps.length - 1) { setMoving(false); setAt(null); } else setAt(index + 1);
    }, 350);
    return () => clearTimeout(timer);
  }, [moving, index, steps.length]);
  const step = steps[index];
  const shown = list.filter((e) => e.step === step);
  const text = say('train_at_step', { n: step.toLocaleString(document.documentElement.lang) });
  return html`<section class="card heldout"><h2>${say('train_examples')}</h2>
    <p class="soft">${say('train_examples_about')}</p>
    <div class="row steps">
      <button class="small" onClick=${() => { if (moving) setMoving(false); else { setAt(0); setMoving(true); } }}>${say(moving ? 'train_examples_hold' : 'train_examples_run')}</button>
      <input type="range" min="0" max=${steps.length - 1} value=${index} aria-label=${say('train_examples_step')} aria-valuetext=${text}
        onInput=${(e) => { const v = Number(e.target.value); setMoving(false); setAt(v === steps.length - 1 ? null : v); }} />
      <output>${text}</output></div>
    <div class="positions">${shown.map((e) => html`<${Position} key=${e.number} example=${e} say=${say} />`)}</div>
  </section>`;
}

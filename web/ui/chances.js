// How likely Black wins, as the player saw it at its moves: a bar for now, a curve for the game.
import { html } from '/vendor/htm-preact.js';

// Curve is drawn move by move. Its axes are labelled outside of the drawing, which is stretched.
function Curve({ chances, say }) {
  const known = chances.map((c, i) => [i, c]).filter(([, c]) => c >= 0);
  if (known.length < 2) return null;
  const wide = Math.max(chances.length - 1, 1);
  const d = known.map(([i, c], k) => `${k ? 'L' : 'M'}${(100 * i) / wide} ${40 * (1 - c)}`).join('');
  return html`<div class="curve">
    <div class="axis" aria-hidden="true"><span>100 %</span><span>50 %</span><span>0 %</span></div>
    <svg viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label=${say('curve')}>
      <line class="mid" x1="0" x2="100" y1="20" y2="20" /><path d=${d} /></svg>
    <div class="axis moves-axis" aria-hidden="true"><span>${say('curve_move', { n: 1 })}</span><span>${say('curve_move', { n: chances.length })}</span></div>
  </div>`;
}

export function Chances({ chances, say }) {
  const chance = [...chances].reverse().find((c) => c >= 0);
  if (chance === undefined) return null;
  const n = Math.round(100 * chance);
  return html`<div class="bar" role="img" aria-label=${say('win_bar', { n })}><span style=${{ width: `${100 * chance}%` }}></span></div>
    <p class="soft">${say('win_bar', { n })}</p>
    <${Curve} chances=${chances} say=${say} />`;
}

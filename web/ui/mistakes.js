// The moves that cost most: of the game, and of the variation on the screen.
import { html, useState } from '/vendor/htm-preact.js';
import { pointOf } from '/sentence.js';
import { mistakes, percent } from '/study.js';

const most = 50;

function Table({ list, after, go, say }) {
  return html`<div class="mistakes"><table>
    <thead><tr><th scope="col">${say('review_move')}</th><th scope="col">${say('review_loss')}</th><th scope="col">${say('review_better')}</th><th scope="col" class="n">${say('review_prior')}</th></tr></thead>
    <tbody>${list.slice(0, most).map((m) => html`<tr key=${m.node} class=${m.node === after ? 'on' : ''}>
      <th scope="row"><button class="plain" onClick=${() => go(m.before)}>${m.number} ${m.color === 'black' ? '●' : '○'} ${pointOf(m.point, say)}</button></th>
      <td><span class="lossbar" style=${{ width: `${5 * Math.min(1, m.loss)}rem` }}></span>${say('review_points_n', { n: Math.round(100 * m.loss) })}</td><td>${m.better && pointOf(m.better, say)}</td><td class="n">${m.prior === undefined ? '' : percent(m.prior, 1)}</td></tr>`)}</tbody></table></div>`;
}

// Mistakes are those of the main line (trunk), and below them those of the line on the screen where that has
// left it. after is the move that comes next; go goes to a place.
export function Mistakes({ tree, trunk, line, grades, after, go, say }) {
  const [whose, setWhose] = useState('both');
  const of = (nodes) => mistakes(tree, nodes, grades).filter((m) => whose === 'both' || m.color === whose);
  const worst = of(trunk);
  const tried = of(line.filter((n) => !trunk.includes(n)));
  return html`<section class="card"><div class="head"><h2>${say('review_mistakes')}</h2>
    <select aria-label=${say('review_whose')} value=${whose} onChange=${(e) => setWhose(e.target.value)}>${['both', 'black', 'white'].map((c) => html`<option key=${c} value=${c} selected=${c === whose}>${say(c)}</option>`)}</select></div>
    ${worst.length > 0 && html`<p class="soft">${say('review_loss_about')}</p>`}
    ${worst.length ? html`<${Table} list=${worst} after=${after} go=${go} say=${say} />` : html`<p class="soft">${say('review_no_mistakes')}</p>`}
    ${tried.length > 0 && html`<h3>${say('review_mistakes_tried')}</h3><${Table} list=${tried} after=${after} go=${go} say=${say} />`}
  </section>`;
}

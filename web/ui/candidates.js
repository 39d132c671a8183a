// The moves that players consider: as marks for the board, and as a table.
import { html } from '/vendor/htm-preact.js';
import { lineOf, pointOf } from '/sentence.js';
import { percent, short } from '/study.js';

// marksOf are marks of the best moves, the moves of a second player and the move that the record has
// next: those as rings. brief leaves out all but the win rate.
export function marksOf({ found, second, count, next, brief }) {
  const marks = [];
  const add = (mark) => { if (!marks.some((m) => m.point === mark.point)) marks.push(mark); };
  (found ? found.moves.slice(0, count) : []).forEach((m, k) => {
    const text = [Math.round(100 * m.share)];
    if (!brief) text.push(short(m.visits), percent(m.prior).replace(/\s/, ''));
    add({ point: m.point, text, kind: k ? 'hint' : 'best' });
  });
  if (second && second.moves.length) add({ point: second.moves[0].point, kind: 'ring', text: [] });
  if (next) add({ point: next, kind: 'faint', text: ['…'] });
  return marks;
}

// Candidates is the table. over says that the game has ended: there is nothing to play. point is the move with
// the line on the board; show is called with a point or '', play with a point.
export function Candidates({ who, found, over, count, played, point, show, play, say }) {
  const moves = found && !over ? found.moves.slice(0, count) : [];
  return html`<div class="candidates"><table>
    <caption>${who} <span class="soft">${found && !over ? say('review_visits_n', { n: found.visits.toLocaleString() }) : ''}</span></caption>
    <thead><tr><th scope="col">${say('review_move')}</th><th scope="col" class="n">${say('review_rate')}</th>
      <th scope="col" class="n">${say('review_visits')}</th><th scope="col" class="n">${say('review_prior')}</th><th scope="col" class="line">${say('review_line')}</th></tr></thead>
    <tbody>${moves.map((m, k) => html`<tr key=${m.point} class=${point === m.point ? 'on' : ''}
        onPointerEnter=${(e) => { if (e.pointerType === 'mouse') show(m.point); }} onPointerLeave=${(e) => { if (e.pointerType === 'mouse') show(''); }}>
      <th scope="row"><button class=${k ? 'plain' : 'plain best'} aria-label=${say('review_try', { point: pointOf(m.point, say) })}
        onFocus=${() => show(m.point)} onBlur=${() => show('')} onClick=${() => play(m.point)}>${pointOf(m.point, say)}</button>
        ${played === m.point && html`<span class="soft" title=${say('review_played')}> ●<span class="quiet">${say('review_played')}</span></span>`}</th>
      <td class="n">${percent(m.share, 1)}</td><td class="n">${m.visits.toLocaleString()}</td><td class="n">${percent(m.prior, 1)}</td>
      <td class="line">${lineOf(m.line.slice(1, 7), say)}</td></tr>`)}
    ${!moves.length && html`<tr><td colspan="5" class="soft">${say(over ? 'review_over' : 'review_no_moves')}</td></tr>`}</tbody></table></div>`;
}

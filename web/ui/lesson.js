// The teacher's warning: what the move costs, a better one, and what would follow it.
import { html, useRef } from '/vendor/htm-preact.js';
import { useFocus } from '/focus.js';
import { lineOf, pointOf } from '/sentence.js';

// shares are from which loss on the teacher speaks, in points of win rate.
const shares = [5, 10, 20];

// lessonText is what the teacher says, in words.
export const lessonText = ({ move, value, better }, say) => say('lesson', {
  move: pointOf(move.point, say), value: Math.round(100 * value), better: pointOf(better.point, say), best: Math.round(100 * better.share),
});

// lessonMarks are the move that was played and the better one, with their win rates, for the board.
export const lessonMarks = ({ move, value, better }) => [
  { point: move.point, text: Math.round(100 * value), kind: 'warn' },
  { point: better.point, text: Math.round(100 * better.share), kind: 'best' },
];

// lessonLine is what would follow the better move. The stone of the mistake is still on the board: a line
// that needs its point ends before it.
export const lessonLine = ({ move, line }) => {
  const short = line.slice(0, 8);
  const taken = short.indexOf(move.point);
  return taken < 0 ? short : short.slice(0, taken);
};

// Lesson is the warning. seen says whether the line is on the board, see changes that.
export function Lesson({ lesson, seen, see, take, keep, say }) {
  const card = useRef(null);
  useFocus(card);
  return html`<section ref=${card} class="card lesson" role="alertdialog" tabindex="-1" aria-label=${say('turn_lesson', { loss: Math.round(100 * lesson.loss) })} aria-describedby="lesson">
    <p id="lesson">${lessonText(lesson, say)}</p>
    <p class="soft">${say('lesson_line', { line: lineOf(lesson.line.slice(0, 6), say) })}</p>
    <div class="row"><button class="first" onClick=${take}>${say('take_back')}</button>
      <button onClick=${keep}>${say('keep_move')}</button>
      <button aria-pressed=${String(seen)} onClick=${() => see(!seen)}>${say('lesson_show')}</button></div>
  </section>`;
}

// Teacher is the switch of the teacher, and from which loss on it speaks.
export function Teacher({ on, share, change, say }) {
  const points = Math.round(100 * share);
  const choices = shares.includes(points) ? shares : [...shares, points].sort((a, b) => a - b);
  return html`<div class="row"><label class="check"><input type="checkbox" checked=${on} onChange=${(e) => change({ on: e.target.checked, share })} />${say('teaching')}</label>
    ${on && html`<label class="check">${say('mistake_from')}<select value=${points} onChange=${(e) => change({ on, share: Number(e.target.value) / 100 })}>
      ${choices.map((n) => html`<option key=${n} value=${n} selected=${n === points}>${say('points_n', { n })}</option>`)}</select></label>`}</div>`;
}

// Who reviews a game, how far that is, and with whom it is compared.
import { html, useState } from '/vendor/htm-preact.js';

const named = ['quick', 'thorough', 'deep', 'own'];

// nameOf is a player in few words.
export function nameOf(choices, player, say) {
  const c = choices.find((other) => other.player === player);
  if (!c) return player;
  return named.includes(c.name) ? say('review_' + c.name) : c.name;
}

// Players is a selection of players, with a field for any other player string. none is the word for
// nobody, if that may be chosen.
function Players({ label, choices, value, none, choose, say }) {
  const [text, setText] = useState(null);
  const known = !value || choices.some((c) => c.player === value);
  const options = choices.map((c) => [c.player, nameOf(choices, c.player, say)]);
  if (none) options.unshift(['', none]);
  if (!known) options.push([value, value]);
  options.push(['…', say('review_other')]);
  const pick = (v) => { if (v === '…') setText(value); else { setText(null); choose(v); } };
  return html`<div class="players"><label>${label}<select value=${text === null ? value : '…'} onChange=${(e) => pick(e.target.value)}>
      ${options.map(([v, t]) => html`<option key=${v} value=${v} selected=${v === (text === null ? value : '…')}>${t}</option>`)}</select></label>
    ${text !== null && html`<form class="row" onSubmit=${(e) => { e.preventDefault(); choose(text); setText(null); }}>
      <input type="text" aria-label=${say('custom')} value=${text} onInput=${(e) => setText(e.target.value)} /><button type="submit">${say('review_take')}</button></form>`}</div>`;
}

const round = (v) => (v < 10 ? v.toFixed(1) : Math.round(v).toLocaleString());

export function timeText(seconds, say) {
  if (seconds < 90) return say('review_seconds', { n: Math.ceil(seconds) });
  return say('review_minutes', { n: Math.ceil(seconds / 60) });
}

export function Analysis({ work, record, tell, say }) {
  const { player, second = '', working, done, of } = work;
  const label = working ? 'review_stop' : done === 0 ? 'review_begin' : 'review_go_on';
  const how = [say('review_done', { done, of })];
  if (working && work.rate) {
    how.push(say('review_pace', { rate: round(work.rate), speed: round(work.speed || 0) }), say('review_left', { time: timeText(work.left || 0, say) }));
  }
  return html`<section class="card analysis"><h2>${say('review_whole')}</h2>
    <div class="row"><progress max=${of || 1} value=${done} aria-label=${say('review_progress')}></progress>
      ${(working || done < of) && html`<button class=${working ? '' : 'first'} onClick=${() => tell({ do: 'work', on: !working })}>${say(label)}</button>`}</div>
    <p class="soft" role="status">${how.join(' · ')}</p>
    ${work.error && html`<p class="warn" role="alert">${say('review_failed', { why: work.error })}</p>`}
    <div class="pair">
      <${Players} label=${say('review_strength')} choices=${record.choices} value=${player} say=${say}
        choose=${(p) => tell({ do: 'players', player: p, second }).then((ok) => ok && tell({ do: 'work', on: true }))} />
      <${Players} label=${say('review_compare')} choices=${record.choices.filter((c) => c.player !== player)} value=${second} none=${say('review_nobody')} say=${say}
        choose=${(p) => tell({ do: 'players', player, second: p })} />
    </div></section>`;
}

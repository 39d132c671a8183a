// The hub of the server, if it has one: who works there, how fast, and what waits.
import { html, useEffect, useState } from '/vendor/htm-preact.js';
import * as api from '/api.js';
import { duration } from '/duration.js';

const refreshEvery = 5000; // milliseconds

const number = (x) => Math.round(x).toLocaleString(document.documentElement.lang);

// Mark is a state in a frame.
const Mark = ({ good, children }) => html`<span class=${'state' + (good ? ' running' : '')}>${children}</span>`;

const ofWorker = (w, say) => [w.version, w.arithmetic, w.here && say('hub_threads_n', { n: w.threads }), w.here && say('hub_games_n', { n: number(w.games) }),
  w.here && say('hub_hour_n', { n: number(w.games_per_hour) }), w.strikes > 0 && say('hub_strikes_n', { n: w.strikes }),
  w.samples_good + w.samples_bad > 0 && say('hub_samples', { good: w.samples_good, bad: w.samples_bad }), w.here && w.peers === 0 && say('hub_alone')];

const ofRun = (r, say) => [say('hub_kept', { n: number(r.kept), of: number(r.games) }), r.under_way && say('hub_hour_n', { n: number(r.games_per_hour) }),
  r.under_way && r.seconds_left > 0 && say('train_left', { time: duration(r.seconds_left, say) }), say('hub_tickets_n', { n: r.tickets }),
  r.tickets_redelivered > 0 && say('hub_again_n', { n: r.tickets_redelivered })];

export function Hub({ say }) {
  const [hub, setHub] = useState(null);
  const [error, setError] = useState('');
  useEffect(() => {
    const read = () => api.get('/hub').then((h) => { setHub(h); setError(''); }, (e) => setError(e.message));
    read();
    const timer = setInterval(() => { if (!document.hidden) read(); }, refreshEvery);
    return () => clearInterval(timer);
  }, []);
  return html`<section class="card hub"><h2>${say('hub_title')}</h2>
    ${error && html`<p class="warn" role="alert">${error}</p>`}
    ${hub && html`${hub.trouble && html`<p class="warn" role="alert">${hub.trouble}</p>`}
      <p class="soft">${say('hub_queue', { waiting: number(hub.tickets_waiting), taken: number(hub.tickets_taken), again: number(hub.tickets_redelivered), bundles: number(hub.bundles) })}</p>
      ${!hub.workers.length && html`<p class="soft">${say('hub_none')}</p>`}
      <ul class="runs">${hub.workers.map((w) => html`<li key=${w.name}><span>${w.name}</span>
        <${Mark} good=${w.here && !w.trouble}>${say(w.here ? 'hub_here' : 'hub_away')}<//>
        <span class="soft">${ofWorker(w, say).filter(Boolean).join(' · ')}</span>
        ${w.trouble && html`<span class="warn wide">${say('hub_trouble', { why: w.trouble })}</span>`}</li>`)}</ul>
      ${hub.runs.length > 0 && html`<h3>${say('hub_runs')}</h3>
      <ul class="runs">${hub.runs.map((r) => html`<li key=${r.run}><span>${r.for || r.run}</span>
        <${Mark} good=${r.under_way}>${say(r.under_way ? 'train_state_running' : 'train_state_stopped')}<//>
        <span class="soft">${ofRun(r, say).filter(Boolean).join(' · ')}</span></li>`)}</ul>`}`}
  </section>`;
}

// The page of trainings: all runs, a form for a new one, and one run as it learns.
import { html, useEffect, useState } from '/vendor/htm-preact.js';
import * as api from '/api.js';
import { duration } from '/duration.js';
import { Hub } from '/hub.js';
import { NewRun } from '/newrun.js';
import { percent, Run, State } from '/run.js';

const refreshEvery = 5000; // milliseconds, of the list

// ago says when something changed.
const ago = (time) => new Date(time).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });

// known is what a run came to, as the charts of its training call it.
const known = (r, say) => `${say({ value: 'train_known_value', reinforce: 'train_known_reinforce' }[r.curve] || 'train_known_policy')}: ${percent(r.known)}`;

// Form is a new training, with the settings of an earlier one if there is one to begin from.
function Form({ say, about, list, from }) {
  const [asked, setAsked] = useState(from ? null : {});
  const [error, setError] = useState('');
  useEffect(() => { if (from) api.get('/runs/' + encodeURIComponent(from)).then((r) => setAsked(r.asked || {}), (e) => { setError(e.message); setAsked({}); }); }, [from]);
  return html`<main class="train">${error && html`<p class="warn" role="alert">${error}</p>`}
    ${asked && html`<${NewRun} say=${say} about=${about} list=${list} asked=${asked} />`}</main>`;
}

function List({ say, about, form, from }) {
  const [list, setList] = useState(null);
  const [error, setError] = useState('');
  useEffect(() => {
    const read = () => api.get('/runs').then((a) => { setList(a); setError(''); }, (e) => setError(e.message));
    read();
    const timer = setInterval(() => { if (!document.hidden) read(); }, refreshEvery);
    return () => clearInterval(timer);
  }, []);
  if (!list) return html`<main class="train">${error && html`<p class="warn" role="alert">${error}</p>`}</main>`;
  if (form) return html`<${Form} key=${from} say=${say} about=${about} list=${list} from=${from} />`;
  return html`<main class="train">
    ${error && html`<p class="warn" role="alert">${error}</p>`}
    <section class="card">
      <div class="row head"><h2>${say('train_runs')}</h2><a class="button first" href="#/train/new">${say('train_new')}</a></div>
      <p class="soft">${say('train_about')}</p>
      ${list.closed && html`<p class="warn">${list.closed}</p>`}
      ${!list.runs.length && html`<p class="soft">${say('train_none')}</p>`}
      <ul class="runs">${list.runs.map((r) => html`<li key=${r.name}>
        <a href=${'#/train/run/' + encodeURIComponent(r.name)}>${r.name}</a><${State} state=${r.state} say=${say} />
        <span class="soft">${[r.board > 0 && `${r.board}×${r.board}`, r.curve && known(r, say), r.of ? say('train_stages_done', { done: r.done, of: r.of }) : say('train_alone'),
    r.seconds > 0 && duration(r.seconds, say)].filter(Boolean).join(' · ')}</span>
        <time class="soft" datetime=${r.changed}>${ago(r.changed)}</time>
        ${r.error && html`<span class="warn wide">${r.error}</span>`}</li>`)}</ul>
    </section>
    ${about.hub && html`<${Hub} say=${say} />`}</main>`;
}

export default function Page({ say, about, rest }) {
  if (rest.startsWith('run/')) {
    const name = decodeURIComponent(rest.slice(4));
    return html`<${Run} key=${name} name=${name} say=${say} />`;
  }
  return html`<${List} say=${say} about=${about} form=${/^new\b/.test(rest)} from=${new URLSearchParams(rest.slice(4)).get('from') || ''} />`;
}

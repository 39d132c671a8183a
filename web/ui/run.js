// One training: its curves as it learns, others to compare with, positions that it did not learn from.
import { html, useEffect, useMemo, useState } from '/vendor/htm-preact.js';
import * as api from '/api.js';
import { Chart } from '/chart.js';
import { duration } from '/duration.js';
import { HeldOut } from '/heldout.js';
import { Question } from '/remove.js';

const locale = () => document.documentElement.lang;
const number = (x, digits = 0) => x.toLocaleString(locale(), { maximumFractionDigits: digits });
export const percent = (x) => number(100 * x, 1) + '\u00a0%';
const path = (name) => '/runs/' + encodeURIComponent(name);

// State is what happens to a run, in a word.
export const State = ({ state, say }) => html`<span class=${'state ' + state}>${say('train_state_' + state)}</span>`;

// The trainings in the order of the chain, and what their two curves are.
const curves = ['policy', 'reinforce', 'value', 'rollout', 'tree'];

// merged is a state with what has changed in it.
function merged(old, now) {
  if (!old) return now;
  if (now.state === 'gone') return { ...old, state: now.state, error: now.error };
  const kept = { ...now, curves: { ...old.curves, ...now.curves } };
  for (const part of ['settings', 'asked', 'log', 'examples']) if (now[part] === undefined) kept[part] = old[part];
  return kept;
}

// hues are classes of chart.css: one for each run in the chart.
const hue = (i) => 'c' + ((i % 6) + 1);

// lines are the series of a chart: of each run what it measured on held-out games, and faint what it
// saw in training.
function lines(runs, curve, value, by, say) {
  return runs.flatMap(({ name, points }, i) => {
    const of = (kind) => points.filter((p) => p.kind === kind).map((p) => [by === 'step' ? p.step : p.wall, value(p)]);
    const alone = runs.length === 1;
    const title = (what) => (alone ? what : `${name} – ${what}`);
    return [
      { name: title(say(curve === 'reinforce' ? 'train_against_pool' : 'train_in_training')), class: hue(alone ? 1 : i) + ' faint', points: of('train') },
      { name: title(say(curve === 'reinforce' ? 'train_against_first' : 'train_held_out')), class: hue(alone ? 0 : i), points: of('eval') },
    ];
  });
}

// Curves are the two charts of a training: the loss, and how much it knows.
function Curves({ runs, curve, by, say }) {
  const x = by === 'step' ? { label: say(curve === 'reinforce' ? 'train_axis_updates' : 'train_axis_steps'), text: (v) => number(v) } : { label: say('train_axis_time'), text: (v) => duration(v, say) };
  const loss = useMemo(() => lines(runs, curve, (p) => p.loss, by, say), [runs, curve, by, say]);
  const known = useMemo(() => lines(runs, curve, (p) => p.known, by, say), [runs, curve, by, say]);
  const share = say({ value: 'train_known_value', reinforce: 'train_known_reinforce' }[curve] || 'train_known_policy');
  const cost = say({ value: 'train_loss_value', reinforce: 'train_loss_reinforce' }[curve] || 'train_loss_policy');
  return html`<div class="charts">
    <figure><figcaption><b>${share}</b> <span class="soft">${say('train_more_better')}</span></figcaption><${Chart} say=${say} label=${share} series=${known} x=${x} y=${{ text: percent }} height=${230} /></figure>
    <figure><figcaption><b>${cost}</b> <span class="soft">${curve === 'reinforce' ? '' : say('train_less_better')}</span></figcaption><${Chart} say=${say} label=${cost} series=${loss} x=${x} height=${230} /></figure>
  </div>`;
}

// Stages are the chain, the ones that are done with their time.
function Stages({ run, say }) {
  return html`<ol class="stages">${run.stages.map((s) => {
    const now = !s.done && s.begun && ['running', 'stopping'].includes(run.state);
    return html`<li key=${s.name} class=${s.done ? 'done' : now ? 'now' : ''} aria-current=${now ? 'step' : undefined}>
      <span>${say('train_stage_' + s.name)}</span><span class="soft">${s.done ? duration(s.seconds, say) : now ? say('train_now') : s.begun ? say('train_unfinished') : ''}</span></li>`;
  })}</ol>`;
}

// Progress says how far the training is that is under way.
function Progress({ run, say }) {
  const p = run.progress;
  if (!p || run.state !== 'running') return null;
  const parts = [say('train_stage_' + p.stage)];
  if (p.step) parts.push(p.steps ? say('train_step_of', { n: number(p.step), of: number(p.steps) }) : say('train_step_n', { n: number(p.step) }));
  if (p.rate) parts.push(say(p.stage === 'reinforce' ? 'train_rate_games' : 'train_rate_positions', { n: number(p.rate, p.rate < 10 ? 1 : 0) }));
  if (p.left) parts.push(say('train_left', { time: duration(p.left, say) }));
  return html`<p role="status" class="progress-text">${parts.join(' · ')}</p>
    ${p.share > 0 && html`<progress max="1" value=${p.share} aria-label=${say('train_stage_' + p.stage)}></progress>`}`;
}

// latest is what a training knows at last, for the tiles at the head.
function latest(points) {
  for (let i = points.length - 1; i >= 0; i--) if (points[i].kind === 'eval') return points[i];
  return null;
}

function Tiles({ curves: all, say }) {
  const tiles = [];
  for (const c of ['policy', 'reinforce', 'value']) {
    const p = all[c] && latest(all[c]);
    if (!p) continue;
    const range = p.lo !== undefined && c !== 'value' ? `${percent(p.lo)} – ${percent(p.hi)}` : '';
    tiles.push(html`<div key=${c} class="tile"><span class="soft">${say('train_tile_' + c)}</span><strong>${percent(p.known)}</strong><span class="soft">${range && say('train_interval', { range })}</span></div>`);
  }
  return tiles.length ? html`<div class="tiles">${tiles}</div>` : null;
}

// useOthers are the curves of runs to compare with, and a switch for each.
function useOthers(name) {
  const [list, setList] = useState([]);
  const [chosen, setChosen] = useState([]);
  const [read, setRead] = useState({});
  useEffect(() => { api.get('/runs').then((a) => setList(a.runs.filter((r) => r.name !== name && (r.curve || r.state === 'running'))), () => setList([])); }, [name]);
  const turn = (other) => {
    if (chosen.includes(other)) { setChosen(chosen.filter((c) => c !== other)); return; }
    setChosen([...chosen, other]);
    api.get(path(other)).then((r) => setRead((old) => ({ ...old, [other]: r.curves })), () => setChosen((c) => c.filter((x) => x !== other)));
  };
  return { list, chosen, read, turn };
}

export function Run({ name, say }) {
  const [run, setRun] = useState(null);
  const [lost, setLost] = useState(false);
  const [error, setError] = useState('');
  const [by, setBy] = useState('step');
  const [sure, setSure] = useState(false);
  const [curve, setCurve] = useState('');
  const others = useOthers(name);
  useEffect(() => {
    api.get(path(name)).then((r) => setRun((old) => old || r), (e) => setError(e.message));
    return api.follow(path(name) + '/events', 'run', (now, fresh) => setRun((old) => merged(fresh ? null : old, now)), api.broken(path(name), setLost, setError));
  }, [name]);
  const all = run ? run.curves || {} : {};
  const there = curves.filter((c) => all[c] && all[c].length);
  // The newest training of the chain, unless somebody has chosen another one.
  const main = ['value', 'reinforce', 'policy', 'rollout'].find((c) => there.includes(c)) || there[0] || '';
  const shown = there.includes(curve) ? curve : main;
  const runs = useMemo(() => [
    { name, points: all[shown] || [] },
    ...others.chosen.filter((o) => others.read[o] && others.read[o][shown]).map((o) => ({ name: o, points: others.read[o][shown] })),
  ], [name, all[shown], shown, others.chosen, others.read]);
  if (!run) return html`<main class="train">${error ? html`<p class="warn" role="alert">${error}</p>` : html`<p role="status">${say('page_waits', { page: name })}</p>`}</main>`;
  const command = (what) => api.post(path(name), { do: what }).then((r) => { setRun((old) => merged(old, r)); setError(''); }, (e) => (e.lost ? setLost(true) : setError(e.message)));
  const remove = () => api.post(path(name), { do: 'remove' }).then(() => { location.hash = '#/train'; }, (e) => { setError(e.message); setSure(false); });
  const play = (m) => {
    const wish = { size: m.size, player: m.player, human: 'black', rules: 'chinese', teach: false };
    if (m.komi !== undefined) wish.komi = m.komi;
    api.begin(wish).then((g) => { location.hash = '#/game/' + g.id; }, (e) => setError(e.message));
  };
  const best = (run.models || [])[0];
  const over = run.job && ['stopped', 'failed'].includes(run.state);
  return html`<main class="train run">
    <section class="card">
      <div class="row head"><h2><a href="#/train">${say('page_train')}</a> / ${name}</h2><${State} state=${run.state} say=${say} />
        <div class="row act">
          ${run.job && ['running', 'waiting'].includes(run.state) && html`<button onClick=${() => command('stop')}>${say('train_stop')}</button>`}
          ${run.state === 'failed' && run.asked && html`<a class="button first" href=${'#/train/new?from=' + encodeURIComponent(name)}>${say('train_again')}</a>`}
          ${over && html`<button class=${run.state === 'failed' ? '' : 'first'} onClick=${() => command('resume')}>${say('train_resume')}</button>`}
          ${run.state !== 'failed' && run.asked && html`<a class="button" href=${'#/train/new?from=' + encodeURIComponent(name)}>${say('train_again')}</a>`}
          ${over && !best && !sure && html`<button onClick=${() => setSure(true)}>${say('train_remove')}</button>`}
          ${best && html`<button onClick=${() => play(best)}>${say('train_play')}</button>`}
          ${run.report && html`<a class="button" href=${'/api/v1' + path(name) + '/report'} target="_blank" rel="noopener">${say('train_report')}</a>`}
        </div></div>
      ${sure && html`<${Question} name=${name} yes=${remove} no=${() => setSure(false)} say=${say} />`}
      ${lost && html`<p class="warn" role="status">${say('lost')}</p>`}
      ${error && html`<p class="warn" role="alert">${error}</p>`}
      ${run.error && html`<p class="warn">${run.error}</p>`}
      ${run.fault && html`<p class="warn">${run.fault}</p>`}
      ${!run.job && run.state === 'stopped' && html`<p class="soft">${say('train_elsewhere')}</p>`}
      <${Progress} run=${run} say=${say} />
      ${run.stages.length > 0 && html`<${Stages} run=${run} say=${say} />`}
    </section>
    <${Tiles} curves=${all} say=${say} />
    <section class="card curves"><div class="row head"><h2>${say('train_curves')}</h2>
        ${there.length > 1 && html`<div class="row" role="group" aria-label=${say('train_which')}>${there.map((c) => html`<button key=${c} class="small" aria-pressed=${String(c === shown)} onClick=${() => setCurve(c)}>${say('train_stage_' + c)}</button>`)}</div>`}
        <div class="row" role="group" aria-label=${say('train_axis')}>${['step', 'wall'].map((b) => html`<button key=${b} class="small" aria-pressed=${String(b === by)} onClick=${() => setBy(b)}>${say(b === 'step' ? 'train_by_steps' : 'train_by_time')}</button>`)}</div></div>
      ${shown ? html`<${Curves} runs=${runs} curve=${shown} by=${by} say=${say} />` : html`<p class="soft">${say('train_curves_none')}</p>`}
      ${others.list.length > 0 && html`<fieldset class="compare"><legend>${say('train_compare')}</legend>${others.list.map((r) => html`<label key=${r.name} class="check"><input type="checkbox" checked=${others.chosen.includes(r.name)} onChange=${() => others.turn(r.name)} />${r.name}</label>`)}</fieldset>`}
    </section>
    ${run.examples && run.examples.length > 0 && html`<${HeldOut} list=${run.examples} say=${say} />`}
    ${run.settings && html`<details class="card"><summary>${say('train_file')}</summary><pre tabindex="0">${run.settings}</pre></details>`}
    ${run.log && html`<details class="card"><summary>${say('train_log')}</summary><pre tabindex="0">${run.log}</pre></details>`}
  </main>`;
}

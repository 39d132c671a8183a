// The models page: what each model is, how it was trained, how good it is, and what it is not good at.
import { html, useEffect, useRef, useState } from '/vendor/htm-preact.js';
import * as api from '/api.js';
import { Picture } from '/board.js';
import { name } from '/points.js';
import { labelled, listOf, sentences } from '/sentence.js';

const locale = () => document.documentElement.lang;
const number = (x) => x.toLocaleString(locale());
const percent = (x) => (100 * x).toLocaleString(locale(), { maximumFractionDigits: 1 });
const short = (x) => x.toLocaleString(locale(), { notation: 'compact', maximumSignificantDigits: 3 });

// value is a figure in its unit: an error as it is, all else in per cent.
const value = (figure, x) => (figure.less ? x.toLocaleString(locale(), { maximumFractionDigits: 3 }) : percent(x) + '\u00a0%');

// Scale shows where a figure lies between useless and the best that is known; right is better.
function Scale({ figure, say }) {
  const marks = Object.fromEntries(figure.marks.map((m) => [m.name, m.value]));
  const top = figure.less ? marks.nothing : Math.min(figure.largest, 1.12 * Math.max(figure.value, figure.high || 0, ...figure.marks.map((m) => m.value)));
  const from = figure.less ? 0 : marks.nothing || 0;
  const at = (x) => {
    const share = Math.max(0, Math.min(1, (x - from) / (top - from)));
    return 100 * (figure.less ? 1 - share : share) + '%';
  };
  const until = (x) => ({ width: `calc(100% - ${at(x)})`, left: at(x) });
  const interval = figure.high > 0 && [at(figure.low), at(figure.high)].sort((a, b) => parseFloat(a) - parseFloat(b));
  return html`<div class="scale" aria-hidden="true">
    <span class="zone fair" style=${until(marks.beginning)} /><span class="zone good" style=${until(marks.good)} /><span class="zone very" style=${until(marks['very good'])} />
    ${marks.paper !== undefined && html`<span class="paper" style=${{ left: at(marks.paper) }} title=${say('mark_paper', { v: value(figure, marks.paper) })} />`}
    ${interval && html`<span class="interval" style=${{ left: interval[0], width: `calc(${interval[1]} - ${interval[0]})` }} />`}
    <span class="here" style=${{ left: at(figure.value) }} />
  </div>`;
}

// licenceName is a licence as people write it; cards have small letters.
const licenceName = (id) => (id === 'apache-2.0' ? 'Apache-2.0' : id.toUpperCase());

const keys = { beginning: 'mark_beginning', good: 'mark_good', 'very good': 'mark_very', nothing: 'mark_nothing', paper: 'mark_paper' };
const verdicts = { weak: 'verdict_weak', fair: 'verdict_fair', good: 'verdict_good', 'very good': 'verdict_very' };

function Figure({ figure, say }) {
  const range = figure.high > 0 ? ` (${value(figure, figure.low).replace('\u00a0%', '')}–${value(figure, figure.high).replace('\u00a0%', '')})` : '';
  return html`<div class="figure">
    <p>${labelled(say('figure_' + figure.name), '', say)}<strong>${value(figure, figure.value)}</strong>${range}
      ${figure.verdict && html` <span class=${'verdict ' + figure.verdict.split(' ')[0]}>${say(verdicts[figure.verdict])}</span>`}
      ${figure.count > 0 && html` <span class="soft">${say('of_' + figure.of, { n: number(figure.count) })}</span>`}</p>
    ${figure.marks && html`<${Scale} figure=${figure} say=${say} />
      <p class="soft">${figure.marks.map((m) => say(keys[m.name], { v: value(figure, m.value) })).join(' · ')}</p>`}
  </div>`;
}

function Network({ network: n, model, say }) {
  const shape = n.layers ? say('shape', { layers: n.layers, filters: n.filters, planes: n.planes }) : '';
  const minutes = Math.ceil((n.seconds || 0) / 60);
  const time = minutes > 100 ? say('hours', { n: (minutes / 60).toLocaleString(locale(), { maximumSignificantDigits: 2 }) }) : minutes ? say('minutes', { n: minutes }) : '';
  const learned = listOf([
    n.games && say('learned_games', { n: number(n.games) }), n.positions && say('learned_positions', { n: short(n.positions) }),
    n.steps && say('learned_steps', { n: short(n.steps) }), time,
  ].filter(Boolean), say);
  return html`<section class="network">
    <h4>${say('kind_' + n.kind)} <span class="soft">– ${say('what_' + n.kind)}</span></h4>
    <p class="soft">${[shape, say('weights_n', { n: short(n.parameters) }), say('kilobytes', { n: number(Math.round(n.bytes / 1000)) })].filter(Boolean).join(' · ')}</p>
    ${learned && html`<p class="soft">${say('learned_from', { list: learned })}</p>`}
    ${(n.figures || []).map((f) => html`<${Figure} key=${f.name} figure=${f} say=${say} />`)}
    ${!(n.figures || []).length && html`<p class="soft">${say('no_figures')}</p>`}
  </section>`;
}

// Taste is what the policy network would play, on a board that its favourite moves fill.
function Taste({ model, size, say }) {
  const [moves, setMoves] = useState([]);
  const [seen, setSeen] = useState(false);
  const [shot, setShot] = useState(null);
  const [error, setError] = useState('');
  const box = useRef(null);
  useEffect(() => { // the network is asked when somebody can see the picture
    const watcher = new IntersectionObserver((all) => { if (all.some((e) => e.isIntersecting)) { setSeen(true); watcher.disconnect(); } });
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  useEffect(() => {
    if (!seen) return undefined;
    let gone = false;
    api.get(`/models/policy?model=${encodeURIComponent(model)}&moves=${moves.join(',')}`)
      .then((s) => { if (!gone) { setShot(s); setError(''); } }, (e) => { if (!gone) setError(e.message); });
    return () => { gone = true; };
  }, [seen, model, moves]);
  const best = shot ? shot.policy.map((p, i) => [p, i]).sort((a, b) => b[0] - a[0]).slice(0, 3).filter(([p]) => p > 0) : [];
  const most = best.length ? best[0][0] : 1;
  const list = listOf(best.map(([p, i]) => `${name(size, i)} ${percent(p)}\u00a0%`), say);
  const game = shot
    ? { size, points: shot.points, moves: shot.moves.map((point) => ({ point })), to_move: shot.to_move }
    : { size, points: '.'.repeat(size * size), moves: [], to_move: 'black' };
  const said = list ? say('taste_next', { side: say(game.to_move), list }) : say('taste_none');
  return html`<div class="taste" ref=${box}>
    <${Picture} game=${game} map=${shot && { values: shot.policy.map((p) => p / most), kind: 'heat' }} label=${sentences([say('taste_label', { size, n: moves.length }), said], say)} />
    <p class="soft" aria-live="polite">${error ? html`<span class="warn">${error}</span>` : shot ? said : say('taste_waits')}</p>
    <div class="row">
      <button onClick=${() => setMoves([...moves, name(size, best[0][1])])} disabled=${!best.length}>${say('taste_play')}</button>
      <button onClick=${() => setMoves(moves.slice(0, -1))} disabled=${!moves.length}>${say('back')}</button>
      <button onClick=${() => setMoves([])} disabled=${!moves.length}>${say('taste_empty')}</button>
    </div></div>`;
}

const List = ({ title, lines, kind }) => lines && lines.length > 0 && html`<section class=${kind || ''}><h4>${title}</h4>
  <ul lang="en">${lines.map((l) => html`<li>${l}</li>`)}</ul></section>`;

// Export names the commands and has the files of the networks that other programs read.
function Export({ m, say }) {
  return html`<section><h4>${say('export')}</h4>
    <p class="soft">${say('export_about')}</p>
    ${m.networks.filter((n) => n.onnx).map((n) => html`<div class="row" key=${n.kind}>
      <a download href=${`/api/v1/models/onnx?model=${encodeURIComponent(m.model)}&network=${n.kind}`}>${say('export_onnx', { kind: say('kind_' + n.kind) })}</a>
      <code>tengen model export --onnx ${n.kind}.onnx --network ${n.kind} ${m.model}</code></div>`)}
  </section>`;
}

function Model({ m, say, pages }) {
  const [error, setError] = useState('');
  const [waits, setWaits] = useState(false);
  const play = () => {
    setWaits(true);
    api.begin({ size: m.board, human: 'black', player: m.player, teach: false })
      .then((g) => { location.hash = '#/game/' + g.id; }, (e) => { setError(e.message); setWaits(false); });
  };
  const inside = () => api.post('/inside', { size: m.board, model: m.model })
    .then((look) => { location.hash = '#/inside/' + look.id; }, (e) => setError(e.message));
  const networks = m.networks || [];
  return html`<article class="card model" aria-label=${m.title || m.model}>
    <header><h3 lang=${m.title ? 'en' : undefined}>${m.title || m.model}</h3>
      <p class="badges"><code>${m.model}</code>${m.board > 0 && html`<span>${m.board}×${m.board}</span>`}
        <span>${say(m.shipped ? 'model_shipped' : 'model_folder')}</span>
        ${m.default && html`<span class="strong">${say('model_default', { board: `${m.board}×${m.board}` })}</span>`}
        ${m.saved && html`<span>${say('model_saved', { date: new Date(m.saved).toLocaleDateString(locale()) })}</span>`}
        ${m.licence && html`<span>${say('licence', { name: licenceName(m.licence) })}</span>`}</p></header>
    ${m.error && html`<p class="warn" role="alert">${say('model_broken', { why: m.error })}</p>`}
    <div class="sides">
      ${m.player && html`<div class="left"><${Taste} model=${m.model} size=${m.board} say=${say} />
        <div class="row actions"><button class="first" onClick=${play} disabled=${waits}>${say('play_it')}</button>
          ${pages.includes('inside') && html`<button onClick=${inside}>${say('look_inside')}</button>`}
          ${pages.includes('match') && html`<a href=${`#/match/?a=${encodeURIComponent(m.player)}&size=${m.board}`}>${say('match_it')}</a>`}</div>
        ${error && html`<p class="warn" role="alert">${error}</p>`}</div>`}
      <div class="about">
        ${m.text && html`<p lang="en">${m.text}</p>`}
        <${List} kind="limits" title=${say('limits')} lines=${m.limits} />
        ${!m.limits && !m.error && html`<section class="limits"><h4>${say('limits')}</h4><p>${say('limits_none')}</p></section>`}
        <div class="networks">${networks.map((n) => html`<${Network} key=${n.kind} network=${n} model=${m} say=${say} />`)}</div>
        <details><summary>${say('model_more')}</summary>
          <${List} title=${say('results')} lines=${m.results} />
          <${List} title=${say('data')} lines=${m.data || networks.flatMap((n) => n.sources || []).filter((s, i, all) => all.indexOf(s) === i)} />
          ${m.recipe && html`<section><h4>${say('recipe')}</h4><pre tabindex="0"><code>${m.recipe.join('\n')}</code></pre></section>`}
          <${Export} m=${{ ...m, networks }} say=${say} />
          <section><h4>${say('files')}</h4>${networks.map((n) => html`<p class="soft" key=${n.kind}><code>${n.kind}.safetensors</code> <code class="hash">${n.sha256}</code>${n.half ? say('join_list') + say('half') : ''}${n.program ? `, Tengen ${n.program}` : ''}
            ${n.notes && html`<br /><span lang="en">${n.notes.length > 300 ? n.notes.slice(0, 300) + ' …' : n.notes}</span>`}</p>`)}</section>
        </details>
      </div>
    </div></article>`;
}

export default function Models({ say, pages, rest }) {
  const [list, setList] = useState(null);
  const [error, setError] = useState('');
  const [board, setBoard] = useState(Number(rest) || 0);
  useEffect(() => { api.get('/models').then((a) => setList(a.models), (e) => setError(e.message)); }, []);
  const boards = list ? [...new Set(list.map((m) => m.board))].filter(Boolean).sort((a, b) => a - b) : [];
  const shown = (list || []).filter((m) => !board || m.board === board || m.board === 0);
  return html`<main class="models">
    <div class="row head"><h2>${say('page_models')}</h2>
      <div class="row" role="group" aria-label=${say('models_filter')}>
        ${boards.length > 1 && [0, ...boards].map((b) => html`<button key=${b} aria-pressed=${b === board} onClick=${() => setBoard(b)}>${b ? `${b}×${b}` : say('models_all')}</button>`)}
      </div></div>
    <p class="soft">${say('models_about')}</p>
    ${error && html`<p class="warn" role="alert">${error}</p>`}
    ${!list && !error && html`<p role="status">${say('page_waits', { page: say('page_models') })}</p>`}
    ${shown.map((m) => html`<${Model} key=${m.model} m=${m} say=${say} pages=${pages} />`)}
    ${list && html`<p class="soft">${say('models_train')} <code>tengen train policy GAMES --board 9 -o models/mine</code></p>`}
  </main>`;
}

// A game: the board, who plays, what can be done.
import { html, useEffect, useMemo, useRef, useState } from '/vendor/htm-preact.js';
import * as api from '/api.js';
import { Board } from '/board.js';
import { Chances } from '/chances.js';
import { Clock, clockOf } from '/clock.js';
import { useFocus } from '/focus.js';
import { Lesson, lessonLine, lessonMarks, Teacher } from '/lesson.js';
import { index } from '/points.js';
import { listOf, pointOf, sentences } from '/sentence.js';
import { areRead, estimateOf, hintList, nameOf, news, stateOf, status, useVoice, why } from '/speech.js';

// click is a short sound of a stone, made of noise.
let sounds;
function click() {
  sounds = sounds || new AudioContext();
  const length = Math.round(0.03 * sounds.sampleRate);
  const buffer = sounds.createBuffer(1, length, sounds.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() - 0.5) * Math.exp((-8 * i) / length);
  const source = sounds.createBufferSource();
  source.buffer = buffer;
  source.connect(sounds.destination);
  source.start();
}

// hintMarks are hints on the board: win rates, or fainter where they are only probabilities of moves.
const hintMarks = (hints) => hints.map((h, k) => ({
  point: h.point, text: Math.round(100 * h.share), kind: !areRead(hints) ? 'faint' : k ? 'hint' : 'best',
}));

// Act is a button that cannot be pressed while off, and keeps the focus then.
const Act = ({ act, off, children }) => html`<button aria-disabled=${off ? 'true' : undefined} onClick=${() => { if (!off) act(); }}>${children}</button>`;

// Sure asks whether somebody gives up.
function Sure({ say, yes, no }) {
  const box = useRef(null);
  useFocus(box);
  return html`<div ref=${box} class="row" role="alertdialog" tabindex="-1" aria-label=${say('resign_sure')}><span>${say('resign_sure')}</span>
    <button onClick=${yes}>${say('resign_yes')}</button><button onClick=${no}>${say('no')}</button></div>`;
}

export function Game({ id, say }) {
  const [game, setGame] = useState(null);
  const [lost, setLost] = useState(false);
  const [error, setError] = useState('');
  const [said, announce] = useVoice();
  const [sure, setSure] = useState(false);
  const [seen, setSeen] = useState(false); // the line of the lesson
  const [pointed, setPointed] = useState(false); // the mouse is at its first move
  const [sound, setSound] = useState(localStorage.getItem('sound') === 'on');
  const before = useRef(null);
  // An answer may come after the event of a later change. A server that began anew counts from 0 again.
  const show = (next, first) => {
    next.seen = next.seen || performance.now(); // from when on its clock runs here
    setGame((now) => (now && !first && next.at < now.at ? now : next));
  };
  useEffect(() => api.watch(id, show, setLost, setError), [id]);
  useEffect(() => {
    if (!game) return;
    const was = before.current;
    before.current = game;
    if (!was || was.id !== game.id) return;
    if (sound && game.moves.length > was.moves.length) click();
    const text = news(was, game, say);
    if (text) announce(text);
  }, [game]);
  const hints = game && game.hints;
  const lesson = game && game.lesson;
  const marks = useMemo(() => (lesson ? lessonMarks(lesson) : hints && hintMarks(hints)), [game]);
  useEffect(() => { setSeen(false); setPointed(false); }, [Boolean(lesson)]);
  const map = useMemo(() => (game && game.estimate ? { values: game.estimate.owner, kind: 'owner' } : null), [game]);
  if (!game) return html`<main>${error ? html`<p class="warn" role="alert">${error}</p>` : html`<p role="status">${lost ? say('lost') : '…'}</p>`}</main>`;

  const failed = (e) => {
    if (e.lost) setLost(true); else setError(why(e, say));
    announce(why(e, say));
  };
  const tell = (c) => {
    setError('');
    setSure(false);
    return api.command(id, { at: game.at, ...c }).then((next) => { show(next); return next; }, (e) => (e.game ? show(e.game) : failed(e)));
  };
  const play = (point) => {
    if (game.turn === 'count') tell({ do: 'toggle', point });
    else if (game.turn === 'person') {
      if (point === 'pass' || game.points[index(game.size, point)] === '.') tell({ do: 'play', point });
      else announce(say('refused_occupied', { point }));
    } else if (lesson && point === lesson.better.point) setSeen(!seen);
  };
  const review = () => api.post('/reviews?game=' + encodeURIComponent(id), {}).then((r) => { location.hash = '#/review/' + r.id; }, failed);
  const over = game.turn === 'over' || game.turn === 'count';
  const mine = game.turn === 'person';
  const actions = {
    p: () => mine && tell({ do: 'play', point: 'pass' }), u: () => tell({ do: 'undo' }), h: () => mine && tell({ do: 'hint' }),
    c: () => !over && tell({ do: 'count' }).then((next) => next && next.estimate && announce(estimateOf(next.estimate, say))),
    s: () => announce(sentences([stateOf(game, say), ...(game.clock ? ['black', 'white'].map((c) => clockOf(game, c, say)) : []), game.estimate ? estimateOf(game.estimate, say) : ''], say)),
    '[': () => tell({ do: 'back' }), ']': () => tell({ do: 'forward' }),
  };
  const keys = (key) => {
    const act = actions[key];
    if (act) act();
    return Boolean(act);
  };
  const toggleSound = () => { localStorage.setItem('sound', sound ? 'off' : 'on'); setSound(!sound); };
  const side = (c, who) => html`<div class=${'who' + (game.to_move === c && !over ? ' turn' : '')}>
    <span class=${'stone ' + c[0]} aria-hidden="true"></span><strong>${nameOf(who, c, say)}</strong>
    <span class="soft">${listOf([say(c), say('captures', { n: game.captures[c] })], say)}</span>
    ${game.clock && html`<${Clock} clock=${game.clock} side=${c} turn=${game.to_move === c && !over} say=${say} announce=${game.human === c ? announce : () => {}} />`}</div>`;
  return html`<main class="game">
    <${Board} game=${game} play=${play} keys=${keys} say=${say} announce=${announce} marks=${marks} map=${map}
      hover=${lesson ? (point) => setPointed(point === lesson.better.point) : undefined} line=${lesson && (seen || pointed) ? lessonLine(lesson) : null} first=${lesson && lesson.move.color} />
    <div class="panel">
      <p class="quiet" aria-live="polite">${said}</p>
      ${lost && html`<p class="card warn" role="alert">${say('lost')}</p>`}
      <section class="card">
        ${side('black', game.black)} ${side('white', game.white)}
        <p class="status">${status(game, say)}</p>
        ${game.progress && game.thinking && html`<progress value=${game.progress.done || 0} max=${game.progress.of}
          aria-label=${say('playouts_of', { n: game.progress.done || 0, of: game.progress.of })}></progress>`}
        ${game.error && html`<p class="warn" role="alert">${say('failed', { why: game.error })}</p>`}
        ${error && html`<p class="warn" role="alert">${error}</p>`}
        <${Chances} chances=${game.chances} say=${say} />
        ${hints && !lesson && html`<p>${hintList(hints.slice(0, 3), say)}</p><p class="soft">${say(areRead(hints) ? 'hint_marks' : 'hint_marks_prior')}</p>`}
        ${game.estimate && html`<p>${estimateOf(game.estimate, say)}</p>`}
        ${game.browsing && html`<p class="soft">${say('browsing')}</p>`}
        ${game.comment && html`<p class="comment" tabindex="0" role="region" aria-label=${say('review_comment')}>${game.comment}</p>`}
      </section>
      ${lesson && html`<${Lesson} lesson=${lesson} seen=${seen} see=${setSeen} take=${() => tell({ do: 'undo' })} keep=${() => tell({ do: 'insist' })} say=${say} />`}
      <section class="card">
        <div class="row">
          <${Act} act=${actions.p} off=${!mine}>${say('pass')}</>
          <${Act} act=${actions.u} off=${!game.moves.length}>${say('undo')}</>
          <${Act} act=${actions.h} off=${!mine || Boolean(game.thinking)}>${say('hint')}</>
          <${Act} act=${actions.c} off=${over}>${say('count')}</>
          <${Act} act=${() => setSure(true)} off=${over}>${say('resign')}</>
        </div>
        ${sure && html`<${Sure} say=${say} yes=${() => tell({ do: 'resign' })} no=${() => setSure(false)} />`}
        <div class="row">
          <button onClick=${() => tell({ do: 'back', count: 1000 })} aria-label=${say('first')}>|◀</button>
          <button onClick=${() => tell({ do: 'back' })} aria-label=${say('back')}>◀</button>
          <button onClick=${() => tell({ do: 'forward' })} aria-label=${say('forward')}>▶</button>
          <button onClick=${() => tell({ do: 'forward', count: 1000 })} aria-label=${say('last')}>▶|</button>
        </div>
        ${game.browsing && !over && html`<div class="row">
          ${game.variations > 1 && html`<button onClick=${() => tell({ do: 'variation' })}>${say('variation')}</button>`}
          ${game.human !== 'both' && html`<button onClick=${() => tell({ do: 'go' })}>${say('go', { side: say(game.to_move) })}</button>`}</div>`}
        <${Teacher} on=${game.teaching} share=${game.share} change=${(c) => tell({ do: 'teach', ...c })} say=${say} />
        ${api.post && over && game.moves.length > 0 && html`<button class="first" onClick=${review}>${say('review_this')}</button>`}
        <div class="row">
          <button onClick=${() => api.save(id)}>${say('save')}</button>
          ${api.inside && html`<a href=${api.inside(id)}>${say('inside_look')}</a>`}
          <button aria-pressed=${String(sound)} onClick=${toggleSound}>${say('sound')}</button>
        </div>
      </section>
      <section class="card"><h2>${say('moves')}</h2>
        <ol class="moves">${game.moves.map((m, i) => html`<li key=${i}>${i + 1} ${m.color === 'black' ? '●' : '○'} ${pointOf(m.point, say)}</li>`)}</ol></section>
    </div>
  </main>`;
}

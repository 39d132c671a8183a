// A game: the board, who plays, what can be done.
import { html, useEffect, useMemo, useRef, useState } from '/vendor/htm-preact.js';
import * as api from '/api.js';
import { Board } from '/board.js';
import { index } from '/points.js';

// resultOf says a result such as B+3.5 in words.
export function resultOf(result, say) {
  if (result === '0') return say('draw');
  const side = say(result[0] === 'B' ? 'black' : 'white');
  if (result.slice(2) === 'T') return say('on_time', { side });
  return result.slice(2) === 'R' ? say('resigned', { side }) : say('wins_by', { side, points: result.slice(2) });
}

function status(game, say) {
  const who = game.human === 'white' ? game.black : game.white;
  if (game.thinking === 'hint') return say('turn_hint');
  if (game.thinking === 'lesson') return say('turn_lesson_wait');
  if (game.turn === 'lesson') return say('turn_lesson', { loss: Math.round(100 * game.lesson.loss) });
  if (game.turn === 'count') return resultOf(game.result, say) + '. ' + say('turn_count');
  if (game.turn === 'over') return resultOf(game.result, say);
  if (game.turn === 'player') return say(game.thinking ? 'turn_player' : 'turn_wait', { who });
  return say('turn_person', { side: say(game.to_move) });
}

function moved(game, say) {
  const m = game.moves[game.moves.length - 1];
  if (!m) return '';
  return m.point === 'pass' ? say('passed', { side: say(m.color) }) : say('played', { side: say(m.color), point: m.point });
}

function Curve({ chances, say }) {
  const known = chances.map((c, i) => [i, c]).filter(([, c]) => c >= 0);
  if (known.length < 2) return null;
  const wide = Math.max(chances.length - 1, 1);
  const d = known.map(([i, c], k) => `${k ? 'L' : 'M'}${(100 * i) / wide} ${40 * (1 - c)}`).join('');
  return html`<svg class="curve" viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label=${say('curve')}>
    <line class="mid" x1="0" x2="100" y1="20" y2="20" /><path d=${d} /></svg>`;
}

const clockText = (seconds) => {
  const whole = Math.ceil(seconds);
  const two = (n) => String(n).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  return (hours ? hours + ':' : '') + two(Math.floor(whole / 60) % 60) + ':' + two(whole % 60);
};

// Clock counts down from what the server said last; the server decides when the time is over.
function Clock({ clock, side, turn, say, announce }) {
  const began = useMemo(() => performance.now(), [clock]);
  const [, tick] = useState(0);
  const said = useRef(0);
  const runs = clock.running && turn;
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 200);
    return () => clearInterval(timer);
  }, [runs, clock]);
  let { left, moves = 0 } = clock[side];
  if (runs) left -= (performance.now() - began) / 1000;
  if (left < 0 && !moves && clock.stones) { left += clock.period; moves = clock.stones; }
  while (left < 0 && moves > 1 && clock.time.includes('x')) { left += clock.period; moves -= 1; }
  left = Math.max(left, 0);
  const whole = Math.ceil(left);
  useEffect(() => { // for those who do not see it
    if (!runs || ![60, 30, 10].includes(whole) || said.current === whole) return;
    said.current = whole;
    announce(say('clock_low', { n: whole }));
  }, [whole, runs]);
  const text = clockText(left) + (moves ? ' ' + say(clock.time.includes('x') ? 'periods' : 'moves_left', { n: moves }) : '');
  return html`<span class=${'clock' + (runs && left < 15 ? ' warn' : '')} role="timer" aria-label=${say('clock_of', { side: say(side), text })}>${text}</span>`;
}

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

export function Game({ id, say }) {
  const [game, setGame] = useState(null);
  const [lost, setLost] = useState(false);
  const [error, setError] = useState('');
  const [said, setSaid] = useState('');
  const [sure, setSure] = useState(false);
  const [sound, setSound] = useState(localStorage.getItem('sound') === 'on');
  const before = useRef(null);
  // An answer may come after the event of a later change. A server that began anew counts from 0 again.
  const show = (next, first) => setGame((now) => (now && !first && next.at < now.at ? now : next));
  useEffect(() => api.watch(id, show, setLost, setError), [id]);
  useEffect(() => {
    if (!game) return;
    const was = before.current;
    before.current = game;
    if (!was || was.id !== game.id) return;
    if (game.moves.length > was.moves.length) {
      if (sound) click();
      setSaid(moved(game, say) + '. ' + status(game, say));
    } else if (game.turn !== was.turn || game.result !== was.result) {
      setSaid(status(game, say));
    } else if (game.hints && !was.hints) {
      setSaid(say('hint_list', { list: game.hints.map((h) => `${h.point} ${Math.round(100 * h.share)} %`).join(', ') }));
    }
  }, [game]);
  const hints = game && game.hints;
  const marks = useMemo(() => hints && hints.map((h) => ({ point: h.point, text: Math.round(100 * h.share) })), [game]);
  const map = useMemo(() => (game && game.estimate ? { values: game.estimate.owner, kind: 'owner' } : null), [game]);
  if (!game) return html`<main>${error ? html`<p class="warn" role="alert">${error}</p>` : html`<p role="status">${lost ? say('lost') : '…'}</p>`}</main>`;

  const failed = (e) => {
    if (e.lost) setLost(true); else setError(e.message);
    setSaid(e.message);
  };
  const tell = (c) => {
    setError('');
    setSure(false);
    return api.command(id, { at: game.at, ...c }).then(show, (e) => (e.game ? show(e.game) : failed(e)));
  };
  const play = (point) => {
    if (game.turn === 'count') tell({ do: 'toggle', point });
    else if (game.turn === 'person' && (point === 'pass' || game.points[index(game.size, point)] === '.')) tell({ do: 'play', point });
  };
  const review = () => api.post('/reviews?game=' + encodeURIComponent(id), {}).then((r) => { location.hash = '#/review/' + r.id; }, failed);
  const over = game.turn === 'over' || game.turn === 'count';
  const mine = game.turn === 'person';
  const actions = {
    p: () => mine && tell({ do: 'play', point: 'pass' }), u: () => tell({ do: 'undo' }), h: () => mine && tell({ do: 'hint' }),
    c: () => !over && tell({ do: 'count' }), s: () => setSaid(status(game, say) + (game.estimate ? ' ' + game.estimate.text : '')),
    '[': () => tell({ do: 'back' }), ']': () => tell({ do: 'forward' }),
  };
  const keys = (key) => {
    const act = actions[key];
    if (act) act();
    return Boolean(act);
  };
  const chance = [...game.chances].reverse().find((c) => c >= 0);
  const toggleSound = () => { localStorage.setItem('sound', sound ? 'off' : 'on'); setSound(!sound); };
  const side = (c, who) => html`<div class=${'who' + (game.to_move === c && !over ? ' turn' : '')}>
    <span class=${'stone ' + c[0]} aria-hidden="true"></span><strong>${who}</strong>
    <span class="soft">${say(c)}, ${say('captures', { n: game.captures[c] })}</span>
    ${game.clock && html`<${Clock} clock=${game.clock} side=${c} turn=${game.to_move === c && !over} say=${say} announce=${game.human === c ? setSaid : () => {}} />`}</div>`;
  return html`<main class="game">
    <${Board} game=${game} play=${play} keys=${keys} say=${say} announce=${setSaid} marks=${marks} map=${map} />
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
        ${chance !== undefined && html`<div class="bar" role="img" aria-label=${say('win_bar', { n: Math.round(100 * chance) })}>
          <span style=${{ width: `${100 * chance}%` }}></span></div>`}
        <${Curve} chances=${game.chances} say=${say} />
        ${game.estimate && html`<p>${say('estimate', { text: game.estimate.text })}</p>`}
        ${game.browsing && html`<p class="soft">${say('browsing')}</p>`}
        ${game.comment && html`<p class="soft">${game.comment}</p>`}
      </section>
      ${game.lesson && html`<section class="card" role="alertdialog" aria-label=${say('turn_lesson', { loss: Math.round(100 * game.lesson.loss) })}>
        <p>${say('lesson', {
    move: game.lesson.move.point, value: Math.round(100 * game.lesson.value),
    better: game.lesson.better.point, best: Math.round(100 * game.lesson.better.share),
  })}</p>
        <p class="soft">${say('lesson_line', { line: game.lesson.line.slice(0, 6).join(' ') })}</p>
        <div class="row"><button class="first" onClick=${() => tell({ do: 'undo' })}>${say('take_back')}</button>
          <button onClick=${() => tell({ do: 'insist' })}>${say('keep_move')}</button></div>
      </section>`}
      <section class="card">
        <div class="row">
          <button onClick=${actions.p} disabled=${!mine}>${say('pass')}</button>
          <button onClick=${actions.u} disabled=${!game.moves.length}>${say('undo')}</button>
          <button onClick=${actions.h} disabled=${!mine || Boolean(game.thinking)}>${say('hint')}</button>
          <button onClick=${actions.c} disabled=${over}>${say('count')}</button>
          <button onClick=${() => setSure(true)} disabled=${over}>${say('resign')}</button>
        </div>
        ${sure && html`<div class="row" role="alertdialog" aria-label=${say('resign_sure')}><span>${say('resign_sure')}</span>
          <button onClick=${() => tell({ do: 'resign' })}>${say('resign_yes')}</button><button onClick=${() => setSure(false)}>${say('no')}</button></div>`}
        <div class="row">
          <button onClick=${() => tell({ do: 'back', count: 1000 })} aria-label=${say('first')}>|◀</button>
          <button onClick=${() => tell({ do: 'back' })} aria-label=${say('back')}>◀</button>
          <button onClick=${() => tell({ do: 'forward' })} aria-label=${say('forward')}>▶</button>
          <button onClick=${() => tell({ do: 'forward', count: 1000 })} aria-label=${say('last')}>▶|</button>
        </div>
        ${game.browsing && !over && html`<div class="row">
          ${game.variations > 1 && html`<button onClick=${() => tell({ do: 'variation' })}>${say('variation')}</button>`}
          ${game.human !== 'both' && html`<button onClick=${() => tell({ do: 'go' })}>${say('go', { side: say(game.to_move) })}</button>`}</div>`}
        <label class="check"><input type="checkbox" checked=${game.teaching} onChange=${(e) => tell({ do: 'teach', on: e.target.checked })} />${say('teaching')}</label>
        ${api.post && over && game.moves.length > 0 && html`<button class="first" onClick=${review}>${say('review_this')}</button>`}
        <div class="row">
          <button onClick=${() => api.save(id)}>${say('save')}</button>
          ${api.inside && html`<a href=${api.inside(id)}>${say('inside_look')}</a>`}
          <button aria-pressed=${String(sound)} onClick=${toggleSound}>${say('sound')}</button>
        </div>
      </section>
      <section class="card"><h2>${say('moves')}</h2>
        <ol class="moves">${game.moves.map((m, i) => html`<li key=${i}>${i + 1} ${m.color === 'black' ? '●' : '○'} ${m.point}</li>`)}</ol></section>
    </div>
  </main>`;
}

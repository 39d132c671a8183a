// The board: SVG for grid, stones and marks, a canvas above it for maps. It can be played with a
// pointer, with a finger, with keys, and by a screen reader.
import { html, useEffect, useRef, useState } from '/vendor/htm-preact.js';
import { index, letter, name, stars } from '/points.js';

const edge = 0.9; // room for the labels, in points

const at = (size, i) => [edge + 0.5 + (i % size), edge + 0.5 + Math.floor(i / size)];

function Grid({ size }) {
  const from = edge + 0.5;
  const to = edge + size - 0.5;
  let path = '';
  for (let k = 0; k < size; k++) path += `M${from + k} ${from}V${to}M${from} ${from + k}H${to}`;
  const labels = [];
  for (let k = 0; k < size; k++) {
    labels.push(html`<text class="label" x=${from + k} y=${edge / 2}>${letter(k)}</text>`);
    labels.push(html`<text class="label" x=${from + k} y=${size + 1.5 * edge}>${letter(k)}</text>`);
    labels.push(html`<text class="label" x=${edge / 2} y=${from + k}>${size - k}</text>`);
    labels.push(html`<text class="label" x=${size + 1.5 * edge} y=${from + k}>${size - k}</text>`);
  }
  return html`<g aria-hidden="true">
    <rect class="wood" width=${size + 2 * edge} height=${size + 2 * edge} rx=".25" />
    <path class="grid" d=${path} />
    ${stars(size).map((i) => html`<circle class="star" cx=${at(size, i)[0]} cy=${at(size, i)[1]} r=".1" />`)}
    ${labels}
  </g>`;
}

function Stones({ game, ghost }) {
  const { size, points } = game;
  const dead = new Set((game.dead || []).map((v) => index(size, v)));
  const last = game.moves.length ? index(size, game.moves[game.moves.length - 1].point) : -1;
  const list = [];
  for (let i = 0; i < points.length; i++) {
    const [x, y] = at(size, i);
    if (points[i] !== '.') {
      const color = points[i] === 'X' ? 'black' : 'white';
      list.push(html`<circle key=${'s' + i} class=${color + (dead.has(i) ? ' dead' : '')} cx=${x} cy=${y} r=".47" />`);
      if (i === last) {
        list.push(html`<circle key="last" class="last" stroke=${color === 'black' ? '#fff' : '#000'} cx=${x} cy=${y} r=".22" />`);
      }
    }
    const owner = game.owners && game.owners[i];
    if (owner && owner !== '.' && (points[i] === '.' || dead.has(i))) {
      list.push(html`<rect key=${'a' + i} class=${'area ' + (owner === 'X' ? 'black' : 'white')} x=${x - 0.16} y=${y - 0.16} width=".32" height=".32" />`);
    }
  }
  if (ghost >= 0 && points[ghost] === '.') {
    const [x, y] = at(size, ghost);
    list.push(html`<circle key="ghost" class=${'ghost ' + game.to_move} cx=${x} cy=${y} r=".47" />`);
  }
  return html`<g aria-hidden="true">${list}</g>`;
}

function Hints({ size, hints }) {
  return html`<g aria-hidden="true">${hints.map((h) => {
    const i = index(size, h.point);
    if (i < 0) return null;
    const [x, y] = at(size, i);
    return html`<g key=${h.point}><circle class="hint" cx=${x} cy=${y} r=".44" />
      <text class="hint-text" x=${x} y=${y}>${Math.round(100 * h.share)}</text></g>`;
  })}</g>`;
}

// paint draws whose each point is: dark for Black, light for White.
function paint(canvas, size, owner) {
  const scale = (window.devicePixelRatio || 1) * canvas.clientWidth / (size + 2 * edge);
  canvas.width = canvas.height = Math.round(scale * (size + 2 * edge));
  const c = canvas.getContext('2d');
  c.clearRect(0, 0, canvas.width, canvas.height);
  if (!owner) return;
  for (let i = 0; i < owner.length; i++) {
    const v = Math.abs(owner[i]);
    if (v < 0.1) continue;
    const [x, y] = at(size, i);
    c.globalAlpha = 0.75 * v;
    c.fillStyle = owner[i] > 0 ? '#101014' : '#ffffff';
    const r = 0.36 * Math.sqrt(v);
    c.fillRect(scale * (x - r), scale * (y - r), 2 * scale * r, 2 * scale * r);
  }
}

// near describes what stands around a point, for those who do not see it.
export function near(game, i, say) {
  const { size, points } = game;
  const x = i % size;
  const y = Math.floor(i / size);
  const parts = [[0, -1, 'up'], [1, 0, 'right'], [0, 1, 'down'], [-1, 0, 'left']].map(([dx, dy, way]) => {
    const inside = x + dx >= 0 && x + dx < size && y + dy >= 0 && y + dy < size;
    const what = inside ? { '.': 'empty', X: 'black', O: 'white' }[points[i + dy * size + dx]] : 'edge';
    return say(way) + ' ' + say(what);
  });
  return parts.join(', ');
}

export function Board({ game, play, keys, say, announce }) {
  const { size } = game;
  const [cursor, setCursor] = useState(Math.floor(size * size / 2));
  const [ghost, setGhost] = useState(-1);
  const [byKeys, setByKeys] = useState(false);
  const typed = useRef('');
  const canvas = useRef(null);
  const box = useRef(null);
  useEffect(() => { setCursor(Math.floor(size * size / 2)); setGhost(-1); }, [size, game.id]);
  useEffect(() => setGhost(-1), [game.at]);
  useEffect(() => {
    const draw = () => canvas.current && paint(canvas.current, size, game.estimate && game.estimate.owner);
    draw();
    const watcher = new ResizeObserver(draw);
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, [size, game.at]);

  const what = (i) => say({ '.': 'empty', X: 'black', O: 'white' }[game.points[i]]);
  const pointed = (e) => {
    const r = box.current.getBoundingClientRect();
    const unit = r.width / (size + 2 * edge);
    const x = Math.floor((e.clientX - r.left) / unit - edge);
    const y = Math.floor((e.clientY - r.top) / unit - edge);
    return x >= 0 && x < size && y >= 0 && y < size ? y * size + x : -1;
  };
  // A finger covers several points of a large board: the first touch shows the stone, the second plays it.
  const touch = useRef(false);
  const click = (e) => {
    const i = pointed(e);
    if (i < 0) return;
    setByKeys(false);
    setCursor(i);
    if (touch.current && size >= 13 && ghost !== i && game.points[i] === '.') {
      setGhost(i);
      announce(say('again', { point: name(size, i) }));
      return;
    }
    play(name(size, i));
  };
  const move = (dx, dy) => {
    const x = Math.min(size - 1, Math.max(0, (cursor % size) + dx));
    const y = Math.min(size - 1, Math.max(0, Math.floor(cursor / size) + dy));
    const i = y * size + x;
    setByKeys(true);
    setCursor(i);
    announce(name(size, i) + ', ' + what(i));
  };
  const press = (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (steps[e.key]) {
      move(...steps[e.key]);
    } else if ((typed.current === 'g' && /^[a-z]$/i.test(e.key)) || (typed.current.length > 1 && /^[0-9]$/.test(e.key))) {
      typed.current += e.key; // a letter, and then digits: any other key is a command again
      const i = index(size, typed.current.slice(1));
      if (i >= 0) { setByKeys(true); setCursor(i); announce(name(size, i) + ', ' + what(i)); }
    } else if (e.key === 'g') {
      typed.current = 'g';
      announce(say('goto'));
    } else if (e.key === 'Enter' || e.key === ' ') {
      typed.current = '';
      play(name(size, cursor));
    } else if (e.key === 'r') {
      announce(name(size, cursor) + ', ' + what(cursor) + '. ' + near(game, cursor, say));
    } else if (e.key === 'Escape') {
      typed.current = '';
    } else if (!keys(e.key)) {
      return;
    }
    e.preventDefault();
  };
  const [cx, cy] = at(size, cursor);
  return html`<div ref=${box} class=${'board' + (byKeys ? ' keys' : '')} role="application" tabindex="0"
      aria-label=${say('board', { size })} aria-describedby="board-help"
      onPointerDown=${(e) => { touch.current = e.pointerType === 'touch'; }} onClick=${click} onKeyDown=${press}
      onPointerMove=${(e) => { if (e.pointerType === 'mouse' && game.turn === 'person') setGhost(pointed(e)); }}
      onPointerLeave=${(e) => { if (e.pointerType === 'mouse') setGhost(-1); }}>
    <svg viewBox=${`0 0 ${size + 2 * edge} ${size + 2 * edge}`} aria-hidden="true">
      <${Grid} size=${size} />
      <${Stones} game=${game} ghost=${ghost} />
      ${game.hints && html`<${Hints} size=${size} hints=${game.hints} />`}
      <rect class="cursor" x=${cx - 0.5} y=${cy - 0.5} width="1" height="1" rx=".12" />
    </svg>
    <canvas ref=${canvas} aria-hidden="true"></canvas>
    <p id="board-help" class="quiet">${say('board_help')}</p>
  </div>`;
}

// The board: SVG for grid, stones and marks, a canvas above it for maps. It can be played with a
// pointer, with a finger, with keys, and by a screen reader.
import { html, useEffect, useMemo, useRef, useState } from '/vendor/htm-preact.js';
import { index, letter, name, stars } from '/points.js';
import { listOf, sentences } from '/sentence.js';

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

// Marks are round marks with one to three short lines of text: {point, text: [..], kind}. The kinds
// are classes of style.css: hint, best, warn, faint, ring; and of a page's own. Above a line only those
// are shown that are picked.
function Marks({ size, marks }) {
  return html`<g aria-hidden="true">${marks.map((m) => {
    const i = index(size, m.point);
    if (i < 0) return null;
    const [x, y] = at(size, i);
    const lines = [].concat(m.text === undefined ? [] : m.text);
    const step = lines.length > 1 ? 0.27 : 0;
    return html`<g key=${m.point} class=${'mark ' + (m.kind || 'hint')}><circle cx=${x} cy=${y} r=".46" />
      ${lines.map((text, k) => html`<text class=${(lines.length > 1 ? 'small' : '') + (k ? ' more' : '')} x=${x} y=${y + step * (k - (lines.length - 1) / 2)}>${text}</text>`)}</g>`;
  })}</g>`;
}

// Line is a line of moves that nobody has played yet: numbered stones, of both sides by turns.
function Line({ size, line, first }) {
  const other = { black: 'white', white: 'black' }[first];
  return html`<g aria-hidden="true">${line.map((point, k) => {
    const i = index(size, point);
    if (i < 0 || line.indexOf(point) < k) return null;
    const [x, y] = at(size, i);
    const color = k % 2 ? other : first;
    return html`<g key=${k}><circle class=${'line ' + color} cx=${x} cy=${y} r=".47" /><text class=${'number ' + color} x=${x} y=${y}>${k + 1}</text></g>`;
  })}</g>`;
}

// paint draws a map on the canvas. Owner: 1 is Black's, -1 White's, a square of that colour. Heat:
// 0 to 1 or more, of one colour that is the stronger the larger the value is.
export function paint(canvas, size, map) {
  const scale = (window.devicePixelRatio || 1) * canvas.clientWidth / (size + 2 * edge);
  canvas.width = canvas.height = Math.round(scale * (size + 2 * edge));
  const c = canvas.getContext('2d');
  c.clearRect(0, 0, canvas.width, canvas.height);
  if (!map) return;
  const { values, kind } = map;
  for (let i = 0; i < values.length; i++) {
    const v = Math.min(1, Math.abs(values[i]));
    if (!(v > (kind === 'heat' ? 0.004 : 0.1))) continue;
    const [x, y] = at(size, i);
    if (kind === 'heat') {
      c.globalAlpha = 0.15 + 0.75 * Math.sqrt(v);
      c.fillStyle = '#1d5fd0';
    } else {
      c.globalAlpha = 0.75 * v;
      c.fillStyle = values[i] > 0 ? '#101014' : '#ffffff';
    }
    const r = kind === 'heat' ? 0.48 : 0.36 * Math.sqrt(v);
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
  return listOf(parts, say);
}

// owner says whose a point is, if somebody counts or a map shows it.
function owner(game, map, i, say) {
  if (game.owners) {
    const dead = (game.dead || []).some((v) => index(game.size, v) === i) ? [say('dead')] : [];
    return [...dead, game.owners[i] === '.' ? say('owner_open') : say('owner_is', { side: say(game.owners[i] === 'X' ? 'black' : 'white') })];
  }
  if (!map || map.kind !== 'owner') return [];
  const v = map.values[i];
  if (!(Math.abs(v) > 0.1)) return [say('owner_open')];
  return [say(Math.abs(v) > 0.8 ? 'owner_is' : 'owner_leans', { side: say(v > 0 ? 'black' : 'white') })];
}

// Picture is a board to look at: game has size, points, moves, to_move and, if somebody counts, dead
// and owners; map is {values, kind: 'owner' or 'heat'}, see paint; marks and line are as above. label
// says what the picture shows.
export function Picture({ game, map, marks, line, label }) {
  const canvas = useRef(null);
  useMap(canvas, game.size, map);
  return html`<div class="board" role="img" aria-label=${label}>
    <${Drawing} game=${game} ghost=${-1} />
    <canvas ref=${canvas} aria-hidden="true"></canvas>
    <${Signs} game=${game} marks=${marks} line=${line} cursor=${-1} /></div>`;
}

// useMap keeps a map drawn on a canvas, also when its size changes.
function useMap(canvas, size, map) {
  useEffect(() => {
    const draw = () => canvas.current && paint(canvas.current, size, map);
    draw();
    const watcher = new ResizeObserver(draw);
    watcher.observe(canvas.current);
    return () => watcher.disconnect();
  }, [size, map]);
}

const box = (size) => `0 0 ${size + 2 * edge} ${size + 2 * edge}`;

// Drawing is what lies below a map.
function Drawing({ game, ghost }) {
  const { size } = game;
  // A picture that only gets another map or other marks is not drawn anew.
  const grid = useMemo(() => html`<${Grid} size=${size} />`, [size]);
  const stones = useMemo(() => html`<${Stones} game=${game} ghost=${ghost} />`,
    [size, game.points, game.owners, ghost, game.to_move, (game.dead || []).join(), game.moves.length, (game.moves[game.moves.length - 1] || {}).point]);
  return html`<svg viewBox=${box(size)} aria-hidden="true">${grid}${stones}</svg>`;
}

// Signs are what lies above it.
function Signs({ game, marks, line, first, cursor }) {
  const { size } = game;
  const [cx, cy] = at(size, Math.max(cursor, 0));
  const lined = line && line.length > 0;
  const seen = marks && (lined ? marks.filter((m) => /picked/.test(m.kind)) : marks); // numbers would lie on numbers
  return html`<svg viewBox=${box(size)} aria-hidden="true">
    ${lined && html`<${Line} size=${size} line=${line} first=${first || game.to_move} />`}
    ${seen && seen.length > 0 && html`<${Marks} size=${size} marks=${seen} />`}
    ${cursor >= 0 && html`<rect class="cursor" x=${cx - 0.5} y=${cy - 0.5} width="1" height="1" rx=".12" />`}
  </svg>`;
}

// Board is a board to play on: as Picture, and play is called with a point, keys with a key that is
// not the board's (it says whether it took it), announce with what a screen reader shall say, hover
// with the point under the mouse or '' (also with the one that the keys or the first touch chose). first
// is who plays the first move of line, if not the side to move. help
// says what the keys do, if they do something else than in a game. label is for one of several boards of
// a page, on which a point is only chosen: it says which one, and a touch counts at once.
export function Board({ game, play, keys, say, announce, map, marks, line, first, hover, help, label }) {
  const { size } = game;
  const [cursor, setCursor] = useState(Math.floor(size * size / 2));
  const [ghost, setGhost] = useState(-1);
  const [byKeys, setByKeys] = useState(false);
  const typed = useRef('');
  const canvas = useRef(null);
  const frame = useRef(null);
  const shown = useRef(size + game.id);
  useEffect(() => { // not at first: an effect may run after the first key
    if (shown.current === size + game.id) return;
    shown.current = size + game.id;
    setCursor(Math.floor(size * size / 2));
    setGhost(-1);
  }, [size, game.id]);
  useEffect(() => setGhost(-1), [game.at]);
  useMap(canvas, size, map);

  const what = (i) => [say({ '.': 'empty', X: 'black', O: 'white' }[game.points[i]]), ...owner(game, map, i, say)];
  const pointed = (e) => {
    const r = frame.current.getBoundingClientRect();
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
    if (touch.current && !label && size >= 13 && ghost !== i && game.points[i] === '.') {
      setGhost(i);
      announce(say('again', { point: name(size, i) }));
      over(i);
      return;
    }
    play(name(size, i));
  };
  const seen = useRef(-1);
  const over = (i) => {
    if (!hover || seen.current === i) return;
    seen.current = i;
    hover(i < 0 ? '' : name(size, i));
  };
  const move = (dx, dy) => {
    const x = Math.min(size - 1, Math.max(0, (cursor % size) + dx));
    const y = Math.min(size - 1, Math.max(0, Math.floor(cursor / size) + dy));
    const i = y * size + x;
    setByKeys(true);
    setCursor(i);
    announce(listOf([name(size, i), ...what(i)], say));
    over(i);
  };
  const press = (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (steps[e.key]) {
      move(...steps[e.key]);
    } else if ((typed.current === 'g' && /^[a-z]$/i.test(e.key)) || (typed.current.length > 1 && /^[0-9]$/.test(e.key))) {
      typed.current += e.key; // a letter, and then digits: any other key is a command again
      const i = index(size, typed.current.slice(1));
      if (i >= 0) { setByKeys(true); setCursor(i); announce(listOf([name(size, i), ...what(i)], say)); over(i); }
    } else if (e.key === 'g') {
      typed.current = 'g';
      announce(say('goto'));
    } else if (e.key === 'Enter' || e.key === ' ') {
      typed.current = '';
      play(name(size, cursor));
    } else if (e.key === 'r') {
      announce(sentences([listOf([name(size, cursor), ...what(cursor)], say), near(game, cursor, say)], say));
    } else if (e.key === 'Escape') {
      typed.current = '';
    } else if (!keys(e.key)) {
      return;
    }
    e.preventDefault();
  };
  const pointer = (e) => {
    if (e.pointerType !== 'mouse') return;
    const i = pointed(e);
    over(i);
    if (game.turn === 'person') setGhost(i);
  };
  return html`<div ref=${frame} class=${'board' + (byKeys ? ' keys' : '')} role="application" tabindex="0"
      aria-label=${label || say('board', { size })} aria-describedby=${label ? undefined : 'board-help'}
      onPointerDown=${(e) => { touch.current = e.pointerType === 'touch'; }} onClick=${click} onKeyDown=${press}
      onPointerMove=${pointer} onPointerLeave=${(e) => { if (e.pointerType === 'mouse') { setGhost(-1); over(-1); } }}>
    <${Drawing} game=${game} ghost=${ghost} />
    <canvas ref=${canvas} aria-hidden="true"></canvas>
    <${Signs} game=${game} marks=${marks} line=${line} first=${first} cursor=${cursor} />
    ${!label && html`<p id="board-help" class="quiet">${help || say('board_help')}</p>`}
  </div>`;
}

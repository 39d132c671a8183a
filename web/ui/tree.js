// The variations of a record as a picture: to click in, to walk in with keys, and to drag variations into
// another order.
import { html, useEffect, useMemo, useRef, useState } from '/vendor/htm-preact.js';
import { Question } from '/remove.js';

const step = 28; // pixels from place to place
const side = 20; // room around

// layout gives every place a column, its depth, and a row: a variation gets the first row below its
// beginning that is free as far as the variation goes. The branches at the end of a line come first, so
// that no connection crosses another one.
export function layout({ root, after }) {
  const spots = new Map();
  const free = []; // by column: the first row that is free
  const todo = [[root, 0, 0]];
  let columns = 0;
  let rows = 0;
  while (todo.length) {
    const [start, column, before] = todo.pop();
    const chain = [];
    for (let n = start; n !== undefined; n = after.get(n)[0]) chain.push(n);
    const from = Math.max(column - 1, 0);
    let row = 0;
    for (let c = from; c < column + chain.length; c++) row = Math.max(row, free[c] || 0);
    for (let c = from; c < column + chain.length; c++) free[c] = row + 1;
    chain.forEach((node, k) => {
      spots.set(node, { node, column: column + k, row, before: k ? chain[k - 1] : before, head: start });
      const others = after.get(node).slice(1).reverse();
      for (const other of others) todo.push([other, column + k + 1, node]);
    });
    columns = Math.max(columns, column + chain.length);
    rows = Math.max(rows, row + 1);
  }
  return { spots, columns, rows };
}

const x = (s) => side + step * s.column;
const y = (s) => side + step * s.row;

// indexAt is the place among its siblings that a variation takes when its row is dragged to a height: it
// takes the place of the row that it covers.
export function indexAt(tree, spots, head, height) {
  const siblings = tree.after.get(spots.get(head).before);
  const own = siblings.indexOf(head);
  return siblings.filter((other, k) => {
    if (other === head) return false;
    return k < own ? y(spots.get(other)) < height - step / 2 : y(spots.get(other)) <= height + step / 2;
  }).length;
}

// useWindow is the part of a box that somebody sees.
function useWindow(box) {
  const [seen, setSeen] = useState({ left: 0, top: 0, wide: 800, high: 300 });
  const look = () => {
    const b = box.current;
    if (b) setSeen({ left: b.scrollLeft, top: b.scrollTop, wide: b.clientWidth, high: b.clientHeight });
  };
  useEffect(() => {
    look();
    const watcher = new ResizeObserver(look);
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  return [seen, look];
}

// Tree draws tree (see connect). here is the place on the screen, line the places of its line, grades
// what the player thinks of each. from says the place that was asked for last, and its line. go, order, promote and remove are what can be done.
export function Tree({ tree, here, line, grades, go, from, order, promote, remove, say }) {
  const box = useRef(null);
  const { spots, columns, rows } = useMemo(() => layout(tree), [tree]);
  const [seen, look] = useWindow(box);
  const [drag, setDrag] = useState(null);
  const [sure, setSure] = useState(null); // the variation that the question is about
  const held = useRef(null);
  const on = useMemo(() => new Set(line), [line]);
  const now = spots.get(here);
  useEffect(() => { // the place on the screen stays in sight
    const b = box.current;
    if (!b || !now || drag) return;
    const far = 2 * step;
    if (x(now) < b.scrollLeft + far || x(now) > b.scrollLeft + b.clientWidth - far) b.scrollLeft = x(now) - b.clientWidth / 2;
    if (y(now) < b.scrollTop + side || y(now) > b.scrollTop + b.clientHeight - side) b.scrollTop = y(now) - b.clientHeight / 2;
  }, [here, spots]);
  useEffect(() => setSure(null), [here, tree]);

  // drop deletes the variation on the screen, after a question if more than a move goes.
  const drop = () => { if (tree.after.get(now.head).length) setSure(now.head); else remove(now.head); };

  const under = (e) => {
    const r = box.current.getBoundingClientRect();
    const column = Math.round((e.clientX - r.left + box.current.scrollLeft - side) / step);
    const row = Math.round((e.clientY - r.top + box.current.scrollTop - side) / step);
    for (const s of spots.values()) if (s.column === column && s.row === row) return s;
    return null;
  };
  const down = (e) => {
    if (e.button !== 0) return;
    const s = under(e);
    if (!s) return;
    held.current = { spot: s, y: e.clientY, id: e.pointerId };
  };
  const move = (e) => {
    const h = held.current;
    if (!h || h.id !== e.pointerId) return;
    const dy = e.clientY - h.y;
    const { head } = h.spot;
    if (head === tree.root || (!drag && Math.abs(dy) < 6)) return;
    if (!drag) box.current.setPointerCapture(e.pointerId);
    e.preventDefault();
    setDrag({ head, dy, index: indexAt(tree, spots, head, y(spots.get(head)) + dy) });
  };
  const up = (e) => {
    const h = held.current;
    held.current = null;
    if (!h || h.id !== e.pointerId) return;
    if (drag) {
      const was = tree.after.get(spots.get(drag.head).before).indexOf(drag.head);
      if (drag.index !== was) order(drag.head, drag.index);
    } else {
      go(h.spot.node);
    }
    setDrag(null);
  };
  const stop = () => { held.current = null; setDrag(null); };

  // inColumn is the place of the same column in the next row above or below.
  const inColumn = (of, way) => {
    let best = null;
    for (const s of spots.values()) {
      if (s.column === of.column && way * (s.row - of.row) > 0 && (!best || way * (best.row - s.row) > 0)) best = s;
    }
    return best && best.node;
  };
  const shift = (way) => {
    if (now.head === tree.root) return;
    const siblings = tree.after.get(spots.get(now.head).before);
    const index = siblings.indexOf(now.head) + way;
    if (index >= 0 && index < siblings.length) order(now.head, index);
  };
  const press = (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    const { at, line: ahead } = from();
    const i = ahead.indexOf(at);
    const ways = {
      ArrowLeft: () => ahead[i - 1], ArrowRight: () => ahead[i + 1], ArrowUp: () => inColumn(spots.get(at), -1), ArrowDown: () => inColumn(spots.get(at), 1),
      Home: () => ahead[0], End: () => ahead[ahead.length - 1],
    };
    if (e.shiftKey && (e.key === 'ArrowUp' || e.key === 'ArrowDown')) shift(e.key === 'ArrowUp' ? -1 : 1);
    else if (e.key === 'Escape') stop();
    else if (e.key === 'Delete') { if (now.head !== tree.root) drop(); }
    else if (ways[e.key]) {
      const to = ways[e.key]();
      if (to) go(to);
    } else return;
    e.preventDefault();
  };

  const moved = drag ? below(tree, drag.head) : new Set(); // the places that follow the pointer
  const far = 3 * step;
  const at = (s) => y(s) + (moved.has(s.node) ? drag.dy : 0);
  const inSight = (upper, lower) => lower > seen.top - far && upper < seen.top + seen.high + far;
  const columnsInSight = [...spots.values()].filter((s) => x(s) > seen.left - far && x(s) < seen.left + seen.wide + far);
  const visible = columnsInSight.filter((s) => inSight(at(s), at(s)));
  const passing = new Set(); // the beginnings of lines that go on below: of one beginning they are all the same here
  const linked = columnsInSight.filter((s) => {
    const b = spots.get(s.before);
    if (!b || !inSight(Math.min(at(b), at(s)), Math.max(at(b), at(s)))) return false;
    if (on.has(s.node) || at(s) < seen.top + seen.high + far) return true;
    const first = !passing.has(b.node);
    passing.add(b.node);
    return first;
  });
  const link = (s) => {
    const b = spots.get(s.before);
    const d = s.row === b.row && at(s) === at(b) ? `M${x(b)} ${at(b)}H${x(s)}`
      : `M${x(b)} ${at(b)}V${at(s) - step / 2}L${x(s)} ${at(s)}`;
    return html`<path key=${'l' + s.node} class=${on.has(s.node) ? 'on' : ''} d=${d} />`;
  };
  const place = (s) => {
    const p = tree.places.get(s.node);
    const g = grades && grades.get(s.node);
    return html`<g key=${s.node} class=${`spot ${p.color || 'none'}${s.node === here ? ' here' : ''}${s.head === tree.root ? '' : ' drags'}`}
        transform=${`translate(${x(s)} ${at(s)})`} data-node=${s.node} data-row=${s.row} data-point=${p.point}>
      <rect class="under" x=${-step / 2} y=${-step / 2} width=${step} height=${step} />
      ${p.color ? html`<circle r="10.5" /><text>${p.number}</text>` : html`<rect class="stop" x="-6" y="-6" width="12" height="12" rx="2" />`}
      ${s.node === here && html`<circle class="ring" r="12.5" />`}
      ${g && g.loss >= 0.1 && html`<circle class="bad" cx="9" cy="-9" r="4" />`}
      ${p.note && html`<rect class="note" x="5" y="5" width="8" height="6" rx="1" />`}</g>`;
  };
  const target = drag && spots.get(tree.after.get(spots.get(drag.head).before)[drag.index]);
  const branch = now && now.head !== tree.root;
  const first = pathIsMain(tree, line, here);
  return html`<section class="card"><h2>${say('review_tree')}</h2>
    <div ref=${box} class=${'tree' + (drag ? ' drag' : '')} role="application" tabindex="0" aria-label=${say('review_tree_label', { n: tree.places.size - 1 })} aria-describedby="tree-help"
        onScroll=${look} onKeyDown=${press} onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${stop}>
      <svg width=${2 * side + step * (columns - 1)} height=${2 * side + step * (rows - 1)} aria-hidden="true">
        ${target && html`<rect class="target" x=${x(target) - step / 2} y=${y(target) - step / 2} width=${2 * side + step * columns} height=${step} rx="6" />`}
        <g class="links">${linked.map(link)}</g>${visible.map(place)}
      </svg></div>
    <p id="tree-help" class="soft">${say('review_tree_help')}</p>
    <div class="row"><button disabled=${first} onClick=${() => promote(here)}>${say('review_main')}</button>
      <button disabled=${!branch} onClick=${drop}>${say('review_delete')}</button></div>
    ${sure !== null && html`<${Question} name=${say('moves_n', { n: below(tree, sure).size })} say=${say} no=${() => setSure(null)}
      yes=${() => { setSure(null); remove(sure); }} />`}</section>`;
}

// below are a place and all that follow it.
function below(tree, head) {
  const all = new Set();
  for (const todo = [head]; todo.length;) {
    const n = todo.pop();
    all.add(n);
    todo.push(...tree.after.get(n));
  }
  return all;
}

// pathIsMain says whether a place is on the main line.
function pathIsMain(tree, line, here) {
  for (let i = 0; line[i] !== here && i + 1 < line.length; i++) if (tree.after.get(line[i])[0] !== line[i + 1]) return false;
  return true;
}

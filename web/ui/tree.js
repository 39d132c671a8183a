// The variation tree of a record, drawn from left to right: the main line above, variations below.
// A click goes to a place; a variation is dragged up or down to change the order of variations.
import { html, useEffect, useMemo, useRef, useState } from '/vendor/htm-preact.js';

const step = 26; // pixels between moves, and between lines
const edge = 16;

// walkable is a list of places as maps: what each place has, what follows it.
export function walkable(nodes) {
  const by = new Map();
  const after = new Map();
  for (const n of nodes) {
    by.set(n.node, n);
    after.set(n.node, []);
    if (n.before) after.get(n.before).push(n.node);
  }
  return { by, after, root: nodes.length ? nodes[0].node : 0 };
}

// pathTo are the places from the beginning to a place.
export function pathTo(tree, node) {
  const path = [];
  for (let n = tree.by.get(node); n; n = tree.by.get(n.before)) path.push(n.node);
  return path.reverse();
}

// layout is the column and row of each place, and how many there are.
export function layout(tree) {
  const at = new Map();
  const free = []; // the first free row of each column
  const todo = tree.root ? [{ node: tree.root, column: 0, row: 0 }] : [];
  let rows = 0;
  while (todo.length) {
    const start = todo.pop();
    const line = [];
    for (let n = start.node; n !== undefined; n = tree.after.get(n)[0]) line.push(n);
    let row = start.row;
    for (let c = Math.max(start.column - 1, 0); c < start.column + line.length; c++) row = Math.max(row, start.column ? free[c] || 0 : 0);
    line.forEach((n, i) => {
      at.set(n, [start.column + i, row]);
      free[start.column + i] = row + 1;
    });
    if (start.column) free[start.column - 1] = Math.max(free[start.column - 1] || 0, row);
    rows = Math.max(rows, row + 1);
    // The last variations come first, so that lines do not cross.
    line.forEach((n, i) => {
      tree.after.get(n).slice(1).reverse().forEach((v) => todo.push({ node: v, column: start.column + i + 1, row: row + 1 }));
    });
  }
  return { at, columns: free.length, rows };
}

// branch is the place where the variation of a place begins: the nearest one that has others next to it; 0
// if there is none.
export function branch(tree, node) {
  for (let n = tree.by.get(node); n && n.before; n = tree.by.get(n.before)) {
    if (tree.after.get(n.before).length > 1) return n.node;
  }
  return 0;
}

export function Tree({ tree, here, color, go, order, say }) {
  const box = useRef(null);
  const [view, setView] = useState({ left: 0, top: 0, width: 600, height: 200 });
  const [drag, setDrag] = useState(null); // {node, index, y}
  const down = useRef(null);
  const plan = useMemo(() => layout(tree), [tree]);
  const x = (column) => edge + column * step;
  const y = (row) => edge + row * step;
  const look = () => {
    const b = box.current;
    if (b) setView({ left: b.scrollLeft, top: b.scrollTop, width: b.clientWidth, height: b.clientHeight });
  };
  useEffect(() => {
    look();
    const watcher = new ResizeObserver(look);
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  useEffect(() => { // the place on the screen stays in sight
    const spot = plan.at.get(here);
    const b = box.current;
    if (!spot || !b) return;
    const keep = (at, from, size) => (at < from + 2 * step || at > from + size - 2 * step ? Math.max(0, at - size / 2) : from);
    b.scrollLeft = keep(x(spot[0]), b.scrollLeft, b.clientWidth);
    b.scrollTop = keep(y(spot[1]), b.scrollTop, b.clientHeight);
    look();
  }, [here, plan]);

  const row = (n) => plan.at.get(n)[1];
  const start = (e, node) => {
    if (e.button) return;
    const head = e.pointerType === 'touch' ? 0 : branch(tree, node);
    down.current = { node, head, y: e.clientY };
    e.currentTarget.setPointerCapture(e.pointerId);
  };
  const move = (e) => {
    const d = down.current;
    if (!d || !d.head || (!drag && Math.abs(e.clientY - d.y) < 6)) return;
    const others = tree.after.get(tree.by.get(d.head).before);
    const r = box.current.getBoundingClientRect();
    const at = (e.clientY - r.top + box.current.scrollTop - edge) / step;
    let index = others.findIndex((n) => at <= row(n) + 0.5);
    if (index < 0) index = others.length - 1;
    setDrag({ node: d.head, index, y: edge + at * step });
  };
  const end = () => {
    const d = down.current;
    down.current = null;
    setDrag(null);
    if (!d) return;
    if (!drag) go(d.node);
    else if (tree.after.get(tree.by.get(drag.node).before).indexOf(drag.node) !== drag.index) order(drag.node, drag.index);
  };
  const quit = () => { down.current = null; setDrag(null); };

  // Only what is in sight is drawn: a record may have thousands of places.
  const seen = [];
  const lines = [];
  const near = 3 * step;
  const path = new Set(pathTo(tree, here));
  const moving = new Set();
  if (drag) for (const todo = [drag.node]; todo.length;) { const n = todo.pop(); moving.add(n); todo.push(...tree.after.get(n)); }
  for (const [node, [c, r]] of plan.at) {
    const inside = x(c) > view.left - near && x(c) < view.left + view.width + near;
    const n = tree.by.get(node);
    if (n.before) {
      const [pc, pr] = plan.at.get(n.before);
      const between = y(r) > view.top - near && y(pr) < view.top + view.height + near;
      if (inside && between) {
        lines.push(html`<path key=${'l' + node} class=${path.has(node) ? 'on' : ''} d=${pr === r ? `M${x(pc)} ${y(pr)}H${x(c)}` : `M${x(pc)} ${y(pr)}V${y(r) - step / 2}L${x(c)} ${y(r)}`} />`);
      }
    }
    if (!inside || y(r) < view.top - near || y(r) > view.top + view.height + near) continue;
    const tint = color(node);
    const moveText = n.point ? `${n.number} ${n.point}` : '';
    seen.push(html`<g key=${node} class=${'place' + (node === here ? ' here' : '') + (moving.has(node) ? ' moving' : '')} data-node=${node}
        onPointerDown=${(e) => start(e, node)} onPointerMove=${move} onPointerUp=${end} onPointerCancel=${quit}>
      <title>${moveText}</title>
      ${node === here && html`<rect class="ring" x=${x(c) - 12} y=${y(r) - 12} width="24" height="24" rx="6" />`}
      ${n.point ? html`<circle class=${n.color} cx=${x(c)} cy=${y(r)} r="9" />` : html`<rect class="start" x=${x(c) - 5} y=${y(r) - 5} width="10" height="10" rx="2" />`}
      ${n.point && html`<text class=${n.color} x=${x(c)} y=${y(r) + 3}>${n.number % 100 || n.number}</text>`}
      ${tint && html`<circle class=${'tint ' + tint} cx=${x(c) + 8} cy=${y(r) - 8} r="4" />`}
      ${n.note && html`<circle class="note" cx=${x(c) + 8} cy=${y(r) + 8} r="3" />`}
    </g>`);
  }
  const target = drag && tree.after.get(tree.by.get(drag.node).before)[drag.index];
  const width = 2 * edge + (plan.columns - 1) * step;
  const height = 2 * edge + (plan.rows - 1) * step;
  return html`<div ref=${box} class=${'tree' + (drag ? ' dragging' : '')} role="group" tabindex="0" aria-label=${say('review_tree')} onScroll=${look}>
    <svg width=${width} height=${height} aria-hidden="true">
      <g class="lines">${lines}</g>${seen}
      ${target && html`<rect class="target" x=${x(plan.at.get(target)[0]) - 13} y=${y(row(target)) - 13} width="26" height="26" rx="7" />
        <circle class="carried" cx=${x(plan.at.get(drag.node)[0])} cy=${drag.y} r="10" />`}
    </svg></div>`;
}

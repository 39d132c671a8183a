// What a page knows of a review, without drawing anything: docs/api.md describes the parts.

// merge takes up what the server sends: everything, or the parts that changed. An answer may come after
// the event of a later change: each part keeps the one with the larger at.
export function merge(now, next) {
  if (!now && !next.fresh) return now;
  const all = next.fresh ? { id: next.id, record: next.record, parts: {}, results: {} } : { ...now, parts: { ...now.parts } };
  for (const part of ['tree', 'here', 'work']) {
    if (!next[part] || all.parts[part] > next.at) continue;
    all[part] = next[part];
    all.parts[part] = next.at;
  }
  if (next.results) {
    all.results = { ...all.results };
    for (const [player, grades] of Object.entries(next.results)) {
      const known = new Map(all.results[player]);
      for (const g of grades) {
        const old = known.get(g.node);
        if (!old || old.at <= next.at) known.set(g.node, { ...g, at: next.at });
      }
      all.results[player] = known;
    }
  }
  return all;
}

// connect is the tree to walk in: the places by number, and the numbers of those after each.
export function connect(tree) {
  const places = new Map();
  const after = new Map();
  for (const p of tree) {
    places.set(p.node, p);
    after.set(p.node, []);
    if (p.before) after.get(p.before).push(p.node);
  }
  return { root: tree[0].node, places, after };
}

// pathTo are the numbers of the places from the beginning to one.
export function pathTo({ places }, node) {
  const path = [];
  for (let p = places.get(node); p; p = places.get(p.before)) path.push(p.node);
  return path.reverse();
}

// lineThrough is the path to a place, and on to its end: where somebody went before (way), else by the
// first variation.
export function lineThrough(tree, node, way) {
  const line = pathTo(tree, node);
  for (let at = node; ;) {
    const next = tree.after.get(at) || [];
    if (!next.length) return line;
    at = next.includes(way.get(at)) ? way.get(at) : next[0];
    line.push(at);
  }
}

// smallest is the loss of win rate from which on a move is called a mistake.
export const smallest = 0.02;

// mistakes are the moves of a line that cost most, the worst first.
export function mistakes(tree, line, grades) {
  if (!grades) return [];
  return line.map((node) => ({ ...tree.places.get(node), ...grades.get(node) }))
    .filter((m) => m.color && m.loss >= smallest).sort((a, b) => b.loss - a.loss || a.number - b.number);
}

export const percent = (v, digits = 0) => `${(100 * v).toFixed(digits)}\u00a0%`;

// short is a count in few letters: 950, 1.2k, 20k.
export const short = (n) => (n < 1000 ? String(n) : (n / 1000).toFixed(n < 9950 ? 1 : 0) + 'k');

// Points as Go names them: the column's letter without I, and the row from the bottom.

const letters = 'ABCDEFGHJKLMNOPQRST';

export const name = (size, i) => letters[i % size] + (size - Math.floor(i / size));

// index is the place of a point in a snapshot's text, or -1.
export function index(size, vertex) {
  const m = /^([a-hj-t])([1-9][0-9]?)$/i.exec(vertex.trim());
  if (!m) return -1;
  const x = letters.indexOf(m[1].toUpperCase());
  const y = size - Number(m[2]);
  return x < size && y >= 0 && y < size ? y * size + x : -1;
}

export const letter = (x) => letters[x];

// stars are the points that boards mark.
export function stars(size) {
  const edge = size < 13 ? 2 : 3;
  const far = size - 1 - edge;
  const middle = (size - 1) / 2;
  const list = [];
  if (size < 7) return list;
  for (const y of [edge, far]) for (const x of [edge, far]) list.push(y * size + x);
  if (size % 2 === 1) {
    list.push(middle * size + middle);
    if (size >= 15) {
      for (const [x, y] of [[edge, middle], [far, middle], [middle, edge], [middle, far]]) list.push(y * size + x);
    }
  }
  return list;
}

// Curves over a common axis, as SVG: to look at, to point at, to click in, and to walk in with keys.
//
//   html`<${Chart} say=${say} label="Loss" series=${[{ name: 'held-out', class: 'c2', points: [[0, 4.2], [100, 3.9]] }]}
//     x=${{ label: 'step' }} y=${{ label: 'loss' }} at=${100} pick=${(x) => …} />`
//
// series are {name, points, class, dots}: points are [x, y] by rising x, y null is a gap; class is c1 to
// c6 of chart.css, with faint or dashed; dots draws points without a line. x and y are axes: {label, min, max,
// text, whole} where text says a value and a whole axis has no fractions; y may have ref, a value that gets a line of its own, and log. at is
// the x that is marked, pick is called with the x of a click or of the keys, hover with the x under
// the mouse or null. height is in pixels. Nothing is needed but series, label and say.
import { html, useEffect, useMemo, useRef, useState } from '/vendor/htm-preact.js';
import { labelled, listOf, sentences } from '/sentence.js';

const space = { left: 46, right: 12, top: 8, bottom: 40 };

// ticks are round values from low to high, about as many as count, and at least so far apart.
export function ticks(low, high, count, least = 0) {
  const rough = Math.max((high - low) / Math.max(count, 1), least);
  if (!(rough > 0) || !Number.isFinite(rough)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((s) => s * power >= rough) || 10);
  const list = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) list.push(Number((k * step).toPrecision(12)));
  return list;
}

const plain = (v) => String(Number(Number(v).toPrecision(4)));

// range is what an axis shows: its bounds, or what the values need with a little room.
function range(axis, values, room) {
  let low = Infinity;
  let high = -Infinity;
  for (const v of values) {
    if (v < low) low = v;
    if (v > high) high = v;
  }
  if (!(low <= high)) [low, high] = [0, 1];
  const more = low === high ? Math.abs(low) * 0.1 || 1 : room * (high - low);
  return [axis.min === undefined ? low - more : axis.min, axis.max === undefined ? high + more : axis.max];
}

function useWidth(box) {
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const look = () => box.current && setWidth(Math.max(200, box.current.clientWidth));
    look();
    const watcher = new ResizeObserver(look);
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  return width;
}

// nearest is the index of the value next to x in a rising list; -1 if it is empty.
function nearest(list, x) {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (list[mid] < x) low = mid + 1; else high = mid;
  }
  return low > 0 && x - list[low - 1] < list[low] - x ? low - 1 : high < 0 ? -1 : low;
}

export function Chart({ series, x = {}, y = {}, at, pick, hover, label, say, height = 200 }) {
  const box = useRef(null);
  const width = useWidth(box);
  const [over, setOver] = useState(null);
  const shown = useMemo(() => series.filter((s) => s.points.length), [series]);
  const xs = useMemo(() => [...new Set(shown.flatMap((s) => s.points.map((p) => p[0])))].sort((a, b) => a - b), [shown]);
  const up = (v) => (y.log ? Math.log10(Math.max(v, 1e-12)) : v);
  const ys = shown.flatMap((s) => s.points.filter((p) => p[1] !== null && Number.isFinite(p[1])).map((p) => up(p[1])));
  const [x0, x1] = range(x, xs, 0);
  const [y0, y1] = range({ min: y.min === undefined ? undefined : up(y.min), max: y.max === undefined ? undefined : up(y.max) }, ys, 0.06);
  const wide = width - space.left - space.right;
  const high = height - space.top - space.bottom;
  const px = (v) => space.left + (wide * (v - x0)) / (x1 - x0 || 1);
  const py = (v) => space.top + high * (1 - (up(v) - y0) / (y1 - y0 || 1));
  const xText = x.text || plain;
  const yText = y.text || plain;
  const xTicks = ticks(x0, x1, Math.max(2, wide / 90), x.whole ? 1 : 0);
  const yTicks = y.log ? ticks(Math.ceil(y0), Math.floor(y1), 4).map((k) => 10 ** k) : ticks(y0, y1, Math.max(2, high / 45));

  const lines = useMemo(() => shown.map((s) => {
    if (s.dots) return '';
    let pen = false;
    return s.points.map(([a, b]) => {
      if (b === null || !Number.isFinite(b)) { pen = false; return ''; }
      const to = `${pen ? 'L' : 'M'}${px(a).toFixed(1)} ${py(b).toFixed(1)}`;
      pen = true;
      return to;
    }).join('');
  }), [shown, width, height, x0, x1, y0, y1]);

  // What stands at an x: the value of every series there, or next to it.
  const values = (v) => shown.map((s) => {
    const known = s.points.filter((p) => p[1] !== null && Number.isFinite(p[1]));
    const i = nearest(known.map((p) => p[0]), v);
    return i < 0 || (pick && known[i][0] !== v) ? null : { s, y: known[i][1] };
  }).filter(Boolean);
  const words = (v) => labelled(xText(v), listOf(values(v).map((p) => `${p.s.name} ${yText(p.y)}`), say) || say('chart_nothing'), say);
  const summary = sentences(shown.map((s) => {
    const known = s.points.filter((p) => p[1] !== null && Number.isFinite(p[1]));
    if (!known.length) return '';
    const all = known.map((p) => p[1]);
    return say('chart_summary', {
      name: s.name, first: yText(all[0]), last: yText(all[all.length - 1]), low: yText(Math.min(...all)), high: yText(Math.max(...all)),
    });
  }), say) || say('chart_empty');

  const under = (e) => {
    const r = box.current.getBoundingClientRect();
    const i = nearest(xs, x0 + ((e.clientX - r.left - space.left) / wide) * (x1 - x0));
    return i < 0 ? null : xs[i];
  };
  const point = (v) => {
    if (v === over) return;
    setOver(v);
    if (hover) hover(v);
  };
  const press = (e) => {
    if (!pick || !xs.length || e.ctrlKey || e.altKey || e.metaKey) return;
    const i = Math.max(0, nearest(xs, at === undefined ? xs[0] : at));
    const far = Math.max(1, Math.round(xs.length / 10));
    const to = { ArrowLeft: i - 1, ArrowDown: i - 1, ArrowRight: i + 1, ArrowUp: i + 1, PageDown: i - far, PageUp: i + far, Home: 0, End: xs.length - 1 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    pick(xs[Math.min(xs.length - 1, Math.max(0, to))]);
  };
  const look = over === null ? at : over;
  const role = pick ? {
    role: 'slider', tabindex: '0', 'aria-label': sentences([label, summary], say), 'aria-valuemin': x0, 'aria-valuemax': x1,
    'aria-valuenow': at === undefined ? x0 : at, 'aria-valuetext': at === undefined ? xText(x0) : words(at),
  } : { role: 'img', 'aria-label': sentences([label, summary], say) };
  return html`<div class="chart">
    <div class="legend" aria-hidden="true">${shown.map((s) => html`<span key=${s.name} class=${s.class || 'c1'}>${s.name}${look !== undefined && look !== null
    ? values(look).filter((p) => p.s === s).map((p) => html` <b>${yText(p.y)}</b>`) : ''}</span>`)}
      ${look !== undefined && look !== null && shown.length > 0 && html`<span class="x">${xText(look)}</span>`}</div>
    <div ref=${box} class=${'plot' + (pick ? ' pick' : '')} ...${role} onKeyDown=${press}
      onPointerMove=${(e) => point(under(e))} onPointerLeave=${() => point(null)}
      onClick=${(e) => { const v = under(e); if (pick && v !== null) pick(v); }}>
      <svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} aria-hidden="true">
        ${yTicks.map((v) => html`<g key=${'y' + v}><line class="rule" x1=${space.left} x2=${width - space.right} y1=${py(v)} y2=${py(v)} />
          <text class="tick" x=${space.left - 6} y=${py(v) + 4} text-anchor="end">${yText(v)}</text></g>`)}
        ${xTicks.map((v) => html`<text key=${'x' + v} class="tick" x=${px(v)} y=${height - space.bottom + 16} text-anchor="middle">${xText(v)}</text>`)}
        ${x.label && html`<text class="axis" x=${space.left + wide / 2} y=${height - 6} text-anchor="middle">${x.label}</text>`}
        ${y.label && html`<text class="axis" x="11" y=${space.top + high / 2} text-anchor="middle" transform=${`rotate(-90 11 ${space.top + high / 2})`}>${y.label}</text>`}
        ${y.ref !== undefined && html`<line class="ref" x1=${space.left} x2=${width - space.right} y1=${py(y.ref)} y2=${py(y.ref)} />`}
        ${shown.map((s, i) => html`<g key=${s.name} class=${'series ' + (s.class || 'c1')}>
          ${lines[i] && html`<path d=${lines[i]} />`}
          ${(s.dots || s.points.length === 1) && s.points.map(([a, b]) => b !== null && html`<circle cx=${px(a)} cy=${py(b)} r="3" />`)}</g>`)}
        ${at !== undefined && at !== null && html`<line class="at" x1=${px(at)} x2=${px(at)} y1=${space.top} y2=${space.top + high} />`}
        ${over !== null && html`<line class="over" x1=${px(over)} x2=${px(over)} y1=${space.top} y2=${space.top + high} />`}
        ${look !== undefined && look !== null && values(look).map((p) => html`<circle key=${p.s.name} class=${'spot ' + (p.s.class || 'c1')} cx=${px(look)} cy=${py(p.y)} r="4" />`)}
      </svg>
    </div></div>`;
}

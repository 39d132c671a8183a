// The planes: what the networks see of a position.
import { html, useEffect, useMemo, useRef, useState } from '/vendor/htm-preact.js';
import * as api from '/api.js';
import { Picture } from '/board.js';

// Small is one plane as a little picture: dark where it is 1.
function Small({ plane, size }) {
  const canvas = useRef(null);
  useEffect(() => {
    const c = canvas.current.getContext('2d');
    const unit = canvas.current.width / size;
    c.fillStyle = '#efe2c4';
    c.fillRect(0, 0, canvas.current.width, canvas.current.width);
    for (let i = 0; i < plane.points.length; i++) {
      c.fillStyle = plane.points[i] === '1' ? '#1d5fd0' : '#e3cf9f';
      c.fillRect((i % size) * unit + 0.5, Math.floor(i / size) * unit + 0.5, unit - 1, unit - 1);
    }
  }, [plane.points, size]);
  return html`<canvas ref=${canvas} width=${size > 13 ? 152 : 135} height=${size > 13 ? 152 : 135} aria-hidden="true"></canvas>`;
}

const valueOf = (plane) => (plane.value === undefined ? '' : (plane.more ? '≥\u00a0' : '') + plane.value);

// word is the key of a group's or a plane's name. A plane may be empty, too: that is another word.
const word = (name) => 'inside_plane_' + (name === 'empty' ? 'empty_points' : name.replace(/[^a-z]+/g, '_'));

export function Planes({ say, look }) {
  const [planes, setPlanes] = useState(null);
  const [error, setError] = useState('');
  const [chosen, setChosen] = useState('own stone');
  useEffect(() => {
    let here = true;
    api.get('/inside/' + look.id + '/planes').then((p) => here && setPlanes(p), (e) => here && setError(e.message));
    return () => { here = false; };
  }, [look.id, look.points, look.to_move, look.moves.length]);
  const found = planes && planes.groups.flatMap((group) => group.planes.map((plane) => ({ group, plane }))).find(({ plane }) => plane.name === chosen);
  const map = useMemo(() => (found ? { values: [...found.plane.points].map(Number), kind: 'heat' } : null), [planes, chosen]);
  if (error) return html`<p class="warn" role="alert">${error}</p>`;
  if (!planes || planes.size !== look.size) return html`<p role="status">…</p>`;
  const large = html`<aside class="card large">
    <h3>${say(word(found.group.name))} ${valueOf(found.plane)}</h3>
    <${Picture} game=${{ ...look, points: look.points }} map=${map} label=${say('inside_plane_label', { name: found.plane.name, n: found.plane.count })} />
    <p>${say(word(found.group.name) + '_text')}</p>
    <p class="soft"><code>${found.plane.name}</code> · ${say(found.plane.count ? 'inside_plane_count' : 'inside_plane_empty', { n: found.plane.count })}</p>
  </aside>`;
  return html`<div class="part planes">
    <section class="card intro"><p>${say('inside_planes_text')}</p></section>
    ${large}
    <div class="groups">${planes.groups.map((group) => html`<section class=${'card' + (group.planes.length > 3 ? ' many' : '')} key=${group.name}>
      <h3>${say(word(group.name))}</h3>
      <p class="soft">${say(word(group.name) + '_text')}</p>
      <div class="small">${group.planes.map((plane) => html`<button key=${plane.name} class=${'plane' + (plane.count ? '' : ' empty')}
        aria-pressed=${String(plane.name === chosen)} data-plane=${plane.name}
        onClick=${() => setChosen(plane.name)} onFocus=${() => setChosen(plane.name)} onPointerEnter=${(e) => e.pointerType === 'mouse' && setChosen(plane.name)}>
        <${Small} plane=${plane} size=${planes.size} />
        <span class="quiet">${plane.name}</span><span>${valueOf(plane) || say(word(plane.name))}</span>
        ${!plane.count && html`<span class="soft">${say('inside_plane_empty')}</span>`}</button>`)}</div>
    </section>`)}</div>
  </div>`;
}

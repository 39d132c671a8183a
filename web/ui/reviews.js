// The first page of Review: a file or a game to review, and the reviews before.
import { html, useEffect, useRef, useState } from '/vendor/htm-preact.js';
import * as api from '/api.js';
import { Remove } from '/remove.js';
import { nameOf, resultOf, why } from '/speech.js';

// said says a result of a record in words, if it is one that this page knows.
const said = (result, say) => (/^([BW]\+(R|T|[0-9.]+)|0)$/.test(result || '') ? resultOf(result, say) : result || '');

export function Reviews({ say, open }) {
  const [reviews, setReviews] = useState(null);
  const [games, setGames] = useState([]);
  const [game, setGame] = useState('');
  const [many, setMany] = useState(null); // a file with several games
  const [error, setError] = useState('');
  const [waits, setWaits] = useState(false);
  const [told, setTold] = useState('');
  const list = useRef(null);
  useEffect(() => {
    api.get('/reviews').then((a) => setReviews(a.reviews), (e) => setError(why(e, say)));
    api.games().then((all) => { setGames(all.filter((g) => g.moves > 0)); }, (e) => setError(why(e, say)));
  }, []);
  const ask = (answer, file) => {
    setWaits(true);
    setError('');
    return answer.then((a) => {
      setWaits(false);
      if (a.games) setMany({ ...a, file }); else open(a.id);
    }, (e) => { setError(why(e, say)); setWaits(false); });
  };
  const send = (file, number) => {
    if (!file) return;
    const path = `/reviews?name=${encodeURIComponent(file.name)}` + (number ? `&number=${number}` : '');
    ask(file.arrayBuffer().then((bytes) => api.upload(path, bytes)), file);
  };
  useEffect(() => {
    const over = (e) => { e.preventDefault(); document.body.classList.add('drop'); };
    const leave = () => document.body.classList.remove('drop');
    const drop = (e) => { e.preventDefault(); leave(); send(e.dataTransfer.files[0]); };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      leave();
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, []);
  const named = (r) => `${nameOf(r.black, 'black', say)} – ${nameOf(r.white, 'white', say)}`;
  const remove = (r) => api.remove('/reviews/' + r.id).then(() => {
    if (list.current) list.current.focus(); // the button goes with its row
    setTold(say('deleted', { name: named(r) }));
    setReviews((all) => all.filter((other) => other.id !== r.id));
  }, (e) => setError(why(e, say)));
  const chosen = game || (games.length ? games[0].id : '');
  return html`<main class="review-start">
    <section class="card"><h2>${say('review_new')}</h2>
      <p class="soft">${say('review_what')}</p>
      <label class="zone"><strong>${say('review_file')}</strong>
        <input type="file" accept=".sgf,.SGF,application/x-go-sgf" disabled=${waits} onChange=${(e) => { send(e.target.files[0]); e.target.value = ''; }} />
        <span class="soft">${say('drop_sgf')}</span></label>
      ${games.length > 0 && html`<form class="form" onSubmit=${(e) => { e.preventDefault(); ask(api.post('/reviews?game=' + encodeURIComponent(chosen), {})); }}>
        <label class="wide">${say('review_played_here')}<select value=${chosen} onChange=${(e) => setGame(e.target.value)}>
          ${games.map((g) => html`<option key=${g.id} value=${g.id} selected=${g.id === chosen}>${nameOf(g.black, 'black', say)} – ${nameOf(g.white, 'white', say)}, ${g.size}×${g.size}, ${say('moves_n', { n: g.moves })}, ${new Date(g.changed).toLocaleString()}</option>`)}</select></label>
        <button type="submit" disabled=${waits}>${say('review_this')}</button></form>`}
      ${error && html`<p class="warn" role="alert">${error}</p>`}
    </section>
    ${many && html`<section class="card" aria-live="polite"><h2>${say('review_many', { name: many.file.name, n: many.games.length + (many.more || 0) })}</h2>
      <div class="scroll" tabindex="0" role="region" aria-label=${say('review_many', { name: many.file.name, n: many.games.length + (many.more || 0) })}><table>
        <thead><tr><th>${say('game')}</th><th>${say('size')}</th><th>${say('moves')}</th><th class="less">${say('result')}</th><th class="less">${say('date')}</th></tr></thead>
        <tbody>${many.games.map((g) => html`<tr key=${g.number}><td><button disabled=${waits} onClick=${() => send(many.file, g.number)}>${g.number}. ${g.black || say('black')} – ${g.white || say('white')}</button></td>
          <td>${g.size || 19}</td><td>${g.moves}</td><td class="less">${g.result}</td><td class="less">${g.date}</td></tr>`)}</tbody></table></div>
      ${many.more > 0 && html`<p class="soft">${say('review_more', { n: many.more })}</p>`}</section>`}
    <section class="card"><h2>${say('review_list')}</h2>
      ${reviews && !reviews.length && html`<p class="soft">${say('review_none')}</p>`}
      <p class="quiet" role="status">${told}</p>
      ${reviews && reviews.length > 0 && html`<div ref=${list} class="scroll" tabindex="0" role="region" aria-label=${say('review_list')}><table>
        <thead><tr><th>${say('game')}</th><th>${say('size')}</th><th>${say('moves')}</th><th class="less">${say('result')}</th><th>${say('review_part')}</th><th class="less">${say('date')}</th><td></td></tr></thead>
        <tbody>${reviews.map((r) => html`<tr key=${r.id}><td><a href=${'#/review/' + r.id}>${named(r)}</a> <span class="soft">${r.name}</span></td>
          <td>${r.size}×${r.size}</td><td>${r.moves}</td><td class="less">${said(r.result, say)}</td><td>${r.of ? Math.floor((100 * r.done) / r.of) : 0} %</td><td class="less">${new Date(r.changed).toLocaleString()}</td>
          <td><${Remove} name=${named(r)} act=${() => remove(r)} say=${say} /></td></tr>`)}</tbody></table></div>`}
    </section></main>`;
}

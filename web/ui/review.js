// Review: a recorded game that players go through, with its variations.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '/vendor/htm-preact.js';
import { Analysis, nameOf } from '/analysis.js';
import * as api from '/api.js';
import { Board } from '/board.js';
import { Candidates, marksOf } from '/candidates.js';
import { Chart } from '/chart.js';
import { Mistakes } from '/mistakes.js';
import { index } from '/points.js';
import { Reviews } from '/reviews.js';
import { labelled, lineOf, listOf, pointOf, sentences } from '/sentence.js';
import { nameOf as sideName, useVoice, why } from '/speech.js';
import { connect, lineThrough, merge, pathTo, percent } from '/study.js';
import { Tree } from '/tree.js';

export default function Page({ say, rest }) {
  if (!rest) return html`<${Reviews} say=${say} open=${(id) => { location.hash = '#/review/' + id; }} />`;
  return html`<${Review} key=${rest} id=${rest} say=${say} />`;
}

const sideAndPoint = (p, say) => (p.point === 'pass' ? say('passed', { side: say(p.color) }) : say('played', { side: say(p.color), point: p.point }));

// useNarrow says whether the screen is a phone's.
function useNarrow() {
  const query = useMemo(() => matchMedia('(max-width: 48rem)'), []);
  const [narrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const changed = () => setNarrow(query.matches);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, []);
  return narrow;
}

function Review({ id, say }) {
  const [study, setStudy] = useState(null);
  const [lost, setLost] = useState(false);
  const [error, setError] = useState('');
  const [said, setSaid] = useVoice();
  const [count, setCount] = useState(3);
  const [map, setMap] = useState('');
  const [over, setOver] = useState(null); // the candidate with the line on the board: {point, player}
  const [chances, setChances] = useState(false);
  const narrow = useNarrow();
  const way = useRef(new Map());
  const wanted = useRef(0); // the place that was asked for last
  const asking = useRef(false); // the server has not answered yet
  const touched = useRef(false);
  const acts = useRef({});
  const show = (next) => setStudy((now) => merge(now, next));
  useEffect(() => {
    const path = '/reviews/' + encodeURIComponent(id);
    return api.follow(path + '/events', 'review', show, api.broken(path, setLost, setError));
  }, [id]);

  const tree = useMemo(() => study && connect(study.tree), [study && study.tree]);
  const node = study && (tree.places.has(study.here.node) ? study.here.node : tree.root);
  const line = useMemo(() => {
    if (!tree) return [];
    const path = pathTo(tree, node);
    path.forEach((n, i) => { if (i) way.current.set(path[i - 1], n); });
    return lineThrough(tree, node, way.current);
  }, [tree, node]);
  useLayoutEffect(() => { if (!asking.current) wanted.current = node; setOver(null); }, [node]); // before the next key or pointer
  useEffect(() => { // for those who do not see it
    if (!study) return;
    const p = tree.places.get(node);
    const grade = study.results[study.work.player] && study.results[study.work.player].get(node);
    setSaid(sentences([p.color ? say('review_at', { n: p.number, move: sideAndPoint(p, say) }) : say('review_start'),
      grade ? say('win_bar', { n: Math.round(100 * grade.black) }) : ''], say));
  }, [node]);
  useEffect(() => { // keys that work wherever the focus is
    const press = (e) => {
      if (e.defaultPrevented || e.ctrlKey || e.altKey || e.metaKey || e.shiftKey || e.target.closest('input, select, textarea, [role=application], [role=slider]')) return;
      const act = { ArrowLeft: acts.current.back, ArrowRight: acts.current.forward, Home: acts.current.first, End: acts.current.last }[e.key];
      if (!act || e.target.closest('[tabindex="0"]')) return;
      e.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  const { player, second } = study ? study.work : {};
  const grades = study && study.results[player];
  const graded = useMemo(() => {
    if (!study) return { series: [], trunk: [], last: 1 };
    const trunk = lineThrough(tree, tree.root, new Map());
    const off = line.some((n, i) => n !== trunk[i]);
    const points = (of, value, nodes = line) => nodes.map((n) => [tree.places.get(n), of && of.get(n)])
      .map(([p, g]) => [p.number, value(g, p)]).filter(([, v]) => v !== undefined && v !== null);
    const other = second && study.results[second];
    const series = [
      { name: say('review_search'), class: 'c1', points: points(grades, (g) => g && 100 * g.black) },
      { name: say('review_main_line'), class: 'c1 dashed', points: off ? points(grades, (g) => g && 100 * g.black, trunk) : [] },
      { name: say('review_value'), class: 'c2 faint', points: points(grades, (g) => g && g.value !== undefined ? 100 * g.value : null) },
      { name: say('review_rollouts'), class: 'c3 faint', points: points(grades, (g) => g && g.rollouts !== undefined ? 100 * g.rollouts : null) },
      { name: nameOf(study.record.choices, second, say), class: 'c4 dashed', points: points(other, (g) => g && 100 * g.black) },
      { name: say('review_recorded'), class: 'c6 dashed', points: points(grades || new Map(), (g, p) => p.chance !== undefined ? 100 * p.chance : null) },
      { name: say('review_policy_curve'), class: 'c5', dots: true, points: chances ? points(grades, (g) => g && g.prior !== undefined ? 100 * g.prior : null) : [] },
    ];
    const last = Math.max(1, ...[line, trunk].map((nodes) => tree.places.get(nodes[nodes.length - 1]).number));
    return { series, trunk, last };
  }, [tree, line, grades, second, study && second && study.results[second], chances, say]);
  const found = study && study.here.found[player];
  const compared = study && second && study.here.found[second];
  const after = line[line.indexOf(node) + 1];
  const next = tree && after ? tree.places.get(after) : null;
  const size = study ? study.record.size : 19;
  const marks = useMemo(() => marksOf({ found, second: compared, count, next: next && next.point, brief: narrow && size > 9 }), [found, compared, count, next, narrow]);
  const painted = useMemo(() => {
    if (!found || !map) return null;
    if (map === 'owner') return found.owner && { values: found.owner.map((v) => v / 100), kind: 'owner' };
    return found.policy && { values: found.policy.slice(0, size * size).map((v) => v / 1000), kind: 'heat' };
  }, [found, map]);
  const picture = useMemo(() => {
    if (!study) return null;
    const p = tree.places.get(node);
    return {
      id, at: node, size, points: study.here.points, to_move: study.here.to_move, turn: study.here.over ? 'over' : 'person',
      moves: p.point ? [{ color: p.color, point: p.point }] : [],
    };
  }, [node, study && study.here.points, study && study.here.to_move]);
  if (!study) return html`<main>${error ? html`<p class="warn" role="alert">${error}</p>` : html`<p role="status">${lost ? say('lost') : '…'}</p>`}</main>`;

  const { record, here, work } = study;
  const tell = (c) => {
    setError('');
    return api.post('/reviews/' + encodeURIComponent(id), c).then((a) => { show(a); return true; }, (e) => {
      if (e.lost) setLost(true); else setError(why(e, say));
      setSaid(why(e, say));
      return false;
    });
  };
  // Somebody may press keys faster than answers come: the page asks for one place at a time, the newest, and
  // counts from there.
  const go = (to) => {
    if (to === undefined || to === wanted.current) return;
    wanted.current = to;
    if (asking.current) return;
    asking.current = true;
    const ask = (place) => tell({ do: 'go', node: place }).then((ok) => {
      if (ok && wanted.current !== place) return ask(wanted.current);
      if (!ok) wanted.current = node;
      asking.current = false;
      return undefined;
    });
    ask(to);
  };
  const from = () => {
    const at = tree.places.has(wanted.current) ? wanted.current : node;
    return { at, line: line.includes(at) ? line : lineThrough(tree, at, way.current) };
  };
  const stepBy = (n) => {
    const { at, line: ahead } = from();
    go(ahead[Math.min(ahead.length - 1, Math.max(0, ahead.indexOf(at) + n))]);
  };
  const candidate = (point, by) => {
    const f = here.found[by];
    return f && f.moves.slice(0, count).find((m) => m.point === point);
  };
  const hover = (point, by) => {
    const m = point && (candidate(point, by || player) || (!by && second && candidate(point, second)));
    if (!m) { setOver(null); return; }
    setOver({ point, player: candidate(point, by || player) ? by || player : second });
    setSaid(say('review_candidate', { point: pointOf(m.point, say), rate: percent(m.share, 1), visits: m.visits, prior: percent(m.prior, 1), line: lineOf(m.line.slice(0, 8), say) }));
  };
  // The first touch of a candidate shows its line, the second plays it.
  const play = (point, by) => {
    if (touched.current && candidate(point, by || player) && (!over || over.point !== point)) { hover(point, by); return; }
    const free = point === 'pass' || here.points[index(size, point)] === '.'; // a click on a stone is no wish
    if (free && !here.over) tell({ do: 'play', node, point });
  };
  const think = () => { if (!here.over) tell({ do: 'think', on: !work.think }); };
  const toggleMap = (which) => setMap(map === which ? '' : which);
  acts.current = { back: () => stepBy(-1), forward: () => stepBy(1), first: () => go(line[0]), last: () => go(line[line.length - 1]) };
  const turn = here.over ? say('turn_over') : say('inside_to_move', { side: say(here.to_move) });
  const say1 = () => setSaid(sentences([turn, found ? say('win_bar', { n: Math.round(100 * found.black) }) : '',
    found ? say('hint_list', { list: listOf(found.moves.slice(0, count).map((m) => `${pointOf(m.point, say)} ${percent(m.share)}`), say) }) : ''], say));
  const actions = {
    p: () => play('pass'), u: acts.current.back, h: think, c: () => toggleMap('owner'), s: say1, '[': acts.current.back, ']': acts.current.forward,
    Home: acts.current.first, End: acts.current.last,
  };
  const keys = (key) => {
    if (actions[key]) actions[key]();
    return Boolean(actions[key]);
  };
  const shown = over && candidate(over.point, over.player);
  const place = tree.places.get(node);
  const grade = grades && grades.get(node);
  const nextGrade = next && grades && grades.get(next.node);
  const pickNumber = (n) => go([...graded.trunk, ...line].reverse().find((other) => tree.places.get(other).number === n));
  const name = (p) => nameOf(record.choices, p, say);
  const table = (who, f) => html`<${Candidates} key=${who} who=${name(who)} found=${f} over=${here.over} count=${count} played=${next && next.point} say=${say}
    point=${over && over.player === who ? over.point : ''} show=${(point) => hover(point, who)} play=${(point) => play(point, who)} />`;
  return html`<main class="review" onPointerDownCapture=${(e) => { touched.current = e.pointerType === 'touch'; }}>
    <div class="left">
      <${Board} game=${picture} play=${play} keys=${keys} say=${say} announce=${setSaid} marks=${map ? null : marks} map=${painted}
        line=${shown ? shown.line : null} hover=${hover} help=${say('review_help')} />
      <div class="steps">
        <button onClick=${acts.current.first} aria-label=${say('first')}>|◀</button>
        <button onClick=${() => stepBy(-10)} aria-label=${say('review_back_n', { n: 10 })}>◀◀</button>
        <button onClick=${acts.current.back} aria-label=${say('back')}>◀</button>
        <button onClick=${acts.current.forward} aria-label=${say('forward')}>▶</button>
        <button onClick=${() => stepBy(10)} aria-label=${say('review_on_n', { n: 10 })}>▶▶</button>
        <button onClick=${acts.current.last} aria-label=${say('last')}>▶|</button>
      </div>
      <section class="card">
        <${Chart} say=${say} label=${say('curve')} series=${graded.series} height=${170} at=${place.number} pick=${pickNumber}
          x=${{ label: say('review_number'), min: 0, max: graded.last, whole: true }}
          y=${{ min: 0, max: 100, ref: 50, text: (v) => percent(v / 100) }} />
        ${grades && [...grades.values()].some((g) => g.prior !== undefined) && html`<label class="check soft"><input type="checkbox" checked=${chances} onChange=${(e) => setChances(e.target.checked)} />${say('review_policy_curve')}</label>`}
      </section>
    </div>
    <div class="right">
      <p class="quiet" aria-live="polite">${said}</p>
      ${lost && html`<p class="card warn" role="alert">${say('lost')}</p>`}
      ${error && html`<p class="card warn" role="alert">${error}</p>`}
      <section class="card">
        <div class="title"><h2>● ${sideName(record.black, 'black', say)} – ○ ${sideName(record.white, 'white', say)}</h2><span class="soft">${[record.name, record.result, record.date].filter(Boolean).join(' · ')}</span></div>
        <p class="status">${place.color ? say('review_at', { n: place.number, move: sideAndPoint(place, say) }) : say('review_start')}${grade && grade.loss >= 0.01
    ? html` <span class="warn">${say('review_costs', { loss: Math.round(100 * grade.loss) })}</span>` : ''}</p>
        ${found && html`<div class="bar" role="img" aria-label=${say('win_bar', { n: Math.round(100 * found.black) })}><span style=${{ width: `${100 * found.black}%` }}></span></div>
          <p class="soft">${say('win_bar', { n: Math.round(100 * found.black) })}</p>`}
        <p class="soft">${[turn, ...['black', 'white'].map((c) => labelled(say(c), say('captures', { n: here.captures[c] }), say))].join(' · ')}</p>
        ${here.comment && html`<p class="comment" tabindex="0" role="region" aria-label=${say('review_comment')}>${here.comment}</p>`}
        <p><a href=${`/api/v1/reviews/${encodeURIComponent(id)}/sgf`} download>${say('review_save')}</a></p>
      </section>
      <${Analysis} work=${work} record=${record} tell=${tell} say=${say} />
      <section class="card"><div class="head"><h2>${say('review_candidates')}</h2>
        <div class="tools"><label>${say('review_show')}<select value=${count} onChange=${(e) => setCount(Number(e.target.value))}>
          ${[1, 3, 10].map((n) => html`<option key=${n} value=${n} selected=${n === count}>${n}</option>`)}</select></label></div></div>
        <div class=${'columns' + (second ? ' two' : '')}>${table(player, found)}${second && table(second, compared)}</div>
        ${next && html`<p class="soft">${say('review_next', { move: sideAndPoint(next, say) })}${nextGrade && nextGrade.loss >= 0.01 ? html` <span class="warn">${say('review_costs', { loss: Math.round(100 * nextGrade.loss) })}</span>` : ''}</p>`}
        <div class="maps">
          <button aria-pressed=${String(work.think && !here.over)} onClick=${think} disabled=${here.over}>${say('review_think')}</button>
          <button aria-pressed=${String(map === 'owner')} onClick=${() => toggleMap('owner')} disabled=${!found || !found.owner}>${say('review_owner')}</button>
          <button aria-pressed=${String(map === 'policy')} onClick=${() => toggleMap('policy')} disabled=${!found || !found.policy}>${say('review_policy')}</button>
          <button onClick=${actions.p} disabled=${here.over}>${say('pass')}</button>
        </div>
        ${work.think && !here.over && html`<p class="soft">${say(work.reading && work.reading.length ? 'review_reads' : 'review_has_read', { n: Math.min(found ? found.visits : 0, work.visits).toLocaleString(), of: work.visits.toLocaleString() })}</p>`}
      </section>
      <${Mistakes} tree=${tree} trunk=${graded.trunk} line=${line} grades=${grades} after=${after} go=${go} say=${say} />
    </div>
    <${Tree} tree=${tree} here=${node} line=${line} grades=${grades} go=${go} from=${from} say=${say}
      order=${(n, index) => tell({ do: 'order', node: n, index })} promote=${(n) => tell({ do: 'main', node: n })} remove=${(n) => tell({ do: 'delete', node: n })} />
  </main>`;
}

// What pages say to those who do not see them, and the words of a game.
import { useMemo, useState } from '/vendor/htm-preact.js';
import { lessonText } from '/lesson.js';
import { levelName } from '/levels.js';
import { labelled, listOf, pointOf, sentences } from '/sentence.js';

// useVoice is the text of a live region, and the function that says something there. A region that stays the
// same is not read again: a text that is said twice ends in a no-break space the second time.
export function useVoice() {
  const [said, setSaid] = useState('');
  const announce = useMemo(() => (text) => setSaid((was) => (text && was === text ? text + '\u00a0' : text)), []);
  return [said, announce];
}

// why says why a request was refused.
export function why(e, say) {
  const key = 'refused_' + e.code;
  const text = e.code ? say(key, e.args) : key;
  return text === key ? e.message : text; // a server may know more reasons than this page
}

// nameOf is who plays a side, where a record has a name or not.
export const nameOf = (name, side, say) => (name === 'You' ? say('you') : (name || say(side)).replace(/^Tengen, (\S+)$/, (_, level) => 'Tengen, ' + levelName(say, level)));

const lead = (points, say) => (points ? say('leads', { side: say(points > 0 ? 'black' : 'white'), points: Math.abs(points) }) : say('even'));

// estimateOf says what playouts make of a position.
export function estimateOf({ decided, lead: points, chance }, say) {
  if (decided) return say('estimate', { text: say('estimate_decided', { lead: lead(points, say) }) });
  const [side, part] = chance < 0.5 ? ['white', 1 - chance] : ['black', chance];
  return say('estimate', { text: say('estimate_open', { lead: lead(Math.round(2 * points) / 2, say), side: say(side), n: Math.round(100 * part) }) });
}

// resultOf says a result such as B+3.5 in words; one that names no winner, such as Void, stays as it is.
export function resultOf(result, say) {
  if (result === '0' || result === 'Draw') return say('draw');
  const [, winner, how] = /^([BW])\+(R|T|[0-9.]+)$/.exec(result) || [];
  if (!winner) return result;
  const side = say(winner === 'B' ? 'black' : 'white');
  if (how === 'T') return say('on_time', { side });
  return how === 'R' ? say('resigned', { side }) : say('wins_by', { side, points: how });
}

// status says who has to act.
export function status(game, say) {
  const who = game.human === 'white' ? nameOf(game.black, 'black', say) : nameOf(game.white, 'white', say);
  if (game.thinking === 'hint') return say('turn_hint');
  if (game.thinking === 'lesson') return say('turn_lesson_wait');
  if (game.turn === 'lesson') return say('turn_lesson', { loss: Math.round(100 * game.lesson.loss) });
  if (game.turn === 'count') return sentences([resultOf(game.result, say), say('turn_count')], say);
  if (game.turn === 'over') return resultOf(game.result, say);
  if (game.turn === 'player') return say(game.thinking ? 'turn_player' : 'turn_wait', { who });
  return say('turn_person', { side: say(game.to_move) });
}

// sideAndPoint is a move.
const sideAndPoint = (m, say) => (m.point === 'pass' ? say('passed', { side: say(m.color) }) : say('played', { side: say(m.color), point: m.point }));

const lastOf = (game) => game.moves[game.moves.length - 1];

// place is the move that a game stands at, with its number.
const place = (game, say) => (game.moves.length ? say('review_at', { n: game.moves.length, move: sideAndPoint(lastOf(game), say) }) : say('review_start'));

// areRead says whether the numbers of hints are win rates; else they are probabilities of moves.
export const areRead = (hints) => hints.some((h) => h.read);

// hintList are the hints in words.
export const hintList = (hints, say) => say(areRead(hints) ? 'hint_list' : 'hint_list_prior', {
  list: listOf(hints.map((h) => `${pointOf(h.point, say)} ${Math.round(100 * h.share)}\u00a0%`), say),
});

// news says what is another in a game than it was; '' for nothing that matters.
export function news(was, game, say) {
  const before = lastOf(was);
  const last = lastOf(game);
  const fresh = game.moves.slice(was.moves.length);
  if (fresh.length > 2) return sentences([place(game, say), status(game, say)], say); // somebody goes through the record
  if (fresh.length > 0) {
    const taken = ['black', 'white'].filter((c) => game.captures[c] > was.captures[c]);
    const takes = taken.map((c) => say('takes', { side: say(c), n: game.captures[c] - was.captures[c] }));
    return sentences([...fresh.map((m) => sideAndPoint(m, say)), ...takes, status(game, say)], say);
  }
  if (game.moves.length < was.moves.length || (last && (last.point !== before.point || last.color !== before.color))) {
    return sentences([place(game, say), status(game, say)], say);
  }
  if (game.turn === 'lesson' && was.turn !== 'lesson') return sentences([status(game, say), lessonText(game.lesson, say)], say);
  if (game.turn !== was.turn || game.result !== was.result) return status(game, say);
  if (game.hints && was.thinking === 'hint' && !game.thinking) return hintList(game.hints, say);
  return '';
}

// stateOf says how a game stands.
export const stateOf = (game, say) => sentences([status(game, say), place(game, say),
  ...['black', 'white'].map((c) => labelled(say(c), say('captures', { n: game.captures[c] }), say))], say);

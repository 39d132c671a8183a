// The clocks of a game.
import { html, useEffect, useMemo, useRef, useState } from '/vendor/htm-preact.js';

const clockText = (seconds) => {
  const whole = Math.ceil(seconds);
  const two = (n) => String(n).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  return (hours ? hours + ':' : '') + two(Math.floor(whole / 60) % 60) + ':' + two(whole % 60);
};

// leftOf is what a side has after so many more seconds: seconds, and periods or moves.
function leftOf(clock, side, seconds) {
  let { left, moves = 0 } = clock[side];
  left -= seconds;
  if (left < 0 && !moves && clock.stones) { left += clock.period; moves = clock.stones; }
  while (left < 0 && moves > 1 && clock.time.includes('x')) { left += clock.period; moves -= 1; }
  return { left: Math.max(left, 0), moves };
}

const words = (clock, { left, moves }, say) => clockText(left) + (moves ? ' ' + say(clock.time.includes('x') ? 'periods' : 'moves_left', { n: moves }) : '');

// clockOf says what a side has now. game.seen is when the page got the game.
export function clockOf({ clock, to_move: turn, seen }, side, say) {
  const passed = clock.running && turn === side ? (performance.now() - seen) / 1000 : 0;
  return say('clock_of', { side: say(side), text: words(clock, leftOf(clock, side, passed), say) });
}

// Clock counts down from what the server said last; the server decides when the time is over.
export function Clock({ clock, side, turn, say, announce }) {
  const began = useMemo(() => performance.now(), [clock]);
  const [, tick] = useState(0);
  const said = useRef(0);
  const runs = clock.running && turn;
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 200);
    return () => clearInterval(timer);
  }, [runs, clock]);
  const now = leftOf(clock, side, runs ? (performance.now() - began) / 1000 : 0);
  const whole = Math.ceil(now.left);
  useEffect(() => { // for those who do not see it
    if (!runs || ![60, 30, 10].includes(whole) || said.current === whole) return;
    said.current = whole;
    announce(say('clock_low', { n: whole }));
  }, [whole, runs]);
  const text = words(clock, now, say);
  return html`<span class=${'clock' + (runs && now.left < 15 ? ' warn' : '')} role="timer" aria-label=${say('clock_of', { side: say(side), text })}>${text}</span>`;
}

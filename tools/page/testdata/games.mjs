// Two games one after the other in the page of a bot, with an engine that this script plays. What the page shows
// of the second game is printed, a line each.
//
//   node games.mjs API.JS
import { readFileSync } from 'node:fs';

const blocks = { about: JSON.stringify({ key: 'k', title: 't', board: 9 }), worker: '', engine: '', model: '' };
globalThis.document = { getElementById: (id) => ({ textContent: blocks[id] }) };
globalThis.localStorage = { getItem: () => null, setItem() {}, removeItem() {} };
URL.createObjectURL = () => '';
let worker;
globalThis.Worker = class {
  constructor() { worker = this; }

  postMessage(m) { if (typeof m !== 'string') setTimeout(() => this.onmessage({ data: '{"event":"ready"}' })); }
};
const api = await import('data:text/javascript,' + encodeURIComponent(readFileSync(process.argv[2], 'utf8')));

const say = (m) => worker.onmessage({ data: JSON.stringify(m) });
const shot = (name, at) => ({ id: '1', at, name });
const asked = () => new Promise((accept) => { setTimeout(accept, 5); }); // the request has left

let begun = api.begin({});
await asked();
say({ n: 1, game: shot('first', 0) });
await begun;
say({ event: 'game', game: shot('first', 30) });
begun = api.begin({}); // the bot still thinks about the first game
await asked();
say({ event: 'game', game: shot('first', 31) });
say({ n: 2, game: shot('second', 0) });
console.log((await begun).name);
api.watch('1', (g) => console.log(g.name, g.at));
say({ event: 'game', game: shot('second', 1) });
say({ event: 'game', game: shot('second', 0) }); // late

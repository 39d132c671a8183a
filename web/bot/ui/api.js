// What the page of an exported bot asks: no server, but the engine in a worker. The names are those of
// web/ui/api.js, as far as a game needs them.

const block = (id) => document.getElementById(id);

// bytes are what a block of the page holds as base64.
function bytes(id) {
  const text = atob(block(id).textContent.trim());
  const list = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) list[i] = text.charCodeAt(i);
  return list;
}

// model is what the page knows of its model.
export const model = JSON.parse(block('about').textContent);

// A click on the board begins a game, and must not cost the one before: the latest two are kept.
const storage = { last: 'bot:' + model.key, before: 'bot-before:' + model.key };
let written = null; // what this page has put there last: the same page in another tab may have put another game there since
const waiting = new Map();
const watchers = new Set();
let count = 0;
let game = null; // none before the first one, and while another one is asked for
let worker = null;
let ready = null;
let dead = null; // why the engine has stopped for good

// keep takes the newest state of the game: an answer may come after the event of a later change.
function keep(next) {
  if (game && next.at >= game.at) game = next;
}

function receive(text) {
  const m = JSON.parse(text);
  if (m.n) {
    const answer = waiting.get(m.n);
    waiting.delete(m.n);
    if (!answer) return; // it was refused when the engine stopped
    if (m.game) keep(m.game);
    if (m.error) answer.refuse(Object.assign(new Error(m.error), { game: m.game, code: m.code, args: m.args })); else answer.accept(m);
  } else if (m.event === 'game' && game) {
    keep(m.game);
    watchers.forEach(({ show }) => show(game));
  } else if (m.event === 'progress' && game) {
    watchers.forEach(({ show }) => show({ ...game, progress: m }));
  } else if (m.event === 'kept') {
    if (localStorage.getItem(storage.last) !== written) makeRoom();
    write(m.text);
  } else if (m.event === 'failed') {
    stop(m.error);
  }
}

// speak gives the words of the page's language to what is said of the engine.
let say = (key, { why }) => why;
export const speak = (words) => { say = words; };

// stop says to all who wait or look on, now and later, that the engine has ended. The page must be loaded again; the
// game is kept.
function stop(why) {
  if (dead) return;
  dead = new Error(say('bot_stopped', { why }));
  waiting.forEach(({ refuse }) => refuse(dead));
  waiting.clear();
  watchers.forEach(({ refused }) => refused(dead.message));
}

// start has the engine begin to work. Its promise holds when it plays.
export function start() {
  ready = ready || new Promise((accept, refuse) => {
    const source = new Blob([block('worker').textContent], { type: 'text/javascript' });
    worker = new Worker(URL.createObjectURL(source));
    const fail = (why) => { stop(why); refuse(new Error(why)); };
    worker.onerror = (e) => fail(e.message || 'the worker does not start');
    worker.onmessage = (e) => {
      const m = JSON.parse(e.data);
      if (m.event === 'failed') fail(m.error);
      worker.onmessage = (next) => receive(next.data);
      if (m.event === 'ready') accept();
    };
    const engine = bytes('engine');
    const weights = bytes('model');
    worker.postMessage({ engine, model: weights }, [engine.buffer, weights.buffer]);
  });
  return ready;
}

function ask(request) {
  return start().then(() => new Promise((accept, refuse) => {
    if (dead) throw dead;
    count += 1;
    waiting.set(count, { accept, refuse });
    worker.postMessage(JSON.stringify({ n: count, ...request }));
  }));
}

export const about = () => ask({ do: 'about' }).then((m) => m.about);

// enter asks for a game that takes the place of the one before, of which events may still come until the answer.
function enter(request) {
  game = null;
  return ask(request).then((m) => {
    game = m.game;
    return game;
  });
}

// name is what the bot is called in a game and its record.
const name = model.title.length <= 28 ? model.title : `Tengen ${model.board}×${model.board}`;

// turn makes the last game the one before.
const turn = () => localStorage.setItem(storage.before, localStorage.getItem(storage.last));

// makeRoom does so unless that game has no move, which is no loss.
const makeRoom = () => {
  written = localStorage.getItem(storage.last);
  if (/;[BW]\[/.test(written || '')) turn();
};

const write = (text) => {
  written = text;
  localStorage.setItem(storage.last, text);
};

export const begin = (wish) => {
  makeRoom();
  return enter({ do: 'begin', wish, name });
};
export const command = (id, c) => ask({ do: 'command', command: c }).then((m) => m.game);

// kept are the games to go on with, from before the page was closed: last, before.
export const kept = () => Object.keys(storage).filter((which) => localStorage.getItem(storage[which]));

// resume goes on with one of them, which is the last game from then on.
export const resume = (which) => {
  const text = localStorage.getItem(storage[which]);
  if (which === 'before') turn();
  write(text);
  return enter({ do: 'resume', kept: text });
};

export function watch(id, show, lost, refused) {
  const watcher = { show, refused };
  watchers.add(watcher);
  if (game) show(game, true);
  if (dead) refused(dead.message);
  return () => watchers.delete(watcher);
}

// save gives the record as a file.
export async function save() {
  const { sgf } = await ask({ do: 'record' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([sgf, '\n'], { type: 'application/x-go-sgf' }));
  link.download = 'tengen.sgf';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

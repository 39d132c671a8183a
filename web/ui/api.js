// The interface of the server: docs/api.md.

export class Refused extends Error {
  constructor(status, answer) {
    super(answer.error || String(status));
    this.status = status;
    this.game = answer.game;
    this.code = answer.code;
    this.args = answer.args;
  }
}

// Lost is a request that no server has answered.
class Lost extends Error {
  lost = true;
}

// speak gives the words of the page's language to the errors of requests.
let lostText = '';
export const speak = (say) => { lostText = say('lost'); };

// answerOf is the answer to a request, and what is in it.
async function answerOf(path, options) {
  try {
    const response = await fetch('/api/v1' + path, options);
    return [response, await response.json()];
  } catch (e) {
    throw e instanceof TypeError ? new Lost(lostText) : e; // a TypeError with the browser's own words
  }
}

async function ask(path, body, kind = 'application/json', method = 'GET') {
  const options = body === undefined ? { method } : { method: 'POST', headers: { 'Content-Type': kind }, body };
  const [response, answer] = await answerOf(path, options);
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}

export const about = () => ask('/about');
export const games = () => ask('/games').then((a) => a.games);
export const begin = (wish) => post('/games', wish);
export const command = (id, c) => post('/games/' + id, c);

// inside is the address of the page that shows how a game's position is read.
export const inside = (id) => '#/inside/game/' + id;

// save gives the record of a game as a file.
export function save(id) {
  const link = document.createElement('a');
  link.href = '/api/v1/games/' + id + '/sgf';
  link.download = '';
  link.click();
}

// get, post, remove, upload and uploadFile are for the pages that have requests of their own. A record goes as the
// bytes that it has: the server finds out their encoding.
export const get = (path) => ask(path);
export const post = (path, body) => ask(path, JSON.stringify(body));
export const remove = (path) => ask(path, undefined, '', 'DELETE');
export const upload = (path, bytes) => ask(path, bytes, 'application/x-go-sgf');
export const uploadFile = (path, file) => ask(path, file, 'application/octet-stream');

// bytesOf is a file as JSON has it: its bytes in base64.
export const bytesOf = (file) => new Promise((done, fail) => {
  const reader = new FileReader();
  reader.onload = () => done(reader.result.split(',')[1] || '');
  reader.onerror = () => fail(reader.error);
  reader.readAsDataURL(file);
});

// hiddenFor is how long a page may be out of sight before it lets its stream go, in milliseconds. A
// browser has six connections to a server for all its tabs, and a stream keeps one: a page that is out of
// sight from the start gets none.
const hiddenFor = 2000;

// againAfter is when a stream that was answered with an error is asked for again, in milliseconds. It doubles with each
// such answer, up to againAtMost: to answer may cost the server much.
const againAfter = 3000;
const againAtMost = 60000;

// follow calls show with every state that a stream sends under a name, and whether it is the first of
// a connection, and lost with whether the server is gone. It returns what ends it. The browser
// connects again after an interruption, and when somebody looks at the page again.
export function follow(path, name, show, lost) {
  let source = null;
  let timer = 0;
  let again = againAfter;
  const connect = () => {
    let first = true;
    source = new EventSource('/api/v1' + path);
    source.onopen = () => { first = true; };
    source.addEventListener(name, (e) => {
      again = againAfter;
      lost(false);
      show(JSON.parse(e.data), first);
      first = false;
    });
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) { // the answer was an error, after which a browser asks no more
        leave();
        timer = setTimeout(seen, again);
        again = Math.min(2 * again, againAtMost);
      }
      lost(true);
    };
  };
  const leave = () => {
    clearTimeout(timer);
    if (source) source.close();
    source = null;
  };
  const seen = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(leave, hiddenFor);
    else if (!source) connect();
  };
  document.addEventListener('visibilitychange', seen);
  if (!document.hidden) connect();
  return () => {
    document.removeEventListener('visibilitychange', seen);
    leave();
  };
}

// broken is what follow calls where a page says why a stream does not come: lost as follow does, or refused
// with the words and the status of a server that answers, and with none when the stream is back. A 404 is said each
// time: what is gone can be opened anew, which may have failed before. A stream does not say why.
export const broken = (path, lost, refused) => {
  let said = ''; // of the refusal
  return (gone) => {
    if (!gone && said) refused(said = '');
    if (!said) lost(gone);
    if (!gone) return;
    ask(path).catch((e) => {
      if (!(e instanceof Refused)) return;
      lost(false);
      if (e.status === 404 || e.message !== said) refused(said = e.message, e.status);
    });
  };
};

export const watch = (id, show, lost, refused) => {
  const name = encodeURIComponent(id);
  return follow('/events?game=' + name, 'game', show, broken('/games/' + name, lost, refused));
};

// Uses an engine as Sabaki does, through Sabaki's own module:
//
//   node sabaki.mjs PROGRAM ARGUMENT…
//
// What was observed goes to stdout as JSON.
import { Controller, ControllerStateTracker } from '@sabaki/gtp';

const [program, ...args] = process.argv.slice(2);
const controller = new Controller(program, args);
const tracker = new ControllerStateTracker(controller);
const sent = [];
controller.on('command-sent', ({ command }) => sent.push([command.name, ...command.args].join(' ')));
const stopped = new Promise((resolve) => controller.once('stopped', resolve));
const send = async (name, ...words) => {
  const { content, error } = await controller.sendCommand({ name, args: words });
  return (error ? '? ' : '') + content;
};

// analyze reads one line of analysis and interrupts as Sabaki does.
async function analyze(name, ...words) {
  const lines = [];
  let abort;
  const response = await controller.sendCommand({ name, args: words }, ({ line }) => {
    if (line.startsWith('info ')) lines.push(line);
    if (lines.length > 0 && !abort) abort = controller.sendCommand({ name: 'protocol_version' });
  });
  const after = await abort;
  return { error: response.error, moves: parse(lines[0]), after: after.content };
}

// parse takes a line apart with Sabaki's criteria: what has no line of moves at its
// end, no move or no win rate is dropped, and a win rate without a point is in
// ten thousandths.
function parse(line) {
  const vertex = /^([A-HJ-Z]\d+|pass)$/;
  return line.split(/\s*info\s+/).slice(1).flatMap((block) => {
    const words = block.trim().split(/\s+/);
    let end = words.length;
    while (end > 0 && vertex.test(words[end - 1])) end--;
    const values = {};
    for (let i = 0; i + 1 < end; i += 2) values[words[i]] = words[i + 1];
    if (words[end - 1] !== 'pv' || end === words.length || !vertex.test(values.move) || !values.winrate) return [];
    const percent = values.winrate.includes('.') ? 100 * values.winrate : values.winrate / 100;
    return [{ move: values.move, visits: +values.visits, percent, line: words.slice(end) }];
  });
}

controller.start();
const report = {};
const [name, version, protocol, commands] = await Promise.all(
  ['name', 'version', 'protocol_version', 'list_commands'].map((command) => send(command)),
);
Object.assign(report, { name, version, protocol, commands: commands.split('\n') });

const history = [
  { name: 'set_free_handicap', args: ['C3', 'G7'] },
  { name: 'play', args: ['W', 'E5'] },
  { name: 'play', args: ['B', 'E4'] },
];
await tracker.sync({ komi: 0.5, boardsize: [9, 9], history });
report.analyze = await analyze('analyze', 'W', '50');
report.kata = await analyze('kata-analyze', 'W', '50');
report.lz = await analyze('lz-analyze', 'W', '50');

report.genmove = await send('genmove', 'W');
report.shown = await send('genmove_analyze', 'B', '50');
await new Promise(setImmediate); // the tracker learns of the answer after us
report.history = tracker.state.history.map((command) => [command.name, ...command.args].join(' '));
report.engine = (await send('move_history')).split('\n').reverse();

sent.length = 0;
await tracker.sync({ komi: 0.5, boardsize: [9, 9], history });
report.undo = [...sent];
report.undone = (await send('move_history')).split('\n').reverse();
report.refused = [await send('play', 'B', 'E4'), await send('boardsize', '26'), await send('nonsense')];

const { signal } = (await controller.stop(), await stopped);
report.exit = signal;
console.log(JSON.stringify(report));

// ONNX Runtime's side of the comparison, through its Node API; the argument is the
// folder that has it under node_modules.
//
// Every line of standard input is a JSON object that asks for one thing, a line of
// JSON answers it:
//
//	{"do": "time", "path": FILE, "threads": T, "net": {…}, "batch": N, "seconds": S}
//
// times the model in FILE on N positions at a time for about S seconds.
import {createRequire} from 'node:module';
import {createInterface} from 'node:readline';
import {join} from 'node:path';

const require = createRequire(join(process.argv[2], 'package.json'));
const ort = require('onnxruntime-node');

const sessions = new Map(); // of the models seen

async function session(path, threads) {
	const key = `${path} ${threads}`;
	if (!sessions.has(key)) {
		sessions.clear();
		sessions.set(key, await ort.InferenceSession.create(path, {
			intraOpNumThreads: threads,
			interOpNumThreads: 1,
			executionMode: 'sequential',
			graphOptimizationLevel: 'all',
		}));
	}
	return sessions.get(key);
}

async function measure({path, threads, net, batch, seconds}) {
	const s = await session(path, threads);
	const points = net.board * net.board;
	const planes = new Float32Array(batch * net.planes * points);
	for (let i = 0; i < planes.length; i++) planes[i] = Math.random() < 0.17 ? 1 : 0;
	const feeds = {planes: new ort.Tensor('float32', planes, [batch, net.planes, net.board, net.board])};
	const dims = net.kind === 'value' ? [batch] : [batch, points];
	// Room for the result, so that it need not be made anew in each call.
	const fetches = {out: new ort.Tensor('float32', new Float32Array(dims.reduce((a, b) => a * b)), dims)};
	await s.run(feeds, fetches);
	let best = Infinity, rounds = 0;
	const start = performance.now();
	while (rounds === 0 || performance.now() - start < 1e3 * seconds) {
		const t = performance.now();
		await s.run(feeds, fetches);
		best = Math.min(best, performance.now() - t);
		rounds++;
	}
	return {positions_per_s: 1e3 * batch / best, rounds};
}

for await (const line of createInterface({input: process.stdin})) {
	let got;
	try {
		const ask = JSON.parse(line);
		got = ask.do === 'hello' ? {version: require('onnxruntime-node/package.json').version, threads: 0} : await measure(ask);
	} catch (e) {
		got = {error: String(e)};
	}
	process.stdout.write(JSON.stringify(got) + '\n');
}

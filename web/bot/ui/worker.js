// What follows Go's wasm_exec.js in the worker of an exported bot. The page sends the engine and the
// model first, and requests after that; texts of JSON come back (web/internal/botgame).
onmessage = async (first) => {
  const failed = (why) => postMessage(JSON.stringify({ event: 'failed', error: String(why) }));
  try {
    const { engine, model } = first.data;
    const plain = new Blob([engine]).stream().pipeThrough(new DecompressionStream('gzip'));
    const go = new Go();
    const response = new Response(plain, { headers: { 'Content-Type': 'application/wasm' } });
    const { instance } = await WebAssembly.instantiateStreaming(response, go.importObject);
    globalThis.tengen = {
      model,
      post: (text) => postMessage(text),
      ready: (error) => {
        if (error) { failed(error); return; }
        onmessage = (e) => globalThis.tengen.handle(e.data);
        postMessage(JSON.stringify({ event: 'ready' }));
      },
    };
    await go.run(instance);
    failed('the engine has stopped');
  } catch (e) {
    failed(e);
  }
};

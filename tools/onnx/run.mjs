// Runs an ONNX model in ONNX Runtime:
//
//   node run.mjs MODEL PLANES FOLDER BATCH
//
// PLANES holds positions one after the other, little-endian float32 in the layout
// of the model's only input. They are given to the model BATCH at a time, the last
// time perhaps fewer. Each output becomes FOLDER/NAME.f32, and the shapes go to
// stdout as JSON.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ort from 'onnxruntime-node';

const [model, planes, folder, batchText] = process.argv.slice(2);
const batch = Number(batchText);
const session = await ort.InferenceSession.create(model, { intraOpNumThreads: 1 });
const [input] = session.inputMetadata;
const [open, ...shape] = input.shape;
if (session.inputNames.length !== 1 || open !== 'N' || input.type !== 'float32') {
  throw new Error(`inputs ${JSON.stringify(session.inputMetadata)}`);
}
const floats = toFloats(readFileSync(planes));
const size = shape.reduce((a, b) => a * b, 1);
const parts = Object.fromEntries(session.outputNames.map((name) => [name, []]));
for (let at = 0; at < floats.length; at += batch * size) {
  const slice = floats.slice(at, at + batch * size);
  const result = await session.run({ [input.name]: new ort.Tensor('float32', slice, [slice.length / size, ...shape]) });
  for (const name of session.outputNames) {
    if (result[name].dims[0] !== slice.length / size) {
      throw new Error(`${name}: ${result[name].dims} for ${slice.length / size} positions`);
    }
    parts[name].push(Buffer.from(result[name].data.buffer, result[name].data.byteOffset, result[name].data.byteLength));
  }
}
for (const name of session.outputNames) {
  writeFileSync(join(folder, `${name}.f32`), Buffer.concat(parts[name]));
}
const shapes = (all) => Object.fromEntries(all.map((v) => [v.name, v.shape]));
console.log(JSON.stringify({ inputs: shapes(session.inputMetadata), outputs: shapes(session.outputMetadata) }));

// toFloats copies, because a Float32Array needs its bytes aligned.
function toFloats(bytes) {
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

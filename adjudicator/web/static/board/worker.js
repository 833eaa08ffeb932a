// The engine in a worker: Python in WebAssembly, answering the messages of docs/MESSAGES.md.
//
// Into the worker: {id, message}, a number and the JSON text of a message. Out of it: {progress} while it loads,
// {ready}, {id, reply, ms}, or {failed} with a sentence if it cannot start or cannot go on.
import { loadPyodide } from "../../engine/pyodide.mjs";

const engine = new URL("../../engine/", import.meta.url).href;
const parts = ["pyodide.asm.wasm", "python_stdlib.zip", "smashup.zip"];
const sizes = { "pyodide.asm.wasm": 9.6, "python_stdlib.zip": 3.6, "smashup.zip": 2.6 };
const whole = Object.values(sizes).reduce((sum, one) => sum + one);
const loaded = {};

// Fetch a part and say how far it is; the browser's cache hands it to Pyodide without a second download.
async function fetched(name) {
  const answer = await fetch(engine + name);
  if (!answer.ok) throw new Error(`${name} could not be loaded (${answer.status})`);
  const reader = answer.body.getReader();
  const chunks = [];
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    bytes += value.length;
    loaded[name] = Math.min(1, bytes / (sizes[name] * 1e6));
    const share = parts.reduce((sum, part) => sum + (loaded[part] ?? 0) * sizes[part], 0);
    postMessage({ progress: Math.min(0.99, share / whole) });
  }
  return new Blob(chunks).arrayBuffer();
}

let python;

async function start() {
  const [, , ours] = await Promise.all(parts.map(fetched));
  python = await loadPyodide({ indexURL: engine });
  python.unpackArchive(ours, "zip", { extractDir: "/smashup" });
  return python.runPython(`
import sys
sys.path.insert(0, "/smashup")
from adjudicator.messages import Engine
engine = Engine()
engine.reply(b'{"op":"hello"}')
lambda message: engine.reply(message.encode()).decode()
`);
}

let searching;

/** Fetch what only searching needs, the first time somebody searches. */
function searchable() {
  searching ??= fetch(`${engine}search-index.json`).then(async (answer) => {
    if (!answer.ok) throw new Error(`the search index could not be loaded (${answer.status})`);
    python.FS.mkdirTree("/smashup/fixtures/search");
    python.FS.writeFile("/smashup/fixtures/search/index.json", new Uint8Array(await answer.arrayBuffer()));
  });
  return searching;
}

/** The last line of an error: of a Python traceback, the one that says what is wrong. */
const reason = (error) => String(error.message).trim().split("\n").pop().replace(/\.$/, "");

const starting = start();
starting.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: `The rules engine could not be started: ${reason(error)}.` }),
);

onmessage = async ({ data: { id, message } }) => {
  const reply = await starting.catch(() => undefined);
  if (!reply) return; // the page has been told why
  const began = performance.now();
  try {
    if (message.startsWith('{"op":"find"') || message.startsWith('{"op": "find"')) await searchable();
    postMessage({ id, reply: reply(message), ms: performance.now() - began });
  } catch (error) {
    // A fault of the engine itself, or of its memory: the page starts a new worker.
    postMessage({ failed: `The rules engine stopped: ${reason(error)}.` });
  }
};

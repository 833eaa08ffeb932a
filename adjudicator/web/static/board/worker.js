// The engine in a worker: Python in WebAssembly, answering the messages of docs/MESSAGES.md.
//
// Into the worker: {id, message}, a number and the JSON text of a message. Out of it: {progress} while it loads,
// {ready, restored}, {id, reply, ms}, or {failed} with a sentence if it cannot start or cannot go on.
import { loadPyodide } from "../../engine/pyodide.mjs";

const engine = new URL("../../engine/", import.meta.url).href;
const parts = ["pyodide.asm.wasm", "python_stdlib.zip", "smashup.zip"];
const sizes = { "pyodide.asm.wasm": 9.6, "python_stdlib.zip": 3.6, "smashup.zip": 5.3 };
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

// What is run to begin with, and again in an interpreter that was kept: it must not repeat another visit's chance.
const START = `
import random, sys
if "/smashup" not in sys.path:
    sys.path.insert(0, "/smashup")
random.seed()
from adjudicator.messages import Engine
engine = Engine()
engine.reply(b'{"op":"hello"}')
lambda message: engine.reply(message.encode()).decode()
`;

/** The files of a zip archive without compression, by name. */
function* filesOf(archive) {
  const view = new DataView(archive);
  const text = (from, length) => new TextDecoder().decode(new Uint8Array(archive, from, length));
  const end = archive.byteLength - 22; // the archive has no comment
  let entry = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left -= 1) {
    const [size, name, extra, comment] = [view.getUint32(entry + 24, true), ...[28, 30, 32].map((at) => view.getUint16(entry + at, true))];
    const local = view.getUint32(entry + 42, true);
    const data = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    yield [text(entry + 46, name), new Uint8Array(archive, data, size)];
    entry += 46 + name + extra + comment;
  }
}

let python;

/** Start Python with our files in it, from the beginning or from a kept interpreter. */
async function begin(ours, kept) {
  const lay = async (module) => {
    module.addRunDependency("smashup");
    for (const [name, data] of filesOf(ours)) {
      const path = `/smashup/${name}`;
      module.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      module.FS.writeFile(path, data, { canOwn: true });
      if (!name.endsWith(".so")) continue;
      // Loaded before Python starts, a library has the same addresses in every interpreter, so that one can be kept.
      const exports = await module.loadWebAssemblyModule(data.slice(), { loadAsync: true, nodelete: true, allowUndefined: true }, path, {});
      module.newDSO(path, undefined, exports);
    }
    module.removeRunDependency("smashup");
  };
  const createPyodideModule = async (settings) => {
    settings.preRun.push(lay);
    delete settings.INITIAL_MEMORY; // a kept interpreter brings it, but the memory is made elsewhere: let it grow instead
    const { default: create } = await import(`${engine}pyodide.asm.mjs`);
    const module = await create(settings);
    if (kept && module.HEAP8.length < kept.length) module.growMemory(kept.length);
    return module;
  };
  python = await loadPyodide({ indexURL: engine, createPyodideModule, _makeSnapshot: !kept, _loadSnapshot: kept });
  return python.runPython(START);
}

// --- keeping an initialized interpreter in the browser's cache: it only saves time, and anything wrong with it is ignored

const KEPT = "kept-interpreter";
const QUIET = 1500; // milliseconds without a message after which there is time to make one
const LARGEST = 64e6; // bytes: after a long game it is not worth keeping
let version; // of the engine's files
let unkept = true;
let waiting; // for a quiet moment, once something has been ruled on

const keptAddress = () => `${engine}${KEPT}?${version}`;

async function keptInterpreter() {
  try {
    const answer = await fetch(`${engine}version.txt`);
    if (!answer.ok) return undefined;
    version = await answer.text();
    const kept = await (await caches.open(KEPT)).match(keptAddress());
    return kept && new Uint8Array(await kept.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** Once the worker has been idle for a while, keep the interpreter as it is then. */
function keepSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    if (!version || python._module.HEAP8.length > LARGEST) return;
    unkept = false;
    try {
      const cache = await caches.open(KEPT);
      for (const old of await cache.keys()) await cache.delete(old);
      await cache.put(keptAddress(), new Response(python.makeMemorySnapshot()));
    } catch {
      // No room, no permission, or an interpreter that cannot be copied: the next visit starts from the beginning.
    }
  }, QUIET);
}

async function start() {
  const kept = await keptInterpreter();
  if (kept) {
    try {
      const reply = await begin(await fetched("smashup.zip"), kept);
      unkept = false;
      return reply;
    } catch {
      await caches.delete(KEPT).catch(() => {});
    }
  }
  const [, , ours] = await Promise.all(parts.map(fetched));
  return begin(ours);
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
  () => postMessage({ ready: true, restored: !unkept }),
  (error) => postMessage({ failed: `The rules engine could not be started: ${reason(error)}.` }),
);

onmessage = async ({ data: { id, message } }) => {
  const reply = await starting.catch(() => undefined);
  if (!reply) return; // the page has been told why
  const began = performance.now();
  try {
    if (message.startsWith('{"op":"find"') || message.startsWith('{"op": "find"')) await searchable();
    postMessage({ id, reply: reply(message), ms: performance.now() - began });
    if (unkept && (waiting || message.startsWith('{"op":"rule"'))) keepSoon();
  } catch (error) {
    // A fault of the engine itself, or of its memory: the page starts a new worker, from the beginning.
    await globalThis.caches?.delete(KEPT).catch(() => {});
    postMessage({ failed: `The rules engine stopped: ${reason(error)}.` });
  }
};

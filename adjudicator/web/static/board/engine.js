// The page's side of the engine: messages go to a worker in this browser, or to the server that sent the page.

/** A message that the engine refuses: its sentence, and the path of the key in the situation that is wrong. */
export class Refused extends Error {
  constructor({ sentence, path = [], line = 0 }) {
    super(sentence);
    this.path = path;
    this.line = line;
  }
}

function opened(text) {
  const { ok, error } = JSON.parse(text);
  if (error) throw new Refused(typeof error === "string" ? { sentence: error } : error);
  return ok;
}

/** The engine in a Web Worker. It starts with the first message, and again after `cancel` or a fault of its own. */
export class WorkerEngine {
  constructor(onprogress = () => {}) {
    this.onprogress = onprogress;
    this.waiting = new Map();
    this.next = 1;
  }

  ask(message) {
    this.worker ??= this.#start();
    const id = this.next++;
    return new Promise((resolve, reject) => {
      const text = JSON.stringify(message);
      this.waiting.set(id, { resolve, reject, text });
      this.worker.postMessage({ id, message: text });
    });
  }

  /** End the worker: whoever waits is told, and the next message starts a new one. */
  cancel(sentence = "Canceled.") {
    this.worker?.terminate();
    this.worker = undefined;
    this.ready = false;
    for (const { reject } of this.waiting.values()) reject(new Error(sentence));
    this.waiting.clear();
  }

  /** A worker that ran and broke is replaced: the first message may have broken it, the others are asked again. */
  #failed(sentence) {
    if (!this.ready) return this.cancel(sentence);
    const [[guilty, { reject }] = [0, {}], ...others] = this.waiting;
    reject?.(new Error(sentence));
    this.waiting = new Map(others);
    this.worker.terminate();
    this.ready = false;
    this.worker = this.waiting.size && guilty ? this.#start() : undefined;
    for (const [id, { text }] of this.waiting) this.worker.postMessage({ id, message: text });
  }

  #start() {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => {
      if ("progress" in data) this.onprogress(data.progress);
      else if (data.ready) {
        this.ready = true;
        this.onprogress(1);
      } else if (data.failed) this.#failed(data.failed);
      else {
        const { resolve, reject } = this.waiting.get(data.id) ?? {};
        this.waiting.delete(data.id);
        try {
          resolve?.(opened(data.reply));
        } catch (error) {
          reject(error);
        }
      }
    };
    worker.onerror = () => this.#failed("The rules engine could not be started in this browser.");
    return worker;
  }
}

/** The engine behind `smashup serve`. */
export class ServerEngine {
  constructor(address) {
    this.address = address;
  }

  async ask(message) {
    this.cancelling = new AbortController();
    let answer;
    try {
      answer = await fetch(this.address, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(message),
        signal: this.cancelling.signal,
      });
    } catch (error) {
      throw new Error(error.name === "AbortError" ? "Canceled." : "The server does not answer. Is it still running?");
    }
    const text = await answer.text();
    if (!answer.ok && !text.startsWith("{")) throw new Error("The server does not answer. Try again in a moment.");
    return opened(text);
  }

  cancel() {
    this.cancelling?.abort();
  }
}

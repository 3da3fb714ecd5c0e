// The engine: WebAssembly in workers of its own, so that a long question holds up nothing.

// What a worker runs; it sees nothing of this page.
function work() {
  let engine;
  const put = (room, bytes) => {
    const start = room(bytes.length); // the memory may grow, and is another buffer then
    new Uint8Array(engine.exports.memory.buffer, start, bytes.length).set(bytes);
  };
  const ask = (request, attached) => {
    const { reserve, attach, ask: answer, answered, memory } = engine.exports;
    if (attached) put(attach, attached);
    put(reserve, new TextEncoder().encode(JSON.stringify(request)));
    const length = answer();
    return new TextDecoder().decode(new Uint8Array(memory.buffer, answered(), length));
  };
  self.onmessage = async ({ data: { module, number, request, attached } }) => {
    if (module) {
      engine = await WebAssembly.instantiate(module, { page: { now: () => performance.now() } });
      return;
    }
    try {
      self.postMessage({ number, answer: ask(request, attached) });
    } catch (error) {
      // A trap, as for want of memory: this instance is of no more use.
      self.postMessage({ number, broken: String(error) });
    }
  };
}

// Why there is no answer: `faults` has what is wrong with a description, line by line.
export class Refused extends Error {
  constructor({ error, faults }) {
    super(error);
    this.faults = faults;
  }
}

// Something that the page itself refuses, told in the language of the page.
export class Mistake extends Error {}

// The question was given up.
export class Stopped extends Error {}

// The engine broke down, and has been started again.
export class Broken extends Error {}

// The bytes of a text in base64.
function bytes(base64) {
  const text = atob(base64);
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

// What was packed by gzip, in base64: a Response.
export function unpacked(base64) {
  const packed = new Blob([bytes(base64)]).stream();
  return new Response(packed.pipeThrough(new DecompressionStream("gzip")));
}

// A module from its bytes, packed.
export async function compiled(base64) {
  return WebAssembly.compile(await unpacked(base64).arrayBuffer());
}

export class Engine {
  // `module`: as `compiled` gives it.
  constructor(module) {
    this.module = module;
    this.waiting = new Map();
    this.number = 0;
    this.learnt = new Set(); // the networks that the worker knows, by the digest of their rules
  }

  begin() {
    const address = URL.createObjectURL(new Blob([`(${work})()`], { type: "text/javascript" }));
    this.worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.stop(new Broken(event.message));
    this.worker.postMessage({ module: this.module });
  }

  // Knows a network for a game from now on. `load()`: gives its weights, if they are needed.
  async learn(game, network, load) {
    const { learnt } = this;
    if (learnt.has(network.digest)) return;
    const weights = await load();
    if (learnt !== this.learnt) throw new Stopped();
    await this.ask({ do: "learn", game, network }, weights);
    learnt.add(network.digest);
  }

  // A question, in the order in which they are asked. `attached`: bytes that go with it. Throws
  // Refused, or Stopped.
  ask(request, attached) {
    if (!this.worker) this.begin();
    this.number += 1;
    const { number } = this;
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject });
      this.worker.postMessage({ number, request, attached });
    });
  }

  hear({ number, answer, broken }) {
    if (broken) {
      this.stop(new Broken(broken));
      return;
    }
    const { resolve, reject } = this.waiting.get(number);
    this.waiting.delete(number);
    const found = JSON.parse(answer);
    if (found.error === undefined) resolve(found);
    else reject(new Refused(found));
  }

  // Gives up all questions at once.
  stop(reason = new Stopped()) {
    this.worker?.terminate();
    this.worker = null;
    this.learnt = new Set();
    for (const { reject } of this.waiting.values()) reject(reason);
    this.waiting.clear();
  }
}

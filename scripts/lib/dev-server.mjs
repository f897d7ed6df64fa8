// Server of npm run dev. After each change of its sources, the server is bundled again and restarted.
import { mkdirSync, watch } from "node:fs";
import { join, relative, sep } from "node:path";
import { watchBundle } from "../bundle.mjs";
import { startDevProcess } from "./dev-process.mjs";
import { Gate } from "./gate.mjs";
import { root } from "./root.mjs";

const serverDir = join(root, "apps", "server");
const outFile = join(serverDir, "dist", "dev.mjs");
/** Files that the server reads at start. A change requires a restart, but no new bundle. */
const readAtStart = [
  { dir: join(serverDir, "migrations"), isRead: (name) => name.endsWith(".sql") },
  { dir: serverDir, isRead: (name) => name.endsWith("-worker.mjs") },
];
/** Changes within this time, ms, cause one restart (debounce), because editors save a file in several steps. */
const settleMs = 50;

const time = () => new Date().toTimeString().slice(0, 8);
const say = (text) => console.log(`${time()} ${text}`);
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

export class DevServer {
  #env;
  #current;
  #next;
  #changed = new Set();
  #changedAt = performance.now();
  #isEnding = false;
  #isSwapping = false;
  #swapAgain = false;
  #watchers = [];
  #gate = new Gate(false);

  /** @param {NodeJS.ProcessEnv} env environment variables of the server */
  constructor(env) {
    this.#env = env;
  }

  /** Resolves when no restart is pending: with true if the server is running, otherwise with false. */
  whenSettled() {
    return this.#gate.wait();
  }

  async start() {
    mkdirSync(join(serverDir, "dist"), { recursive: true });
    this.#gate.hold();
    const bundler = await watchBundle("apps/server/src/dev/main.ts", outFile, {
      onChange: (file) => this.#note(file),
      onStart: () => this.#gate.hold(),
      onBuilt: () => this.#swap(),
      onError: (message) => {
        this.#changed.clear();
        say(`Server not restarted, this file does not build:\n${message}`);
        if (!this.#isSwapping) this.#gate.open(this.#current !== undefined);
      },
    });
    this.#watchers.push(bundler, ...readAtStart.map((r) => this.#watchFiles(r)));
  }

  async end() {
    this.#isEnding = true;
    for (const w of this.#watchers) await w.close();
    await Promise.all([this.#next?.stop(), this.#current?.stop()]);
  }

  #watchFiles({ dir, isRead }) {
    let timer;
    return watch(dir, (_event, name) => {
      if (name === null || !isRead(name)) return;
      this.#gate.hold();
      this.#note(join(dir, name));
      clearTimeout(timer);
      timer = setTimeout(() => this.#swap(), settleMs);
    });
  }

  #note(file) {
    if (this.#changed.size === 0) this.#changedAt = performance.now();
    this.#changed.add(relative(root, file).split(sep).join("/"));
  }

  /**
   * Replaces the running server by a new one. Only one replacement runs at a time; changes during it cause one further
   * replacement.
   */
  async #swap() {
    if (this.#isSwapping) {
      this.#swapAgain = true;
      return;
    }
    this.#isSwapping = true;
    this.#gate.hold();
    do {
      this.#swapAgain = false;
      if (!this.#isEnding) await this.#replace();
    } while (this.#swapAgain);
    this.#isSwapping = false;
    this.#gate.open(this.#current !== undefined);
  }

  async #replace() {
    const changedAt = this.#changedAt;
    const files = [...this.#changed];
    this.#changed.clear();
    const next = startDevProcess(outFile, this.#env);
    this.#next = next;
    const isLoaded = await next.loaded;
    this.#next = undefined;
    if (this.#isEnding) return;
    if (!isLoaded) {
      const rest = this.#current ? "the one before goes on" : "save a file to try again";
      say(`The new server failed while it loaded, see above; ${rest}.`);
      return;
    }
    const before = this.#current;
    this.#current = next;
    await before?.stop();
    next.release();
    if (!(await next.serving)) {
      this.#current = undefined;
      if (!this.#isEnding) say("The server does not run, see above; save a file to try again.");
      return;
    }
    say(
      before || files.length > 0
        ? `Server restarted in ${seconds(changedAt)}: ${files.join(", ")}`
        : `Server ready in ${seconds(changedAt)}`,
    );
    void next.exited.then(() => {
      if (this.#current !== next || this.#isEnding) return;
      this.#current = undefined;
      this.#gate.open(false);
      say("The server ended by itself, see above; save a file to start it again.");
    });
  }
}

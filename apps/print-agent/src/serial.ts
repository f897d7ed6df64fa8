/** Runs one task of each key at a time, in the order of the calls. */
export class Serial {
  /** Latest task of each key that is not complete. The next task of the key waits for it. */
  readonly #latest = new Map<string, Promise<unknown>>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#latest.get(key);
    const running = (async () => {
      await before?.catch(() => {});
      return task();
    })();
    this.#latest.set(key, running);
    try {
      return await running;
    } finally {
      if (this.#latest.get(key) === running) this.#latest.delete(key);
    }
  }
}

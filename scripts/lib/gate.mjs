/** Blocks callers while an operation runs. Opening it passes the outcome to all of them. */
export class Gate {
  #open;
  #opened;

  /** @param {boolean} value the outcome before the first `hold` */
  constructor(value) {
    this.#opened = Promise.resolve(value);
  }

  /** Resolves with the outcome: at once if the gate is open, otherwise when it opens. */
  wait() {
    return this.#opened;
  }

  hold() {
    if (this.#open) return;
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  /** @param {boolean} value */
  open(value) {
    this.#open?.(value);
    this.#open = undefined;
    this.#opened = Promise.resolve(value);
  }
}

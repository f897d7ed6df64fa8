/** Lets callers wait while something is under way. It opens with a value that tells how that went. */
export class Gate {
  #open;
  #opened;

  /** @param {boolean} value how it stands before the first `hold` */
  constructor(value) {
    this.#opened = Promise.resolve(value);
  }

  /** Resolves at once while the gate is open, else with its opening. */
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

/** Makes callers wait while an operation runs. Opening the gate passes the outcome of the operation to all of them. */
export class Gate {
  #open;
  #opened;

  /** @param {boolean} value the outcome before the first `hold` */
  constructor(value) {
    this.#opened = Promise.resolve(value);
  }

  /** Returns the outcome: immediately if the gate is open, otherwise when it opens. */
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

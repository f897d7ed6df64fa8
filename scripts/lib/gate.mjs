/**
 * Makes callers wait while an operation runs, such as a restart of the server. `open` passes the outcome of the
 * operation to all waiting callers.
 */
export class Gate {
  #open;
  #opened;

  /** @param {boolean} value outcome that `wait` returns before the first operation begins (`hold`) */
  constructor(value) {
    this.#opened = Promise.resolve(value);
  }

  /** Waits until the operation that closed the gate (`hold`) has ended. Returns the outcome of the operation. */
  wait() {
    return this.#opened;
  }

  hold() {
    if (this.#open) return;
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  /**
   * Ends the operation.
   * @param {boolean} value outcome of the operation
   */
  open(value) {
    this.#open?.(value);
    this.#open = undefined;
    this.#opened = Promise.resolve(value);
  }
}

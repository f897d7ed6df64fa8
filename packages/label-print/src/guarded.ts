/**
 * Calls a function that the application passed to this package, such as an event handler. An error is only reported
 * (`reportError`), so that printing goes on.
 */
export function guarded(call: () => unknown): void {
  const report = (cause: unknown) => {
    if (typeof reportError === "function") reportError(cause);
    else console.error(cause);
  };
  try {
    const result = call();
    if (result instanceof Promise) result.catch(report);
  } catch (cause) {
    report(cause);
  }
}

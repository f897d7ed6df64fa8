/** Calls code of the user of this package. Its errors are shown to the developer and change nothing here. */
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

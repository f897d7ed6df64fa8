/** Longest stretch of work, ms: a frame has sixteen, and others want some of it. */
const STRETCH_MS = 6;

/** Ends the task, so that input and painting get their turn; a timer would wait four milliseconds more. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Makes something of each of a list, in stretches between which the page gets its turn. */
export async function* inStretches<A, B>(
  list: readonly A[],
  make: (item: A) => B,
): AsyncGenerator<B[], void> {
  for (let at = 0; at < list.length; ) {
    await pause();
    const end = performance.now() + STRETCH_MS;
    const made: B[] = [];
    do made.push(make(list[at++] as A));
    while (at < list.length && performance.now() < end);
    yield made;
  }
}

/**
 * Longest time of work without a pause, ms. A frame lasts 16 ms, and the browser needs part of it for layout and
 * painting.
 */
const SLICE_MS = 6;

/**
 * Returns control to the browser, so that it can handle input and paint. Does not use setTimeout, which would wait at
 * least 4 ms.
 */
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

/** Maps a list in short time slices with pauses between them, so that the page stays responsive. */
export async function* inTimeSlices<A, B>(
  list: readonly A[],
  make: (item: A) => B,
): AsyncGenerator<B[], void> {
  for (let at = 0; at < list.length; ) {
    await pause();
    const end = performance.now() + SLICE_MS;
    const made: B[] = [];
    do made.push(make(list[at++] as A));
    while (at < list.length && performance.now() < end);
    yield made;
  }
}

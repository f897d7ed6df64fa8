import { useEffect, useReducer } from "react";

/** State of a promise, with its value or the reason of its failure. */
interface State<T> {
  readonly isSettled: boolean;
  readonly value?: T;
  readonly failure?: unknown;
}

const states = new WeakMap<Promise<unknown>, State<unknown>>();

function stateOf<T>(promise: Promise<T> | T): State<T> {
  if (!(promise instanceof Promise)) return { isSettled: true, value: promise };
  const known = states.get(promise);
  // The cast is safe: the map stores the state of each promise with this promise as the key.
  if (known) return known as State<T>;
  const waiting: State<T> = { isSettled: false };
  states.set(promise, waiting);
  promise.then(
    (value) => states.set(promise, { isSettled: true, value }),
    (failure: unknown) => states.set(promise, { isSettled: true, failure }),
  );
  return waiting;
}

/**
 * Returns the value of a promise, or undefined while the promise is pending. Throws the reason if the promise fails.
 * Each call must pass the same promise, or its value. A value is returned as it is.
 *
 * Used instead of React's `use` and `Suspense`. After React has shown the fallback of a `Suspense`, it waits 300 ms
 * before it shows the content, even if the content is ready.
 */
export function useAwaited<T>(promise: Promise<T> | T): T | undefined {
  const state = stateOf(promise);
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const { isSettled } = state;
  useEffect(() => {
    if (isSettled || !(promise instanceof Promise)) return;
    let isCurrent = true;
    const settled = () => {
      if (isCurrent) redraw();
    };
    promise.then(settled, settled);
    return () => {
      isCurrent = false;
    };
  }, [promise, isSettled]);
  if ("failure" in state) throw state.failure;
  return state.value;
}

import { useCallback, useRef, useState } from "react";

/**
 * Returns a state that the caller controls if the caller passes a value. Otherwise the component stores the state.
 */
export function useControlled<T>(
  value: T | undefined,
  onChange: ((value: T) => void) | undefined,
  initial: T,
): [T, (value: T) => void] {
  const [local, setLocal] = useState(initial);
  const latest = useRef(onChange);
  latest.current = onChange;
  const set = useCallback((next: T) => {
    setLocal(next);
    latest.current?.(next);
  }, []);
  return [value ?? local, set];
}

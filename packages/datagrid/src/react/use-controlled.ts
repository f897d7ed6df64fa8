import { useCallback, useRef, useState } from "react";

/**
 * Returns a state value and its setter. If the caller passes a value, the caller controls the state; otherwise the
 * component stores it.
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

import { useCallback, useRef, useState } from "react";

/** State that is controlled if the caller passes a value, and local otherwise. */
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

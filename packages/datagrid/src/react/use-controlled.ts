import { useCallback, useRef, useState } from "react";

/** A value the caller keeps when it passes one, and the component keeps otherwise. */
export function useControlled<T>(
  value: T | undefined,
  onChange: ((value: T) => void) | undefined,
  initial: T,
): [T, (value: T) => void] {
  const [own, setOwn] = useState(initial);
  const latest = useRef(onChange);
  latest.current = onChange;
  const set = useCallback((next: T) => {
    setOwn(next);
    latest.current?.(next);
  }, []);
  return [value ?? own, set];
}

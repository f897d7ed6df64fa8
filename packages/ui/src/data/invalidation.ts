import type { LiveEvent } from "@shotkeeper/client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { create } from "zustand";
import { useLive } from "../app/index.ts";

/** Number of writes to the server since the page was loaded. Grids load their rows again when this number changes. */
const useWrites = create<{ readonly count: number }>()(() => ({ count: 0 }));
export const useWriteCount = (): number => useWrites((s) => s.count);

/**
 * Returns a function to call after every write to the server. The function makes all mounted components load their data
 * again.
 */
export function useInvalidateData(): () => void {
  const queries = useQueryClient();
  return useCallback(() => {
    useWrites.setState((s) => ({ count: s.count + 1 }));
    void queries.invalidateQueries({ predicate: (q) => q.queryKey[0] === dataKey });
  }, [queries]);
}

/**
 * First part of the cache keys of `useRows` and `useCommandData`. A change of data invalidates all keys that begin with
 * this part.
 */
export const dataKey = "data";

const minIntervalMs = 2_000;

/**
 * Calls `refresh` after live events of the given types, at most once in two seconds. The last event of a series is
 * always followed by a call.
 */
export function useLiveRefresh(types: readonly LiveEvent["type"][], refresh: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  }, [refresh]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  useLive(types, () => {
    if (timer.current !== undefined) return;
    const wait = Math.max(200, last.current + minIntervalMs - performance.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      last.current = performance.now();
      latest.current();
    }, wait);
  });
}

/**
 * Returns how many times the user has come back to the page from another tab of the tab bar. Hidden pages get no live
 * events, so pages load their data again when this number changes.
 */
export function useReturnCount(): number {
  const [times, setTimes] = useState(0);
  const shown = useRef(false);
  useEffect(() => {
    if (shown.current) setTimes((n) => n + 1);
    shown.current = true;
  }, []);
  return times;
}

import type { LiveEvent } from "@shotkeeper/client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { create } from "zustand";
import { useLive } from "../app/index.ts";

/** Counts what this browser wrote: grids ask again when it moves. */
const useWrites = create<{ readonly count: number }>()(() => ({ count: 0 }));
export const useWriteCount = (): number => useWrites((s) => s.count);

/** To be called after every write: whatever is on the glass asks again. */
export function useWritten(): () => void {
  const queries = useQueryClient();
  return useCallback(() => {
    useWrites.setState((s) => ({ count: s.count + 1 }));
    void queries.invalidateQueries({ predicate: (q) => q.queryKey[0] === dataKey });
  }, [queries]);
}

/** First part of the key of everything that screens read through `useRows` and `useRun`. */
export const dataKey = "data";

const quietMs = 2_000;

/** Calls `refresh` after events of these types, at most every two seconds, and never misses the last one. */
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
    const wait = Math.max(200, last.current + quietMs - Date.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      last.current = Date.now();
      latest.current();
    }, wait);
  });
}

/** A number that moves when a page comes back from a hidden tab: what it missed meanwhile is asked for. */
export function useShownAgain(): number {
  const [times, setTimes] = useState(0);
  const shown = useRef(false);
  useEffect(() => {
    if (shown.current) setTimes((n) => n + 1);
    shown.current = true;
  }, []);
  return times;
}

import { useLiveness } from "@shotkeeper/ui/app";
import { useEffect, useState, useSyncExternalStore } from "react";

/** A stream that reconnects within this time does not count as lost. */
const graceMs = 6_000;

function subscribeOnline(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

interface QueryState {
  readonly isError: boolean;
  readonly fetchStatus: "fetching" | "paused" | "idle";
}

/** Tells whether the figures may be outdated: the event stream or the latest query has failed for some seconds. */
export function useConnectionLost({ isError, fetchStatus }: QueryState): boolean {
  const stream = useLiveness();
  const online = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const failing = !online || stream === "lost" || isError || fetchStatus === "paused";
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (!failing) {
      setLost(false);
      return;
    }
    const timer = setTimeout(() => setLost(true), graceMs);
    return () => clearTimeout(timer);
  }, [failing]);
  return lost;
}

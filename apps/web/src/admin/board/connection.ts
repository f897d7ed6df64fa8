import { useLiveness } from "@shotkeeper/ui/app";
import { useEffect, useState, useSyncExternalStore } from "react";

/** Grace period: a connection that is restored within this time does not count as lost. */
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

/**
 * Returns whether the figures may be outdated. This is the case if one of these lasts longer than the grace period: the
 * browser is offline, the event stream is lost, the query fails, or the query is paused.
 */
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

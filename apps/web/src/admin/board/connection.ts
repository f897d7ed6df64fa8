import { useLiveness } from "@shotkeeper/ui/app";
import { useEffect, useState, useSyncExternalStore } from "react";

/** A stream that is cut and there again within this time was not lost. */
const graceMs = 6_000;

function subscribeOnline(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

interface Asked {
  readonly isError: boolean;
  readonly fetchStatus: "fetching" | "paused" | "idle";
}

/** Whether what is on the board may be old: the stream or the last question failed, for longer than a hiccup. */
export function useLost({ isError, fetchStatus }: Asked): boolean {
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

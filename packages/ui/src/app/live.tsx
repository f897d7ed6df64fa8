import { followEvents, type LiveEvent, type Liveness } from "@shotkeeper/client";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { useClient } from "./client-context.tsx";

type Listener = (e: LiveEvent) => void;

interface Live {
  readonly liveness: Liveness | "connecting";
  readonly listen: (l: Listener) => () => void;
}

const LiveContext = createContext<Live | undefined>(undefined);

/** One event stream a session, shared by all screens. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const client = useClient();
  const listeners = useRef(new Set<Listener>());
  const [liveness, setLiveness] = useState<Live["liveness"]>("connecting");
  useEffect(
    () =>
      followEvents(
        client,
        (e) => {
          for (const l of listeners.current) l(e);
        },
        setLiveness,
      ),
    [client],
  );
  const live = useMemo<Live>(
    () => ({
      liveness,
      listen: (l) => {
        listeners.current.add(l);
        return () => listeners.current.delete(l);
      },
    }),
    [liveness],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}

function useLiveContext(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error("useLive outside of LiveProvider");
  return live;
}

export const useLiveness = (): Live["liveness"] => useLiveContext().liveness;

/**
 * Calls back on events of these types, and on `resync` (the stream was cut: anything may have changed).
 * A page in a hidden tab does not listen; it asks again when it is shown.
 */
export function useLive(types: readonly LiveEvent["type"][], callback: Listener): void {
  const { listen } = useLiveContext();
  const onEvent = useEffectEvent((e: LiveEvent) => {
    if (e.type === "resync" || types.includes(e.type)) callback(e);
  });
  useEffect(() => listen((e) => onEvent(e)), [listen]);
}

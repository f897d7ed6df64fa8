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

interface LiveProviderProps {
  readonly children: ReactNode;
  /** Function that opens the event stream and returns a function that closes it. Tests pass a replacement. */
  readonly follow?: typeof followEvents;
}

/** Opens one event stream per session, which all screens share. */
export function LiveProvider({ children, follow = followEvents }: LiveProviderProps) {
  const client = useClient();
  const listeners = useRef(new Set<Listener>());
  const [liveness, setLiveness] = useState<Live["liveness"]>("connecting");
  useEffect(
    () =>
      follow(
        client,
        (e) => {
          for (const l of listeners.current) l(e);
        },
        setLiveness,
      ),
    [client, follow],
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
 * Calls `callback` on live events of the given types. Also calls it on the event `resync`, which comes after an
 * interruption of the stream, because any data may have changed meanwhile. A page in a hidden tab of the tab bar gets
 * no events. Such a page loads its data again when it is shown (`useReturnCount`).
 */
export function useLive(types: readonly LiveEvent["type"][], callback: Listener): void {
  const { listen } = useLiveContext();
  const onEvent = useEffectEvent((e: LiveEvent) => {
    if (e.type === "resync" || types.includes(e.type)) callback(e);
  });
  useEffect(() => listen((e) => onEvent(e)), [listen]);
}

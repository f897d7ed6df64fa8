import type { ComponentType, ReactNode } from "react";
import { useAwaited } from "./use-awaited.ts";

/** A component whose code is downloaded when the component is first drawn, or earlier by `preload`. */
export type LazyPart<Props> = ComponentType<Props> & {
  /** Downloads the code. If it has arrived before the component is drawn, the component is drawn at once. */
  readonly preload: () => Promise<void>;
};

/**
 * Returns a component whose code is downloaded when the component is first drawn. Draws `waiting` until then. Used
 * instead of React's `lazy` with `Suspense`, which may show the content 300 ms late (see `useAwaited`).
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  waiting: ReactNode = null,
): LazyPart<Props> {
  let part: Promise<ComponentType<Props>> | ComponentType<Props> | undefined;
  const start = () => {
    part ??= load().then((module) => {
      part = module.default;
      return part;
    });
    return part;
  };
  function LazyPart(props: Props) {
    const Part = useAwaited(start());
    return Part ? <Part {...props} /> : waiting;
  }
  return Object.assign(LazyPart, { preload: async () => void (await start()) });
}

import { type ComponentType, useEffect, useState } from "react";

/**
 * Returns a component whose code is downloaded when the component is first drawn. Draws nothing until then. Used
 * instead of React's `lazy`: after React has shown the fallback of a `Suspense`, it waits 300 ms before it shows the
 * content, even if the content is ready.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  return (props) => {
    const [failure, setFailure] = useState<{ readonly cause: unknown } | null>();
    useEffect(() => {
      if (Part) return;
      const draw = (part: ComponentType<Props>) => {
        Part = part;
        // Changes the state from undefined to null, so that React draws the component again.
        setFailure(null);
      };
      load().then(draw, (cause: unknown) => setFailure({ cause }));
    }, []);
    if (failure) throw failure.cause;
    return Part ? <Part {...props} /> : null;
  };
}

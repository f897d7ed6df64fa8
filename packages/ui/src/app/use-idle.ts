import { useEffect, useState } from "react";

/** Longest time to wait for an idle browser, ms. */
const longestMs = 2000;

/**
 * Returns true once the browser has had time to draw the page. Work that waits for this does not delay the first data
 * of the page.
 */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const done = () => setIdle(true);
    // Safari has no requestIdleCallback.
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(done, longestMs / 2);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(done, { timeout: longestMs });
    return () => cancelIdleCallback(request);
  }, []);
  return isIdle;
}

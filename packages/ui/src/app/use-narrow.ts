import { useSyncExternalStore } from "react";

const query = matchMedia("(max-width: 767px)");
const subscribe = (changed: () => void) => {
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};

/** Room for a phone's width only. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches);

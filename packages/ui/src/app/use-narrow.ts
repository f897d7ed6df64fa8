import { useSyncExternalStore } from "react";

const query = matchMedia("(max-width: 767px)");
const subscribe = (changed: () => void) => {
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};

/** True on windows as narrow as a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches);

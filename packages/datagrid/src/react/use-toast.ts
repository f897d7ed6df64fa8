import { useCallback, useEffect, useState } from "react";

export interface Toast {
  text: string;
  /** Stays until something else is said. */
  sticky?: boolean | undefined;
  onCancel?: (() => void) | undefined;
}

/** One short message at a time, gone after three seconds unless it is sticky. */
export function useToast() {
  const [toast, setToast] = useState<Toast>();
  const say = useCallback((next: string | Toast | undefined) => {
    setToast(typeof next === "string" ? { text: next } : next);
  }, []);
  useEffect(() => {
    if (!toast || toast.sticky) return;
    const timer = setTimeout(() => setToast(undefined), 3000);
    return () => clearTimeout(timer);
  }, [toast]);
  return { toast, say };
}

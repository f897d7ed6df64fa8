import { type ReactNode, type Ref, useEffect, useImperativeHandle, useState } from "react";
import type { GridTexts } from "../core/texts.ts";

export interface Toast {
  text: string;
  /** Stays until something else is said. */
  sticky?: boolean | undefined;
  onCancel?: (() => void) | undefined;
}

export type Say = (toast: string | Toast | undefined) => void;

/**
 * One short message at a time, gone after three seconds unless it is sticky. It keeps its words to itself: a progress
 * that is told a hundred times renders nothing else.
 */
export function Toaster({ texts, ref }: { texts: GridTexts; ref: Ref<Say> }): ReactNode {
  const [toast, setToast] = useState<Toast>();
  useImperativeHandle(ref, () => (next) => setToast(typeof next === "string" ? { text: next } : next), []);
  useEffect(() => {
    if (!toast || toast.sticky) return;
    const timer = setTimeout(() => setToast(undefined), 3000);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <div className="dg-toast" role="status" data-shown={toast === undefined ? undefined : ""}>
      {toast?.text}
      {toast?.onCancel && (
        <button type="button" className="dg-link" onClick={toast.onCancel}>
          {texts.cancel}
        </button>
      )}
    </div>
  );
}

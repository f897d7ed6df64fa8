import { type ReactNode, type Ref, useEffect, useImperativeHandle, useState } from "react";
import type { GridTexts } from "../core/texts.ts";

export interface Toast {
  text: string;
  /** True: the message stays until the next message. Otherwise it disappears after three seconds. */
  sticky?: boolean | undefined;
  onCancel?: (() => void) | undefined;
  /** True: only screen readers get the message, because other users see what it says, such as a new sort. */
  isSpoken?: boolean | undefined;
}

export type Notify = (toast: string | Toast | undefined) => void;

/**
 * Shows one message at a time, for three seconds unless it is sticky. This component stores the message in its own
 * state, so that many updates of a progress message do not render the grid.
 */
export function Toaster({ texts, handle }: { texts: GridTexts; handle: Ref<Notify> }): ReactNode {
  const [toast, setToast] = useState<Toast>();
  const [spoken, setSpoken] = useState({ text: "", count: 0 });
  useImperativeHandle(
    handle,
    () => (next) => {
      if (typeof next === "object" && next.isSpoken) {
        const { text } = next;
        setSpoken(({ count }) => ({ text, count: count + 1 }));
      } else setToast(typeof next === "string" ? { text: next } : next);
    },
    [],
  );
  useEffect(() => {
    if (!toast || toast.sticky) return;
    const timer = setTimeout(() => setToast(undefined), 3000);
    return () => clearTimeout(timer);
  }, [toast]);
  // Empties the spoken message, so that screen readers do not find it later when they read the page.
  useEffect(() => {
    if (spoken.text === "") return;
    const timer = setTimeout(() => setSpoken(({ count }) => ({ text: "", count })), 3000);
    return () => clearTimeout(timer);
  }, [spoken]);
  return (
    <>
      {/* A new key replaces the element, so that screen readers read a message again if it equals the last one. */}
      <div className="dg-hidden dg-spoken" aria-live="polite">
        <span key={spoken.count}>{spoken.text}</span>
      </div>
      <div className="dg-toast" role="status" data-shown={toast === undefined ? undefined : ""}>
        {toast?.text}
        {toast?.onCancel && (
          <button type="button" className="dg-link" onClick={toast.onCancel}>
            {texts.cancel}
          </button>
        )}
      </div>
    </>
  );
}

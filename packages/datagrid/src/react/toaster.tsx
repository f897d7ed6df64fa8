import { type ReactNode, type Ref, useEffect, useImperativeHandle, useState } from "react";
import type { GridTexts } from "../core/texts.ts";

export interface Toast {
  text: string;
  /** True: the message stays until the next message. Otherwise it disappears after three seconds. */
  sticky?: boolean | undefined;
  onCancel?: (() => void) | undefined;
}

export type Notify = (toast: string | Toast | undefined) => void;

/**
 * Shows one message at a time, for three seconds unless it is sticky. The message is state of this component, so that a
 * hundred updates of a progress message do not render the grid.
 */
export function Toaster({ texts, handle }: { texts: GridTexts; handle: Ref<Notify> }): ReactNode {
  const [toast, setToast] = useState<Toast>();
  useImperativeHandle(handle, () => (next) => setToast(typeof next === "string" ? { text: next } : next), []);
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

import { useState } from "react";

/**
 * Returns the state of a drawer or dialog that is open when mounted. After the closing animation, `onClosed` is called,
 * so that the caller can unmount the drawer or dialog.
 */
export function useClosing(onClosed: () => void) {
  const [open, setOpen] = useState(true);
  return {
    open,
    close: () => setOpen(false),
    afterOpenChange: (shown: boolean) => {
      if (!shown) onClosed();
    },
  };
}

import { App } from "antd";
import { useState } from "react";
import { useLocale } from "../app/index.ts";

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

/** Returns a function that asks the user for confirmation before unsaved changes are lost. */
export function useDiscardPrompt(): (changed: boolean, leave: () => void) => void {
  const { modal } = App.useApp();
  const { shell } = useLocale();
  return (changed, leave) => {
    if (changed) modal.confirm({ title: shell.prompts.title, content: shell.prompts.discard, onOk: leave });
    else leave();
  };
}

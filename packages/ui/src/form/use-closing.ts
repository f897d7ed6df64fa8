import { App } from "antd";
import { useState } from "react";
import { useLocale } from "../app/index.ts";

/** State of a drawer or dialog that mounts open. `onClosed` is called after the closing animation, to unmount it. */
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

/** Returns a function that asks for confirmation before it discards changes. */
export function useDiscardPrompt(): (changed: boolean, leave: () => void) => void {
  const { modal } = App.useApp();
  const { shell } = useLocale();
  return (changed, leave) => {
    if (changed) modal.confirm({ title: shell.prompts.title, content: shell.prompts.discard, onOk: leave });
    else leave();
  };
}

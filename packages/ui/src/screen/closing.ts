import { App } from "antd";
import { useState } from "react";
import { useLocale } from "../app/index.ts";

/** A drawer or dialog that is mounted when it opens and goes away when its closing has been seen. */
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

/** Asks before something typed is thrown away. */
export function useDiscardPrompt(): (changed: boolean, leave: () => void) => void {
  const { modal } = App.useApp();
  const { frame } = useLocale();
  return (changed, leave) => {
    if (changed) modal.confirm({ title: frame.prompts.title, content: frame.prompts.discard, onOk: leave });
    else leave();
  };
}

import { App } from "antd";
import { useEffect } from "react";
import { create } from "zustand";
import { useLocale } from "./locale-context.tsx";

interface UnsavedStore {
  /** Paths of the open pages that have unsaved changes. */
  readonly paths: ReadonlySet<string>;
  readonly mark: (path: string, isUnsaved: boolean) => void;
}

export const useUnsaved = create<UnsavedStore>()((set) => ({
  paths: new Set(),
  mark: (path, isUnsaved) =>
    set((s) => {
      if (s.paths.has(path) === isUnsaved) return s;
      const paths = new Set(s.paths);
      if (isUnsaved) paths.add(path);
      else paths.delete(path);
      return { paths };
    }),
}));

/**
 * Marks the page with this path as long as it has unsaved changes. A hidden page keeps the mark, because its changes
 * wait until the user comes back.
 */
export function useUnsavedMark(path: string, isUnsaved: boolean): void {
  const mark = useUnsaved((s) => s.mark);
  useEffect(() => mark(path, isUnsaved), [mark, path, isUnsaved]);
}

/** Makes the browser ask for confirmation if the user leaves the application while a page has unsaved changes. */
export function useLeaveWarning(): void {
  const isUnsaved = useUnsaved((s) => s.paths.size > 0);
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isUnsaved]);
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

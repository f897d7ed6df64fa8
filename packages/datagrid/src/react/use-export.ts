import { useEffect, useRef } from "react";
import type { ExportKind, ExportOptions } from "./run-export.ts";

/**
 * Returns a function that exports all filtered rows in the current order. Its code is loaded on demand, because most
 * users of a page do not export.
 */
export function useExport<R>(options: ExportOptions<R>) {
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return async (kind: ExportKind): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    try {
      await (await import("./run-export.ts")).runExport(options, kind, controller);
    } catch {
      if (!controller.signal.aborted) options.notify(options.texts.failed);
    }
  };
}

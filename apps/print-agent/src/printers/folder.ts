import { constants } from "node:fs";
import { access, copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Spooler } from "./printer.ts";

/** Returns a spooler with one printer that copies files into a folder, for archives and for tests without paper. */
export function folderPrinter(name: string, folder: string): Spooler {
  return {
    formats: ["pdf", "png"],
    async printers() {
      try {
        await mkdir(folder, { recursive: true });
        await access(folder, constants.W_OK);
        return [{ name, state: "ready", isDefault: false }];
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause);
        return [{ name, state: "stopped", message, isDefault: false }];
      }
    },
    async submit({ jobName, type, copies }, file) {
      const safe = jobName.replace(/[^\p{L}\p{N}._-]+/gu, "_").slice(0, 80) || "label";
      const stamp = new Date().toISOString().replace(/[:.]/g, "-");
      for (let i = 1; i <= copies; i++)
        // COPYFILE_EXCL makes the copy fail instead of overwriting an existing file.
        await copyFile(file, join(folder, `${safe}-${stamp}-${i}.${type}`), constants.COPYFILE_EXCL);
      return safe;
    },
    progress: async () => ({ state: "done" }),
  };
}

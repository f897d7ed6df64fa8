import { constants } from "node:fs";
import { access, copyFile, mkdir, open, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { flushFolder } from "../journal.ts";
import type { Spooler } from "./printer.ts";

/** Returns a spooler with one printer that copies files into a folder, for archives and for tests without paper. */
export function folderPrinter(name: string, folder: string): Spooler {
  return {
    formats: ["pdf", "png"],
    isRepeatable: true,
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
    async submit({ jobName, type, copies }, file, print) {
      const safe = jobName.replace(/[^\p{L}\p{N}._-]+/gu, "_").slice(0, 80) || "label";
      const stamp = new Date().toISOString().replace(/[:.]/g, "-");
      const there = await readdir(folder);
      for (let i = 1; i <= copies; i++) {
        // Recognizes a print by the end of the file name, so that a file which a crashed attempt completed is not
        // written again.
        const end = `-${print}-${i}.${type}`;
        if (there.some((f) => f.endsWith(end))) continue;
        const partial = join(folder, `.${print}-${i}.partial`);
        await copyFile(file, partial);
        const handle = await open(partial, "r+");
        await handle.sync().finally(() => handle.close());
        // Renames the complete file. A rename is atomic, so a crash leaves either the whole file or only the hidden
        // partial file.
        await rename(partial, join(folder, `${safe}-${stamp}${end}`));
      }
      await flushFolder(folder);
      return safe;
    },
    progress: async () => ({ state: "done" }),
  };
}

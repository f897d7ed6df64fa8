import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Replaces a file. After a crash the file has its old or its new content, never a part of it. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const handle = await open(`${path}.new`, "w", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${path}.new`, path);
  await syncFolder(dirname(path));
}

/** Syncs the entries of a folder. Without this, a new file may be missing after a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

export interface WrittenFile {
  readonly bytes: number;
  /** SHA-256 of the content in hexadecimal. */
  readonly sha256: string;
}

/** Name of a file while it is written. Its leading dot hides it from readers of the folder. */
export const partOf = (path: string) => join(dirname(path), `.${basename(path)}.part`);

/** Writes a file under a temporary name (`partOf`). When the function returns, the content is on the disk. */
export async function writePart(
  path: string,
  content: AsyncIterable<Buffer>,
  mode = 0o640,
): Promise<WrittenFile> {
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash("sha256");
  let bytes = 0;
  const file = await open(partOf(path), "w", mode);
  try {
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
  } catch (cause) {
    await rm(partOf(path), { force: true });
    throw cause;
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Renames a written file to its final name and replaces an earlier file. Readers never see half a file (atomic). */
export async function publish(path: string): Promise<void> {
  await rename(partOf(path), path);
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Returns the SHA-256 of a file in hexadecimal. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

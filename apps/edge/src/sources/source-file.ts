import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../files.ts";

/** Folders of the gateway with a file for each source. */
const folders = ["machines", "molds"] as const;

const nameOf = (sourceId: string) => `${sourceId}.json`;

/** File that stores facts about a source over restarts of the gateway. */
export class SourceFile<T> {
  private readonly folder: string;
  private readonly path: string;
  private writing: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(dir: string, folder: (typeof folders)[number], sourceId: string) {
    this.folder = join(dir, folder);
    this.path = join(this.folder, nameOf(sourceId));
  }

  /** Returns the stored value, undefined if there is none. */
  read(): T | undefined {
    try {
      return JSON.parse(readFileSync(this.path, "utf8")) as T;
    } catch {
      return undefined;
    }
  }

  /** Stores a value. After `close`, it is ignored. */
  write(value: T): Promise<void> {
    const write = async () => {
      if (this.isClosed) return;
      mkdirSync(this.folder, { recursive: true });
      await replaceFile(this.path, JSON.stringify(value));
    };
    this.writing = this.writing.then(write, write);
    return this.writing;
  }

  /** Waits for the write that is under way. A late read of a stopped source then cannot restore a deleted file. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.writing.catch(() => {});
  }
}

/**
 * Deletes the files of all sources but the given ones: these were removed or switched off. If such a source comes back,
 * it accepts its next machine.
 */
export function forgetOtherSources(dir: string, sourceIds: Iterable<string>): void {
  const names = new Set([...sourceIds].map(nameOf));
  for (const folder of folders) {
    const path = join(dir, folder);
    mkdirSync(path, { recursive: true });
    for (const name of readdirSync(path)) if (!names.has(name)) rmSync(join(path, name), { force: true });
  }
}

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { errors } from "@shotkeeper/contract/kernel";
import { randomSecret } from "../auth/secret.ts";
import { type FileType, headBytes, isText, typeOf } from "./file-types.ts";

export interface StoredFile {
  readonly id: string;
  readonly size: number;
  readonly sha256: string;
  readonly type: FileType;
}

const idPattern = /^[A-Za-z0-9_-]{10,40}$/;

/** Stores uploaded files as <root>/<tenant>/<random id>. No part of the path comes from a caller. */
export class FileStore {
  constructor(private readonly root: string) {}

  private path(tenantId: number, id: string): string {
    if (!Number.isSafeInteger(tenantId) || !idPattern.test(id)) throw errors.notFound();
    return join(this.root, String(tenantId), id);
  }

  /** Stores a stream as a file. Throws fileTypeNotAllowed (S0221) and removes the file if its type is not allowed. */
  async write(
    tenantId: number,
    name: string,
    content: Readable,
    /** Called with the size of each received chunk. Throws if the tenant has no space for the chunk. */
    take: (bytes: number) => void = () => {},
  ): Promise<StoredFile> {
    const id = randomSecret(18);
    const path = this.path(tenantId, id);
    const part = `${path}.part`;
    await mkdir(join(this.root, String(tenantId)), { recursive: true });
    const file = await open(part, "wx", 0o600);
    try {
      const hash = createHash("sha256");
      let head = Buffer.alloc(0);
      let type: FileType | undefined;
      let size = 0;
      for await (const chunk of content as AsyncIterable<Buffer>) {
        take(chunk.length);
        size += chunk.length;
        hash.update(chunk);
        if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes)]);
        // Checks the type after the first bytes, so that a refused file does not cost an upload of 50 MB.
        if (!type && head.length >= headBytes) type = requireType(head, name);
        if (type?.mediaType.startsWith("text/") && !isText(chunk)) throw errors.fileTypeNotAllowed();
        await file.write(chunk);
      }
      type ??= requireType(head, name);
      await file.sync();
      await file.close();
      await rename(part, path);
      return { id, size, sha256: hash.digest("hex"), type };
    } catch (cause) {
      await file.close().catch(() => {});
      await rm(part, { force: true });
      throw full(cause);
    }
  }

  async remove(tenantId: number, id: string): Promise<void> {
    await rm(this.path(tenantId, id), { force: true });
  }

  /** Yields the ids of a tenant's files that were changed before an instant (epoch ms), in batches. */
  async *oldFiles(tenantId: number, before: number, batch: number): AsyncGenerator<string[]> {
    const dir = join(this.root, String(tenantId));
    const names = await readdir(dir).catch(() => []);
    let ids: string[] = [];
    for (const name of names) {
      const { mtimeMs } = await stat(join(dir, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
      if (mtimeMs >= before) continue;
      // Deletes an unfinished file, which is left if the server stopped while it received the file.
      if (name.endsWith(".part")) await rm(join(dir, name), { force: true });
      else if (idPattern.test(name)) ids.push(name);
      if (ids.length === batch) {
        yield ids;
        ids = [];
      }
    }
    if (ids.length > 0) yield ids;
  }

  /** Returns a file's size in bytes, or undefined if it does not exist. */
  async size(tenantId: number, id: string): Promise<number | undefined> {
    return stat(this.path(tenantId, id)).then(
      (s) => s.size,
      () => undefined,
    );
  }

  read(tenantId: number, id: string, range?: { readonly start: number; readonly end: number }): Readable {
    return createReadStream(this.path(tenantId, id), range);
  }
}

function requireType(head: Buffer, name: string): FileType {
  const type = typeOf(head, name);
  if (!type) throw errors.fileTypeNotAllowed();
  return type;
}

/** Maps "no space left on device" to an error of the server, because the request is not at fault. */
function full(cause: unknown): unknown {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : "";
  return code === "ENOSPC" || code === "EDQUOT" ? errors.databaseUnavailable() : cause;
}

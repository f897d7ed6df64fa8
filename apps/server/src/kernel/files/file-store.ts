import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { AppError } from "@shotkeeper/contract/kernel";
import { randomSecret } from "../auth/secret.ts";
import { type FileType, headBytes, isText, typeOf } from "./file-types.ts";

export interface StoredFile {
  readonly id: string;
  readonly size: number;
  readonly sha256: string;
  readonly type: FileType;
}

const idPattern = /^[A-Za-z0-9_-]{10,40}$/;

/** Uploaded files below DATA_DIR/files/<tenant>/<random id>: no part of a path ever comes from a caller. */
export class FileStore {
  constructor(private readonly root: string) {}

  private path(tenantId: number, id: string): string {
    if (!Number.isSafeInteger(tenantId) || !idPattern.test(id)) throw new AppError("S0207", undefined, 404);
    return join(this.root, String(tenantId), id);
  }

  /** Writes a stream down. S0221 when it is not of an allowed type; nothing of it stays then. */
  async write(tenantId: number, name: string, content: Readable): Promise<StoredFile> {
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
        size += chunk.length;
        hash.update(chunk);
        if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes)]);
        // Refused as soon as it can be told, and not after 50 MB.
        if (!type && head.length >= headBytes) type = requireType(head, name);
        if (type?.mediaType.startsWith("text/") && !isText(chunk)) throw new AppError("S0221");
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

  /** Size of a file; undefined when it is gone. */
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
  if (!type) throw new AppError("S0221");
  return type;
}

/** A disk without room is a state of the server, not a fault of the request. */
function full(cause: unknown): unknown {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : "";
  return code === "ENOSPC" || code === "EDQUOT" ? new AppError("S0210", undefined, 503) : cause;
}

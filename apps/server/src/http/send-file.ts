import type { FastifyReply, FastifyRequest } from "fastify";
import type { FileStore } from "../kernel/files/file-store.ts";
import { fileTypes } from "../kernel/files/file-types.ts";

export interface FileRow {
  readonly file_name: string;
  readonly media_type: string;
  readonly file_code: string;
  readonly owner_table: string | null;
  readonly owner_id: string | null;
  readonly owner_part: string | null;
  readonly is_draft: boolean;
}

/**
 * Parses a Range header with a single range of bytes. Returns null if there is no header or its form is not supported.
 * Returns "unsatisfiable" if no byte of the range is in the file.
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): { readonly start: number; readonly end: number } | "unsatisfiable" | null {
  const m = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (!m || (m[1] === "" && m[2] === "")) return null;
  const suffix = m[1] === "";
  const start = suffix ? Math.max(0, size - Number(m[2])) : Number(m[1]);
  const end = suffix || m[2] === "" ? size - 1 : Math.min(Number(m[2]), size - 1);
  return start > end || start >= size ? "unsatisfiable" : { start, end };
}

/** Percent-encodes a file name for a header (RFC 5987). */
const headerText = (name: string) =>
  encodeURIComponent(name).replace(/['()*!]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);

/** Answers with the content of a stored file, or with the range that the request asks for. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  store: FileStore,
  f: { readonly id: string; readonly tenantId: number; readonly size: number; readonly row: FileRow },
): FastifyReply {
  const { row, size } = f;
  const inline = fileTypes.find((t) => t.mediaType === row.media_type)?.inline ?? false;
  const etag = `"${row.file_code.slice(0, 32)}"`;
  void reply.headers({
    "content-type": row.media_type,
    "content-disposition": `${inline ? "inline" : "attachment"}; filename*=UTF-8''${headerText(row.file_name)}`,
    // Forbids uploaded content to run scripts or load anything.
    "content-security-policy":
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "accept-ranges": "bytes",
    // Makes the browser revalidate each time (and get 304), because the caller may lose the right to read the file.
    "cache-control": "private, no-cache",
    etag,
  });
  if (request.headers["if-none-match"] === etag) return reply.status(304).send();
  const range = rangeOf(request.headers.range, size);
  if (range === "unsatisfiable") return reply.status(416).header("content-range", `bytes */${size}`).send();
  if (range === null) return reply.header("content-length", size).send(store.read(f.tenantId, f.id));
  return reply
    .status(206)
    .headers({
      "content-range": `bytes ${range.start}-${range.end}/${size}`,
      "content-length": range.end - range.start + 1,
    })
    .send(store.read(f.tenantId, f.id, range));
}

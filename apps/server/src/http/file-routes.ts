import { join } from "node:path";
import multipart from "@fastify/multipart";
import {
  AppError,
  type Condition,
  codes,
  decodeValue,
  encodeRow,
  errors,
  onWire,
  refusals,
  screensOf,
  wireName,
} from "@shotkeeper/contract/kernel";
import { product, productPicture } from "@shotkeeper/contract/product";
import { fileInfo, logoPart, tenant } from "@shotkeeper/contract/system";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { type Ctx, isGuest, may } from "../kernel/ctx.ts";
import { sql } from "../kernel/db/sql.ts";
import { FileStore, type StoredFile } from "../kernel/files/file-store.ts";
import { fileTypes, safeName } from "../kernel/files/file-types.ts";
import type { Reservation } from "../kernel/files/storage.ts";
import { takesDrafts } from "../kernel/own-files.ts";
import { ownerScope, ownerState } from "../kernel/owner-scope.ts";
import { authenticate, authenticateOrGuest } from "./auth.ts";
import { ok } from "./envelope.ts";

const maxFileBytes = 50 * 1024 * 1024;
const maxFiles = 10;

interface Owner {
  readonly table: string | null;
  readonly id: string | null;
  readonly part: string | null;
}

interface Upload extends StoredFile {
  readonly name: string;
}

interface FileRow {
  readonly file_name: string;
  readonly media_type: string;
  readonly file_code: string;
  readonly owner_table: string | null;
  readonly owner_id: string | null;
  readonly owner_part: string | null;
  readonly is_draft: boolean;
}

/** Registers POST /UploadFiles and GET /files/:id. */
export async function fileRoutes(http: FastifyInstance, app: App): Promise<void> {
  const store = new FileStore(join(app.config.dataDir, "files"));
  await http.register(multipart, {
    limits: { fileSize: maxFileBytes, files: maxFiles, fields: 5, fieldSize: 4096, parts: maxFiles + 5 },
    throwFileSizeLimit: false,
  });

  http.post("/UploadFiles", { bodyLimit: maxFiles * maxFileBytes + 65_536 }, async (request, reply) => {
    const ctx = await authenticate(app, request, reply);
    if (!request.isMultipart()) throw errors.unsupportedMediaType();
    const stored: Upload[] = [];
    const space = await app.storage.reserve(ctx.who.tenantId);
    let isStored = false;
    try {
      const owner = ownerOf(await receive(request, ctx.who.tenantId, store, stored, space));
      const isDraft = await requireOwner(app, ctx, owner);
      if (stored.length === 0) throw errors.missingField(onWire("file"));
      const rows = await insertRows(ctx, stored, owner, isDraft);
      isStored = true;
      return ok(reply, codes.added, JSON.stringify(rows));
    } catch (cause) {
      // All or nothing: the request failed, so the files that it has stored are removed.
      for (const f of stored) await store.remove(ctx.who.tenantId, f.id);
      throw cause;
    } finally {
      space.end(isStored);
    }
  });

  http.get<{ Params: { id: string }; Querystring: { tenant?: string } }>(
    "/files/:id",
    async (request, reply) => {
      const ctx = await authenticateOrGuest(app, request, reply, request.query.tenant);
      const { id } = request.params;
      const { tenantId } = ctx.who;
      const size = await store.size(tenantId, id);
      const [rows] = await app.db.run(tenantId, [
        sql<FileRow>`
          select file_name, media_type, file_code, owner_table, owner_id, owner_part, is_draft
          from file_info
          where tenant_id = ${tenantId} and file_id = ${id}
        `,
      ]);
      const row = rows?.[0];
      if (!row || size === undefined) throw errors.notFound();
      if (!(await mayRead(app, ctx, id, row))) throw new AppError(refusals.forbidden(), 403);
      return send(request, reply, store, { id, tenantId, size, row });
    },
  );
}

/**
 * Stores the files of an upload. Returns the form's field FileInfo, which says to which record they belong. The parts
 * of the form may come in any order.
 */
async function receive(
  request: FastifyRequest,
  tenantId: number,
  store: FileStore,
  stored: Upload[],
  space: Reservation,
): Promise<unknown> {
  let info: unknown;
  for await (const part of request.parts()) {
    if (part.type === "field") {
      if (part.fieldname === "FileInfo") info = part.valueTruncated ? "{" : part.value;
      continue;
    }
    if (!/^files?(\[\])?$/.test(part.fieldname))
      throw errors.unknownField(onWire(part.fieldname.slice(0, 60)));
    const name = safeName(part.filename ?? "");
    const file = await store.write(tenantId, name, part.file, space.take);
    stored.push({ ...file, name });
    if (part.file.truncated) throw errors.requestTooLarge();
  }
  return info;
}

function ownerOf(info: unknown): Owner {
  if (info === undefined || info === "") return { table: null, id: null, part: null };
  let parsed: unknown;
  try {
    parsed = typeof info === "string" ? JSON.parse(info) : info;
  } catch {
    throw errors.invalidField(onWire("FileInfo"));
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw errors.invalidField(onWire("FileInfo"));
  const values = parsed as Record<string, unknown>;
  const text = (name: "ownerTable" | "ownerId" | "ownerPart") => {
    const f = fileInfo.fields[name];
    const value = decodeValue(values[wireName(name, f)], f);
    if (value !== null && typeof value !== "string") throw errors.invalidField(onWire(wireName(name, f)));
    return value;
  };
  return { table: text("ownerTable"), id: text("ownerId"), part: text("ownerPart") };
}

/**
 * Throws unless the caller may change the row to which the files will be attached, or may create it if it does not
 * exist. Returns whether the row does not exist, so that the files are drafts.
 */
async function requireOwner(app: App, ctx: Ctx, owner: Owner): Promise<boolean> {
  // A key that only reads may not store files.
  if (ctx.who.apiKey && [...ctx.who.rights].every((r) => r.endsWith(":Q"))) throw errors.forbidden();
  if (owner.table === null) return false;
  const t = app.registry.tables.get(owner.table);
  if (t === undefined) throw errors.unknownTable(owner.table);
  const mayAny = (action: "A" | "M") => screensOf(t.entity).some((menu) => may(ctx.who, menu, action));
  const state = owner.id === null ? "none" : await ownerState(ctx, t, owner.id);
  const mayDraft = takesDrafts(app.registry, owner.table) && (mayAny("A") || mayAny("M"));
  // A hidden row and one that does not exist get the same answer.
  if (state === "none" ? !mayDraft : state === "hidden" || !mayAny("M")) throw errors.forbidden();
  return state === "none";
}

async function insertRows(
  ctx: Ctx,
  files: readonly Upload[],
  owner: Owner,
  isDraft: boolean,
): Promise<Record<string, unknown>[]> {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  await ctx.db.run(
    tenantId,
    files.map(
      (f) => sql`
        insert into file_info (
          tenant_id, file_id, file_name, file_path, file_size, media_type, owner_table, owner_id,
          owner_part, is_draft, file_code, created_by, created_date, updated_by, updated_date
        )
        values (
          ${tenantId}, ${f.id}, ${f.name}, ${`/files/${f.id}`}, ${f.size}, ${f.type.mediaType},
          ${owner.table}, ${owner.id}, ${owner.part}, ${isDraft}, ${f.sha256}, ${userId}, ${at}, ${userId},
          ${at}
        )
      `,
    ),
  );
  return files.map((f) =>
    encodeRow(
      {
        fileId: f.id,
        fileName: f.name,
        filePath: `/files/${f.id}`,
        fileSize: f.size,
        ownerTable: owner.table,
        ownerId: owner.id,
        ownerPart: owner.part,
        fileCode: f.sha256,
        createdBy: userId,
        createdDate: at.toISOString(),
      },
      fileInfo.fields,
    ),
  );
}

/**
 * Returns whether the file is a picture of the shop: of a product, or the logo. Everybody who may open the shop may see
 * these pictures.
 */
const isShopPicture = (row: FileRow) =>
  !row.is_draft &&
  ((row.owner_table === product.wire &&
    Object.values<string | null>(productPicture).includes(row.owner_part)) ||
    (row.owner_table === tenant.wire && row.owner_part === logoPart));

/**
 * Returns whether the caller may read the file. Visitors without a log-in may read only pictures of the shop. Others
 * may read the files that the list of files (SYS_FILE_INFO) shows them.
 */
async function mayRead(app: App, ctx: Ctx, id: string, row: FileRow): Promise<boolean> {
  if (isGuest(ctx.who)) return isShopPicture(row);
  const files = app.registry.tables.get(fileInfo.wire);
  if (!files?.owner) return false;
  const known: Condition[] = [
    { field: files.owner.table, operator: "EQ", value: row.owner_table ?? "" },
    { field: files.owner.key, operator: "EQ", value: row.owner_id ?? "" },
  ];
  const [found] = await app.db.run(ctx.who.tenantId, [
    sql<{ file_id: string }>`
      select t.file_id
      from ${files.from(ctx, [])}
      where ${files.where(ctx)}
        and t.file_id = ${id}
        and ${ownerScope(ctx, app.registry, files, files.owner, known)}
    `,
  ]);
  return found.length > 0;
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

function send(
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
    // Uploaded content must neither run scripts nor load anything.
    "content-security-policy":
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "accept-ranges": "bytes",
    // The browser must revalidate each time (and gets 304), because the caller may lose the right to read the file.
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

import { join } from "node:path";
import multipart from "@fastify/multipart";
import {
  AppError,
  codes,
  decodeValue,
  type Entity,
  encodeRow,
  errors,
  onWire,
  refusals,
  screensOf,
  wireName,
} from "@shotkeeper/contract/kernel";
import { product, productPicture } from "@shotkeeper/contract/product";
import { fileInfo, tenant } from "@shotkeeper/contract/system";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { type Ctx, isGuest, may } from "../kernel/ctx.ts";
import { sql } from "../kernel/db/sql.ts";
import { dispatch } from "../kernel/dispatch.ts";
import { FileStore, type StoredFile } from "../kernel/files/file-store.ts";
import { fileTypes, safeName } from "../kernel/files/file-types.ts";
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
  readonly created_by: string;
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
    try {
      const owner = ownerOf(await receive(request, ctx.who.tenantId, store, stored));
      await requireOwner(app, ctx, owner);
      if (stored.length === 0) throw errors.missingField(onWire("file"));
      return ok(reply, codes.added, JSON.stringify(await insertRows(ctx, stored, owner)));
    } catch (cause) {
      // All or nothing: one upload failed, so remove the files that were stored before it.
      for (const f of stored) await store.remove(ctx.who.tenantId, f.id);
      throw cause;
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
          select file_name, media_type, file_code, owner_table, owner_id, owner_part, created_by
          from file_info
          where tenant_id = ${tenantId} and file_id = ${id}
        `,
      ]);
      const row = rows?.[0];
      if (!row || size === undefined) throw errors.notFound();
      if (!(await mayRead(app, ctx, row))) throw new AppError(refusals.forbidden(), 403);
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
    const file = await store.write(tenantId, name, part.file);
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

/** Throws unless the caller may write the record to which the files are attached. */
async function requireOwner(app: App, ctx: Ctx, owner: Owner): Promise<void> {
  // A key that only reads may not store files.
  if (ctx.who.apiKey && [...ctx.who.rights].every((r) => r.endsWith(":Q"))) throw errors.forbidden();
  if (owner.table === null) return;
  const entity = app.registry.tables.get(owner.table)?.entity;
  if (entity === undefined) throw errors.unknownTable(owner.table);
  const mayWrite = screensOf(entity).some((m) => may(ctx.who, m, "A") || may(ctx.who, m, "M"));
  if (!(entity.access.signedIn && !ctx.who.apiKey) && !mayWrite) throw errors.forbidden();
  // A customer's user may attach files only to rows of the same customer.
  if (ctx.who.custId !== undefined && !(await seesRow(app, ctx, entity, owner.id))) throw errors.forbidden();
}

async function insertRows(
  ctx: Ctx,
  files: readonly Upload[],
  owner: Owner,
): Promise<Record<string, unknown>[]> {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  await ctx.db.run(
    tenantId,
    files.map(
      (f) => sql`
        insert into file_info (
          tenant_id, file_id, file_name, file_path, file_size, media_type, owner_table, owner_id,
          owner_part, file_code, created_by, created_date, updated_by, updated_date
        )
        values (
          ${tenantId}, ${f.id}, ${f.name}, ${`/files/${f.id}`}, ${f.size}, ${f.type.mediaType},
          ${owner.table}, ${owner.id}, ${owner.part}, ${f.sha256}, ${userId}, ${at}, ${userId},
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

/** Returns whether the file is the tenant's logo. The shell shows the logo to all users of the tenant. */
const isLogo = (row: FileRow) => row.owner_table === tenant.wire && row.owner_part === "LOGO";

/** Returns whether the file is a picture of the shop. Everybody who may open the shop may see these pictures. */
const isShopPicture = (row: FileRow) =>
  row.owner_table === product.wire && Object.values<string | null>(productPicture).includes(row.owner_part);

/**
 * Returns whether the caller may read the file: users may read their own uploads and the files of records that they
 * may read.
 */
async function mayRead(app: App, ctx: Ctx, row: FileRow): Promise<boolean> {
  if (isShopPicture(row)) return true;
  if (isGuest(ctx.who)) return false;
  // An API key acts for a user, but does not see the user's own uploads.
  if ((row.created_by === ctx.who.userId && !ctx.who.apiKey) || isLogo(row)) return true;
  const t = row.owner_table === null ? undefined : app.registry.tables.get(row.owner_table);
  if (!t) return false;
  const { entity } = t;
  const isOpen = entity.access.signedIn && !ctx.who.apiKey;
  const mayQuery = isOpen || screensOf(entity).some((m) => may(ctx.who, m, "Q"));
  if (!mayQuery) return false;
  // A caller with tenant-wide scope may read the file without a look-up of its record. If several screens share the
  // table, the look-up below decides.
  if (ctx.who.scope.kind === "tenant" && (entity.access.readOn.length === 0 || row.owner_id === null))
    return true;
  // Otherwise the caller must be able to see the record to which the file is attached.
  return seesRow(app, ctx, entity, row.owner_id);
}

async function seesRow(app: App, ctx: Ctx, entity: Entity, ownerId: string | null): Promise<boolean> {
  const keyName = entity.key[0] ?? "";
  const key = entity.fields[keyName];
  if (ownerId === null || !key || entity.key.length !== 1) return false;
  const { data } = await dispatch(ctx, app.registry, {
    Type: "QueryBySelf",
    MENU_ID: screensOf(entity).find((m) => may(ctx.who, m, "Q")) ?? entity.menu,
    TableName: entity.wire,
    WhereStr: [
      {
        Field: wireName(keyName, key),
        ConditionalCode: "EQ",
        Value: ownerId,
        FieldType: "string",
      },
    ],
    Limit: 1,
  });
  return /"count":[1-9]/.test(data ?? "");
}

/**
 * Parses a Range header with a single range of bytes. Returns null if there is no header or its form is not
 * supported.
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

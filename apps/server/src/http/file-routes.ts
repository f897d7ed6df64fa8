import { join } from "node:path";
import multipart from "@fastify/multipart";
import {
  AppError,
  type Condition,
  codes,
  decodeValue,
  encodeRow,
  errors,
  isMessage,
  onWire,
  refusals,
  replayedHeader,
  requestKeyHeader,
  screensOf,
  wireName,
} from "@shotkeeper/contract/kernel";
import { product, productPicture } from "@shotkeeper/contract/product";
import { fileInfo, logoPart, tenant } from "@shotkeeper/contract/system";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { type Ctx, isGuest, may } from "../kernel/ctx.ts";
import { sql } from "../kernel/db/sql.ts";
import { type OnceAnswer, runOnce } from "../kernel/dispatch-once.ts";
import { FileStore, type StoredFile } from "../kernel/files/file-store.ts";
import { safeName } from "../kernel/files/file-types.ts";
import type { Reservation } from "../kernel/files/storage.ts";
import { takesDrafts } from "../kernel/own-files.ts";
import { ownerScope, ownerState } from "../kernel/owner-scope.ts";
import { authenticate, authenticateOrGuest } from "./auth.ts";
import { ok } from "./envelope.ts";
import { requireUser } from "./for-user.ts";
import { partsOf } from "./form-parts.ts";
import { type FileRow, sendFile } from "./send-file.ts";

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

/** Registers POST /UploadFiles and GET /files/:id. */
export async function fileRoutes(http: FastifyInstance, app: App): Promise<void> {
  const store = new FileStore(join(app.config.dataDir, "files"));
  await http.register(multipart, {
    limits: { fileSize: maxFileBytes, files: maxFiles, fields: 5, fieldSize: 4096, parts: maxFiles + 5 },
    throwFileSizeLimit: false,
  });

  http.post("/UploadFiles", async (request, reply) => {
    const ctx = await authenticate(app, request, reply);
    requireUser(ctx, request);
    if (!request.isMultipart()) throw errors.unsupportedMediaType();
    const stored: Upload[] = [];
    const space = await app.storage.reserve(ctx.who.tenantId);
    let isStored = false;
    let isWriting = false;
    try {
      const owner = ownerOf(await receive(request, ctx.who.tenantId, store, stored, space));
      const isDraft = await requireOwner(app, ctx, owner);
      if (stored.length === 0) throw errors.missingField(onWire("file"));
      const insert = async (inner: Ctx): Promise<OnceAnswer> => ({
        msg: codes.uploaded,
        data: JSON.stringify(await insertRows(inner, stored, owner, isDraft)),
      });
      isWriting = true;
      const key = request.headers[requestKeyHeader.toLowerCase()];
      const files = stored.map(({ name, sha256 }) => ({ name, sha256 }));
      const answer =
        key === undefined ? await insert(ctx) : await runOnce(ctx, String(key), { owner, files }, insert);
      if (answer.isReplayed) {
        for (const f of stored) await store.remove(ctx.who.tenantId, f.id);
        void reply.header(replayedHeader, "true");
      }
      isStored = !answer.isReplayed;
      return ok(reply, codes.uploaded, answer.data);
    } catch (cause) {
      // Keeps the files if the connection to the database broke, because their rows may be committed. If they are not,
      // `removeStray` removes the files later.
      isStored = isWriting && cause instanceof AppError && isMessage(cause, "databaseUnavailable");
      if (isStored) throw cause;
      // Removes the files that a failed request has stored, so that an upload is all or nothing.
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
      return sendFile(request, reply, store, { id, tenantId, size, row });
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
  for await (const part of partsOf(request)) {
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
 * Checks the rights on the row to which the files will be attached. Throws unless the caller may change the row, or may
 * create a row that does not exist yet. Returns true if the row does not exist yet; the files are then drafts.
 */
async function requireOwner(app: App, ctx: Ctx, owner: Owner): Promise<boolean> {
  // Refuses files from an API key that may only read.
  if (ctx.who.apiKey && [...ctx.who.rights].every((r) => r.endsWith(":Q"))) throw errors.forbidden();
  if (owner.table === null) return false;
  const t = app.registry.tables.get(owner.table);
  if (t === undefined) throw errors.unknownTable(owner.table);
  const mayAny = (action: "A" | "M") => screensOf(t.entity).some((menu) => may(ctx.who, menu, action));
  const state = owner.id === null ? "none" : await ownerState(ctx, t, owner.id);
  const takes = takesDrafts(app.registry, owner.table);
  const mayDraft = takes && (mayAny("A") || mayAny("M"));
  // Refuses files for a table whose rows only commands change, unless a form or command of the table takes uploaded
  // files (`takes`).
  if (t.writes.length === 0 && !takes) throw errors.forbidden();
  // Gives the same answer for a hidden row as for one that does not exist, so that nobody learns which rows exist.
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
 * Returns whether the caller may read the file. Visitors without a log-in may read only pictures of the shop. Other
 * callers may read the files that their list of files (SYS_FILE_INFO) shows.
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

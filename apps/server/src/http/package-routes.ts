import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  AppError,
  accessOfTable,
  allows,
  codes,
  errors,
  isMessage,
  onWire,
  refusals,
} from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { clientPackage, packageKind } from "@shotkeeper/contract/system";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { type Ctx, callerOf, may } from "../kernel/ctx.ts";
import { DbError } from "../kernel/db/db.ts";
import { sql } from "../kernel/db/sql.ts";
import { FileStore, type StoredFile } from "../kernel/files/file-store.ts";
import { safeName } from "../kernel/files/file-types.ts";
import type { Reservation } from "../kernel/files/storage.ts";
import { logInto } from "../kernel/log.ts";
import { authenticate, authenticatePerson } from "./auth.ts";
import { ok } from "./envelope.ts";
import { partsOf } from "./form-parts.ts";
import { checkZip } from "./zip-check.ts";

const menu = menus.clientPackage;
const maxBytes = 200 * 1024 * 1024;
const dayMs = 86_400_000;

type Kind = (typeof packageKind.values)[keyof typeof packageKind.values];
interface ByKind {
  readonly Params: { readonly kind: string };
  readonly Querystring: { readonly VERSION?: string; readonly ID?: string };
}

interface PackageRow {
  readonly version: string;
  readonly package_name: string;
  readonly package_size: number;
  readonly sha256: string;
  readonly file_id: string;
}

interface Received {
  readonly file: StoredFile & { readonly name: string };
  readonly version: string;
  readonly remark: string | null;
}

function kindOf(request: FastifyRequest<ByKind>): Kind {
  const found = Object.values(packageKind.values).find((k) => k === request.params.kind);
  if (!found) throw errors.notFound();
  return found;
}

/**
 * Registers the routes of software packages for handhelds, clients and servers. Uploads need a right. Every signed-in
 * user may download the active versions, except server packages, which need the right to query packages.
 */
export function packageRoutes(http: FastifyInstance, app: App): void {
  const root = join(app.config.dataDir, "packages");
  const store = new FileStore(root);

  http.post<ByKind>("/packages/:kind", async (request, reply) => {
    const ctx = await authenticate(app, request, reply);
    const kind = kindOf(request);
    if (!allows(accessOfTable(clientPackage.access, "A"), callerOf(ctx.who))) throw errors.forbidden();
    if (!request.isMultipart()) throw errors.unsupportedMediaType();
    const { tenantId } = ctx.who;
    await sweep(ctx, root);
    const ids: string[] = [];
    const space = await app.storage.reserve(tenantId);
    let isStored = false;
    let isWriting = false;
    try {
      const received = await receive(request, tenantId, store, ids, space);
      const { id, size } = received.file;
      const names = await checkZip({ size, read: (range) => store.read(tenantId, id, range) });
      if (kind === "apk" && !names.some((n) => /(^|\/)AndroidManifest\.xml$|\.apk$/i.test(n)))
        throw errors.apkNotFound();
      isWriting = true;
      await insert(ctx, kind, received);
      isStored = true;
      return ok(
        reply,
        codes.uploaded,
        JSON.stringify({ FILE_NAME: received.file.name, SHA256: received.file.sha256 }),
      );
    } catch (cause) {
      // Keeps the file if the connection to the database broke, because the row of the file may be committed. Without a
      // row, `sweep` removes the file later.
      isStored = isWriting && cause instanceof AppError && isMessage(cause, "databaseUnavailable");
      if (!isStored) for (const id of ids) await store.remove(tenantId, id);
      throw cause;
    } finally {
      space.end(isStored);
    }
  });

  // Returns the active version of a package. A client may send its own version in VERSION. The answer is then S0104 if
  // the active version is another one, and S0018 if it is the same.
  http.get<ByKind>("/packages/:kind", async (request, reply) => {
    const ctx = await authenticatePerson(app, request, reply);
    const kind = kindOf(request);
    const p = await find(ctx, kind);
    const isOther = request.query.VERSION !== undefined && request.query.VERSION !== p.version;
    const facts = {
      VERSION: p.version,
      FILE_NAME: p.package_name,
      FILE_SIZE: p.package_size,
      SHA256: p.sha256,
      FILE_PATH: `/packages/${kind}/file`,
      UPGRADE: isOther ? "Y" : "N",
    };
    return ok(reply, isOther ? codes.upgraded : codes.fetched, JSON.stringify(facts));
  });

  http.get<ByKind>("/packages/:kind/file", async (request, reply) => {
    const ctx = await authenticatePerson(app, request, reply);
    const p = await find(ctx, kindOf(request), request.query.ID);
    const size = await store.size(ctx.who.tenantId, p.file_id);
    if (size === undefined) throw new AppError(refusals.fileNotFound(), 404);
    return reply
      .headers({
        "content-type": "application/zip",
        "content-length": size,
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(p.package_name)}`,
        "content-security-policy": "sandbox; default-src 'none'",
        "cache-control": "private, no-cache",
        etag: `"${p.sha256.slice(0, 32)}"`,
      })
      .send(store.read(ctx.who.tenantId, p.file_id));
  });
}

async function receive(
  request: FastifyRequest,
  tenantId: number,
  store: FileStore,
  ids: string[],
  space: Reservation,
): Promise<Received> {
  const fields: Record<string, string> = {};
  let file: Received["file"] | undefined;
  for await (const part of partsOf(request, { limits: { fileSize: maxBytes, files: 1, fields: 5 } })) {
    if (part.type === "field") {
      fields[part.fieldname] = String(part.value).trim();
      continue;
    }
    const name = safeName(part.filename ?? "");
    if (!/\.zip$/i.test(name)) throw errors.onlyZip();
    try {
      file = { ...(await store.write(tenantId, name, part.file, space.take)), name };
    } catch (cause) {
      throw cause instanceof AppError && cause.code === codes.fileTypeNotAllowed ? errors.onlyZip() : cause;
    }
    ids.push(file.id);
    if (part.file.truncated) throw errors.requestTooLarge();
  }
  if (!file) throw errors.missingField(onWire("file"));
  const { VERSION: version = "", REMARK: remark = "" } = fields;
  if (version === "") throw errors.missingField("version");
  if (!/^[0-9A-Za-z][0-9A-Za-z._+-]{0,29}$/.test(version)) throw errors.invalidField("version");
  if (remark.length > 200) throw errors.invalidField("remark");
  if (/[<>]/.test(remark)) throw errors.suspiciousText();
  return { file, version, remark: remark || null };
}

async function insert(ctx: Ctx, kind: Kind, { file, version, remark }: Received): Promise<void> {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const after = { version, name: file.name, sha256: file.sha256 };
  try {
    await ctx.db.run(tenantId, [
      sql`
        insert into client_package (
          tenant_id, package_kind, version, package_name, file_id, package_size, sha256, remark,
          created_by, created_date, updated_by, updated_date
        )
        values (
          ${tenantId}, ${kind}, ${version}, ${file.name}, ${file.id}, ${file.size}, ${file.sha256},
          ${remark}, ${userId}, ${at}, ${userId}, ${at}
        )
      `,
      sql`${logInto(ctx, "insert", "SYS_PACKAGE", "after")} ${kind}, ${JSON.stringify(after)}::jsonb returning 1`,
    ]);
  } catch (cause) {
    if (!(cause instanceof DbError) || cause.state !== "23505") throw cause;
    throw cause.constraint === "client_package_version"
      ? errors.duplicate("version")
      : errors.fileNameExists();
  }
}

/**
 * Finds a package: the active version, or the version with the given `id`. An `id`, and packages for servers, need the
 * right to query packages.
 */
async function find(ctx: Ctx, kind: Kind, id?: string): Promise<PackageRow> {
  const { tenantId } = ctx.who;
  if ((id !== undefined || kind === "server") && !may(ctx.who, menu, "Q")) throw errors.forbidden();
  if (id !== undefined && !/^\d{1,15}$/.test(id)) throw errors.invalidField("id");
  const which = id === undefined ? sql`in_use` : sql`package_id = ${Number(id)}`;
  const [rows] = await ctx.db.run(tenantId, [
    sql<PackageRow>`
      select version, package_name, package_size, sha256, file_id
      from client_package
      where tenant_id = ${tenantId} and package_kind = ${kind} and ${which}
    `,
  ]);
  const row = rows?.[0];
  if (!row) throw kind === "apk" ? errors.apkNotFound() : errors.fileNotFound();
  return row;
}

/** Deletes the files of package versions whose rows were deleted. Runs with each upload of a package. */
async function sweep(ctx: Ctx, root: string): Promise<void> {
  const { tenantId } = ctx.who;
  const dir = join(root, String(tenantId));
  const names = await readdir(dir).catch(() => []);
  const [rows] = await ctx.db.run(tenantId, [
    sql`select file_id from client_package where tenant_id = ${tenantId}`,
  ]);
  const inUse = new Set(rows?.map((r) => String(r.file_id)));
  for (const name of names) {
    const path = join(dir, name);
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
    // Keeps files of the last day, because a recent file may belong to an upload that is under way.
    if (!inUse.has(name) && age > dayMs) await rm(path, { force: true });
  }
}

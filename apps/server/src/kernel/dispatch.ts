import {
  type Access,
  AppError,
  accessOfTable,
  allows,
  codes,
  decodePaging,
  decodeRow,
  decodeSort,
  decodeWhere,
  encodeAnswer,
  errors,
  type Fields,
  onWire,
  pick,
  screensOf,
  wireIndex,
} from "@shotkeeper/contract/kernel";
import { type ArchiveType, archive } from "./archive.ts";
import { type Ctx, callerOf } from "./ctx.ts";
import { EventBus } from "./events.ts";
import { meaningOf } from "./failures.ts";
import { type Answer, page } from "./list-answer.ts";
import { expectOwnFiles, requireOwnFiles } from "./own-files.ts";
import { readLimits } from "./read-limits.ts";
import { expectReferences, requireReferences } from "./references.ts";
import type { Registry, TableImpl } from "./registry.ts";
import { bySecondPerson } from "./second-person.ts";
import { expectUnused } from "./usage.ts";
import { forViewer, viewerFault } from "./viewer-access.ts";
import { effectOf, type Guard, prepareWrite, type WriteType, write } from "./write.ts";
import { isEach, updateEach } from "./write-each.ts";

type Body = Readonly<Record<string, unknown>>;

/** Throws forbidden (S0020) unless the operation's declaration allows the caller. */
function requireAccess(ctx: Ctx, access: Access): void {
  if (!allows(access, callerOf(ctx.who))) throw errors.forbidden();
}

/** Throws unless the request names the screen `menu` as its MENU_ID. */
function requireScreen(body: Body, menu: string): void {
  if (body.MENU_ID !== menu) throw errors.forbidden();
}

function queryById(ctx: Ctx, r: Registry, body: Body): Promise<Answer> {
  const impl = r.queries.get(`${String(body.MENU_ID)}/${String(body.QueryID)}`);
  if (!impl) throw errors.unknownTable(String(body.QueryID ?? "QueryID").slice(0, 60));
  const { query } = impl;
  requireAccess(ctx, query.access);
  return page(ctx, r, body, {
    source: impl,
    fields: query.columns,
    key: query.key,
    sums: query.sums,
    where: decodeWhere(body.WhereStr, query.columns),
    sort: decodeSort(body.Sort, query.columns),
    paging: decodePaging(body),
  });
}

function tableOf(r: Registry, body: Body): TableImpl {
  const t = typeof body.TableName === "string" ? r.tables.get(body.TableName) : undefined;
  if (!t) throw errors.unknownTable(String(body.TableName ?? "TableName").slice(0, 60));
  return t;
}

function queryBySelf(ctx: Ctx, r: Registry, body: Body): Promise<Answer> {
  const t = tableOf(r, body);
  const { entity } = t;
  const menu = screensOf(entity).find((m) => m === body.MENU_ID) ?? entity.menu;
  requireScreen(body, menu);
  const mayReadAll = allows(accessOfTable({ ...entity.access, menu, readOn: [] }, "Q"), callerOf(ctx.who));
  const some = mayReadAll ? undefined : entity.access.anonymousFields;
  if (!mayReadAll && !some) throw errors.forbidden();
  const fields = some ? pick(entity, ...some) : entity.fields;
  const { toName } = wireIndex(fields);
  const selected = body.SelecFields;
  let names: string[] | undefined;
  if (selected !== undefined && selected !== null && selected !== "" && selected !== "*") {
    const list: unknown[] = Array.isArray(selected) ? selected : String(selected).split(",");
    names = list.map((item) => {
      const wire = String(item).trim();
      const name = toName.get(wire.slice(wire.lastIndexOf(".") + 1));
      if (!name || fields[name]?.secret) throw errors.unknownField(onWire(wire.slice(0, 60)));
      return name;
    });
  }
  return page(ctx, r, body, {
    source: t,
    fields,
    key: entity.key,
    ...(names ? { names } : {}),
    where: decodeWhere(body.WhereStr, fields),
    sort: decodeSort(body.Sort, fields),
    paging: decodePaging(body),
  });
}

const writeTypes: Readonly<Record<string, WriteType>> = {
  insert: "insert",
  add: "insert",
  update: "update",
  delete: "delete",
  deleteReq: "delete",
};
const writeAction = { insert: "A", update: "M", delete: "D" } as const;

async function writeRows(ctx: Ctx, r: Registry, type: WriteType, body: Body): Promise<Answer> {
  const t = tableOf(r, body);
  requireScreen(body, t.entity.menu);
  requireAccess(ctx, accessOfTable(t.entity.access, writeAction[type]));
  if (isEach(body.EACH, type)) return updateEach(ctx, r, t, body.Data, guardOf(ctx, r, t));
  return { msg: await write(ctx, t, type, body.Data, guardOf(ctx, r, t)) };
}

/**
 * Returns the statements that guard a write. They fail if rows to be deleted are in use, or if rows to be written refer
 * to rows or files to which they may not refer.
 */
const guardOf =
  (ctx: Ctx, r: Registry, t: TableImpl): Guard =>
  (type, rows) =>
    type === "delete"
      ? expectUnused(ctx, r, t, rows)
      : [...expectReferences(ctx, r, t, type, rows), ...expectOwnFiles(ctx, r, t, rows)];

/** Archives or restores the rows whose keys the request lists in `Data`. Needs the right to delete. */
async function archiveRows(ctx: Ctx, r: Registry, type: ArchiveType, body: Body): Promise<Answer> {
  const t = tableOf(r, body);
  const { entity } = t;
  requireScreen(body, entity.menu);
  requireAccess(ctx, accessOfTable(entity.access, "D"));
  const list: unknown[] = Array.isArray(body.Data) ? body.Data : [body.Data];
  if (list.length === 0 || body.Data === undefined) throw errors.missingField(onWire("Data"));
  const rows = list.map((row) =>
    decodeRow(row, entity.fields, { mode: "update", key: entity.key, allow: entity.key }),
  );
  return {
    msg: await archive(ctx, t, type, [...new Set(rows.map((row) => String(row[entity.key[0] ?? ""])))]),
  };
}

/**
 * Handles DoHDAndDT: inserts a header row and its lines in one transaction. The request names the screen of the header.
 * Lines may belong to another screen; the caller needs the right to add rows there too.
 */
async function headerAndLines(ctx: Ctx, r: Registry, body: Body): Promise<Answer> {
  const parts: unknown[] = [body.HD, ...(Array.isArray(body.DT) ? body.DT : body.DT ? [body.DT] : [])];
  const statements = [];
  const done: (() => void)[] = [];
  for (const [i, part] of parts.entries()) {
    if (typeof part !== "object" || part === null) throw errors.missingField(onWire("HD"));
    const t = tableOf(r, part as Body);
    if (i === 0) requireScreen(body, t.entity.menu);
    requireAccess(ctx, accessOfTable(t.entity.access, "A"));
    const prepared = await prepareWrite(ctx, t, "insert", (part as Body).Data, guardOf(ctx, r, t));
    statements.push(...prepared.statements);
    done.push(() => t.done?.(ctx, "A", prepared.rows));
  }
  try {
    await ctx.db.run(ctx.who.tenantId, statements);
  } catch (cause) {
    throw effectOf("insert", meaningOf(cause));
  }
  for (const d of done) d();
  return { msg: codes.added };
}

/**
 * Finds a command, checks the right of the caller and decodes the command's input. If `isPreview` is true, throws
 * unless the command has a preview.
 */
function commandOf(ctx: Ctx, r: Registry, type: unknown, body: Body, isPreview = false) {
  const impl = r.commands.get(String(type));
  if (!impl || (isPreview && !impl.preview)) throw errors.unknownType(String(type).slice(0, 60));
  const { access, input } = impl.command;
  requireAccess(ctx, access);
  // Accepts the short form of InParams: an array is the value of the input DATA (spec shop §7, rf_CreateCustOrder).
  const given = Array.isArray(body.InParams) ? { DATA: body.InParams } : (body.InParams ?? {});
  const params = decodeRow(given, input, { mode: "insert" });
  // Sets every declared input that the caller did not send to null, so that handlers get all of them.
  for (const name of Object.keys(input)) params[name] ??= null;
  return { impl, params };
}

async function command(ctx: Ctx, r: Registry, body: Body): Promise<Answer> {
  const { impl, params } = commandOf(ctx, r, body.Type, body);
  const { input, output, success = "done", isReport } = impl.command;
  try {
    await requireReferences(ctx, r, input, params);
    const assignFiles = await requireOwnFiles(ctx, r, input, params);
    const own: Ctx = isReport ? { ...ctx, db: ctx.db.limited(readLimits(ctx, "report")) } : ctx;
    const answer = await bySecondPerson(own, impl.command, params, (ctx) => impl.handler(ctx, params));
    if (assignFiles.length > 0) await ctx.db.run(ctx.who.tenantId, assignFiles);
    return { msg: codes[success], data: JSON.stringify(encodeAnswer(answer, output)) };
  } catch (cause) {
    throw meaningOf(cause);
  }
}

/**
 * Runs the command named by `Command` in a transaction that is rolled back, and returns the changes that the command
 * would make. Nothing leaves the transaction: events go to a bus without listeners.
 */
async function previewCommand(ctx: Ctx, r: Registry, body: Body): Promise<Answer> {
  const { impl, params } = commandOf(ctx, r, body.Command, body, true);
  const { command: declared, preview } = impl;
  if (!preview || !declared.preview) throw errors.unknownType(declared.type);
  try {
    const db = ctx.db.limited(readLimits(ctx, "report"));
    const answer = await db.dryRun(ctx.who.tenantId, async (db) => {
      const dry: Ctx = { ...ctx, db, events: new EventBus(), afterCommit: () => {} };
      await requireReferences(dry, r, declared.input, params);
      return bySecondPerson(dry, declared, params, (ctx) => preview(ctx, params));
    });
    return { msg: codes.fetched, data: JSON.stringify(encodeAnswer(answer, declared.preview)) };
  } catch (cause) {
    throw meaningOf(cause);
  }
}

/** Returns whether a visitor without a log-in may call the operation. */
export function isAnonymous(r: Registry, body: Body): boolean {
  if (body.Type === "QueryBySelf")
    return r.tables.get(String(body.TableName))?.entity.access.anonymousFields !== undefined;
  const access =
    body.Type === "QueryByID"
      ? r.queries.get(`${String(body.MENU_ID)}/${String(body.QueryID)}`)?.query.access
      : r.commands.get(String(body.Type))?.command.access;
  return access?.kind === "anonymous";
}

/** Finds the operation of a /mitt body, checks the right, and runs it. */
export async function dispatch(ctx: Ctx, r: Registry, body: unknown): Promise<Answer> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw errors.unknownType();
  const b = body as Body;
  if (typeof b.Type !== "string" || b.Type === "") throw errors.unknownType();
  try {
    return await operation(forViewer(ctx, r, b.Type), r, b, b.Type);
  } catch (cause) {
    throw cause instanceof AppError ? cause.withWireName(fieldsOf(r, b, b.Type)) : viewerFault(ctx, cause);
  }
}

function operation(ctx: Ctx, r: Registry, b: Body, type: string): Promise<Answer> {
  if (type === "QueryByID") return queryById(ctx, r, b);
  if (type === "QueryBySelf") return queryBySelf(ctx, r, b);
  const write = Object.hasOwn(writeTypes, type) ? writeTypes[type] : undefined;
  if (write) return writeRows(ctx, r, write, b);
  if (type === "archive" || type === "restore") return archiveRows(ctx, r, type, b);
  if (type === "DoHDAndDT") return headerAndLines(ctx, r, b);
  if (type === "preview") return previewCommand(ctx, r, b);
  return command(ctx, r, b);
}

/** Returns the fields that the called operation declares. Messages use them to name fields by their wire names. */
function fieldsOf(r: Registry, b: Body, type: string): Fields {
  const query = type === "QueryByID" ? r.queries.get(`${String(b.MENU_ID)}/${String(b.QueryID)}`) : undefined;
  const entity = r.tables.get(String(b.TableName))?.entity;
  const called = r.commands.get(type === "preview" ? String(b.Command) : type);
  return query?.query.columns ?? called?.command.input ?? entity?.fields ?? {};
}

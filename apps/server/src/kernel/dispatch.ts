import {
  type Action,
  AppError,
  decodePaging,
  decodeRow,
  decodeSort,
  decodeWhere,
  pick,
  screensOf,
  wireIndex,
} from "@shotkeeper/contract/kernel";
import { frameMenu } from "@shotkeeper/contract/menus";
import { type Ctx, may } from "./ctx.ts";
import { meaningOf } from "./failures.ts";
import type { Registry, TableImpl } from "./registry.ts";
import { namesOneRow, type PageText, selectPage } from "./select.ts";
import { prepareWrite, successOf, type WriteType, write } from "./write.ts";

/** An answer: a message code and, ready as JSON text, its data. */
export interface Answer {
  readonly msg: string;
  readonly data?: string;
}

type Body = Readonly<Record<string, unknown>>;

function requireRight(ctx: Ctx, menu: string, action: Action): void {
  if (menu !== frameMenu && !may(ctx.who, menu, action)) throw new AppError("S0020");
}

/** The operation must be asked for from the screen it belongs to. */
function requireScreen(body: Body, menu: string): void {
  if (body.MENU_ID !== menu) throw new AppError("S0020");
}

async function page(ctx: Ctx, selection: Parameters<typeof selectPage>[0]): Promise<Answer> {
  let rows: readonly Record<string, unknown>[] | undefined;
  try {
    const { tenantId } = ctx.who;
    const statement = selectPage(selection, ctx);
    [rows] = await (namesOneRow(selection)
      ? ctx.db.lookUp(tenantId, statement)
      : ctx.db.run(tenantId, [statement]));
  } catch (cause) {
    throw meaningOf(cause);
  }
  const found = rows?.[0] as PageText | undefined;
  const totals = found?.totals === undefined ? "" : `,"totals":${found.totals}`;
  return { msg: "S0018", data: `{"list":${found?.list ?? "[]"},"count":${found?.count ?? 0}${totals}}` };
}

function queryById(ctx: Ctx, r: Registry, body: Body): Promise<Answer> {
  const impl = r.queries.get(`${String(body.MENU_ID)}/${String(body.QueryID)}`);
  if (!impl) throw new AppError("S0014", String(body.QueryID ?? "QueryID").slice(0, 60));
  const { query } = impl;
  if (!query.public && !query.open) requireRight(ctx, query.menu, "Q");
  return page(ctx, {
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
  if (!t) throw new AppError("S0014", String(body.TableName ?? "TableName").slice(0, 60));
  return t;
}

function queryBySelf(ctx: Ctx, r: Registry, body: Body): Promise<Answer> {
  const t = tableOf(r, body);
  const { entity } = t;
  const menu = screensOf(entity).find((m) => m === body.MENU_ID) ?? entity.menu;
  requireScreen(body, menu);
  const open = may(ctx.who, menu, "Q") ? undefined : t.open;
  if (!open) requireRight(ctx, menu, "Q");
  const fields = open ? pick(entity, ...open) : entity.fields;
  const { toName } = wireIndex(fields);
  const asked = body.SelecFields;
  let names: string[] | undefined;
  if (asked !== undefined && asked !== null && asked !== "" && asked !== "*") {
    const list: unknown[] = Array.isArray(asked) ? asked : String(asked).split(",");
    names = list.map((item) => {
      const wire = String(item).trim();
      const name = toName.get(wire.slice(wire.lastIndexOf(".") + 1));
      if (!name || fields[name]?.secret) throw new AppError("S0015", wire.slice(0, 60));
      return name;
    });
  }
  return page(ctx, {
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
  requireRight(ctx, t.entity.menu, writeAction[type]);
  await write(ctx, t, type, body.Data);
  return { msg: successOf[type] };
}

/** A header with its lines, one transaction. */
async function headerAndLines(ctx: Ctx, r: Registry, body: Body): Promise<Answer> {
  const parts: unknown[] = [body.HD, ...(Array.isArray(body.DT) ? body.DT : body.DT ? [body.DT] : [])];
  const statements = [];
  const done: (() => void)[] = [];
  for (const part of parts) {
    if (typeof part !== "object" || part === null) throw new AppError("S0007", "HD");
    const t = tableOf(r, part as Body);
    requireScreen(body, t.entity.menu);
    requireRight(ctx, t.entity.menu, "A");
    const prepared = await prepareWrite(ctx, t, "insert", (part as Body).Data);
    statements.push(...prepared.statements);
    done.push(() => t.done?.(ctx, "A", prepared.rows));
  }
  try {
    await ctx.db.run(ctx.who.tenantId, statements);
  } catch (cause) {
    throw meaningOf(cause);
  }
  for (const d of done) d();
  return { msg: "S0022" };
}

async function command(ctx: Ctx, r: Registry, body: Body): Promise<Answer> {
  const impl = r.commands.get(String(body.Type));
  if (!impl) throw new AppError("S0008", String(body.Type).slice(0, 60));
  const { right, input } = impl.command;
  if (right && !right.also?.some((menu) => may(ctx.who, menu, right.action)))
    requireRight(ctx, right.menu, right.action);
  // A list stands for the one input that is called DATA (spec shop §7, rf_CreateCustOrder).
  const given = Array.isArray(body.InParams) ? { DATA: body.InParams } : (body.InParams ?? {});
  const params = decodeRow(given, input, { mode: "insert" });
  // Every declared input is there: null where the caller left it out.
  for (const name of Object.keys(input)) params[name] ??= null;
  try {
    return { msg: "S0012", data: JSON.stringify((await impl.handler(ctx, params as never)) ?? null) };
  } catch (cause) {
    throw meaningOf(cause);
  }
}

/** May a visitor ask for it, who has no log-in? */
export function isOpen(r: Registry, body: Body): boolean {
  if (body.Type === "QueryByID")
    return r.queries.get(`${String(body.MENU_ID)}/${String(body.QueryID)}`)?.query.public ?? false;
  return body.Type === "QueryBySelf" && r.tables.get(String(body.TableName))?.open !== undefined;
}

/** Finds the operation of a /mitt body, checks the right, and runs it. */
export async function dispatch(ctx: Ctx, r: Registry, body: unknown): Promise<Answer> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new AppError("S0008");
  const b = body as Body;
  if (typeof b.Type !== "string" || b.Type === "") throw new AppError("S0008");
  if (b.Type === "QueryByID") return queryById(ctx, r, b);
  if (b.Type === "QueryBySelf") return queryBySelf(ctx, r, b);
  const type = Object.hasOwn(writeTypes, b.Type) ? writeTypes[b.Type] : undefined;
  if (type) return writeRows(ctx, r, type, b);
  if (b.Type === "DoHDAndDT") return headerAndLines(ctx, r, b);
  return command(ctx, r, b);
}

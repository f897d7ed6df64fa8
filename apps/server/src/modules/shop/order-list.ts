import { errors } from "@shotkeeper/contract/kernel";
import {
  decodeListLine,
  type ListLine,
  maxListLines,
  maxLists,
  orderList,
  orderListLine,
  orderListLines,
  orderLists,
  saveOrderList,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { personName } from "../../kernel/person-name.ts";
import { type CommandImpl, handle, implement, table } from "../../kernel/registry.ts";
import { isApprover } from "./company-access.ts";
import { customerScope } from "./shop-access.ts";

/** SQL condition: the caller sees the list with this alias. People see their own lists and shared ones. */
const isSeen = (ctx: Ctx, alias = "t"): Sql => {
  const list = sql.raw(alias);
  const isOwnOrShared =
    ctx.who.custId === undefined
      ? sql.raw("true")
      : sql`(${list}.is_shared or ${list}.created_by = ${ctx.who.userId})`;
  return sql`${customerScope(ctx, alias)} and ${isOwnOrShared}`;
};

/** SQL condition: the caller may change the list `t`. People change their own lists, and approvers shared ones too. */
const isEditable = ({ who: { tenantId, custId, userId } }: Ctx): Sql =>
  custId === undefined
    ? // Always false, but not written as a constant, because PostgreSQL accepts no constant in ORDER BY.
      sql`(t.list_id is null)`
    : sql`
        (
          t.created_by = ${userId}
            or t.is_shared and ${isApprover(tenantId, sql`${custId}`, sql`${userId}`)}
        )
      `;

const lineFrom = ({ who: { tenantId } }: Ctx) =>
  sql`
    order_list_line t
    join order_list h on h.tenant_id = ${tenantId} and h.list_id = t.list_id
    join product p on p.tenant_id = ${tenantId} and p.goods_id = t.goods_id
  `;

export const orderListQueries = [
  implement(orderLists, {
    from: "order_list",
    where: (ctx) => isSeen(ctx),
    columns: {
      ownerName: personName("t.created_by"),
      lineCount: ({ who: { tenantId } }) =>
        sql`(select count(*) from order_list_line l where l.tenant_id = ${tenantId} and l.list_id = t.list_id)`,
      isEditable,
    },
    order: [{ field: "listName", direction: "asc" }],
  }),
  implement(orderListLines, {
    from: lineFrom,
    where: (ctx) => isSeen(ctx, "h"),
    columns: { goodsName: "p.goods_name" },
  }),
];

export const orderListTables = [
  table(orderList, {
    from: "order_list",
    where: (ctx) => sql`${isSeen(ctx)} and ${isEditable(ctx)}`,
    writes: ["M", "D"],
  }),
  table(orderListLine, { from: lineFrom, where: (ctx) => isSeen(ctx, "h"), writes: [] }),
];

/** Decodes the lines of a list. Throws if there are no lines, too many lines or an invalid line. */
function linesOf(value: unknown): readonly ListLine[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  if (list.length === 0) throw errors.missingField("lines");
  if (list.length > maxListLines) throw errors.tooManyRows(maxListLines);
  return list.map(decodeListLine);
}

/** Adds a list without lines. Returns its id. */
async function addList(
  ctx: Ctx,
  tx: Tx,
  custId: string,
  listName: string,
  isShared: boolean,
): Promise<number> {
  const { userId } = ctx.who;
  const at = new Date(ctx.now);
  // Locks the company, so that two requests of a person at once cannot exceed the maximum number of lists or use the
  // same name.
  await tx.query(sql`
    select 1 from customer where tenant_id = ${tx.tenantId} and cust_id = ${custId} for no key update
  `);
  const [known] = await tx.query(sql<{ count: number; isTaken: boolean }>`
    select
      count(*) as count, coalesce(bool_or(lower(t.list_name) = lower(${listName})), false) as "isTaken"
    from order_list t
    where t.tenant_id = ${tx.tenantId} and t.cust_id = ${custId} and t.created_by = ${userId}
  `);
  if (known?.isTaken) throw errors.duplicate("listName");
  if ((known?.count ?? 0) >= maxLists) throw errors.tooManyRows(maxLists);
  const [added] = await tx.query(sql<{ listId: number }>`
    insert into order_list (
      tenant_id, cust_id, list_name, is_shared, created_by, created_date, updated_by, updated_date
    )
    values (${tx.tenantId}, ${custId}, ${listName}, ${isShared}, ${userId}, ${at}, ${userId}, ${at})
    returning list_id::float8 as "listId"
  `);
  if (!added) throw errors.nothingUpdated();
  return added.listId;
}

/** Replaces the lines of a list. Throws if a product does not exist. */
async function storeLines(ctx: Ctx, tx: Tx, listId: number, lines: readonly ListLine[]): Promise<void> {
  const { userId } = ctx.who;
  const at = new Date(ctx.now);
  const ids = [...new Set(lines.map((l) => l.goodsId))];
  const known = await tx.query(sql`
    select 1 from product where tenant_id = ${tx.tenantId} and goods_id = any(${ids})
  `);
  if (known.length !== ids.length) throw errors.unknownReference("goodsId");
  await tx.query(sql`delete from order_list_line where tenant_id = ${tx.tenantId} and list_id = ${listId}`);
  await tx.query(sql`
    insert into order_list_line (
      tenant_id, list_id, seq, goods_id, oem_name, order_qty, mold_kind, side_type, magnet, created_by,
      created_date, updated_by, updated_date
    )
    select
      ${tx.tenantId}::int, ${listId}::bigint, x.n, x.goods, x.oem, x.qty, x.kind, x.side, x.magnet, ${userId}, ${at},
      ${userId}, ${at}
    from unnest(
      ${lines.map((l) => l.goodsId)}::text[], ${lines.map((l) => l.oemName)}::text[],
      ${lines.map((l) => l.orderQty)}::bigint[], ${lines.map((l) => l.moldKind)}::text[],
      ${lines.map((l) => l.sideType ?? -1)}::int[], ${lines.map((l) => l.magnet ?? -1)}::int[]
    ) with ordinality x (goods, oem, qty, kind, side, magnet, n)
  `);
}

export const orderListCommands: readonly CommandImpl[] = [
  handle(saveOrderList, async (ctx, input) => {
    const { tenantId, custId, userId } = ctx.who;
    if (custId === undefined) throw errors.forbidden();
    const lines = linesOf(input.lines);
    const listName = input.listName?.trim() ?? "";
    // Refuses a name or a share flag for a stored list: an update of the list's row changes these fields.
    if (input.listId !== null && input.listName !== null) throw errors.invalidField("listName");
    if (input.listId !== null && input.isShared !== null) throw errors.invalidField("isShared");
    const listId = await ctx.db.tx(tenantId, async (tx) => {
      if (input.listId === null && listName === "") throw errors.missingField("listName");
      const id = input.listId ?? (await addList(ctx, tx, custId, listName, input.isShared ?? false));
      const [list] = await tx.query(sql`
        select 1 from order_list t
        where t.tenant_id = ${tenantId} and t.list_id = ${id} and ${isSeen(ctx)} and ${isEditable(ctx)}
        for update of t
      `);
      if (!list) throw errors.unknownReference("listId");
      await storeLines(ctx, tx, id, lines);
      const after = JSON.stringify({ list_id: id, lines: lines.length });
      await tx.all([
        sql`
          update order_list
          set updated_by = ${userId}, updated_date = ${new Date(ctx.now)}
          where tenant_id = ${tenantId} and list_id = ${id}
        `,
        sql`
          ${logInto(ctx, input.listId === null ? "insert" : "update", orderList.wire, "after")} ${String(id)},
          ${after}::jsonb
          returning 1
        `,
      ]);
      return id;
    });
    return { listId };
  }),
];

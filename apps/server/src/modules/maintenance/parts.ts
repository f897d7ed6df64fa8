import { errors } from "@shotkeeper/contract/kernel";
import {
  enteredMove,
  fitsMold,
  moveKind,
  movePart,
  partMove,
  partMoves,
  sparePart,
  sparePartList,
  type UsedPart,
} from "@shotkeeper/contract/maintenance";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle, implement, type QueryImpl, table } from "../../kernel/registry.ts";

/**
 * SQL condition: the caller may see a spare part. Users of a plant see the spare parts of their plant and spare parts
 * without a plant. `alias` is the SQL alias of the spare part.
 */
function partScope(ctx: Ctx, alias = "t"): Sql {
  const { scope } = ctx.who;
  if (scope.kind === "tenant") return sql.raw("true");
  if (scope.kind !== "plant") return sql.raw("false");
  const plant = sql.raw(`${alias}.plant_id`);
  return sql`(${plant} is null or ${plant} = ${scope.orgId})`;
}

const partListImpl = implement(sparePartList, {
  from: (ctx) =>
    sql`spare_part t
      left join organization plant on plant.tenant_id = ${ctx.who.tenantId} and plant.org_id = t.plant_id`,
  where: partScope,
  columns: {
    plantName: "plant.org_name",
    isLowStock: "coalesce(t.stock_qty <= t.minimum_qty, false)",
  },
});

type Rows = readonly Record<string, unknown>[];

/**
 * Throws if a mold of `fitsMolds` (molds that a spare part fits) does not exist. Removes blanks and duplicates from the
 * list.
 */
async function checkFits(ctx: Ctx, rows: Rows): Promise<void> {
  const { tenantId } = ctx.who;
  for (const row of rows) {
    if (typeof row.fitsMolds !== "string") continue;
    const molds = [...new Set(row.fitsMolds.split(",").map((m) => m.trim()))].filter(Boolean);
    row.fitsMolds = molds.join(",");
    const [[known]] = await ctx.db.run(tenantId, [
      sql<{ n: number }>`select count(*) as n
        from mold
        where tenant_id = ${tenantId} and mold_no = any(${molds}::text[])`,
    ]);
    if (known?.n !== molds.length) throw errors.unknownReference("fitsMolds");
  }
}

/**
 * Throws if a user of a plant would change or delete a spare part that all plants share. Users of a plant may only
 * change its stock (`movePart`).
 */
async function requireOwnPlant(ctx: Ctx, rows: Rows): Promise<void> {
  const { scope, tenantId } = ctx.who;
  if (scope.kind !== "plant") return;
  const [shared] = await ctx.db.run(tenantId, [
    sql`select 1
      from spare_part
      where tenant_id = ${tenantId} and part_no = any(${rows.map((r) => String(r.partNo))}::text[]) and plant_id is null
      limit 1`,
  ]);
  if (shared.length > 0) throw errors.forbidden();
}

const opening = sql.constant(moveKind.values.opening);

const partTable = table(sparePart, {
  from: "spare_part",
  where: partScope,
  writes: ["A", "M", "D"],
  async check(ctx, action, rows) {
    const { scope, tenantId } = ctx.who;
    if (action !== "A") await requireOwnPlant(ctx, rows);
    if (action === "D") {
      // Refuses to delete a spare part whose stock was moved after its opening stock, because it has a history.
      const [found] = await ctx.db.run(tenantId, [
        sql<{ part_no: string; updated: string; moved: boolean }>`select t.part_no,
            t.updated_date as updated,
            exists (
              select from part_move x
              where x.tenant_id = ${tenantId} and x.part_no = t.part_no and x.move_kind <> ${opening}) as moved
          from spare_part t
          where t.tenant_id = ${tenantId} and t.part_no = any(${rows.map((r) => String(r.partNo))}::text[])`,
      ]);
      if (found.some((p) => p.moved)) throw errors.inUse("SPARE_PART");
      // Optimistic lock: if another request moves stock after this read, nothing is deleted.
      for (const row of rows) row.updatedDate ??= found.find((p) => p.part_no === row.partNo)?.updated;
      return;
    }
    for (const row of rows) {
      // Lets users of a plant add and change only spare parts of that plant.
      if (scope.kind !== "plant") continue;
      if (action === "A") row.plantId ??= scope.orgId;
      if (row.plantId !== undefined && row.plantId !== scope.orgId) throw errors.forbidden();
    }
    await checkFits(ctx, rows);
  },
  afterInsert: sql`insert into part_move (
      tenant_id, part_no, move_kind, move_qty, balance_qty, created_by, created_date, updated_by, updated_date
    )
    select tenant_id, part_no, ${opening}, stock_qty, stock_qty, created_by, created_date, created_by, created_date
    from done
    where stock_qty > 0
    returning 1`,
});

const moveFrom = (ctx: Ctx) => sql`part_move t
  join spare_part p on p.tenant_id = ${ctx.who.tenantId} and p.part_no = t.part_no
  left join maintenance_task k on k.tenant_id = ${ctx.who.tenantId} and k.task_id = t.task_id`;

const moveTable = table(partMove, {
  from: moveFrom,
  where: (ctx) => partScope(ctx, "p"),
  writes: [],
});

const movesImpl = implement(partMoves, {
  from: moveFrom,
  where: (ctx) => partScope(ctx, "p"),
  order: [{ field: "moveId", direction: "desc" }],
  columns: { moldNo: "k.mold_no" },
});

interface Move {
  readonly partNo: string;
  readonly kind: number;
  readonly taskId: string | null;
  readonly reason: string | null;
  /** Returns how much the move changes the stock. The argument is the stock before the move. */
  readonly changeOf: (stock: number) => number;
  /**
   * Mold for which the spare part is used. The spare part must fit this mold. undefined: the move is not for a mold.
   */
  readonly moldNo?: string;
}

/**
 * Changes the stock of a spare part and records the move. The row of the spare part is locked, so that a concurrent
 * move sees the new stock. Throws if the stock would become negative. Returns the new stock.
 */
async function moveStock(ctx: Ctx, tx: Tx, m: Move): Promise<number> {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const [part] = await tx.query(
    sql<{
      stock: number;
      fits: string | null;
    }>`select coalesce(t.stock_qty, 0)::float8 as stock, t.fits_molds as fits
      from spare_part t
      where t.tenant_id = ${tenantId} and t.part_no = ${m.partNo} and ${partScope(ctx)}
      for update of t`,
  );
  if (!part) throw errors.unknownReference("partNo");
  if (m.moldNo !== undefined && !fitsMold(part.fits, m.moldNo)) throw errors.partDoesNotFit(m.partNo);
  const change = m.changeOf(part.stock);
  const balance = part.stock + change;
  if (balance < 0) throw errors.partOutOfStock(m.partNo);
  if (!Number.isSafeInteger(balance)) throw errors.invalidField("moveQty");
  tx.enqueue(
    sql`update spare_part set stock_qty = ${balance}, updated_by = ${userId}, updated_date = ${at}
      where tenant_id = ${tenantId} and part_no = ${m.partNo}`,
    sql`insert into part_move (
        tenant_id, part_no, move_kind, move_qty, balance_qty, task_id, move_reason,
        created_by, created_date, updated_by, updated_date
      )
      values (
        ${tenantId}, ${m.partNo}, ${m.kind}, ${change}, ${balance}, ${m.taskId}, ${m.reason},
        ${userId}, ${at}, ${userId}, ${at}
      )`,
  );
  return balance;
}

/** Selects the spare parts that a task has taken from the stock: columns `part_no` and `qty`. */
export const partsOf = (ctx: Ctx, taskId: Sql): Sql<{ readonly part_no: string; readonly qty: number }> =>
  sql<{ part_no: string; qty: number }>`
    select part_no, -sum(move_qty)::bigint as qty
    from part_move
    where tenant_id = ${ctx.who.tenantId} and task_id = ${taskId}
    group by part_no
    having sum(move_qty) <> 0
  `;

/**
 * Moves the stock so that the task has taken exactly these spare parts. Parts that it took before it was sent back
 * count as taken. Those that it did not use after all return to the stock. Runs in the transaction that updates the
 * task.
 */
export async function takeFromStock(
  ctx: Ctx,
  tx: Tx,
  task: { readonly taskId: string; readonly moldNo: string },
  parts: readonly UsedPart[],
): Promise<void> {
  const changes = new Map(parts.map((p) => [p.partNo, -p.quantity]));
  for (const { part_no, qty } of await tx.query(partsOf(ctx, sql`${task.taskId}`)))
    changes.set(part_no, (changes.get(part_no) ?? 0) + qty);
  // Locks the spare parts in a fixed order, so that two tasks with the same spare parts cannot deadlock.
  for (const [partNo, change] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (change === 0) continue;
    await moveStock(ctx, tx, {
      partNo,
      kind: moveKind.values.used,
      taskId: task.taskId,
      reason: null,
      changeOf: () => change,
      // A part that returns to the stock need not fit the mold any longer.
      ...(change < 0 && { moldNo: task.moldNo }),
    });
  }
}

export const partQueries: readonly QueryImpl[] = [partListImpl, movesImpl];
export const partTables = [partTable, moveTable];

export const partCommands: readonly CommandImpl[] = [
  handle(movePart, async (ctx, { partNo, enteredMove: kind, moveQty, moveReason }) => {
    const { received, counted } = enteredMove.values;
    if (kind !== counted && moveQty === 0) throw errors.invalidField("moveQty");
    const changeOf = (stock: number) =>
      kind === counted ? moveQty - stock : kind === received ? moveQty : -moveQty;
    const balance = await ctx.db.tx(ctx.who.tenantId, (tx) =>
      moveStock(ctx, tx, { partNo, kind, taskId: null, reason: moveReason, changeOf }),
    );
    ctx.events.emit(ctx.who.tenantId, { type: "board" });
    return { balance };
  }),
];

import { AppError } from "@shotkeeper/contract/kernel";
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

/** A plant sees its own parts and those that belong to no plant. */
function partScope(ctx: Ctx, alias = "t"): Sql {
  const { scope } = ctx.who;
  if (scope.kind === "tenant") return sql.raw("true");
  if (scope.kind !== "plant") return sql.raw("false");
  const plant = sql.raw(`${alias}.plant_id`);
  return sql`(${plant} is null or ${plant} = ${scope.orgId})`;
}

const partListImpl = implement(sparePartList, {
  from: (ctx) =>
    sql`spare_part t left join organization plant on plant.tenant_id = ${ctx.who.tenantId} and plant.org_id = t.plant_id`,
  where: partScope,
  columns: {
    plantName: "plant.org_name",
    isLowStock: "coalesce(t.stock_qty <= t.minimum_qty, false)",
  },
});

type Rows = readonly Record<string, unknown>[];

/** The molds a part is said to fit are there. */
async function checkFits(ctx: Ctx, rows: Rows): Promise<void> {
  const { tenantId } = ctx.who;
  for (const row of rows) {
    if (typeof row.fitsMolds !== "string") continue;
    const molds = [...new Set(row.fitsMolds.split(",").map((m) => m.trim()))].filter(Boolean);
    row.fitsMolds = molds.join(",");
    const [known] = await ctx.db.run(tenantId, [
      sql`select count(*) as n from mold where tenant_id = ${tenantId} and mold_no = any(${molds}::text[])`,
    ]);
    if (Number(known?.[0]?.n) !== molds.length) throw new AppError("S0202", "FITS_MOLDS");
  }
}

const partTable = table(sparePart, {
  from: "spare_part",
  where: partScope,
  writes: ["A", "M", "D"],
  async check(ctx, action, rows) {
    const { scope, tenantId } = ctx.who;
    if (scope.kind !== "tenant" && scope.kind !== "plant") throw new AppError("S0020");
    if (action === "D") {
      // What was received or taken is history: a part with a history stays.
      const [used] = await ctx.db.run(tenantId, [
        sql`select 1 from part_move where tenant_id = ${tenantId} and part_no = any(${rows.map((r) => String(r.partNo))}::text[])
          and move_kind <> ${moveKind.values.opening} limit 1`,
      ]);
      if (used?.length) throw new AppError("S0201", "SPARE_PART");
      return;
    }
    for (const row of rows) {
      // After a part exists its stock changes by moves only.
      if (action === "M") delete row.stockQty;
      if (scope.kind !== "plant") continue;
      if (action === "A") row.plantId ??= scope.orgId;
      if (row.plantId !== undefined && row.plantId !== scope.orgId) throw new AppError("S0020");
    }
    await checkFits(ctx, rows);
  },
  along: sql`insert into part_move (tenant_id, part_no, move_kind, move_qty, balance_qty, created_by, created_date, updated_by, updated_date)
    select tenant_id, part_no, ${sql.raw(String(moveKind.values.opening))}, stock_qty, stock_qty, created_by, created_date, created_by, created_date from done where stock_qty > 0`,
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
  /** What the stock changes by, of what is there. */
  readonly by: (stock: number) => number;
  /** Where the part must fit. */
  readonly moldNo?: string;
}

/** Moves a stock, its row locked: whoever comes second sees what the first one left. Never below nothing. */
async function move(ctx: Ctx, tx: Tx, m: Move): Promise<number> {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const [part] = await tx.query(
    sql`select t.stock_qty::float8 as stock, t.fits_molds as fits from spare_part t
      where t.tenant_id = ${tenantId} and t.part_no = ${m.partNo} and ${partScope(ctx)} for update of t`,
  );
  if (!part) throw new AppError("S0202", "PART_NO");
  if (m.moldNo !== undefined && !fitsMold(part.fits as string | null, m.moldNo))
    throw new AppError("S0262", m.partNo);
  const by = m.by(Number(part.stock));
  const balance = Number(part.stock) + by;
  if (balance < 0) throw new AppError("S0263", m.partNo);
  if (!Number.isSafeInteger(balance)) throw new AppError("S0200", "MOVE_QTY");
  await tx.all([
    sql`update spare_part set stock_qty = ${balance}, updated_by = ${userId}, updated_date = ${at} where tenant_id = ${tenantId} and part_no = ${m.partNo}`,
    sql`insert into part_move (tenant_id, part_no, move_kind, move_qty, balance_qty, task_id, move_reason, created_by, created_date, updated_by, updated_date)
      values (${tenantId}, ${m.partNo}, ${m.kind}, ${by}, ${balance}, ${m.taskId}, ${m.reason}, ${userId}, ${at}, ${userId}, ${at})`,
  ]);
  return balance;
}

/** What a task takes, in the task's own transaction: the stock moves if and only if the task is finished. */
export async function takeParts(
  ctx: Ctx,
  tx: Tx,
  task: { readonly taskId: string; readonly moldNo: string },
  parts: readonly UsedPart[],
): Promise<void> {
  // In one order, so that two tasks never wait for each other.
  for (const p of [...parts].sort((a, b) => (a.PART_NO < b.PART_NO ? -1 : 1)))
    await move(ctx, tx, {
      partNo: p.PART_NO,
      kind: moveKind.values.used,
      taskId: task.taskId,
      moldNo: task.moldNo,
      reason: null,
      by: () => -p.QTY,
    });
}

export const partQueries: readonly QueryImpl[] = [partListImpl, movesImpl];
export const partTables = [partTable, moveTable];

export const partCommands: readonly CommandImpl[] = [
  handle(movePart, async (ctx, { partNo, enteredMove: kind, moveQty, moveReason }) => {
    const { received, counted } = enteredMove.values;
    if (kind !== counted && moveQty === 0) throw new AppError("S0200", "MOVE_QTY");
    const by = (stock: number) =>
      kind === counted ? moveQty - stock : kind === received ? moveQty : -moveQty;
    const BALANCE = await ctx.db.tx(ctx.who.tenantId, (tx) =>
      move(ctx, tx, { partNo, kind, taskId: null, reason: moveReason, by }),
    );
    ctx.events.emit(ctx.who.tenantId, { type: "board" });
    return { BALANCE };
  }),
];

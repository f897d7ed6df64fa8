import { AppError, errors } from "@shotkeeper/contract/kernel";
import {
  decodeBackLine,
  receiveReturn,
  refuseReturn,
  returnKind,
  returnStat,
  serialState,
  stockMoveKind,
  stockRule,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { DbError, type Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { nextDocumentNumber } from "../../kernel/documents.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { leaveOrder } from "./return.credit.ts";
import { valuedSql } from "./return.judging.ts";
import { changeReturnsSql, type LockedReturn, lockReturn, piecesByGoods, reserve } from "./return.lock.ts";
import { shippedSerials } from "./return.request.ts";
import { lockChips, releaseSerials, serialsOf } from "./serials.ts";
import { moveStock } from "./stock-moves.ts";

const { exchange } = returnKind.values;
const { toSettle } = returnStat.values;
const { inStock, removed, shipped } = serialState.values;

interface BackPieces {
  readonly seq: number;
  readonly goodsId: string;
  readonly returnQty: number;
  readonly good: number;
  readonly damaged: number;
}

/** Returns the lines of an order whose shipped counters have serial numbers. */
async function tracedLines(tx: Tx, orderNo: string): Promise<ReadonlySet<number>> {
  const rows = await tx.query(
    sql<{ seq: number }>`
      select distinct seq
      from stock_serial
      where tenant_id = ${tx.tenantId} and order_no = ${orderNo} and serial_state = ${shipped}
    `,
  );
  return new Set(rows.map((r) => r.seq));
}

interface Received {
  readonly lines: unknown;
  readonly good: readonly string[];
  readonly damaged: readonly string[];
}

/**
 * Returns the pieces that came back, by line of the return. If the serial numbers of the line's counters were recorded
 * at the shipment, counts the serial numbers in the input. For all other lines, takes the quantities in the input.
 */
async function backPieces(tx: Tx, r: LockedReturn, input: Received): Promise<readonly BackPieces[]> {
  const { orderNo } = r.order;
  const given = input.lines === null || input.lines === undefined ? [] : input.lines;
  if (!Array.isArray(given) || given.length > 1000) throw errors.invalidField("lines");
  const counted = given.map(decodeBackLine).filter((l) => l !== undefined);
  if (counted.length !== given.length || new Set(counted.map((l) => l.seq)).size !== counted.length)
    throw errors.invalidField("lines");
  if (counted.some((c) => !r.lines.some((l) => l.seq === c.seq))) throw errors.unknownReference("lines");
  const named = await shippedSerials(tx, orderNo, [...input.good, ...input.damaged]);
  const foreign = named.find((n) => !r.lines.some((l) => l.seq === n.seq));
  if (foreign) throw errors.serialNotInReturn(foreign.chipCode);
  const traced = await tracedLines(tx, orderNo);
  const pieces = r.lines.map((l) => {
    const line = counted.find((c) => c.seq === l.seq);
    const isTraced = traced.has(l.seq);
    if (isTraced && line && line.goodQty + line.damagedQty > 0)
      throw errors.serialsMissing(`${orderNo}/${l.seq}`);
    const count = (serials: readonly string[]) =>
      named.filter((n) => n.seq === l.seq && serials.includes(n.chipCode)).length;
    return {
      ...l,
      good: isTraced ? count(input.good) : (line?.goodQty ?? 0),
      damaged: isTraced ? count(input.damaged) : (line?.damagedQty ?? 0),
    };
  });
  const tooMany = pieces.find((p) => p.good + p.damaged > p.returnQty);
  if (tooMany) throw errors.moreThanReturnable(`${orderNo}/${tooMany.seq}`);
  if (pieces.every((p) => p.good + p.damaged === 0)) throw errors.missingField("lines");
  return pieces;
}

/** Retires counters in the tenants in which they are registered, and frees their chip codes. Returns the tenant ids. */
async function unregister(ctx: Ctx, tx: Tx, returnNo: string, chips: readonly string[]) {
  if (chips.length === 0) return [];
  await lockChips(tx, chips);
  try {
    const [row] = await tx.query(
      sql<{ tenants: readonly number[] }>`
        select app_return_counters(
          ${chips}::text[], ${returnNo}::text, ${ctx.who.userId}::text, ${new Date(ctx.now)}::timestamptz
        ) as tenants
      `,
    );
    return row?.tenants ?? [];
  } catch (cause) {
    // `app_return_counters` fails with this SQL state if the counter's tenant does not name this tenant as its
    // supplier.
    if (cause instanceof DbError && cause.state === "SK328") throw errors.tenantRefuses(cause.message);
    throw cause;
  }
}

/** Writes the returned pieces and serial numbers into the lines of the return. */
async function storeBack(tx: Tx, r: LockedReturn, pieces: readonly BackPieces[], input: Received) {
  await tx.query(
    sql`
      update sale_return_line l
      set good_qty = x.good, damaged_qty = x.damaged
      from unnest(
        ${pieces.map((p) => p.seq)}::int[], ${pieces.map((p) => p.good)}::bigint[],
        ${pieces.map((p) => p.damaged)}::bigint[]
      ) x (seq, good, damaged)
      where l.tenant_id = ${tx.tenantId} and l.return_no = ${r.returnNo} and l.seq = x.seq
    `,
  );
  await tx.query(
    sql`
      insert into sale_return_serial (tenant_id, return_no, seq, chip_code, is_damaged)
      select s.tenant_id, ${r.returnNo}::text, s.seq, s.chip_code, s.chip_code = any(${input.damaged})
      from stock_serial s
      where s.tenant_id = ${tx.tenantId} and s.chip_code = any(${[...input.good, ...input.damaged]})
      on conflict (tenant_id, return_no, chip_code) do update
      set is_damaged = excluded.is_damaged
    `,
  );
}

/** Adds the returned pieces to the stock by one document, and writes off the damaged pieces by a second document. */
async function storeStock(
  ctx: Ctx,
  tx: Tx,
  r: LockedReturn,
  pieces: readonly BackPieces[],
  writeOff: string,
) {
  const sumOf = (qty: (p: BackPieces) => number) =>
    piecesByGoods(pieces.map((p) => ({ goodsId: p.goodsId, qty: qty(p) })));
  const { return: back, writeOff: off } = stockMoveKind.values;
  await moveStock(ctx, tx, {
    moveNo: r.returnNo,
    kind: back,
    reason: null,
    changes: sumOf((p) => p.good + p.damaged),
  });
  const damaged = sumOf((p) => -p.damaged);
  if (damaged.size > 0)
    await moveStock(ctx, tx, { moveNo: writeOff, kind: off, reason: r.returnNo, changes: damaged });
}

export const receivingCommands: readonly CommandImpl[] = [
  handle(receiveReturn, async (ctx, { returnNo, lines, serials, damagedSerials }) => {
    const input = { lines, good: serialsOf(serials), damaged: serialsOf(damagedSerials) };
    const chips = serialsOf([...input.good, ...input.damaged]);
    const writeOff = await nextDocumentNumber(ctx, stockRule);
    const tenants = await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const { found } = await lockReturn(ctx, tx, returnNo);
      const refusal = refuseReturn("receive", found);
      if (refusal) throw new AppError(refusal);
      const pieces = await backPieces(tx, found, input);
      await storeBack(tx, found, pieces, input);
      const registered = await unregister(ctx, tx, returnNo, chips);
      if (input.good.length > 0) await releaseSerials(ctx, tx, input.good, inStock);
      if (input.damaged.length > 0) await releaseSerials(ctx, tx, input.damaged, removed);
      await storeStock(ctx, tx, found, pieces, writeOff);
      const isExchange = found.returnKind === exchange;
      // Releases the replacement of pieces that did not come back. The approval has reserved a replacement for all
      // pieces.
      if (isExchange)
        await reserve(
          ctx,
          tx,
          piecesByGoods(pieces.map((p) => ({ goodsId: p.goodsId, qty: p.good + p.damaged - p.returnQty }))),
        );
      const value = await leaveOrder(
        ctx,
        tx,
        found,
        pieces.map((p) => ({
          seq: p.seq,
          [isExchange ? "exchanged" : "returned"]: p.good + p.damaged,
        })),
      );
      const sets = sql`returned_at = ${new Date(ctx.now)}, returned_by = ${ctx.who.userId}`;
      await tx.query(
        isExchange
          ? changeReturnsSql(ctx, [returnNo], sql`return_stat = ${toSettle}, ${sets}`)
          : valuedSql(ctx, tx, found, value, sets),
      );
      return registered;
    });
    for (const tenant of tenants) ctx.events.emit(tenant, { type: "counter", counters: [...chips] });
    return { returnNo };
  }),
];

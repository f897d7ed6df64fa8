import { counterType } from "@shotkeeper/contract/counter";
import { errors } from "@shotkeeper/contract/kernel";
import { configurableType, serialState } from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { DbError, type Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type DeliveredCounter, registerDelivered } from "../counter/index.ts";
import type { OpenLine, PackedPiece } from "./packing.ts";

const { inStock, packed, shipped, removed } = serialState.values;

/** Returns the serial numbers of an input. Throws for a text that is no serial number, and for a repeated one. */
export function serialsOf(value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value) || value.length > 5000) throw errors.invalidField("serials");
  const serials = value.map((v) => (typeof v === "string" ? v.trim() : ""));
  if (serials.some((s) => !/^[A-Za-z0-9_-]{1,50}$/.test(s))) throw errors.invalidField("serials");
  const repeated = serials.find((s, i) => serials.indexOf(s) !== i);
  if (repeated !== undefined) throw errors.serialUsed(repeated);
  return serials;
}

/**
 * Locks chip codes until the end of the transaction: meanwhile no counter is registered with them
 * (`app_reserve_chips`). Locks them in a fixed order, so that two transactions do not deadlock.
 */
export async function lockChips(tx: Tx, chips: readonly string[]): Promise<void> {
  await tx.query(
    sql`
      select app_lock_chip(x)
      from unnest(${[...chips].sort()}::text[]) x
    `,
  );
}

/** Throws serialUsed if one of the serial numbers is the chip code of a registered counter, in any tenant. */
async function refuseRegistered(tx: Tx, serials: readonly string[]): Promise<void> {
  const [used] = await tx.query(
    sql<{ chip: string }>`
      select chip_code as chip from chip where chip_code = any(${serials}) order by chip_code limit 1
    `,
  );
  if (used) throw errors.serialUsed(used.chip);
}

/** Records new serial numbers of a product in stock. A serial number that was removed before may be recorded again. */
export async function addSerials(
  ctx: Ctx,
  tx: Tx,
  goodsId: string,
  serials: readonly string[],
): Promise<void> {
  if (serials.length === 0) return;
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  await lockChips(tx, serials);
  await refuseRegistered(tx, serials);
  const added = await tx.query(
    sql<{ chip: string }>`
      insert into stock_serial as s (
        tenant_id, chip_code, goods_id, serial_state, created_by, created_date, updated_by,
        updated_date
      )
      select ${tenantId}::int, x, ${goodsId}::text, ${inStock}::int, ${userId}, ${at}::timestamptz,
        ${userId}, ${at}::timestamptz
      from unnest(${serials}::text[]) x
      on conflict (tenant_id, chip_code) do update
      set
        goods_id = excluded.goods_id, serial_state = excluded.serial_state, order_no = null, seq = null,
        shipment_no = null, updated_by = excluded.updated_by, updated_date = excluded.updated_date
      where s.serial_state = ${sql.constant(removed)}
      returning s.chip_code as chip
    `,
  );
  const chips = new Set(added.map((a) => a.chip));
  const used = serials.find((s) => !chips.has(s));
  if (used !== undefined) throw errors.serialUsed(used);
}

/** Throws unless the product has at least as many counters in stock as recorded serial numbers. */
export async function requireStockOfSerials(tx: Tx, goodsId: string): Promise<void> {
  const [row] = await tx.query(
    sql<{ isShort: boolean }>`
      select
        p.stock_qty < (
          select count(*)
          from stock_serial s
          where s.tenant_id = ${tx.tenantId}
            and s.goods_id = p.goods_id
            and s.serial_state in (${inStock}, ${packed})
        ) as "isShort"
      from product p
      where p.tenant_id = ${tx.tenantId} and p.goods_id = ${goodsId}
    `,
  );
  if (row?.isShort) throw errors.serialsMissing(goodsId);
}

interface Serial {
  readonly chipCode: string;
  readonly goodsId: string;
  readonly state: number;
  readonly orderNo: string | null;
}

/** Locks serial numbers until the end of the transaction. Throws serialUnknown for one that is not recorded. */
export async function lockSerials(tx: Tx, serials: readonly string[]): Promise<readonly Serial[]> {
  const rows = await tx.query(
    sql<Serial>`
      select
        chip_code as "chipCode", goods_id as "goodsId", serial_state as state, order_no as "orderNo"
      from stock_serial
      where tenant_id = ${tx.tenantId} and chip_code = any(${serials})
      order by chip_code
      for update
    `,
  );
  const unknown = serials.find((s) => !rows.some((r) => r.chipCode === s && r.state !== removed));
  if (unknown !== undefined) throw errors.serialUnknown(unknown);
  return rows;
}

/** Sets the state of serial numbers and removes them from their order and shipment. */
export async function releaseSerials(
  ctx: Ctx,
  tx: Tx,
  serials: readonly string[],
  state: typeof inStock | typeof removed,
): Promise<void> {
  await tx.query(
    sql`
      update stock_serial
      set
        serial_state = ${state}, order_no = null, seq = null, shipment_no = null,
        updated_by = ${ctx.who.userId}, updated_date = ${new Date(ctx.now)}
      where tenant_id = ${tx.tenantId} and chip_code = any(${serials})
    `,
  );
}

interface PackedSerial extends DeliveredCounter {
  readonly orderNo: string;
  readonly seq: number;
}

/** Returns the packed serial numbers of orders, with the type of each counter. */
const packedSerials = (tx: Tx, orderNos: readonly string[]): Promise<readonly PackedSerial[]> =>
  tx.query(
    sql<PackedSerial>`
      select
        s.chip_code as "chipCode", s.order_no as "orderNo", s.seq,
        coalesce(p.counter_type, ${counterType.values.lte}) as type
      from stock_serial s
      join product p on p.tenant_id = ${tx.tenantId} and p.goods_id = s.goods_id
      where s.tenant_id = ${tx.tenantId}
        and s.order_no = any(${orderNos})
        and s.serial_state = ${packed}
      order by s.chip_code
    `,
  );

/** Assigns scanned serial numbers to the lines of an order that still need counters of their product. */
export async function packInto(
  ctx: Ctx,
  tx: Tx,
  lines: readonly OpenLine[],
  orderNo: string,
  serials: readonly string[],
): Promise<void> {
  const rows = await lockSerials(tx, serials);
  const used = rows.find((r) => r.state !== inStock);
  if (used) throw errors.serialUsed(used.chipCode);
  await refuseRegistered(tx, serials);
  const before = await packedSerials(tx, [orderNo]);
  const free = new Map(lines.map((l) => [l.seq, l.openQty - before.filter((p) => p.seq === l.seq).length]));
  const seqs = serials.map((serial) => {
    const goodsId = rows.find((r) => r.chipCode === serial)?.goodsId;
    const own = lines.filter((l) => l.goodsId === goodsId);
    const line = own.find((l) => (free.get(l.seq) ?? 0) > 0);
    if (own.length === 0) throw errors.serialOtherProduct(serial);
    if (!line) throw errors.moreThanOrdered(`${orderNo}/${own[0]?.seq ?? 0}`);
    free.set(line.seq, (free.get(line.seq) ?? 0) - 1);
    return line.seq;
  });
  await tx.query(
    sql`
      update stock_serial s
      set
        serial_state = ${packed}, order_no = ${orderNo}, seq = x.seq, updated_by = ${ctx.who.userId},
        updated_date = ${new Date(ctx.now)}
      from unnest(${serials}::text[], ${seqs}::int[]) x (chip, seq)
      where s.tenant_id = ${tx.tenantId} and s.chip_code = x.chip
    `,
  );
}

/**
 * Returns the packed serial numbers of the pieces in a parcel. Throws countersNotPacked unless each counter of the
 * parcel has a packed serial number.
 */
export async function serialsOfParcel(
  tx: Tx,
  pieces: readonly PackedPiece[],
): Promise<readonly PackedSerial[]> {
  const goods = await tx.query(
    sql<{ goodsId: string }>`
      select goods_id as "goodsId"
      from product
      where tenant_id = ${tx.tenantId}
        and goods_id = any(${pieces.map((p) => p.goodsId)})
        and goods_type = ${configurableType}
    `,
  );
  const counters = pieces.filter((p) => goods.some((g) => g.goodsId === p.goodsId));
  const all = await packedSerials(tx, [...new Set(counters.map((p) => p.orderNo))]);
  return counters.flatMap((p) => {
    const own = all.filter((s) => s.orderNo === p.orderNo && s.seq === p.seq);
    if (own.length !== p.shipQty) throw errors.countersNotPacked(`${p.orderNo}/${p.seq}`);
    return own;
  });
}

interface Delivery {
  readonly shipmentNo: string;
  readonly custId: string;
  readonly serials: readonly PackedSerial[];
}

/**
 * Marks the serial numbers of a parcel as shipped, and registers their counters in a tenant. This is the tenant that
 * the customer uses, or the shop's tenant if the customer uses none. Returns the id of the tenant.
 */
export async function deliverSerials(
  ctx: Ctx,
  tx: Tx,
  { shipmentNo, custId, serials }: Delivery,
): Promise<number> {
  const { tenantId, userId } = ctx.who;
  if (serials.length === 0) return tenantId;
  const chips = serials.map((s) => s.chipCode);
  const at = new Date(ctx.now);
  await tx.query(
    sql`
      update stock_serial
      set
        serial_state = ${shipped}, shipment_no = ${shipmentNo}, updated_by = ${userId},
        updated_date = ${at}
      where tenant_id = ${tenantId} and chip_code = any(${chips})
    `,
  );
  await tx.query(
    sql`
      insert into shipment_serial (tenant_id, shipment_no, order_no, seq, chip_code)
      select ${tenantId}::int, ${shipmentNo}::text, x.no, x.seq, x.chip
      from unnest(
        ${serials.map((s) => s.orderNo)}::text[], ${serials.map((s) => s.seq)}::int[], ${chips}::text[]
      ) x (no, seq, chip) returning 1
    `,
  );
  const [customer] = await tx.query(
    sql<{ tenantCode: string | null }>`
      select tenant_code as "tenantCode"
      from customer
      where tenant_id = ${tenantId} and cust_id = ${custId}
    `,
  );
  await refuseRegistered(tx, chips);
  if (!customer?.tenantCode) {
    await tx.all(registerDelivered(ctx, serials, shipmentNo));
    return tenantId;
  }
  try {
    const [row] = await tx.query(
      sql<{ id: number }>`
        select app_deliver_counters(
          ${customer.tenantCode}::text, ${chips}::text[], ${serials.map((s) => s.type)}::text[],
          ${shipmentNo}::text, ${at}::timestamptz
        ) as id
      `,
    );
    return row?.id ?? tenantId;
  } catch (cause) {
    // Refuses the delivery if the other tenant does not name this tenant as its supplier: `app_deliver_counters` then
    // fails with this SQL state.
    if (cause instanceof DbError && cause.state === "42501") throw errors.tenantRefuses(customer.tenantCode);
    throw cause;
  }
}

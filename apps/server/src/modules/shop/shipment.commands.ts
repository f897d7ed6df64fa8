import { orderStat } from "@shotkeeper/contract/enumerations";
import { AppError, errors, refusals } from "@shotkeeper/contract/kernel";
import {
  carrierCode,
  correctWaybill,
  customerOrder,
  plainWaybill,
  refuseNumber,
  shipment,
  shipmentRule,
  shipOrders,
  stockMoveKind,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { DbError, type Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { nextDocumentNumber } from "../../kernel/documents.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import {
  changesOf,
  completedBy,
  lockParcel,
  openLines,
  type PackedOrder,
  type PackedPiece,
  packedLinesOf,
  piecesOf,
} from "./packing.ts";
import { settleExchanges } from "./return.credit.ts";
import { deliverSerials, serialsOfParcel } from "./serials.ts";
import { textList } from "./shop-access.ts";
import { moveStock } from "./stock-moves.ts";

const { shipping } = orderStat.values;

interface Waybill {
  readonly carrier: string | null;
  readonly code: string;
  readonly expressNo: string;
}

/** Returns carrier and number as they are stored. Throws if the number is empty or not a number of the carrier. */
function waybillOf(carrier: string | null, expressNo: string | null): Waybill {
  const refusal = refuseNumber(carrier, expressNo);
  if (refusal || expressNo === null) throw new AppError(refusal ?? refusals.noWaybillNumber());
  return { carrier, code: carrierCode(carrier, expressNo), expressNo: plainWaybill(expressNo) };
}

/** Runs a write that uses a waybill number. Throws waybillUsed if another shipment of the carrier has the number. */
async function orUsed<T>(write: Promise<T>, { expressNo }: Waybill): Promise<T> {
  try {
    return await write;
  } catch (cause) {
    if (cause instanceof DbError && cause.constraint === "shipment_express_no")
      throw errors.waybillUsed(expressNo);
    throw cause;
  }
}

interface Parcel {
  readonly shipmentNo: string;
  readonly waybill: Waybill;
  readonly orders: readonly [PackedOrder, ...PackedOrder[]];
  readonly pieces: readonly PackedPiece[];
  /** Numbers of the orders that have no unshipped piece after this parcel. */
  readonly completed: readonly string[];
}

/** Builds the statements that store a parcel and change its orders, with entries in the system log. */
function parcelSql(ctx: Ctx, { shipmentNo, waybill, orders, pieces, completed }: Parcel) {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const [o] = orders;
  const nos = orders.map((x) => x.orderNo);
  const [lowest = null] = [...nos].sort();
  const stamp = sql`${userId}, ${at}, ${userId}, ${at}`;
  return [
    sql`
      with done as (
        insert into shipment (
          tenant_id, shipment_no, cust_id, carrier, carrier_code, express_no, shipped_at, rec_man,
          rec_tel, rec_province, rec_city, rec_district, rec_address, created_by, created_date,
          updated_by, updated_date
        )
        values (
          ${tenantId}, ${shipmentNo}, ${o.custId}, ${waybill.carrier}, ${waybill.code},
          ${waybill.expressNo}, ${at}, ${o.recMan}, ${o.recTel}, ${o.recProvince}, ${o.recCity},
          ${o.recDistrict}, ${o.recAddress}, ${stamp}
        )
        returning *
      ) ${logInto(ctx, "insert", shipment.wire, "after")} done.shipment_no, to_jsonb(done)
      from done
      returning 1
    `,
    sql`
      insert into shipment_line (
        tenant_id, shipment_no, order_no, seq, ship_qty, created_by, created_date, updated_by,
        updated_date
      )
      select ${tenantId}::int, ${shipmentNo}::text, x.no, x.seq, x.qty, ${stamp}
      from unnest(
        ${pieces.map((p) => p.orderNo)}::text[], ${pieces.map((p) => p.seq)}::int[],
        ${pieces.map((p) => p.shipQty)}::bigint[]
      ) x (no, seq, qty) returning 1
    `,
    sql`
      update customer_order_line l
      set shipped_qty = l.shipped_qty + x.ship_qty, updated_by = ${userId}, updated_date = ${at}
      from shipment_line x
      where l.tenant_id = ${tenantId}
        and x.tenant_id = ${tenantId}
        and x.shipment_no = ${shipmentNo}
        and l.order_no = x.order_no
        and l.seq = x.seq
    `,
    sql`
      with old as (
        select t.order_no, to_jsonb(t) as before
        from customer_order t
        where t.tenant_id = ${tenantId} and t.order_no = any(${nos})
      ),
      done as (
        update customer_order t
        set
          order_stat = case when t.order_no = any(${completed}) then ${shipping}::int else t.order_stat end,
          carrier = ${waybill.carrier}, express_no = ${waybill.expressNo}, express_date = ${at},
          merge_no = ${nos.length > 1 ? lowest : null}, updated_by = ${userId}, updated_date = ${at}
        where t.tenant_id = ${tenantId} and t.order_no = any(${nos})
        returning t.order_no, app_row(t) as after
      ) ${logInto(ctx, "update", customerOrder.wire)} done.order_no, old.before, done.after
      from done
      join old on old.order_no = done.order_no
      returning 1
    `,
  ];
}

interface StoredShipment {
  readonly carrier: string | null;
  readonly code: string;
  readonly expressNo: string;
  readonly changes: number;
}

/**
 * Stores the old values of a corrected shipment. Writes the new values to the shipment and to the orders that show
 * them.
 */
async function correct(
  ctx: Ctx,
  tx: Tx,
  { shipmentNo, reason }: { readonly shipmentNo: string; readonly reason: string },
  next: Waybill,
): Promise<void> {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const inShipment = sql`
    exists (
      select 1
      from shipment_line l
      where l.tenant_id = ${tenantId} and l.shipment_no = ${shipmentNo} and l.order_no = t.order_no
    )
  `;
  // Locks the orders before the shipment, as every write does, so that two writes cannot wait for each other
  // (deadlock).
  await tx.query(
    sql`
      select 1
      from customer_order t
      where t.tenant_id = ${tenantId} and ${inShipment}
      order by t.order_no
      for update of t
    `,
  );
  const [old] = await tx.query(
    sql<StoredShipment>`
      select
        t.carrier, t.carrier_code as code, t.express_no as "expressNo",
        (
          select count(*)::int
          from shipment_change c
          where c.tenant_id = ${tenantId} and c.shipment_no = t.shipment_no
        ) as changes
      from shipment t
      where t.tenant_id = ${tenantId} and t.shipment_no = ${shipmentNo}
      for update of t
    `,
  );
  if (!old) throw errors.unknownReference("shipmentNo");
  if (old.expressNo === next.expressNo && old.carrier === next.carrier) throw errors.nothingChanged();
  const isOther = old.expressNo !== next.expressNo || old.code !== next.code;
  const changed = (
    table: string,
    key: string,
    from: string,
    where: ReturnType<typeof sql>,
    set: typeof where,
  ) =>
    sql`
      with old as (
        select t.${sql.raw(key)} as key, to_jsonb(t) as before
        from ${sql.raw(from)} t
        where t.tenant_id = ${tenantId} and ${where}
      ),
      done as (
        update ${sql.raw(from)} t
        set ${set}, updated_by = ${userId}, updated_date = ${at}
        where t.tenant_id = ${tenantId} and t.${sql.raw(key)} in (select old.key from old)
        returning t.${sql.raw(key)} as key, app_row(t) as after
      ) ${logInto(ctx, "update", table)} done.key, old.before, done.after
      from done
      join old on old.key = done.key
      returning 1
    `;
  await tx.all([
    sql`
      insert into shipment_change (
        tenant_id, shipment_no, seq, carrier, express_no, reason, created_by, created_date,
        updated_by, updated_date
      )
      values (
        ${tenantId}, ${shipmentNo}, ${old.changes + 1}, ${old.carrier}, ${old.expressNo}, ${reason},
        ${userId}, ${at}, ${userId}, ${at}
      )
    `,
    changed(
      shipment.wire,
      "shipment_no",
      "shipment",
      sql`t.shipment_no = ${shipmentNo}`,
      sql`
        carrier = ${next.carrier}, express_no = ${next.expressNo}, carrier_code = ${next.code},
        shared_number = false, delivered_at = case when ${isOther}::boolean then null else t.delivered_at end
      `,
    ),
    // Writes the new number to the orders whose latest parcel this is, because an order shows the number of that
    // parcel.
    changed(
      customerOrder.wire,
      "order_no",
      "customer_order",
      sql`
        t.express_no = ${old.expressNo} and t.carrier is not distinct from ${old.carrier}::text
          and ${inShipment}
      `,
      sql`carrier = ${next.carrier}, express_no = ${next.expressNo}`,
    ),
    // Removes the delivery time of the orders, because it was recorded for the wrong waybill number.
    changed(
      customerOrder.wire,
      "order_no",
      "customer_order",
      sql`
        ${isOther}::boolean and t.order_stat = ${shipping} and t.delivered_at is not null and ${inShipment}
      `,
      sql`delivered_at = null`,
    ),
  ]);
}

export const shipmentCommands: readonly CommandImpl[] = [
  handle(shipOrders, async (ctx, { orderNos, carrier, expressNo, lines }) => {
    const waybill = waybillOf(carrier, expressNo);
    const nos = textList(orderNos, "orderNos");
    const packed = packedLinesOf(lines);
    const shipmentNo = await nextDocumentNumber(ctx, shipmentRule);
    const { counters, counterTenant } = await orUsed(
      ctx.db.tx(ctx.who.tenantId, async (tx) => {
        const orders = await lockParcel(ctx, tx, nos);
        const open = await openLines(tx, nos);
        const pieces = piecesOf(nos, open, packed);
        const serials = await serialsOfParcel(tx, pieces);
        const kind = stockMoveKind.values.shipment;
        await moveStock(ctx, tx, { moveNo: shipmentNo, kind, reason: null, changes: changesOf(pieces) });
        const completed = completedBy(nos, open, pieces);
        await tx.all(parcelSql(ctx, { shipmentNo, waybill, orders, pieces, completed }));
        await settleExchanges(ctx, tx, nos, shipmentNo);
        const custId = orders[0].custId ?? "";
        return {
          counters: serials.map((x) => x.chipCode),
          counterTenant: await deliverSerials(ctx, tx, { shipmentNo, custId, serials }),
        };
      }),
      waybill,
    );
    if (counters.length > 0) ctx.events.emit(counterTenant, { type: "counter", counters });
    return { orderNos: nos, shipmentNo };
  }),

  handle(correctWaybill, async (ctx, { shipmentNo, carrier, expressNo, reason }) => {
    const waybill = waybillOf(carrier, expressNo);
    await orUsed(
      ctx.db.tx(ctx.who.tenantId, (tx) => correct(ctx, tx, { shipmentNo, reason }, waybill)),
      waybill,
    );
    return { shipmentNo };
  }),
];

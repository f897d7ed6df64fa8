import { AppError, type EnumValue, errors } from "@shotkeeper/contract/kernel";
import { serviceState } from "@shotkeeper/contract/mold";
import {
  orderList,
  orderState,
  productionOrder,
  refuseOrderDelete,
  refuseOrderEdit,
} from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";
import { ofMoldScope, seenMolds } from "../mold/index.ts";
import { orderColumns, orderJoins } from "./order-facts.ts";

const { running, audited, submitted, draft, done, closed } = orderState.values;
/** Default order of the states in the list: running orders first, completed ones last. */
const listedStates = [running, audited, submitted, draft, done, closed];
/**
 * FROM item: orders (alias `t`) with the rank of their state. The rank is a column of `t`, so that the server sorts
 * without the joins of `orderJoins`. The server then computes these joins for the rows of one page only. The index
 * production_order_listed has the same expression, so the list is read in its order.
 */
const rankedOrders = sql`(
  select o.*, ${sql.raw(`array_position('{${listedStates}}'::int[], o.order_state)`)} as state_rank
  from production_order o) t`;

export const orderListImpl = implement(orderList, {
  from: () => rankedOrders,
  joins: orderJoins,
  where: ofMoldScope,
  columns: orderColumns,
  order: [
    { field: "stateRank", direction: "asc" },
    { field: "plannedEnd", direction: "desc" },
  ],
});

type Rows = readonly Record<string, unknown>[];

interface Stored {
  readonly order_id: string;
  readonly mold_no: string;
  readonly device_id: string | null;
  readonly planned_start: string | null;
  readonly planned_end: string;
  readonly order_state: EnumValue<typeof orderState>;
  readonly updated_date: string;
}

async function storedOf(ctx: Ctx, rows: Rows): Promise<Map<string, Stored>> {
  const { tenantId } = ctx.who;
  const [found] = await ctx.db.run(tenantId, [
    sql<Stored>`select t.order_id, t.mold_no, t.device_id, t.planned_start, t.planned_end, t.order_state, t.updated_date
      from production_order t
      where t.tenant_id = ${tenantId}
        and t.order_id = any(${rows.map((r) => String(r.orderId))}::text[])
        and ${ofMoldScope(ctx)}`,
  ]);
  return new Map(found.map((r) => [r.order_id, r]));
}

/**
 * Checks the facts of each order. The mold must be in the caller's scope, not scrapped, and have enough cavities. The
 * machine must be at the mold's plant, and the end must be after the start. Throws if a check fails. Fills in the
 * mold's number of cavities if an order has none.
 */
async function checkFacts(ctx: Ctx, rows: Rows, stored: ReadonlyMap<string, Stored>): Promise<void> {
  const { tenantId } = ctx.who;
  const merged = rows.map((r) => {
    const old = stored.get(String(r.orderId));
    return {
      row: r,
      moldNo: String(r.moldNo ?? old?.mold_no),
      deviceId: (r.deviceId === undefined ? old?.device_id : r.deviceId) as string | null | undefined,
      start: (r.plannedStart === undefined ? old?.planned_start : r.plannedStart) as
        | string
        | null
        | undefined,
      end: (r.plannedEnd ?? old?.planned_end) as string,
    };
  });
  const moldOf = await seenMolds(
    ctx,
    merged.map((n) => n.moldNo),
    "plant_id, service_state, cavities",
  );
  const [devices] = await ctx.db.run(tenantId, [
    sql<{ device_id: string; plant_id: string | null }>`select device_id, plant_id
      from device
      where tenant_id = ${tenantId} and device_id = any(${merged.flatMap((n) => n.deviceId ?? [])}::text[])`,
  ]);
  for (const n of merged) {
    const mold = moldOf(n.moldNo);
    if (n.deviceId) {
      const device = devices.find((d) => d.device_id === n.deviceId);
      if (!device) throw errors.unknownReference("devId");
      if (device.plant_id !== mold.plant_id) throw errors.differentPlants();
    }
    if (n.start && Date.parse(n.end) <= Date.parse(n.start)) throw errors.invalidField("peDate");
    if (mold.service_state === serviceState.values.scrapped) throw errors.moldCannotProduce();
    const isNew = !stored.has(String(n.row.orderId));
    if ((isNew || n.row.cavities !== undefined || n.row.moldNo !== undefined) && !n.row.cavities)
      n.row.cavities = Number(mold.cavities ?? 1);
    const most = mold.cavities === null ? Number.POSITIVE_INFINITY : Number(mold.cavities);
    if (Number(n.row.cavities ?? 0) > most) throw errors.invalidField("caveTimes");
  }
}

export const orderTable = table(productionOrder, {
  from: "production_order",
  where: ofMoldScope,
  writes: ["A", "M", "D"],
  async check(ctx, action, rows) {
    const stored = action === "A" ? new Map<string, Stored>() : await storedOf(ctx, rows);
    for (const row of rows) {
      const old = stored.get(String(row.orderId));
      if (!old) continue;
      const facts = { orderState: old.order_state };
      const refusal = action === "D" ? refuseOrderDelete(facts) : refuseOrderEdit(facts);
      if (refusal) throw new AppError(refusal);
      // Optimistic lock: if another request changes the order after this read, the update writes nothing.
      row.updatedDate ??= old.updated_date;
    }
    if (action !== "D") await checkFacts(ctx, rows, stored);
  },
  done: (ctx, _action, rows) =>
    ctx.events.emit(ctx.who.tenantId, {
      type: "board",
      molds: rows.flatMap((r) => (typeof r.moldNo === "string" ? [r.moldNo] : [])),
    }),
});

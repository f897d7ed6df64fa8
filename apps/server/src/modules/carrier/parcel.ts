import { settlement } from "@shotkeeper/contract/enumerations";
import { AppError, errors, onWire, wireName } from "@shotkeeper/contract/kernel";
import { customerOrder, refuseSale, type SaleFacts } from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import type { Parcel } from "./carrier.ts";

const { fields } = customerOrder;
/** Fields of an order that must be equal in all orders of one parcel. */
const common = [
  "custId",
  "recMan",
  "recTel",
  "recProvince",
  "recCity",
  "recDistrict",
  "recAddress",
  "postageStat",
] as const;

type Row = SaleFacts & Readonly<Record<(typeof common)[number], string | number | null>>;

/** SQL expression: pieces of an order line `l` that are still to be shipped, including replacements. */
const openQty = sql`(l.order_qty - l.cancelled_qty + l.exchanged_qty - l.shipped_qty)`;

/** Builds one parcel from orders. Throws unless all orders may be shipped now and have the same complete address. */
export async function parcelOf(ctx: Ctx, orderNos: readonly string[]): Promise<Parcel> {
  const { tenantId, tenantCode } = ctx.who;
  const [lowest = ""] = [...orderNos].sort();
  const [rows, goods, [before]] = await ctx.db.run(tenantId, [
    sql<Row>`select t.order_stat as "orderStat", t.is_paid as "isPaid", t.statement_days as "statementDays",
        t.voucher_at::text as "voucherAt", t.express_no as "expressNo",
        t.postage_stat as "postageStat", t.cust_id as "custId", t.rec_man as "recMan", t.rec_tel as "recTel",
          t.rec_province as "recProvince", t.rec_city as "recCity", t.rec_district as "recDistrict",
          t.rec_address as "recAddress"
      from customer_order t where t.tenant_id = ${tenantId} and t.order_no = any(${orderNos}) order by t.order_no`,
    sql<{
      name: string;
      count: number;
    }>`select l.goods_name as name, sum(${openQty})::int as count
      from customer_order_line l
      where l.tenant_id = ${tenantId} and l.order_no = any(${orderNos})
        and ${openQty} > 0
      group by l.goods_name order by l.goods_name`,
    sql<{ shipments: number }>`select count(distinct l.shipment_no)::int as shipments
      from shipment_line l
      where l.tenant_id = ${tenantId} and l.order_no = ${lowest}`,
  ]);
  const [first] = rows;
  if (!first || rows.length !== orderNos.length) throw errors.unknownReference("orderNo");
  for (const row of rows) {
    // Refuses an order that may not be shipped now.
    const refusal = refuseSale("ship", row);
    if (refusal) throw new AppError(refusal);
    for (const name of common) {
      const wire = wireName(name, fields[name]);
      // Accepts an empty district, because some towns have no districts.
      if (name !== "recDistrict" && !row[name]) throw errors.missingField(onWire(wire));
      if (row[name] !== first[name]) throw errors.invalidField(onWire(wire));
    }
  }
  // Numbers the further parcels of a part-shipped order, so that each has a different number.
  const shipments = before?.shipments ?? 0;
  const suffix = shipments > 0 ? `-${shipments + 1}` : "";
  const text = (name: (typeof common)[number]) => String(first[name] ?? "");
  return {
    // Adds the tenant code, because tenants share one carrier contract and may use equal order numbers.
    parcelNo: `${tenantCode}-${lowest}${suffix}`,
    receiver: {
      name: text("recMan"),
      phone: text("recTel"),
      province: text("recProvince"),
      city: text("recCity"),
      district: text("recDistrict"),
      address: text("recAddress"),
    },
    receiverPays: first.postageStat === settlement.values.cashOnDelivery,
    goods,
    now: ctx.now,
  };
}

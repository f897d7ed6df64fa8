import { expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { withServer } from "../../testing/server.ts";
import { makeShop, oem, withVoucher } from "../../testing/shop.ts";
import { recordDelivery } from "./delivered.ts";

it("a delivery is that of one carrier's parcel: another carrier may have the same number", async () => {
  const shop = await makeShop(await withServer());
  const EXPRESS_NO = "7812345678901";
  const ship = async (CARRIER: string) => {
    const lines = [{ GOODS_ID: "J007", UNIT_PRICE: 25, QTY: 1 }];
    const placed = await shop.place(shop.one, [{ oem: oem(1), lines }]);
    const [no = ""] = (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS;
    await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS: await withVoucher(shop, [no]) });
    await shop.t.admin.run("rf_ShipOrders", { ORDER_NOS: [no], CARRIER, EXPRESS_NO });
    return no;
  };
  const [delivered, other] = [await ship("中通快递"), await ship("韵达快递")];
  const signed = { acceptTime: "2026-05-20 20:00:00", remark: "", acceptAddress: "", opCode: "80" };
  await recordDelivery(systemCtxOf(shop.t), { carrierCode: "zto", waybill: EXPRESS_NO }, [signed]);
  const at = "2026-05-20T12:00:00.000Z";
  expect(
    await shop.t.rows(
      sql`
        select o.order_no as no, o.delivered_at as "order", s.delivered_at as parcel
        from customer_order o
        join shipment_line l on l.tenant_id = o.tenant_id and l.order_no = o.order_no
        join shipment s on s.tenant_id = o.tenant_id and s.shipment_no = l.shipment_no
        where o.tenant_id = ${shop.t.id}
        order by s.carrier_code desc
      `,
    ),
  ).toEqual([
    { no: delivered, order: at, parcel: at },
    { no: other, order: null, parcel: null },
  ]);
});

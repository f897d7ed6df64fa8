import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { type TestServer, withServer } from "../../testing/server.ts";
import { makeShop, oem, type TestShop } from "../../testing/shop.ts";
import { orderContent } from "./documents/document-content.ts";
import { statementContent } from "./documents/statement-content.ts";

const lines = [{ GOODS_ID: "DC001", UNIT_PRICE: 32.8, QTY: 5 }];
const address = {
  REC_MAN: "Li",
  REC_TEL: "13800001002",
  REC_PROVINCE: "浙江省",
  REC_CITY: "宁波市",
  REC_EXPAREA: "鄞州区",
  REC_ADDR: "首南路1号",
};

let s: TestServer;
let shop: TestShop;
beforeEach(async () => {
  s = await withServer();
});
const orders = () => shop.t.admin.list("OR100", "Q01");

describe("customer and address of a checkout", () => {
  beforeEach(async () => {
    shop = await makeShop(s);
  });

  it.each([
    ["the customer", { CUST_ID: "C1" }, { CUST_ID: "C2" }, "S0200^CUST_ID"],
    ["the consignee", { ...address }, { ...address, REC_MAN: "Wang" }, "S0200^REC_MAN"],
    ["the district", { ...address }, { ...address, REC_EXPAREA: "北仑区" }, "S0200^REC_EXPAREA"],
    ["an address only of the second order", {}, { ...address }, "S0200^REC_MAN"],
    ["the postage", { POSTAGE_STAT: 1 }, { POSTAGE_STAT: 2 }, "S0200^POSTAGE_STAT"],
  ])("are refused if two orders differ: %s", async (_what, first, second, Msg) => {
    const groups = [
      { oem: oem(1), lines, head: { CUST_ID: "C1", ...first } },
      { oem: oem(2), lines, head: { CUST_ID: "C1", ...second } },
    ];
    expect(await shop.place(shop.t.admin, groups)).toEqual({ Code: 1, Msg });
    expect(await orders()).toEqual([]);
  });

  it("apply to all orders if only the first one has them", async () => {
    const groups = [
      { oem: oem(1), lines, head: { CUST_ID: "C1", ...address } },
      { oem: oem(2), lines },
    ];
    expect(await shop.place(shop.t.admin, groups)).toMatchObject({ Code: 0 });
    expect(await orders()).toMatchObject([address, address]);
  });

  it("are not replaced by the stored address if the address is incomplete", async () => {
    const placed = await shop.place(shop.one, [{ oem: oem(1), lines, head: { ...address, REC_MAN: "" } }]);
    expect(placed).toEqual({ Code: 1, Msg: "S0302" });
    expect(await orders()).toEqual([]);
  });
});

it("plans the shipping after seven calendar days, also if the clocks are set back meanwhile", async () => {
  const zone = "Europe/Berlin";
  // Half past midnight on 20 October. The clocks are set back on 25 October.
  s.clock.now = Date.parse("2026-10-19T22:30:00Z");
  shop = await makeShop(s, { zone });
  await shop.place(shop.one, [{ oem: oem(1), lines }]);
  const [order] = await orders();
  expect(order).toMatchObject({ PLAN_OUT_DATE: "2026-10-27" });
  const ctx = systemCtxOf(shop.t);
  const { facts } = await orderContent(
    { ...ctx, who: { ...ctx.who, zone } },
    1,
    String(order?.ORDER_NO),
    "en",
  );
  expect(facts).toContainEqual(["Date of issue", "2026-10-20"]);
  expect(facts).toContainEqual(["Valid until", "2026-11-19"]);
});

it("a statement is due with the longest terms of its orders, whichever order comes first", async () => {
  shop = await makeShop(s);
  const { t, two } = shop;
  await shop.place(two, [{ oem: oem(1), lines }]);
  await t.rows(sql`update customer_order set statement_days = 1 where tenant_id = ${t.id}`);
  await shop.place(two, [{ oem: oem(1), lines }]);
  const { content } = await statementContent(systemCtxOf(t), "C2/2026-05", "en");
  expect(content.facts).toContainEqual(["Orders", "2"]);
  // The second order has terms of 30 days, which begin at the end of the month.
  expect(content.facts).toContainEqual(["Payment due", "2026-06-30"]);
});

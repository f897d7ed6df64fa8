import { beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { dispatch } from "../../kernel/dispatch.ts";
import { Registry } from "../../kernel/registry.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { makeShop, oem, type TestShop } from "../../testing/shop.ts";
import { carriers } from "./index.ts";
import { readCarriers } from "./settings.ts";
import { digest } from "./sf.ts";

const env = {
  SF_PARTNER_ID: "P1",
  SF_CHECKWORD: "CW",
  SF_ENV: "sbox",
  SF_SENDER: "仓库|0757-22330000|广东省|佛山市|顺德区|工业大道36号",
  SF_MONTHLY_CARD: "7551234567",
};

describe("a waybill for a parcel", () => {
  let s: TestServer;
  let shop: TestShop;
  const nos: string[] = [];
  let unpaid = "";

  beforeAll(async () => {
    s = await withServer();
    shop = await makeShop(s);
    const receiver = {
      REC_MAN: "赵敏",
      REC_TEL: "13800001001",
      REC_PROVINCE: "浙江省",
      REC_CITY: "宁波市",
      REC_EXPAREA: "北仑区",
      REC_ADDR: "纬五路18号",
    };
    const group = (n: number, head: object) => ({
      oem: oem(n),
      head: { ...receiver, ...head },
      lines: [{ GOODS_ID: "JS001", UNIT_PRICE: n === 1 ? 430.56 : 447, QTY: 5 }],
    });
    for (const head of [{}, {}, { REC_MAN: "周芷若" }, {}]) {
      const placed = await shop.place(shop.one, [group(1, head)]);
      if (placed.Code !== 0) throw new Error(placed.Msg);
      nos.push(...(placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS);
    }
    unpaid = nos.pop() ?? "";
    await shop.t.rows(
      sql`update customer_order set order_stat = 2 where tenant_id = ${shop.t.id} and order_no = any(${nos})`,
    );
  });

  /**
   * Returns the command that orders waybills, with a fake network and called by user `who`. Also returns the requests
   * that the network received.
   */
  function asking(settings: NodeJS.ProcessEnv, answers: readonly (object | "down")[], who: object = {}) {
    const sent: Record<string, string>[] = [];
    const send: typeof fetch = async (_, init) => {
      sent.push(Object.fromEntries(init?.body as URLSearchParams) as Record<string, string>);
      const next = answers[sent.length - 1];
      if (next === undefined || next === "down") throw new TypeError("fetch failed");
      return Response.json(next);
    };
    const registry = new Registry([carriers(readCarriers(settings), send)]);
    const rights = new Set(["OR100:M"]);
    const base = systemCtxOf(shop.t);
    const ctx: Ctx = { ...base, now: noon, who: { ...base.who, rights, scope: { kind: "tenant" }, ...who } };
    const order = async (...orderNos: string[]) => {
      const body = { Type: "rf_OrderWaybill", InParams: { ORDER_NOS: orderNos } };
      const { data } = await dispatch(ctx, registry, body);
      return JSON.parse(data ?? "null");
    };
    return { sent, order };
  }

  const answer = (msgData: object) => ({
    apiResultCode: "A1000",
    apiResultData: JSON.stringify({ success: true, errorCode: "S0000", msgData }),
  });
  const given = answer({
    waybillNoInfoList: [
      { waybillType: 2, waybillNo: "SF1000000000099" },
      { waybillType: 1, waybillNo: "SF1000000000001" },
    ],
  });

  it("is ordered for one receiver's orders, signed, on the monthly account", async () => {
    const { order, sent } = asking(env, [given]);
    expect(await order(nos[1] ?? "", nos[0] ?? "")).toEqual({
      EXPRESS_NO: "SF1000000000001",
      CARRIER: "顺丰速运",
    });
    const [form = {}] = sent;
    const { msgData = "", timestamp = "" } = form;
    expect(form).toMatchObject({
      serviceCode: "EXP_RECE_CREATE_ORDER",
      msgDigest: digest(msgData, timestamp, "CW"),
    });
    expect(JSON.parse(msgData)).toMatchObject({
      orderId: `${shop.t.code}-${nos[0]}`,
      cargoDetails: [{ name: "Goods JS001", count: 10 }],
      contactInfoList: [
        { contactType: 1, contact: "仓库", mobile: "0757-22330000", city: "佛山市", county: "顺德区" },
        { contactType: 2, contact: "赵敏", mobile: "13800001001", city: "宁波市", address: "纬五路18号" },
      ],
      payMethod: 1,
      monthlyCard: "7551234567",
      parcelQty: 1,
    });
  });

  it("is the existing waybill if SF has the order already", async () => {
    const refused = (errorCode: string, errorMsg: string) => ({
      apiResultCode: "A1000",
      apiResultData: { success: false, errorCode, errorMsg },
    });
    const { order, sent } = asking(env, [refused("8016", "重复下单"), given]);
    expect(await order(nos[0] ?? "")).toMatchObject({ EXPRESS_NO: "SF1000000000001" });
    expect(sent.map((f) => f.serviceCode)).toEqual(["EXP_RECE_CREATE_ORDER", "EXP_RECE_SEARCH_ORDER_RESP"]);
    expect(JSON.parse(sent[1]?.msgData ?? "")).toMatchObject({ orderId: `${shop.t.code}-${nos[0]}` });
    await expect(asking(env, [refused("8018", "月结卡号错误")]).order(nos[0] ?? "")).rejects.toMatchObject({
      code: "S0340",
      arg: "8018 月结卡号错误",
    });
  });

  it("is not returned if the address is outside SF's area or SF does not answer", async () => {
    const nowhere = answer({ waybillNoInfoList: [], remark: "收方超出范围" });
    await expect(asking(env, [nowhere]).order(nos[0] ?? "")).rejects.toMatchObject({
      code: "S0340",
      arg: "收方超出范围",
    });
    await expect(asking(env, ["down"]).order(nos[0] ?? "")).rejects.toMatchObject({
      code: "S0340",
      arg: "fetch failed",
    });
  });

  it("is not requested for orders that cannot share one parcel", async () => {
    const { order, sent } = asking(env, [given]);
    await expect(order(nos[0] ?? "", nos[2] ?? "")).rejects.toMatchObject({ code: "S0200", arg: "REC_MAN" });
    await expect(order(nos[0] ?? "", "NONE")).rejects.toMatchObject({ code: "S0202" });
    await expect(order()).rejects.toMatchObject({ code: "S0007", arg: "ORDER_NOS" });
    await expect(order(unpaid)).rejects.toMatchObject({ code: "S0212" });
    const other = asking(env, [given], { custId: "C1", scope: { kind: "none" } });
    await expect(other.order(nos[0] ?? "")).rejects.toMatchObject({ code: "S0020" });
    expect([sent, other.sent]).toEqual([[], []]);
  });

  it("needs a contract and a sender; in the demo it is simulated and marked", async () => {
    const { SF_SENDER: _, ...without } = env;
    await expect(asking(without, []).order(nos[0] ?? "")).rejects.toMatchObject({
      code: "S0214",
      arg: "SF_SENDER",
    });
    await expect(asking({}, []).order(nos[0] ?? "")).rejects.toMatchObject({
      code: "S0214",
      arg: "SF_PARTNER_ID",
    });
    expect(() => readCarriers({ SF_SENDER: "仓库|1" })).toThrow(/SF_SENDER/);
    const demo = asking({}, [], { tenantCode: "demo" });
    const [one, again, other] = [
      await demo.order(nos[0] ?? ""),
      await demo.order(nos[0] ?? ""),
      await demo.order(nos[2] ?? ""),
    ];
    expect(one).toEqual({ EXPRESS_NO: expect.stringMatching(/^SF0\d{12}$/), CARRIER: "模拟承运商" });
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
  });

  it("has a new number for the next parcel of a part-shipped order, and the same one for a retry", async () => {
    const no = nos[0] ?? "";
    const parcelNo = async () => {
      const { order, sent } = asking(env, [given]);
      await order(no);
      return JSON.parse(sent[0]?.msgData ?? "").orderId;
    };
    expect(await parcelNo()).toBe(`${shop.t.code}-${no}`);
    await shop.t.rows(
      sql`
        with parcel as (
          insert into shipment (tenant_id, shipment_no, cust_id, carrier_code, express_no, shipped_at)
          values (${shop.t.id}, 'FH-1', 'C1', 'sf', 'SF1000000000001', ${new Date(noon)})
        )
        insert into shipment_line (tenant_id, shipment_no, order_no, seq, ship_qty)
        select ${shop.t.id}, 'FH-1', ${no}, min(l.seq), 1
        from customer_order_line l
        where l.tenant_id = ${shop.t.id} and l.order_no = ${no}
      `,
    );
    expect(await parcelNo()).toBe(`${shop.t.code}-${no}-2`);
    expect(await parcelNo()).toBe(`${shop.t.code}-${no}-2`);
  });

  it("names the pieces to be shipped: without cancelled ones, with replacements", async () => {
    const no = nos[1] ?? "";
    const counts = async (cancelled: number, shipped: number, exchanged: number) => {
      await shop.t.rows(
        sql`
          update customer_order_line
          set cancelled_qty = ${cancelled}, shipped_qty = ${shipped}, exchanged_qty = ${exchanged}
          where tenant_id = ${shop.t.id} and order_no = ${no}
        `,
      );
      const { order, sent } = asking(env, [given]);
      await order(no);
      const { cargoDetails } = JSON.parse(sent[0]?.msgData ?? "") as { cargoDetails: { count: number }[] };
      return cargoDetails.map((c) => c.count);
    };
    expect(await counts(2, 1, 0)).toEqual([2]);
    expect(await counts(0, 5, 1)).toEqual([1]);
    expect(await counts(0, 0, 0)).toEqual([5]);
  });

  it("is refused through the API without the right", async () => {
    const ask = { Type: "rf_OrderWaybill", InParams: { ORDER_NOS: nos } };
    expect(await shop.one.mitt(ask)).toMatchObject({ Msg: "S0020" });
    expect(await shop.t.admin.mitt(ask)).toMatchObject({ Msg: "S0214^SF_PARTNER_ID" });
  });
});

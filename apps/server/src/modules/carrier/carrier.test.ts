import type { ExpressData } from "@shotkeeper/contract/carrier";
import { beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { dispatch } from "../../kernel/dispatch.ts";
import { Registry } from "../../kernel/registry.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { noon, type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { makeShop, oem, packCounters, type TestShop, withVoucher } from "../../testing/shop.ts";
import type { ExpressAnswer } from "../../testing/wire-answers.ts";
import { askCarriers, carriers } from "./index.ts";
import { dataSign } from "./kdniao.ts";
import { readCarriers } from "./settings.ts";
import { digest, javaUrlEncode } from "./sf.ts";

describe("signatures", () => {
  // The expected signatures were computed with another program, which encodes as Java's URLEncoder documents.
  it.each([
    ["letters and digits", "AZaz09", "AZaz09", "T2CVcVU1s2rjF1LDZVF/cg=="],
    ["signs that stay", ".-*_", ".-*_", "Dnf9HZ4Z0wW65XNhcYNLhg=="],
    ["spaces", "a b  c", "a+b++c", "bZQGeFInUA1M/2W1Zf7/Zw=="],
    ["signs that a browser would leave", "~!'()", "%7E%21%27%28%29", "W4tqRj0jXyBeSn9Zye0CkA=="],
    [
      "JSON",
      '{"a":["1"],"b":{}}',
      "%7B%22a%22%3A%5B%221%22%5D%2C%22b%22%3A%7B%7D%7D",
      "mqjFwJYC3f5qKesFGT+BAQ==",
    ],
    [
      "other signs",
      '#$%&+,/:;=?@[]^`|\\<>"',
      "%23%24%25%26%2B%2C%2F%3A%3B%3D%3F%40%5B%5D%5E%60%7C%5C%3C%3E%22",
      "gROPe/nVIQ8NXfhUCz2+0w==",
    ],
    ["Chinese", "顺丰速运", "%E9%A1%BA%E4%B8%B0%E9%80%9F%E8%BF%90", "pI7KaWbYf+JkXJH3e9VaNQ=="],
    ["beyond the first plane", "𠮷😀", "%F0%A0%AE%B7%F0%9F%98%80", "4/DAZakZJXqI/wzpg5tDbQ=="],
    ["ends of lines", "a\r\nb\tc", "a%0D%0Ab%09c", "97kSp0qsPkW8EOnK6qYcgQ=="],
    ["composed letters", "é\u0301ß", "%C3%A9%CC%81%C3%9F", "iUCYXOTO6zhDkKW+0RcLwA=="],
  ])("%s", (_, text, encoded, signed) => {
    expect(javaUrlEncode(text)).toBe(encoded);
    expect(digest(text, "1700000000000", "Check~Word 密")).toBe(signed);
  });

  it("of the aggregator Kdniao", () => {
    const data = '{"OrderCode":"","ShipperCode":"SF","LogisticCode":"SF1000000000001"}';
    expect(dataSign(data, "56da2cf8-c8a2-44b2-b6fa-476cd7d1ba17")).toBe(
      "MjRjZmZhZjQ5MTZiODNkNjdmN2Q5OGY1N2E2NDRjZmY=",
    );
  });
});

describe("settings", () => {
  it("are complete or missing altogether", () => {
    expect(readCarriers({})).toEqual({});
    expect(() => readCarriers({ SF_PARTNER_ID: "P" })).toThrow(/SF_CHECKWORD/);
    expect(() => readCarriers({ KDNIAO_KEY: "K" })).toThrow(/KDNIAO_BUSINESS_ID/);
    expect(() => readCarriers({ SF_PARTNER_ID: "P", SF_CHECKWORD: "C", SF_ENV: "uat" })).toThrow(/SF_ENV/);
    expect(() => readCarriers({ SF_PROXY_PATH: "carrier" })).toThrow(/SF_PROXY_PATH/);
  });
});

describe("tracking", () => {
  const waybill = "SF1000000000001";
  const sfEnv = readCarriers({ SF_PARTNER_ID: "P1", SF_CHECKWORD: "CW", SF_SECRET: "S1", SF_ENV: "sbox" });
  let s: TestServer;
  let shop: TestShop;

  beforeAll(async () => {
    s = await withServer();
    shop = await makeShop(s);
    const group = { oem: oem(1), lines: [{ GOODS_ID: "JS001", UNIT_PRICE: 430.56 }] };
    const placed = await shop.place(shop.one, [group]);
    const [orderNo] = (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS;
    const [no = ""] = [orderNo];
    await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS: await withVoucher(shop, [no]) });
    await packCounters(shop, no);
    await shop.t.admin.run("rf_ShipOrders", { ORDER_NOS: [no], CARRIER: "顺丰速运", EXPRESS_NO: waybill });
  });

  interface Sent {
    readonly url: string;
    readonly form: Readonly<Record<string, string>>;
  }

  /**
   * Returns the carrier commands with a fake network, called by user `who`. Also returns the requests that the network
   * received.
   */
  function asking(settings: Parameters<typeof carriers>[0], answers: readonly (object | string)[], who = {}) {
    const sent: Sent[] = [];
    const queue = [...answers];
    const send: typeof fetch = async (url, init) => {
      sent.push({ url: String(url), form: Object.fromEntries(init?.body as URLSearchParams) });
      const next = queue.shift() ?? answers.at(-1);
      if (next === "down") throw new TypeError("fetch failed");
      return new Response(typeof next === "string" ? next : JSON.stringify(next));
    };
    const registry = new Registry([carriers(settings, send)]);
    const rights = new Set(["OR100:Q", "OR100:M"]);
    const run = async (type: string, InParams: object, now: number) => {
      const base = systemCtxOf(shop.t);
      const ctx: Ctx = { ...base, now, who: { ...base.who, rights, scope: { kind: "tenant" }, ...who } };
      const { data } = await dispatch(ctx, registry, { Type: type, InParams });
      return JSON.parse(data ?? "null");
    };
    const express = async (input = {}, now = noon) => {
      const a: ExpressAnswer = await run("rf_QryExpressDeliverySf", { LogisticCode: waybill, ...input }, now);
      const data = JSON.parse(a.apiResultData) as ExpressData;
      return { ...a, mail: data.msgData.routeResps[0] };
    };
    return { sent, express, access: (now = noon) => run("rf_GetLabelAccess", {}, now) };
  }

  const route = (acceptTime: string, opCode: string) => ({ acceptTime, remark: `step ${opCode}`, opCode });
  const unordered = [
    route("2026-05-20 18:00:00", "44"),
    route("2026-05-19 08:30:00", "50"),
    route("2026-05-20 20:00:00", "80"),
    route("2026-05-19 12:00:00", "30"),
  ];
  const inner = (routes: object[]) => ({
    success: true,
    errorCode: "S0000",
    msgData: {
      routeResps: [
        { mailNo: "SF9999999999999", routes: [] },
        { mailNo: waybill, routes },
      ],
    },
  });
  const outer = (data: unknown) => ({ apiResultCode: "A1000", apiErrorMsg: "", apiResultData: data });

  // spec: shop A7.28, A7.29, A9.27
  it.each([
    ["a text", outer(JSON.stringify(inner(unordered)))],
    ["an object", outer(inner(unordered))],
    ["an object with success as a text", outer({ ...inner(unordered), success: "true" })],
  ])("returns SF's steps of state %s in order", async (_, answer) => {
    const { express, sent } = asking(sfEnv, [answer]);
    const { mail, ...head } = await express();
    expect(head).toMatchObject({ apiResultCode: "A1000", CARRIER: "sf", STATE: "signed", IS_STALE: false });
    expect(mail?.mailNo).toBe(waybill);
    expect(mail?.routes.map((r) => r.opCode)).toEqual(["50", "30", "44", "80"]);
    const [{ url, form }] = sent as [Sent];
    expect(url).toBe("https://sfapi-sbox.sf-express.com/std/service");
    expect(form).toMatchObject({ partnerID: "P1", serviceCode: "EXP_RECE_SEARCH_ROUTES" });
    // `checkPhoneNo` has the last digits of the receiver's phone number on the order.
    expect(JSON.parse(form.msgData ?? "")).toMatchObject({
      trackingNumber: [waybill],
      checkPhoneNo: expect.stringMatching(/^\d{4}$/),
    });
    expect(form.msgDigest).toBe(digest(form.msgData ?? "", form.timestamp ?? "", "CW"));
    expect(JSON.stringify(form)).not.toContain('CW"');
  });

  it("records the delivery on the order, after a request or by the job", async () => {
    const delivered = async () =>
      (
        await shop.t.rows<{ at: string | null }>(
          sql`select delivered_at as at from customer_order where tenant_id = ${shop.t.id} and express_no = ${waybill}`,
        )
      )[0]?.at;
    const notDelivered = async () => {
      for (const table of ["shipment", "customer_order"])
        await shop.t.rows(
          sql`update ${sql.raw(table)} set delivered_at = null
            where tenant_id = ${shop.t.id} and express_no = ${waybill}`,
        );
    };
    const at = "2026-05-20T12:00:00.000Z";
    // Resets the parcel to "not delivered". Earlier tests have asked for its route, and the server has recorded the
    // delivery.
    await notDelivered();
    await asking(sfEnv, [outer(inner(unordered.slice(0, 2)))]).express();
    expect(await delivered()).toBe(null);
    await asking(sfEnv, [outer(inner(unordered))]).express();
    expect(await delivered()).toBe(at);
    await notDelivered();
    const send = (answer: object | string) => async () =>
      answer === "down"
        ? Promise.reject(new TypeError("fetch failed"))
        : new Response(JSON.stringify(answer));
    await askCarriers(systemCtxOf(shop.t), {}, send(outer(inner(unordered))) as typeof fetch);
    await askCarriers(systemCtxOf(shop.t), sfEnv, send("down") as typeof fetch);
    expect(await delivered()).toBe(null);
    await askCarriers(systemCtxOf(shop.t), sfEnv, send(outer(inner(unordered))) as typeof fetch);
    expect(await delivered()).toBe(at);
  });

  it("converts the aggregator's answer to SF's format", async () => {
    const Traces = [
      { AcceptTime: "2026-05-20 09:00:00", AcceptStation: "到达" },
      { AcceptTime: "2026-05-19 09:00:00", AcceptStation: "揽收" },
    ];
    const settings = readCarriers({ KDNIAO_BUSINESS_ID: "B1", KDNIAO_KEY: "K1" });
    const { express, sent } = asking(settings, [{ Success: true, State: "2", Traces }]);
    const { mail, CARRIER, STATE } = await express({ CustomerName: "1234" });
    expect([CARRIER, STATE, mail?.routes.map((r) => r.remark)]).toEqual([
      "kdniao",
      "underWay",
      ["揽收", "到达"],
    ]);
    const { form } = sent[0] as Sent;
    expect(form).toMatchObject({ EBusinessID: "B1", RequestType: "1002", DataType: "2" });
    expect(form.DataSign).toBe(dataSign(form.RequestData ?? "", "K1"));
    expect(JSON.parse(form.RequestData ?? "")).toMatchObject({ CustomerName: "1234", LogisticCode: waybill });
    const paid = asking(readCarriers({ KDNIAO_BUSINESS_ID: "B1", KDNIAO_KEY: "K1", KDNIAO_PAID: "on" }), [
      { Success: "true", State: 3, Traces },
    ]);
    expect((await paid.express()).STATE).toBe("signed");
    expect(paid.sent[0]?.form.RequestType).toBe("8001");
    const refused = asking(settings, [{ Success: false, Reason: "没有权限" }]);
    await expect(refused.express()).rejects.toMatchObject({ code: "S0340", arg: "没有权限" });
  });

  it("is cached for five minutes, and shows the last answer if the carrier fails", async () => {
    const { express, sent } = asking(sfEnv, [outer(inner(unordered.slice(0, 2))), "down", "down"]);
    await express();
    expect((await express({}, noon + 299_000)).IS_STALE).toBe(false);
    expect(sent).toHaveLength(1);
    const stale = await express({}, noon + 301_000);
    expect(stale).toMatchObject({ IS_STALE: true, STATE: "delivering", AS_OF: new Date(noon).toISOString() });
    expect(sent).toHaveLength(2);
  });

  it.each([
    ["down", "fetch failed"],
    ["<html>", "no JSON"],
    [{ apiResultCode: "A1006", apiErrorMsg: "签名错误" }, "A1006 签名错误"],
    [outer({ success: false, errorCode: "8057", errorMsg: "无权限" }), "8057 无权限"],
  ])("reports the carrier's refusal: %s", async (answer, arg) => {
    await expect(asking(sfEnv, [answer]).express()).rejects.toMatchObject({ code: "S0340", arg });
  });

  it("is visible to the order's customer and the staff only", async () => {
    const { express } = asking(sfEnv, [outer(inner([]))], { custId: "C1", scope: { kind: "none" } });
    expect((await express()).STATE).toBe("waiting");
    const other = asking(sfEnv, [outer(inner([]))], { custId: "C2", scope: { kind: "none" } });
    await expect(other.express()).rejects.toMatchObject({ code: "S0207" });
    const plant = asking(sfEnv, [outer(inner([]))], { scope: { kind: "plant", orgId: "P1" } });
    await expect(plant.express()).rejects.toMatchObject({ code: "S0020" });
    await expect(plant.access()).rejects.toMatchObject({ code: "S0020" });
    expect([other.sent, plant.sent]).toEqual([[], []]);
  });

  it("is simulated in the demo only, and marked in every line", async () => {
    const demo = asking({}, [], { tenantCode: "demo" });
    const { mail, CARRIER, STATE } = await demo.express({}, noon + 31 * 3_600_000);
    expect([CARRIER, STATE, mail?.routes.length]).toEqual(["simulated", "delivering", 4]);
    expect(mail?.routes.every((r) => r.remark.startsWith("【模拟】"))).toBe(true);
    expect(mail?.routes[0]?.acceptTime).toBe("2026-05-20 13:00:00");
    expect(demo.sent).toEqual([]);
    expect(await demo.access()).toMatchObject({ CARRIER: "simulated" });
  });

  it("issues a cached token for labels without the secret", async () => {
    const answer = (accessToken: string) => ({ apiResultCode: "A1000", accessToken, expiresIn: 7200 });
    const { access, sent } = asking(sfEnv, [answer("T1"), answer("T2")]);
    const [first, second] = await Promise.all([access(), access()]);
    expect(first).toEqual({ CARRIER: "sf", ENV: "sbox", PARTNER_ID: "P1", ACCESS_TOKEN: "T1", AES_KEY: "" });
    expect(second).toEqual(first);
    expect(sent).toEqual([
      {
        url: "https://sfapi-sbox.sf-express.com/oauth2/accessToken",
        form: { partnerID: "P1", secret: "S1", grantType: "password" },
      },
    ]);
    expect(await access(noon + 6_000_000)).toEqual(first);
    expect(await access(noon + 7_000_000)).toMatchObject({ ACCESS_TOKEN: "T2" });
    expect(JSON.stringify(first)).not.toMatch(/S1|CW/);
    await expect(asking(sfEnv, ["down"]).access()).rejects.toMatchObject({ code: "S0340" });
  });

  it("through the API is refused if not configured, without the right, or with a missing or wrong number", async () => {
    const ask = (user: TestUser, more: object) =>
      user.mitt({ Type: "rf_QryExpressDeliverySf", InParams: { LogisticCode: waybill, ...more } });
    expect(await ask(shop.one, {})).toMatchObject({ Code: 1, Msg: "S0214^SF_PARTNER_ID" });
    expect(await ask(shop.two, {})).toMatchObject({ Msg: "S0207" });
    expect(await ask(shop.one, { LogisticCode: "" })).toMatchObject({ Msg: "S0309" });
    expect(await ask(shop.one, { LogisticCode: "x;drop" })).toMatchObject({ Msg: "S0200^LogisticCode" });
    expect(await ask(shop.one, { CustomerName: "12" })).toMatchObject({ Msg: "S0200^CustomerName" });
    const none = await shop.t.user("P1", []);
    expect((await ask(none, {})).Code).not.toBe(0);
    expect(await shop.one.mitt({ Type: "rf_GetLabelAccess", InParams: {} })).toMatchObject({ Msg: "S0020" });
  });
});

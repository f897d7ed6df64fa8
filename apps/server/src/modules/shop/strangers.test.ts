import { tokenHeader, wireName } from "@shotkeeper/contract/kernel";
import { beforeAll, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { freshCode, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { makeShop, oem, packCounters, type TestShop } from "../../testing/shop.ts";

/**
 * Tests the isolation of tenants and customers. A visitor, another customer and users of another tenant call every
 * query, table, command and file with the correct ids of customer C1. None of these users must read data of C1 or
 * change anything.
 */
let s: TestServer;
let shop: TestShop;
let other: TestShop;
let no: string;
const key = freshCode("k");
let files: Record<string, string>;

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const pdf = Buffer.from("%PDF-1.4\n%%EOF\n");

type Headers = Record<string, string>;
const headersOf = async (t: TestShop["t"], user: TestUser): Promise<Headers> => ({
  [tokenHeader]: await s.app.sessions.open(t.id, user.userId, "PC", false, s.clock.now),
});

async function upload(headers: Headers, name: string, bytes: Buffer, info: object = {}) {
  const edge = "----edge";
  const part = (head: string) => `--${edge}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const payload = Buffer.concat([
    Buffer.from(part(`name="file"; filename="${name}"`)),
    bytes,
    Buffer.from(`\r\n${part('name="FileInfo"')}${JSON.stringify(info)}\r\n--${edge}--\r\n`),
  ]);
  const answer = await s.http.inject({
    method: "POST",
    url: "/UploadFiles",
    headers: { ...headers, "content-type": `multipart/form-data; boundary=${edge}` },
    payload,
  });
  return answer.json<{ Code: number; Msg: string; ReturnData: { ID: string }[] }>();
}
const uploadedBy = async (user: TestUser, name: string, bytes: Buffer) =>
  (await upload(await headersOf(shop.t, user), name, bytes)).ReturnData[0]?.ID ?? "";

beforeAll(async () => {
  s = await withServer();
  shop = await makeShop(s);
  other = await makeShop(s);
  const { one, t } = shop;
  for (const of of [shop, other])
    await of.t.admin.mitt({
      Type: "insert",
      MENU_ID: "BS109",
      TableName: "SYS_PRM",
      Data: [{ PRM_ID: "SHOP_OPEN", PRM_VALUE: "1" }],
    });
  const groups = [
    { oem: oem(1), lines: [{ GOODS_ID: "JS001", UNIT_PRICE: 430.56, MOLD_NO: "SECRET-MOLD" }] },
  ];
  const placed = (await shop.place(one, groups, key)).ReturnData as { ORDER_NOS: string[] };
  no = placed.ORDER_NOS[0] ?? "";
  const ORDER_NOS = [no];
  const voucher = await uploadedBy(one, "voucher.png", png);
  await one.run("rf_UploadVoucher", { ORDER_NOS, FILE_IDS: [voucher] });
  await t.admin.run("rf_ConfirmPayment", { ORDER_NOS });
  await packCounters(shop, no);
  await t.admin.run("rf_ShipOrders", { ORDER_NOS, EXPRESS_NO: "XSECRET-1" });
  const invoice = await one.mitt({
    Type: "DoHDAndDT",
    MENU_ID: "OR102",
    HD: { TableName: "INVOICE_HD", Data: [{ ID: "F1", REMARK: "SECRET-REMARK" }] },
    DT: [{ TableName: "INVOICE_DT", Data: [{ ID: "F1", SEQ: 1, ORDER_NO: no }] }],
  });
  expect(invoice).toMatchObject({ Code: 0 });
  const issued = await uploadedBy(t.admin, "invoice.pdf", pdf);
  await t.admin.run("rf_IssueInvoice", { ID: "F1", FILE_ID: issued });
  const documentOf = async (DOC_TYPE: number, DocCode: string) =>
    (await one.run<{ PdfPath: string }>("rf_PrintToPdf", { DocCode, DOC_TYPE })).PdfPath.replace(
      "/files/",
      "",
    );
  files = {
    voucher,
    invoice: issued,
    quotation: await documentOf(1, no),
    "delivery note": await documentOf(2, no),
    statement: await documentOf(3, "2026-05"),
    "not yet of anything": await uploadedBy(one, "draft.png", png),
  };
  const address = { REC_MAN: "SECRET-MAN", REC_TEL: "13800001009", IS_DEFAULT: "Y" };
  await one.mitt({ Type: "insert", MENU_ID: "BS103", TableName: "BS_CUST_DT", Data: [address] });
  await one.run("rf_AddShoppingCart", { GOODS_IDS: ["DC001"], OEM_NAME: oem(2), QTY: 1 });
}, 120_000);

/**
 * Returns all stored rows of the customer C1, and the products and prices of its tenant. The calls by others must leave
 * these rows unchanged.
 */
const snapshot = () => {
  const { id } = shop.t;
  const rowsOf = (table: string, condition = sql`x.cust_id = 'C1'`) =>
    shop.t.rows(
      sql`
        select to_jsonb(x) as x
        from ${sql.raw(table)} x
        where x.tenant_id = ${id} and ${condition}
        order by 1
      `,
    );
  const everything = sql`true`;
  return Promise.all([
    rowsOf("customer"),
    rowsOf("customer_oem"),
    rowsOf("customer_address"),
    rowsOf("cart_line"),
    rowsOf("customer_order"),
    rowsOf("checkout"),
    rowsOf("customer_order_line", sql`x.order_no = ${no}`),
    rowsOf("order_voucher", sql`x.order_no = ${no}`),
    rowsOf("invoice"),
    rowsOf("invoice_line", sql`x.order_no = ${no}`),
    rowsOf("file_info", sql`x.file_id = any(${Object.values(files)}::text[])`),
    rowsOf("product", everything),
    rowsOf("product_price", everything),
    rowsOf('"user"', sql`x.user_id in (${shop.one.userId}, 'admin')`),
  ]);
};

type Ask = (body: Record<string, unknown>) => Promise<unknown>;

/**
 * Returns a pattern that matches data of the customer C1. No answer to `who` may contain such data. Order numbers are
 * left out for another tenant, whose own orders may have the same numbers. Amounts are searched only in answers to
 * visitors.
 */
const secretsFor = (who: "guest" | "customer" | "foreigner") =>
  new RegExp(
    [
      `SECRET-(1-${shop.t.code}|MAN|MOLD|REMARK)`,
      "XSECRET-1",
      ...Object.values(files),
      ...(who === "foreigner" ? [] : [`${no}"`]),
      ...(who === "guest" ? ["430\\.56", "447"] : []),
    ].join("|"),
  );

const guesses = (): Record<string, unknown> => ({
  ORDER_NO: no,
  ORDER_NOS: [no],
  CUST_ID: "C1",
  ID: "F1",
  DT_ID: 1,
  SEQ: 1,
  FILE_ID: files.voucher,
  FILE_IDS: Object.values(files),
  IDS: Object.values(files),
  DocCode: no,
  DOC_TYPE: 1,
  GOODS_ID: "JS001",
  GOODS_IDS: ["JS001"],
  OEM_NAME: oem(1),
  QTY: 1,
  MOLD_TYPE: "plastic",
  MAGNET: 0,
  EXPRESS_NO: "SF999999",
  LogisticCode: "XSECRET-1",
  OrderCode: no,
  CHECKOUT_KEY: key,
  USER_ID: shop.one.userId,
  USER_NAME: "x",
  NEW_PASSWORD: "stranger1",
  OLD_PASSWORD: "demo1234",
  REJECT_REASON: "x",
  SEND_BACK_REASON: "x",
  DATA: [
    {
      HD_INFO: { CUST_ID: "C1", OEM_NAME: oem(1), POSTAGE_STAT: 1 },
      DT_INFO: [
        { SEQ: 1, ID: 1, GOODS_ID: "JS001", QTY: 1, UNIT_PRICE: 430.56, MOLD_TYPE: "plastic", MAGNET: 0 },
      ],
    },
  ],
});

/** Calls every registered operation with the ids of customer C1. Fails if an answer matches the pattern `never`. */
async function walk(who: string, ask: Ask, never: RegExp): Promise<void> {
  const known = guesses();
  const look = async (what: string, body: Record<string, unknown>) =>
    expect(JSON.stringify(await ask(body)) ?? "", `${who}: ${what}`).not.toMatch(never);
  const conditions = (names: readonly string[]) => [
    {},
    ...names
      .filter((n) => ["string", "number"].includes(typeof known[n]))
      .map((n) => ({ ...where(n, known[n]), Limit: 1000 })),
  ];
  const { registry } = s.app;
  for (const { query: q } of registry.queries.values())
    for (const more of conditions(Object.entries(q.columns).map(([n, f]) => wireName(n, f))))
      await look(`${q.menu} ${q.id}`, {
        Type: "QueryByID",
        MENU_ID: q.menu,
        QueryID: q.id,
        Limit: 1000,
        ...more,
      });
  for (const { entity: e } of registry.tables.values()) {
    const wires = Object.entries(e.fields).map(([n, f]) => wireName(n, f));
    const table = { MENU_ID: e.menu, TableName: e.wire };
    for (const more of conditions(wires))
      await look(e.wire, { Type: "QueryBySelf", ...table, Limit: 1000, ...more });
    if (!/^(BS_CUST|CUST_BELONG|SHOPPING|CUST_ORDER|INVOICE|SYS_FILE|GOODS|SYS_USER)/.test(e.wire)) continue;
    const keys = Object.entries(e.fields).flatMap(([n, f]) => (e.key.includes(n) ? [wireName(n, f)] : []));
    const key = Object.fromEntries(keys.map((w) => [w, known[w]]));
    for (const change of [
      {},
      { ORDER_STAT: 1 },
      { QTY: 5 },
      { REC_MAN: "x" },
      { CUST_ID: "C2" },
      { UNIT_PRICE: 1 },
    ])
      for (const Type of ["update", "delete", "deleteReq", "insert"])
        await look(`${Type} ${e.wire}`, { Type, ...table, Data: [{ ...key, ...change }] });
  }
  await look("invoice", {
    Type: "DoHDAndDT",
    MENU_ID: "OR102",
    HD: { TableName: "INVOICE_HD", Data: [{ ID: "F1", CUST_ID: "C1" }] },
    DT: [{ TableName: "INVOICE_DT", Data: [{ ID: "F1", SEQ: 2, ORDER_NO: no }] }],
  });
  const commands = [...registry.commands.values()].map(({ command }) => command);
  // Commands that end the caller's session run last.
  const isEnd = (type: string) => (/^rf_(LogOut|LoginOut|ChangePassword)$/.test(type) ? 1 : 0);
  for (const c of commands.sort((a, b) => isEnd(a.type) - isEnd(b.type))) {
    const wires = new Set(Object.entries(c.input).map(([n, f]) => wireName(n, f)));
    const InParams = Object.fromEntries(Object.entries(known).filter(([w]) => wires.has(w)));
    await look(c.type, { Type: c.type, InParams });
    if (wires.has("DocCode")) {
      await look(c.type, { Type: c.type, InParams: { DocCode: "C1/2026-05", DOC_TYPE: 3 } });
      await look(c.type, { Type: c.type, InParams: { DocCode: no, DOC_TYPE: 2 } });
    }
  }
}

async function tryFiles(who: string, headers: Headers, tenant = ""): Promise<void> {
  for (const [what, id] of Object.entries(files)) {
    const got = await s.http.inject({ method: "GET", url: `/files/${id}${tenant}`, headers });
    expect(got.json(), `${who}: ${what}`).toMatchObject({ Code: 1 });
  }
  for (const [OT_TB, OT_ID1] of [
    ["CUST_ORDER_HD", no],
    ["INVOICE_HD", "F1"],
    ["BS_CUST", "C1"],
    ["SYS_USER", shop.one.userId],
  ]) {
    const before = await snapshot();
    await upload(headers, "x.png", png, { OT_TB, OT_ID1 });
    expect(await snapshot(), `${who}: upload for ${OT_TB}`).toEqual(before);
  }
}

it("lets the customer read all of its files", async () => {
  const headers = await headersOf(shop.t, shop.one);
  for (const [what, id] of Object.entries(files))
    expect((await s.http.inject({ method: "GET", url: `/files/${id}`, headers })).statusCode, what).toBe(200);
});

it.each([
  ["another customer", "customer", () => shop.t, () => shop.two],
  ["a customer of another tenant", "foreigner", () => other.t, () => other.one],
  ["the administrator of another tenant", "foreigner", () => other.t, () => other.t.admin],
] as const)(
  "keeps %s from reading or changing anything by guessed ids",
  async (who, kind, tenant, user) => {
    const before = await snapshot();
    await tryFiles(who, await headersOf(tenant(), user()));
    const mitt = user().mitt;
    await walk(who, async (body) => (await mitt(body)).ReturnData ?? null, secretsFor(kind));
    expect(await snapshot()).toEqual(before);
    // After all these calls by others, the session of the customer's user must still work.
    expect(await shop.one.list("OR100", "Q10")).toHaveLength(1);
  },
  300_000,
);

it("lets a visitor read only public data, and change nothing", async () => {
  const before = await snapshot();
  for (const TENANT_ID of [shop.t.code, other.t.code]) {
    await tryFiles("a guest", {}, `?tenant=${TENANT_ID}`);
    const answered = new Set<string>();
    const ask: Ask = async (body) => {
      const payload = { TENANT_ID, ...body };
      const a = (await s.http.inject({ method: "POST", url: "/mitt", payload })).json();
      if (a.Code === 0) answered.add(`${body.Type} ${body.QueryID ?? body.TableName ?? ""}`);
      return a.ReturnData ?? null;
    };
    await walk("a guest", ask, secretsFor(TENANT_ID === shop.t.code ? "guest" : "foreigner"));
    expect([...answered].sort()).toEqual(["QueryByID Q21", "QueryByID Q23", "QueryBySelf GOODS_INFO"]);
  }
  expect(await snapshot()).toEqual(before);
}, 300_000);

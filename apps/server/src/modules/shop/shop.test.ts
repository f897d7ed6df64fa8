import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { noon, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { makeShop, oem, packCounters, type TestShop, uploaded } from "../../testing/shop.ts";

const day = 86_400_000;
let s: TestServer;
let shop: TestShop;
beforeEach(async () => {
  s = await withServer();
  shop = await makeShop(s);
});

const counter = (more: Record<string, unknown> = {}) => ({ GOODS_ID: "JS001", UNIT_PRICE: 430.56, ...more });
const last = (QTY: number) => ({ GOODS_ID: "LAST", UNIT_PRICE: 10, QTY });
const order = async (user: TestUser = shop.one, more: Record<string, unknown> = {}) => {
  const answer = await shop.place(user, [{ oem: oem(1), lines: [counter(more)] }]);
  expect(answer).toMatchObject({ Code: 0 });
  return (answer.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS[0] ?? "";
};
const step = (user: TestUser, Type: string, ORDER_NO: string, more: Record<string, unknown> = {}) =>
  user.mitt({ Type, InParams: { ORDER_NOS: [ORDER_NO], ...more } });
const stat = async (ORDER_NO: string) =>
  (await shop.t.admin.list("OR100", "Q01", where("ORDER_NO", ORDER_NO)))[0];
const voucher = async (user: TestUser, nos: string[], count = 1) => {
  const FILE_IDS = await Promise.all(Array.from({ length: count }, () => uploaded(shop.t, user)));
  return user.mitt({ Type: "rf_UploadVoucher", InParams: { ORDER_NOS: nos, FILE_IDS } });
};
const stock = async (id: string) => (await shop.t.admin.list("OR104", "Q01", where("GOODS_ID", id)))[0];

describe("products on sale", () => {
  // spec: shop A6.6, A6.7, A7.5, A7.8
  it("show only the prices of the customer's own host factories", async () => {
    const seen = async (u: TestUser) =>
      (await u.list("BS103", "Q21", where("B.GOODS_ID", "JS001"))).map((g) => [g.OEM_NAME, g.UNIT_PRICE]);
    expect(await seen(shop.one)).toEqual([
      [oem(1), 430.56],
      [oem(2), 447],
    ]);
    expect(await seen(shop.two)).toEqual([[oem(1), 430.56]]);
    const prices = await shop.one.list("BS103", "Q22", where("D.GOODS_ID", "JS001"));
    expect(prices).toMatchObject([
      { CUST_ID: "C1", OEM_NAME: oem(1) },
      { CUST_ID: "C1", OEM_NAME: oem(2) },
    ]);
  });

  // spec: shop A1.6, A6.5, A7.1, A7.7, A7.16
  it("are shown to visitors of an open shop at the general price", async () => {
    const ask = async (body: Record<string, unknown>) =>
      (
        await s.http.inject({ method: "POST", url: "/mitt", payload: { TENANT_ID: shop.t.code, ...body } })
      ).json();
    const list = { Type: "QueryByID", MENU_ID: "BS103", QueryID: "Q21", Limit: 100 };
    const goods = { Type: "QueryBySelf", MENU_ID: "BS102", TableName: "GOODS_INFO", SelecFields: "*" };
    expect(await ask(list)).toEqual({ Code: 1, Msg: "S0009" });
    await shop.t.admin.mitt({
      Type: "insert",
      MENU_ID: "BS109",
      TableName: "SYS_PRM",
      Data: [{ PRM_ID: "SHOP_OPEN", PRM_VALUE: "1" }],
    });
    s.clock.now = noon + 10_000;
    const shown = await ask(list);
    expect(shown.ReturnData.list.find((g: { GOODS_ID: string }) => g.GOODS_ID === "JS001")).toMatchObject({
      UNIT_PRICE: 468,
      OEM_NAME: "",
    });
    expect(JSON.stringify(shown)).not.toMatch(/430\.56|447|Name of O|OLD/);
    const one = await ask(goods);
    expect(one).toMatchObject({ Code: 0 });
    expect(Object.keys(one.ReturnData.list[0])).not.toContain("CREATED_BY");
    for (const SelecFields of ["LOW_STOCK_QTY", "CREATED_BY"])
      expect(await ask({ ...goods, SelecFields })).toMatchObject({ Code: 1, Msg: `S0015^${SelecFields}` });
    for (const body of [
      { Type: "QueryByID", MENU_ID: "BS103", QueryID: "Q22" },
      { Type: "rf_Personal" },
      { Type: "QueryByID", MENU_ID: "BS102", QueryID: "Q02" },
    ])
      expect(await ask(body)).toEqual({ Code: 1, Msg: "S0009" });
  });
});

describe("the cart", () => {
  const add = (input: Record<string, unknown>, user = shop.one) =>
    user.mitt({
      Type: "rf_AddShoppingCart",
      InParams: {
        GOODS_IDS: ["JS001"],
        OEM_NAME: oem(1),
        QTY: 2,
        MOLD_TYPE: "plastic",
        SIDE_TYPE: -1,
        MAGNET: 0,
        ...input,
      },
    });

  // spec: shop A7.9, A7.18, A7.20, A7.22, A7.26
  it("adds a product with an accessory, merges equal lines and keeps different lines separate", async () => {
    await add({ GOODS_IDS: ["JS001", "J002"] });
    await add({});
    await add({ MOLD_TYPE: "hardware", MAGNET: 1 });
    const cart = await shop.one.list("BS114", "Q20");
    expect(cart.map((l) => [l.GOODS_ID, l.QTY, l.MOLD_TYPE, l.MAGNET, l.JE])).toEqual([
      ["JS001", 4, "plastic", 0, 1722.24],
      ["J002", 2, "plastic", 0, 30],
      ["JS001", 2, "hardware", 1, 861.12],
    ]);
    const change = (Type: string, row: Record<string, unknown>, user = shop.one) =>
      user.mitt({ Type, MENU_ID: "BS114", TableName: "SHOPPING_CART", UserID: "x", Data: [row] });
    expect(await change("update", { ID: cart[0]?.ID, QTY: 9 })).toMatchObject({ Msg: "S0023" });
    expect(await change("update", { ID: cart[0]?.ID, QTY: 0 })).toMatchObject({ Msg: "S0200^QTY" });
    // 999,992 pieces together with the 9 pieces in the cart are above the maximum quantity of a cart line.
    expect(await add({ QTY: 999_992 })).toMatchObject({ Msg: "S0200^QTY" });
    expect(await change("update", { ID: cart[0]?.ID, QTY: 5 }, shop.two)).toMatchObject({ Code: 1 });
    expect(await change("deleteReq", { ID: cart[0]?.ID }, shop.two)).toMatchObject({ Code: 1 });
    expect(await change("deleteReq", { ID: cart[1]?.ID })).toMatchObject({ Msg: "S0024" });
    expect((await shop.one.list("BS114", "Q20")).map((l) => l.QTY)).toEqual([9, 2]);
    expect(await shop.one.run("rf_CustSum", { CUST_ID: "C1" })).toMatchObject({ ShopCount: 2 });
  });

  it.each([
    ["no host factory", { OEM_NAME: null }, "S0300"],
    ["no magnet", { MOLD_TYPE: "hardware", MAGNET: -1 }, "S0301"],
    ["a host factory of others", { OEM_NAME: "Name of O9" }, "S0315^Name of O9"],
    ["what is off the shelf", { GOODS_IDS: ["OLD"] }, "S0305^OLD"],
    ["what there is not", { GOODS_IDS: ["X"] }, "S0202^GOODS_ID"],
    ["an accessory that does not fit", { GOODS_IDS: ["JS001", "J007"] }, "S0313^J007"],
    ["another customer's number", { CUST_ID: "C2" }, "S0020"],
    ["half a piece", { QTY: 0.5 }, "S0200^QTY"],
  ])("refuses %s", async (_what, input, msg) => {
    expect(await add(input)).toEqual({ Code: 1, Msg: msg });
    expect(await shop.one.list("BS114", "Q20")).toEqual([]);
  });
});

describe("a checkout", () => {
  // spec: shop A3.25, A4.29, A7.24, A7.26, A7.27, A9.6, A9.15
  it("places one order per host factory, with postage on the first, and removes the lines from the cart", async () => {
    for (const n of [1, 2])
      await shop.one.run("rf_AddShoppingCart", {
        GOODS_IDS: ["JS001"],
        OEM_NAME: oem(n),
        QTY: 1,
        MOLD_TYPE: "plastic",
        MAGNET: 0,
        SIDE_TYPE: -1,
      });
    const cart = await shop.one.list("BS114", "Q20");
    const groups = cart.map((l) => ({ oem: String(l.OEM_NAME), lines: [{ ...l }], head: { POSTAGE: 18 } }));
    const { ReturnData } = await shop.place(shop.one, groups);
    const nos = (ReturnData as { ORDER_NOS: string[] }).ORDER_NOS;
    expect(nos).toHaveLength(2);
    expect(nos[0]).toMatch(/^SO260520\d{4}$/);
    expect(await shop.one.list("BS114", "Q20")).toEqual([]);
    const orders = await shop.one.list("OR100", "Q10", { Sort: [{ Field: "ORDER_NO", Sort: "asc" }] });
    expect(orders).toMatchObject([
      {
        ORDER_NO: nos[0],
        OEM_NAME: oem(1),
        POSTAGE: 18,
        ALL_JE: 448.56,
        ORDER_STAT: 0,
        IS_PAY: "N",
        PLAN_OUT_DATE: "2026-05-27",
        INVOICING_STAT: 0,
        ALL_ORDER: nos.join(),
        REC_CITY: "宁波市",
      },
      { ORDER_NO: nos[1], OEM_NAME: oem(2), POSTAGE: 0, ALL_JE: 447 },
    ]);
    const lines = await shop.one.list("OR100", "Q15", where("ORDER_NO", nos[0]));
    expect(lines).toMatchObject([
      { SEQ: 1, GOODS_ID: "JS001", QTY: 1, UNIT_PRICE: 430.56, JE: 430.56, MAGNET: 0 },
    ]);
    expect(await stock("JS001")).toMatchObject({ SC_STOCK_QTY: 1000, RESERVED_QTY: 2, AVAILABLE_QTY: 998 });
    const personal = await shop.one.run<{ list: { HD_INFO: unknown; DT_INFO: unknown[] }[]; count: number }>(
      "rf_Personal",
      { CUST_ID: "C1", Page: 1, Limit: 1, ORDER_STAT: 0 },
    );
    expect(personal).toMatchObject({
      count: 2,
      list: [{ HD_INFO: { ORDER_NO: nos[1] }, DT_INFO: [{ SEQ: 1, GOOD_TYPE: 0 }] }],
    });
    expect(await shop.one.run("rf_CustSum", { CUST_ID: "C1" })).toEqual({
      FinishCount: 0,
      IS_APPROVER: "Y",
      OverSendCount: 0,
      ShopCount: 0,
      WaitApproveCount: 0,
      TodayMoney: expect.any(Number),
      WaitPayCount: 2,
      WaitSendCount: 0,
    });
  });

  it("is idempotent for concurrent and later repetitions", async () => {
    const groups = [{ oem: oem(1), lines: [counter()] }];
    const answers = await Promise.all(Array.from({ length: 8 }, () => shop.place(shop.one, groups, "same")));
    const again = await shop.place(shop.one, groups, "same");
    expect(new Set([...answers, again].map((a) => JSON.stringify(a.ReturnData))).size).toBe(1);
    expect(await shop.one.list("OR100", "Q10")).toHaveLength(1);
    expect(await stock("JS001")).toMatchObject({ RESERVED_QTY: 1 });
    // A checkout key (idempotency key) belongs to one checkout. A request with the same key and other content is
    // refused and does not get the orders of the first checkout.
    const more = [{ oem: oem(1), lines: [counter({ QTY: 3 })] }];
    expect(await shop.place(shop.one, more, "same")).toMatchObject({ Code: 1, Msg: "S0450" });
  });

  it("never oversells: 50 concurrent checkouts of the last 10 pieces", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        shop.place(i % 2 ? shop.one : shop.two, [{ oem: oem(1), lines: [last(1)] }]),
      ),
    );
    expect(answers.filter((a) => a.Code === 0)).toHaveLength(10);
    for (const a of answers.filter((x) => x.Code !== 0)) expect(a.Msg).toBe("S0304^LAST");
    expect(await stock("LAST")).toMatchObject({ SC_STOCK_QTY: 10, RESERVED_QTY: 10, AVAILABLE_QTY: 0 });
  }, 60_000);

  it.each([
    [
      "another price",
      [{ oem: oem(1), lines: [counter({ UNIT_PRICE: 400 })] }],
      "S0303^JS001 400.00 → 430.56",
    ],
    [
      "another postage",
      [{ oem: oem(1), lines: [counter()], head: { POSTAGE: 0 } }],
      "S0303^POSTAGE 0.00 → 18.00",
    ],
    ["nothing", [], "S0311"],
    ["no lines", [{ oem: oem(1), lines: [] }], "S0311"],
    ["no magnet", [{ oem: oem(1), lines: [counter({ MOLD_TYPE: "hardware", MAGNET: -1 })] }], "S0301"],
    ["a host factory of others", [{ oem: "Name of O9", lines: [counter()] }], "S0315^Name of O9"],
    [
      "too many",
      [
        { oem: oem(1), lines: [last(6)] },
        { oem: oem(2), lines: [last(5)] },
      ],
      "S0304^LAST",
    ],
    ["what is off the shelf", [{ oem: oem(1), lines: [{ GOODS_ID: "OLD", UNIT_PRICE: 1 }] }], "S0305^OLD"],
    ["a negative number", [{ oem: oem(1), lines: [last(-1)] }], "S0200^QTY"],
    ["another customer", [{ oem: oem(1), lines: [counter()], head: { CUST_ID: "C2" } }], "S0020"],
  ])("is refused with %s, and orders nothing", async (_what, groups, msg) => {
    expect(await shop.place(shop.one, groups as never)).toEqual({ Code: 1, Msg: msg });
    expect(await shop.one.list("OR100", "Q10")).toEqual([]);
    expect(await stock("LAST")).toMatchObject({ RESERVED_QTY: 0 });
  });

  it("requires complete invoice data", async () => {
    const row = { CUST_ID: "C1", BANK_ACCOUNT: null };
    expect(
      await shop.one.mitt({ Type: "update", MENU_ID: "BS103", TableName: "BS_CUST", Data: [row] }),
    ).toMatchObject({ Code: 0 });
    expect(await shop.place(shop.one, [{ oem: oem(1), lines: [counter()] }])).toEqual({
      Code: 1,
      Msg: "S0302",
    });
  });

  it("runs as many statements with 499 lines as with 5", async () => {
    const original = s.app.db.run.bind(s.app.db);
    const tx = s.app.db.tx.bind(s.app.db);
    let n = 0;
    s.app.db.run = (tenantId, statements) => {
      n += statements.length;
      return original(tenantId, statements);
    };
    s.app.db.tx = (tenantId, work) =>
      tx(tenantId, (inner) =>
        work({
          ...inner,
          query: (q) => {
            n += 1;
            return inner.query(q);
          },
          all: (q) => {
            n += q.length;
            return inner.all(q);
          },
        }),
      );
    try {
      const count = async (lines: number) => {
        n = 0;
        const group = {
          oem: oem(1),
          lines: Array.from({ length: lines }, () => ({ GOODS_ID: "DC001", UNIT_PRICE: 32.8 })),
        };
        expect(await shop.place(shop.one, [group])).toMatchObject({ Code: 0 });
        const placing = n;
        n = 0;
        await shop.one.run("rf_Personal", { Page: 1, Limit: 20 });
        const personal = n;
        await shop.t.rows(
          sql`
            insert into cart_line (
              tenant_id, cust_id, user_id, goods_id, oem_name, order_qty, mold_kind, side_type,
              magnet, created_by, updated_by
            )
            select ${shop.t.id}::int, 'C1', ${shop.one.userId}, 'DC001', ${oem(1)}, 1, 'plastic', i, 0, 'x', 'x'
            from generate_series(1, ${lines}::int) i
          `,
        );
        n = 0;
        expect(await shop.one.list("BS114", "Q20", { Limit: 1000 })).toHaveLength(lines);
        const cart = n;
        await shop.t.rows(sql`delete from cart_line where tenant_id = ${shop.t.id}`);
        return { placing, personal, cart };
      };
      // Leaves out the first call, which also loads the session, and lists of 500 rows, which are logged as exports.
      await count(1);
      expect(await count(499)).toEqual(await count(5));
    } finally {
      s.app.db.run = original;
      s.app.db.tx = tx;
    }
  });
});

describe("an order", () => {
  // spec: shop A4.1-A4.5, A4.10, A5.28, A7.11, A9.3
  it("goes from voucher to receipt, and the log says who did each step", async () => {
    const no = await order();
    expect(await step(shop.t.admin, "rf_ConfirmPayment", no)).toEqual({ Code: 1, Msg: "S0212" });
    expect(await step(shop.one, "rf_UploadVoucher", no, { FILE_IDS: [] })).toEqual({ Code: 1, Msg: "S0312" });
    expect(await voucher(shop.one, [no], 4)).toEqual({ Code: 1, Msg: "S0308^3" });
    expect(await voucher(shop.one, [no], 2)).toMatchObject({ Code: 0 });
    expect(await voucher(shop.one, [no], 2)).toEqual({ Code: 1, Msg: "S0308^3" });
    expect(await stat(no)).toMatchObject({ ORDER_STAT: 1, IS_PAY: "N", VOUCHER_COUNT: 2 });
    expect(await shop.one.list("OR100", "Q16", where("ORDER_NO", no))).toHaveLength(2);
    expect(await step(shop.one, "rf_ConfirmPayment", no)).toEqual({ Code: 1, Msg: "S0020" });
    expect(await step(shop.t.admin, "rf_RejectVoucher", no, { REJECT_REASON: "unreadable" })).toMatchObject({
      Code: 0,
    });
    expect(await stat(no)).toMatchObject({ ORDER_STAT: 0, REJECT_REASON: "unreadable", VOUCHER_COUNT: 0 });
    await voucher(shop.one, [no]);
    expect(await step(shop.t.admin, "rf_ConfirmPayment", no)).toMatchObject({ Code: 0 });
    expect(await stat(no)).toMatchObject({ ORDER_STAT: 2, IS_PAY: "Y", CONFIRM_BY: "admin" });
    expect(await step(shop.t.admin, "rf_ShipOrders", no)).toEqual({ Code: 1, Msg: "S0309" });
    await packCounters(shop, no);
    expect(
      await step(shop.t.admin, "rf_ShipOrders", no, { EXPRESS_NO: "SF1000000001", CARRIER: "SF" }),
    ).toMatchObject({ Code: 0 });
    expect(await stat(no)).toMatchObject({
      ORDER_STAT: 3,
      EXPRESS_NO: "SF1000000001",
      LOGISTIC_CODE: "SF1000000001",
    });
    expect(await stock("JS001")).toMatchObject({ SC_STOCK_QTY: 999, RESERVED_QTY: 0 });
    expect(await shop.two.mitt({ Type: "rf_ReceiveOrder", InParams: { ORDER_NO: no } })).toEqual({
      Code: 1,
      Msg: "S0202^ORDER_NO",
    });
    await shop.one.run("rf_ReceiveOrder", { ORDER_NO: no });
    expect(await stat(no)).toMatchObject({ ORDER_STAT: 4, RECEIVE_BY: shop.one.userId });
    const history = await shop.t.rows(
      sql`
        select action
        from system_log
        where tenant_id = ${shop.t.id} and target = 'CUST_ORDER_HD' and target_key = ${no}
      `,
    );
    expect(history).toHaveLength(7);
  });

  // spec: shop A4.2, A7.18
  it("accepts a voucher by the legacy protocol: an upload, then ORDER_STAT 1", async () => {
    const no = await order();
    const set = (row: Record<string, unknown>, user = shop.one) =>
      user.mitt({
        Type: "update",
        MENU_ID: "OR100",
        TableName: "CUST_ORDER_HD",
        Data: [{ ORDER_NO: no, ...row }],
      });
    expect(await set({ ORDER_STAT: 1 })).toEqual({ Code: 1, Msg: "S0312" });
    // A printed quotation is attached to the order too, but it is no voucher.
    await shop.t.admin.run("rf_PrintToPdf", { DocCode: no, DOC_TYPE: 1 });
    expect(await set({ ORDER_STAT: 1 })).toEqual({ Code: 1, Msg: "S0312" });
    expect(await set({ ORDER_STAT: 2 })).toEqual({ Code: 1, Msg: "S0212" });
    const file = await uploaded(shop.t, shop.one);
    await shop.t.rows(
      sql`
        update file_info
        set owner_table = 'CUST_ORDER_HD', owner_id = ${no}
        where tenant_id = ${shop.t.id} and file_id = ${file}
      `,
    );
    expect(await set({ ORDER_STAT: 1 }, shop.two)).toMatchObject({ Code: 1 });
    expect(await set({ ORDER_STAT: 1, IS_PAY: "Y" })).toEqual({ Code: 1, Msg: "S0231^IS_PAY" });
    expect(await set({ ORDER_STAT: 1, IS_PAY: "N" })).toMatchObject({ Code: 0 });
    const sent = await stat(no);
    expect(sent).toMatchObject({ ORDER_STAT: 1, IS_PAY: "N", VOUCHER_COUNT: 1 });
    shop.t.server.clock.now += 3_600_000;
    expect(await set({ ORDER_STAT: 1 })).toMatchObject({ Msg: "S0232" });
    expect(await stat(no)).toEqual(sent);
  });

  // spec: shop A4.8, A7.18, A8.9
  it("can be deleted only in state created, which releases the reserved stock", async () => {
    const no = await order(shop.one, { QTY: 7 });
    const remove = (user: TestUser) =>
      user.mitt({ Type: "delete", MENU_ID: "OR100", TableName: "CUST_ORDER_HD", Data: [{ ORDER_NO: no }] });
    expect(await remove(shop.two)).toMatchObject({ Code: 1 });
    await voucher(shop.one, [no]);
    expect(await remove(shop.one)).toEqual({ Code: 1, Msg: "S0306" });
    await step(shop.t.admin, "rf_RejectVoucher", no, { REJECT_REASON: "x" });
    expect(await stock("JS001")).toMatchObject({ RESERVED_QTY: 7 });
    expect(await remove(shop.one)).toMatchObject({ Msg: "S0024" });
    expect(await stock("JS001")).toMatchObject({ RESERVED_QTY: 0, SC_STOCK_QTY: 1000 });
  });

  // spec: shop A5.29
  it("on monthly terms is approved first and paid by statement, month by month", async () => {
    const may = [await order(shop.two), await order(shop.two)];
    s.clock.now = noon + 20 * day;
    const june = await order(shop.two);
    for (const no of [...may, june])
      expect(await step(shop.t.admin, "rf_ConfirmPayment", no)).toMatchObject({ Code: 0 });
    expect(await stat(june)).toMatchObject({ ORDER_STAT: 2, IS_PAY: "N" });
    expect(await voucher(shop.two, [...may, june])).toEqual({ Code: 1, Msg: "S0307" });
    expect(await voucher(shop.two, may)).toMatchObject({ Code: 0 });
    const statements = await shop.t.admin.list("OR103", "Q01");
    expect(statements).toMatchObject([
      { ORDER_MONTH: "2026-06", ORDER_JE: 448.56, OPEN_JE: 448.56, PAY_DATE: "2026-07-30", WAITING_COUNT: 0 },
      {
        ORDER_MONTH: "2026-05",
        ORDER_JE: 897.12,
        OPEN_JE: 897.12,
        PAY_DATE: "2026-06-30",
        WAITING_COUNT: 2,
        WAITING_ORDERS: may.join(),
      },
    ]);
    expect(
      await shop.t.admin.mitt({ Type: "rf_ConfirmPayment", InParams: { ORDER_NOS: may } }),
    ).toMatchObject({ Code: 0 });
    expect(await stat(may[0] ?? "")).toMatchObject({ ORDER_STAT: 2, IS_PAY: "Y", OPEN_JE: 0 });
    expect(await shop.one.list("OR100", "Q10")).toEqual([]);
  });

  // spec: shop A7.9
  it("is reordered by one command, without products that are no longer sold", async () => {
    const no = await order(shop.one, { QTY: 3 });
    expect(await shop.one.run("rf_Reorder", { ORDER_NO: no })).toEqual({ COUNT: 1, LEFT_OUT: [] });
    await shop.t.admin.mitt({
      Type: "update",
      MENU_ID: "BS102",
      TableName: "GOODS_INFO",
      Data: [{ GOODS_ID: "JS001", LOWER_SHELF: "Y" }],
    });
    expect(await shop.one.run("rf_Reorder", { ORDER_NO: no })).toEqual({ COUNT: 0, LEFT_OUT: ["JS001"] });
    expect(await shop.one.list("BS114", "Q20")).toMatchObject([{ LOWER_SHELF: "Y", QTY: 3 }]);
    expect(await shop.one.list("BS114", "Q20EX")).toEqual([]);
    expect(await shop.two.mitt({ Type: "rf_Reorder", InParams: { ORDER_NO: no } })).toEqual({
      Code: 1,
      Msg: "S0202^ORDER_NO",
    });
  });
});

describe("a customer's data", () => {
  it("can be edited by the customer, except agreed terms", async () => {
    const set = (row: Record<string, unknown>, Type = "update") =>
      shop.one.mitt({ Type, MENU_ID: "BS103", TableName: "BS_CUST", Data: [{ CUST_ID: "C1", ...row }] });
    expect(await set({ CONET_MAN: "Li", DEFAULT_OEM: oem(2) })).toMatchObject({ Code: 0 });
    expect(await set({ DEFAULT_OEM: "Name of P1" })).toEqual({ Code: 1, Msg: "S0315^Name of P1" });
    for (const row of [{ MON_DAYS: 90 }, { CUST_NAME: "x" }])
      expect(await set(row)).toEqual({ Code: 1, Msg: "S0020" });
    expect(await set({ CUST_NAME: "x" }, "insert")).toMatchObject({ Code: 1, Msg: "S0020" });
    expect(await set({}, "delete")).toMatchObject({ Code: 1, Msg: "S0020" });
    expect(await set({ SOCIAL_CODE: "91350100M000100Y44" })).toEqual({ Code: 1, Msg: "S0200^SOCIAL_CODE" });
    expect(await shop.one.list("BS103", "Q01")).toMatchObject([{ CUST_ID: "C1", CONET_MAN: "Li" }]);
    expect(await shop.one.list("BS103", "Q04")).toHaveLength(1);
    const row = { REC_MAN: "a", REC_TEL: "13800001001", IS_DEFAULT: "Y" };
    const add = (Data: unknown[]) =>
      shop.one.mitt({ Type: "insert", MENU_ID: "BS103", TableName: "BS_CUST_DT", Data });
    await add([row]);
    s.clock.now += 1000;
    await add([{ ...row, REC_MAN: "b" }]);
    expect(await add([{ ...row, REC_TEL: "123" }])).toEqual({ Code: 1, Msg: "S0200^REC_TEL" });
    expect(await add([{ ...row, CUST_ID: "C2" }])).toEqual({ Code: 1, Msg: "S0020" });
    const list = await shop.one.mitt<{ list: Record<string, unknown>[] }>({
      Type: "QueryBySelf",
      MENU_ID: "BS103",
      TableName: "BS_CUST_DT",
      SelecFields: "REC_MAN,IS_DEFAULT",
      WhereStr: [],
    });
    expect(list.ReturnData.list).toEqual([
      { REC_MAN: "a", IS_DEFAULT: "N" },
      { REC_MAN: "b", IS_DEFAULT: "Y" },
    ]);
  });
});

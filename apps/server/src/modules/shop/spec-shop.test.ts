import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { logIn, noon, type TestServer, where, withServer } from "../../testing/server.ts";
import { makeShop, oem, type TestShop, uploaded } from "../../testing/shop.ts";

/** Uses the shop with the names of fields and operations in the specification. */
describe("the shop's specified", () => {
  let s: TestServer;
  let shop: TestShop;
  beforeEach(async () => {
    s = await withServer();
    shop = await makeShop(s);
  });
  const counter = { GOODS_ID: "JS001", UNIT_PRICE: 430.56 };
  const order = async () => {
    const { ReturnData } = await shop.place(shop.one, [
      { oem: oem(1), lines: [counter], head: { CUST_CODE: "PO-7", REMARK: "soon" } },
    ]);
    return (ReturnData as { ORDER_NOS: string[] }).ORDER_NOS[0] ?? "";
  };
  const bySelf = async (TableName: string, MENU_ID: string, SelecFields: string, more: object = {}) => {
    const answer = await shop.one.mitt<{ list: Record<string, unknown>[]; count: number }>({
      Type: "QueryBySelf",
      TableName,
      MENU_ID,
      SelecFields,
      Page: 1,
      Limit: 999,
      ...more,
    });
    expect(answer).toMatchObject({ Code: 0, Msg: "S0018" });
    return answer.ReturnData;
  };

  // spec: shop A3.6-A3.10, A7.4, A7.15, A7.18
  it("fields of a customer, and its addresses and host factories", async () => {
    const own = { CONET_MAN: "Li", FIXED_TEL: "0574-87654321", E_MAIL: "li@example.com", ADD_TEL: "Road 1" };
    const Data = [{ CUST_ID: "C1", ...own }];
    expect(
      await shop.one.mitt({ Type: "update", MENU_ID: "BS103", TableName: "BS_CUST", UserID: "x", Data }),
    ).toMatchObject({ Msg: "S0023" });
    expect(await shop.one.list("BS103", "Q04", where("CUST_ID", "C1"))).toMatchObject([
      {
        CUST_ID: "C1",
        CUST_NAME: `SECRET-1-${shop.t.code}`,
        CONET_TEL: "13800001001",
        ...own,
        PROVINCENAME: "浙江省",
        CITYNAME: "宁波市",
        EXPAREANAME: "北仑区",
        CONET_ADDR: "纬五路18号",
        INVOICE_HEADER: `SECRET-1-${shop.t.code}`,
        SOCIAL_CODE: "91350100M000100Y43",
        OPEN_BANK: "Bank",
        BANK_ACCOUNT: "622000001",
        RE_MAN: "赵敏",
        RE_TEL: "13800001001",
        DEFAULT_OEM: oem(1),
        MON_DAYS: 1,
      },
    ]);
    expect((await bySelf("CUST_BELONG_OEM", "BS103", "CUST_ID,OEM_NAME")).list).toContainEqual({
      CUST_ID: "C1",
      OEM_NAME: oem(2),
    });
  });

  // spec: shop A3.11, A7.15, A7.17, A7.18
  it("fields of an address", async () => {
    const address = {
      REC_MAN: "Zhao",
      REC_TEL: "13800001001",
      REC_PROVINCE: "浙江省",
      REC_CITY: "宁波市",
      REC_EXPAREA: "北仑区",
      REC_ADDR: "纬五路18号",
      IS_DEFAULT: "Y",
    };
    const write = (Type: string, row: object) =>
      shop.one.mitt({ Type, MENU_ID: "BS103", TableName: "BS_CUST_DT", UserID: "x", Data: [row] });
    expect(await write("add", address)).toMatchObject({ Msg: "S0022" });
    const { list, count } = await bySelf("BS_CUST_DT", "BS103", "*");
    expect(count).toBe(1);
    expect(list).toMatchObject([{ ...address, CUST_ID: "C1", DT_ID: expect.any(Number) }]);
    const DT_ID = list[0]?.DT_ID;
    expect(await write("update", { DT_ID, REC_MAN: "Qian" })).toMatchObject({ Msg: "S0023" });
    expect(await write("delete", { DT_ID })).toMatchObject({ Msg: "S0024" });
  });

  // spec: shop A3.12-A3.14, A7.2, A7.3, A7.5, A7.6, A7.8, A7.16
  it("fields of goods", async () => {
    const [goods] = await shop.one.list("BS103", "Q21", {
      WhereStr: [
        { Field: "B.GOODS_ID", ConditionalCode: "EQ", Value: "JS001", FieldType: "string" },
        { Field: "A.OEM_NAME", ConditionalCode: "IN", Value: [oem(1)], FieldType: "string" },
      ],
    });
    expect(goods).toMatchObject({
      GOODS_ID: "JS001",
      GOODS_NAME: "Goods JS001",
      GOODS_REMARK: null,
      GOODS_IMAG: null,
      GOODS_MODEL: null,
      UNIT: "pc",
      UNIT_PRICE: 430.56,
      LOWER_SHELF: "N",
      GOOD_TYPE: 0,
      SC_STOCK_QTY: 1000,
      OEM_NAME: oem(1),
    });
    expect(goods).toHaveProperty("IS_PRO");
    expect(await shop.one.list("BS103", "Q21", where("B.GOODS_ID", "OLD"))).toEqual([]);
    expect(
      await shop.one.list("BS103", "Q22", {
        WhereStr: [
          { Field: "A.CUST_ID", ConditionalCode: "EQ", Value: "C1" },
          { Field: "D.GOODS_ID", ConditionalCode: "EQ", Value: "JS001" },
        ],
      }),
    ).toMatchObject([
      { OEM_NAME: oem(1), UNIT_PRICE: 430.56 },
      { OEM_NAME: oem(2), UNIT_PRICE: 447 },
    ]);
  });

  // spec: shop A3.19, A7.9, A7.20, A7.22
  it("fields of a cart line, which is added and deleted", async () => {
    const input = {
      OEM_NAME: oem(1),
      CUST_ID: "C1",
      QTY: 2,
      MOLD_TYPE: "hardware",
      SIDE_TYPE: -1,
      MAGNET: 1,
    };
    await shop.one.run("rf_AddShoppingCart", { GOODS_IDS: ["JS001"], ...input });
    const cart = await shop.one.list("BS114", "Q20");
    expect(cart).toMatchObject([
      { ...input, GOODS_ID: "JS001", GOODS_NAME: "Goods JS001", UNIT_PRICE: 430.56 },
    ]);
    const Data = [{ ID: cart[0]?.ID }];
    const request = { Type: "deleteReq", MENU_ID: "BS114", TableName: "SHOPPING_CART", UserID: "x", Data };
    expect(await shop.one.mitt(request)).toMatchObject({ Msg: "S0024" });
    expect(await shop.one.list("BS114", "Q20EX")).toEqual([]);
  });

  // spec: shop A3.20, A3.22-A3.30, A7.10-A7.12, A7.24, A7.34, A9.6
  it("fields of an order and its lines", async () => {
    const no = await order();
    expect(no).toMatch(/^SO\d+$/);
    const [rule] = await shop.t.admin.list("SYS110", "Q01", where("DOC_ID", "D029"));
    expect(no.startsWith(String(rule?.PREFIX))).toBe(true);
    const [head] = await shop.one.list("OR100", "Q10", where("ORDER_NO", no));
    expect(head).toMatchObject({
      ORDER_NO: no,
      CUST_ID: "C1",
      OEM_NAME: oem(1),
      ORDER_STAT: 0,
      IS_PAY: "N",
      POSTAGE: 18,
      POSTAGE_STAT: 1,
      EXPRESS_NO: null,
      LOGISTIC_CODE: null,
      EXPRESS_DATE: null,
      PLAN_OUT_DATE: "2026-05-27",
      INVOICING_STAT: 0,
      REMARK: "soon",
      CUST_CODE: "PO-7",
      MON_DAYS: 1,
      ALL_ORDER: no,
    });
    expect(head).toHaveProperty("MERGE_NO");
    expect(Date.parse(String(head?.ORDER_DATE))).toBe(noon);
    const line = {
      SEQ: 1,
      GOODS_ID: "JS001",
      GOODS_NAME: "Goods JS001",
      QTY: 1,
      UNIT_PRICE: 430.56,
      JE: 430.56,
      MOLD_NO: null,
      SIDE_TYPE: -1,
      MAGNET: 0,
      MOLD_TYPE: "plastic",
    };
    for (const [menu, id] of [
      ["OR100", "Q15"],
      ["OR101", "Q19A"],
    ] as const) {
      const lines = await shop.one.list(menu, id, where("ORDER_NO", no));
      expect(lines).toMatchObject([line]);
      expect(lines[0]).toHaveProperty("YSJE");
    }
  });

  // spec: shop A3.31, A7.11, A7.15, A7.31
  it("records of files, which their owner deletes", async () => {
    const no = await order();
    const file = await uploaded(shop.t, shop.one);
    await shop.one.run("rf_UploadVoucher", { ORDER_NOS: [no], FILE_IDS: [file] });
    expect(await shop.one.list("OR100", "Q16", where("ORDER_NO", no))).toMatchObject([
      { ID: file, FILE_NAME: "x", FILE_PATH: `/files/${file}` },
    ]);
    const fields = "ID,FILE_NAME,FILE_PATH,FILE_SIZE,OT_TB,OT_ID1,OT_ID2,FILE_CODE";
    const { list } = await bySelf("SYS_FILE_INFO", "SYS100", fields, {
      WhereStr: [
        { Field: "OT_TB", ConditionalCode: "EQ", Value: "CUST_ORDER_HD" },
        { Field: "OT_ID1", ConditionalCode: "EQ", Value: no },
      ],
    });
    expect(list).toEqual([
      {
        ID: file,
        FILE_NAME: "x",
        FILE_PATH: `/files/${file}`,
        FILE_SIZE: 1,
        OT_TB: "CUST_ORDER_HD",
        OT_ID1: no,
        OT_ID2: "paymentFile",
        FILE_CODE: file,
      },
    ]);
    const other = await uploaded(shop.t, shop.one);
    expect(await shop.one.run("rf_DelteFiles", { IDS: [other] })).toEqual({ COUNT: 1 });
    expect(await shop.one.run("rf_DelteFiles", { IDS: [file] })).toEqual({ COUNT: 0 });
  });

  // spec: shop A3.33-A3.37, A7.13, A7.21, A7.25
  it("fields of an invoice", async () => {
    const no = await order();
    await shop.one.run("rf_UploadVoucher", { ORDER_NOS: [no], FILE_IDS: [await uploaded(shop.t, shop.one)] });
    await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS: [no] });
    const head = { TableName: "INVOICE_HD", Data: [{ ID: "F1", INVOICE_TYPE: 0, REMARK: "for May" }] };
    const lines = [{ TableName: "INVOICE_DT", Data: [{ ID: "F1", SEQ: 1, ORDER_NO: no }] }];
    await shop.one.mitt({ Type: "DoHDAndDT", MENU_ID: "OR102", HD: head, DT: lines });
    const WhereStr = [
      { Field: "F.CUST_ID", ConditionalCode: "EQ", Value: "C1" },
      { Field: "A.REMARK", ConditionalCode: "LIKE", Value: "May" },
    ];
    expect(await shop.one.list("OR102", "Q23", { WhereStr, Page: 1, Limit: 99_999 })).toMatchObject([
      {
        ID: "F1",
        CUST_ID: "C1",
        INVOICE_TYPE: 0,
        IS_SEND: "N",
        IS_INVOICING: "N",
        REMARK: "for May",
        ALL_MONEY: 448.56,
        FILE_PATH: null,
        ORDER_STAT: 1,
        CREATED_DATE: expect.any(String),
      },
    ]);
    expect(await shop.one.list("OR102", "Q24", where("ID", "F1"))).toMatchObject([{ SEQ: 1, ORDER_NO: no }]);
    expect(await shop.one.run("rf_Invoicing", { CUST_ID: "C1" })).toEqual({
      AllMoney: 448.56,
      CanMoney: 448.56,
      AskMoney: 448.56,
      OverMoney: 0,
    });
  });

  // spec: shop A7.32, A2.10
  it("figures of low stock and expiries", async () => {
    const Data = [{ GOODS_ID: "LAST", LOW_STOCK_QTY: 50 }];
    await shop.t.admin.mitt({ Type: "update", MENU_ID: "BS102", TableName: "GOODS_INFO", Data });
    await shop.t.counter("W1");
    await shop.t.rows(sql`update counter set expires_on = '2026-05-25' where tenant_id = ${shop.t.id}`);
    expect(await shop.t.admin.run("rf_GetYjData", { MtrlType: 2 })).toEqual({
      data: {
        bzList: [{ GOODS_ID: "LAST", GOODS_NAME: "Goods LAST", QTY: 10 }],
        mdList: [{ EX_DATE: "2026-05-25", QTY: 1 }],
      },
    });
  });

  // spec: shop A6.4, A7.33, A9.18
  it("refresh of the queries, for the role dev only", async () => {
    expect(await shop.t.admin.mitt({ Type: "rf_RefreshQry" })).toMatchObject({ Code: 1, Msg: "S0020" });
    const { id } = shop.t;
    await shop.t.rows(
      sql`insert into role (tenant_id, role_code, role_name, data_scope) values (${id}, 'dev', 'dev', 'tenant')`,
    );
    await shop.t.rows(
      sql`insert into "user" (tenant_id, user_id, user_name, role_code) values (${id}, 'd', 'd', 'dev')`,
    );
    const dev = await logIn(s, id, "d");
    expect(await dev.mitt({ Type: "rf_RefreshQry" })).toMatchObject({ Code: 0 });
  });

  // spec: shop A7.14, A9.2
  it("query of a dictionary's items with its limit", async () => {
    const write = (TableName: string, row: object) =>
      shop.t.admin.mitt({ Type: "insert", MENU_ID: "SYS103", TableName, Data: [row] });
    await write("SYS_DICT", { DICT_CODE: "UNIT", DICT_NAME: "Units" });
    await write("SYS_DICT_ITEM", { ITEM_ID: "UNIT", ITEM_VALUE: "pc", DICT_DATA_NAME: "Piece", SEQ: 1 });
    const asked = { ...where("ITEM_ID", "UNIT"), Page: 1, Limit: 999_999 };
    expect(await shop.one.list("SYS103", "Q12", asked)).toMatchObject([{ ITEM_VALUE: "pc" }]);
  });
});

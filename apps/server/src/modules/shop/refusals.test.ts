import { messageName } from "@shotkeeper/contract/kernel";
import { type Locale, loadLocale } from "@shotkeeper/locales";
import { beforeAll, expect, it } from "vitest";
import { noon, type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { makeShop, oem, type TestShop, uploaded } from "../../testing/shop.ts";

/**
 * Provokes each refusal of spec shop §5 that the API makes, and compares the sentence that the customer reads. Other
 * tests cover the rest: e2e/src/shop-refusals.spec.ts the refusals that forms make, and
 * apps/server/src/http/packages.test.ts those for uploads of app packages.
 */
let s: TestServer;
let shop: TestShop;
let zh: Locale;
beforeAll(async () => {
  s = await withServer();
  zh = (await loadLocale("zh_CN")) as Locale;
});

type Answer = { readonly Code: number; readonly Msg?: string };
const sentence = ({ Code, Msg = "" }: Answer) => {
  const [code = "", arg = ""] = Msg.split("^");
  return Code === 0 ? "accepted" : zh.errors[messageName(code) ?? "internalError"].replace("%s", () => arg);
};

const counter = { GOODS_ID: "JS001", UNIT_PRICE: 430.56 };
const add = (InParams: Record<string, unknown>) =>
  shop.one.mitt({
    Type: "rf_AddShoppingCart",
    InParams: {
      GOODS_IDS: ["JS001"],
      OEM_NAME: oem(1),
      QTY: 1,
      MOLD_TYPE: "plastic",
      MAGNET: 0,
      ...InParams,
    },
  });
const place = (line: Record<string, unknown> = {}, from = oem(1), user = shop.one) =>
  shop.place(user, [{ oem: from, lines: [{ ...counter, ...line }] }]);
const order = async (user = shop.one) =>
  ((await place({}, oem(1), user)).ReturnData as { ORDER_NOS: string[] }).ORDER_NOS[0] ?? "";
const voucher = async (user: TestUser, ORDER_NOS: readonly string[], count: number) => {
  const FILE_IDS = await Promise.all(Array.from({ length: count }, () => uploaded(shop.t, user)));
  return user.mitt({ Type: "rf_UploadVoucher", InParams: { ORDER_NOS, FILE_IDS } });
};
const remove = (ORDER_NO: string) =>
  shop.one.mitt({ Type: "delete", MENU_ID: "OR100", TableName: "CUST_ORDER_HD", Data: [{ ORDER_NO }] });
const invoice = (ORDER_NO: string) =>
  shop.one.mitt({
    Type: "DoHDAndDT",
    MENU_ID: "OR102",
    HD: { TableName: "INVOICE_HD", Data: [{ ID: ORDER_NO, INVOICE_TYPE: 0 }] },
    DT: [{ TableName: "INVOICE_DT", Data: [{ ID: ORDER_NO, SEQ: 1, ORDER_NO }] }],
  });
/** Places an order after one field of the customer's data was cleared. The shop must refuse the order. */
const orderWithout = async (wire: string): Promise<Answer> => {
  const Data = [{ CUST_ID: "C1", [wire]: null }];
  const saved = await shop.t.admin.mitt({ Type: "update", MENU_ID: "BS103", TableName: "BS_CUST", Data });
  expect(saved).toMatchObject({ Code: 0 });
  return place();
};

const incomplete = "开票信息不完整，请到个人中心维护开票信息";
const rules: readonly (readonly [rule: string, sentence: string, provoke: () => Promise<Answer>])[] = [
  ["cart: no host factory", "请选择主机厂", () => add({ OEM_NAME: null })],
  ["buy: no host factory", "请选择主机厂", () => place({}, "")],
  ["cart: magnet below 0", "请选择磁铁", () => add({ MOLD_TYPE: "hardware", MAGNET: -1 })],
  ["buy: magnet below 0", "请选择磁铁", () => place({ MOLD_TYPE: "hardware", MAGNET: -1 })],
  ["checkout with nothing selected", "请选择要结算的商品", () => shop.place(shop.one, [])],
  ["order without bank name", incomplete, () => orderWithout("OPEN_BANK")],
  ["order without bank account", incomplete, () => orderWithout("BANK_ACCOUNT")],
  ["order without province", incomplete, () => orderWithout("PROVINCENAME")],
  ["order without city", incomplete, () => orderWithout("CITYNAME")],
  ["order without district", incomplete, () => orderWithout("EXPAREANAME")],
  ["order without detailed address", incomplete, () => orderWithout("CONET_ADDR")],
  ["order without consignee", incomplete, () => orderWithout("RE_MAN")],
  ["order without phone", incomplete, () => orderWithout("RE_TEL")],
  ["order without invoice header", incomplete, () => orderWithout("INVOICE_HEADER")],
  ["order without tax number", incomplete, () => orderWithout("SOCIAL_CODE")],
  ["voucher without an image", "请先选择付款凭证图片", async () => voucher(shop.one, [await order()], 0)],
  ["voucher of four images", "付款凭证最多 3 张", async () => voucher(shop.one, [await order()], 4)],
  [
    "vouchers of different months",
    "不同月份的订单不能一起提交付款凭证",
    async () => {
      const may = await order(shop.two);
      s.clock.now = noon + 20 * 86_400_000;
      return voucher(shop.two, [may, await order(shop.two)], 1);
    },
  ],
  [
    "logistics without an express number",
    "快递单号不能为空",
    async () =>
      shop.one.mitt({
        Type: "rf_QryExpressDeliverySf",
        InParams: { OrderCode: await order(), LogisticCode: "" },
      }),
  ],
  [
    "shipping without an express number",
    "快递单号不能为空",
    async () => {
      const ORDER_NOS = [await order()];
      await voucher(shop.one, ORDER_NOS, 1);
      await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS });
      return shop.t.admin.mitt({ Type: "rf_ShipOrders", InParams: { ORDER_NOS } });
    },
  ],
  [
    "deleting an order past status 0",
    "订单已提交，不能删除",
    async () => {
      const no = await order();
      await voucher(shop.one, [no], 1);
      return remove(no);
    },
  ],
];

// spec: shop A4.8, A4.12, A5.2, A5.3, A5.5-A5.10, A5.27-A5.30, A8.9, A8.10, A9.3
it.each(rules)("%s: “%s”", async (_rule, text, provoke) => {
  shop = await makeShop(s);
  expect(sentence(await provoke())).toBe(text);
});

// spec: shop A5.31
it("refuses an invoice for an order that is not invoiceable, and names the order", async () => {
  shop = await makeShop(s);
  const no = await order();
  expect(sentence(await invoice(no))).toBe(`订单 ${no} 不能开票`);
});

// spec: admin 5.24, 8.30, shop A5.16, A6.9, A8.2
it("refuses to change the password if the old password is wrong", async () => {
  shop = await makeShop(s);
  const change = (OLD_PASSWORD: string) =>
    shop.one.mitt({ Type: "rf_ChangePassword", InParams: { OLD_PASSWORD, NEW_PASSWORD: "another-one" } });
  expect(await change("not-mine")).toMatchObject({ Code: 1, Msg: "S0031" });
  expect(zh.shop.password.wrong).toBe("原密码不正确");
});

import { beforeEach, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { freshCode, logIn, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { makeShop, oem, type TestShop } from "../../testing/shop.ts";

let s: TestServer;
let shop: TestShop;
let colleague: TestUser;
beforeEach(async () => {
  s = await withServer();
  shop = await makeShop(s);
  const E_MAIL = `${freshCode("p").toLowerCase()}@buyer.example`;
  await shop.one.run("rf_InvitePerson", { E_MAIL, USERNAME: "Han Mei", COMPANY_ROLE: 0 });
  await shop.t.rows(
    sql`update "user" set must_change_password = false where tenant_id = ${shop.t.id} and user_id = ${E_MAIL}`,
  );
  colleague = await logIn(s, shop.t.id, E_MAIL);
});

const run = (user: TestUser, Type: string, InParams: Record<string, unknown>) =>
  user.mitt({ Type, InParams });
const refusal = (code: string) => expect.objectContaining({ Code: 1, Msg: code });
const counter = {
  GOODS_ID: "JS001",
  QTY: 40,
  OEM_NAME: oem(1),
  MOLD_TYPE: "hardware",
  MAGNET: 1,
  SIDE_TYPE: 1,
};
const old = { GOODS_ID: "OLD", QTY: 2, OEM_NAME: oem(2) };
const save = (user: TestUser, more: Record<string, unknown>) =>
  run(user, "rf_SaveOrderList", { LIST_NAME: "Line 3", LINES: [counter, old], ...more });
const idOf = (answer: Awaited<ReturnType<typeof save>>) =>
  (answer.ReturnData as { readonly LIST_ID: number }).LIST_ID;
const listsOf = (user: TestUser) => user.list("BS114", "Q30");
const linesOf = (user: TestUser, id: number) => user.list("BS114", "Q31", where("LIST_ID", id));
const write = (user: TestUser, Type: "update" | "delete", row: Record<string, unknown>) =>
  user.mitt({ Type, MENU_ID: "BS114", TableName: "CUST_LIST_HD", Data: [row] });

it("a list keeps its lines with configuration, also of products that are not sold now", async () => {
  const id = idOf(await save(colleague, {}));
  expect(await listsOf(colleague)).toMatchObject([
    {
      LIST_ID: id,
      LIST_NAME: "Line 3",
      OWNER_NAME: "Han Mei",
      LINE_COUNT: 2,
      IS_SHARED: "N",
      IS_EDITABLE: "Y",
    },
  ]);
  expect(await linesOf(colleague, id)).toMatchObject([
    { SEQ: 1, ...counter, GOODS_NAME: "Goods JS001" },
    { SEQ: 2, ...old, MAGNET: -1 },
  ]);
  // The new lines must replace the old ones.
  expect(await run(colleague, "rf_SaveOrderList", { LIST_ID: id, LINES: [old] })).toMatchObject({ Code: 0 });
  expect(await linesOf(colleague, id)).toMatchObject([{ SEQ: 1, ...old }]);
});

it("only its maker sees a list until it is shared; its maker and approvers change it", async () => {
  const id = idOf(await save(colleague, {}));
  for (const user of [shop.one, shop.two]) expect(await listsOf(user)).toEqual([]);
  expect(await linesOf(shop.one, id)).toEqual([]);
  expect(await write(shop.one, "update", { LIST_ID: id, LIST_NAME: "x" })).toEqual(refusal("S0017"));
  expect(await write(colleague, "update", { LIST_ID: id, IS_SHARED: "Y" })).toMatchObject({ Code: 0 });
  expect(await listsOf(shop.one)).toMatchObject([{ LIST_ID: id, IS_EDITABLE: "Y" }]);
  expect(await linesOf(shop.one, id)).toHaveLength(2);
  expect(await listsOf(shop.two)).toEqual([]);
  expect(await linesOf(shop.two, id)).toEqual([]);
  // shop.one is the approver of the company and may change the shared list. The colleague is a buyer and may not change
  // the list of the approver.
  expect(await write(shop.one, "update", { LIST_ID: id, LIST_NAME: "Line 4" })).toMatchObject({ Code: 0 });
  const other = idOf(await save(shop.one, { IS_SHARED: "Y" }));
  expect(await write(colleague, "delete", { LIST_ID: other })).toEqual(refusal("S0016"));
  expect(await run(colleague, "rf_SaveOrderList", { LIST_ID: other, LINES: [old] })).toEqual(
    refusal("S0202^LIST_ID"),
  );
  expect(await write(shop.one, "delete", { LIST_ID: id })).toMatchObject({ Code: 0 });
  expect(await listsOf(colleague)).toMatchObject([{ LIST_ID: other, IS_EDITABLE: "N" }]);
});

it("refuses bad lists with the field, and stores nothing of them", async () => {
  const bad: readonly (readonly [Record<string, unknown>, string])[] = [
    [{ LIST_NAME: " " }, "S0007^LIST_NAME"],
    [{ LINES: [] }, "S0007^LINES"],
    [{ LINES: [{ ...counter, QTY: 0 }] }, "S0200^QTY"],
    [{ LINES: [counter, { ...old, GOODS_ID: "none" }] }, "S0202^GOODS_ID"],
    [{ LINES: [{ ...counter, MAGNET: 7 }] }, "S0200^MAGNET"],
    [{ LINES: Array.from({ length: 2001 }, () => old) }, "S0220^2000"],
    [{ LIST_ID: 1 }, "S0200^LIST_NAME"],
  ];
  for (const [more, code] of bad) expect(await save(colleague, more)).toEqual(refusal(code));
  expect(await listsOf(colleague)).toEqual([]);
  expect(await save(colleague, {})).toMatchObject({ Code: 0 });
  expect(await save(colleague, { LIST_NAME: "LINE 3" })).toEqual(refusal("S0029^LIST_NAME"));
  expect(await save(shop.t.admin, {})).toEqual(refusal("S0020"));
  const both = await Promise.all([1, 2, 3].map(() => save(colleague, { LIST_NAME: "at once" })));
  expect(both.filter((a) => a.Code === 0)).toHaveLength(1);
  expect(await listsOf(colleague)).toHaveLength(2);
});

it("the check of an order counts the pieces that are in the cart already", async () => {
  const order = (QTY: number, CHECK_ONLY: string) =>
    shop.one.run("rf_QuickOrder", { OEM_NAME: oem(1), CHECK_ONLY, ROWS: [{ GOODS_ID: "LAST", QTY }] });
  expect(await order(6, "N")).toMatchObject({ COUNT: 1, OUTCOMES: [{ SC_STOCK_QTY: 10, CART_QTY: 0 }] });
  expect(await order(4, "Y")).toMatchObject({ FAULTS: [], OUTCOMES: [{ SC_STOCK_QTY: 10, CART_QTY: 6 }] });
  expect(await order(5, "Y")).toMatchObject({ FAULTS: [{ ROW: 0, FIELD: "QTY" }] });
  expect(await order(5, "N")).toMatchObject({ COUNT: 0, FAULTS: [{ ROW: 0, FIELD: "QTY" }] });
  // The cart of another company does not count, so this company can still order all 10 pieces in stock.
  expect(
    await shop.two.run("rf_QuickOrder", {
      OEM_NAME: oem(1),
      CHECK_ONLY: "Y",
      ROWS: [{ GOODS_ID: "LAST", QTY: 10 }],
    }),
  ).toMatchObject({ FAULTS: [] });
});

it("an order of more than 500 lines can be checked and put in the cart again", async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      GOODS_ID: "JS001",
      QTY: 1,
      MOLD_TYPE: i % 2 === 0 ? "hardware" : "plastic",
      MAGNET: 0,
      SIDE_TYPE: -1,
    }));
  const order = (count: number) =>
    run(shop.one, "rf_QuickOrder", { OEM_NAME: oem(1), CHECK_ONLY: "N", ROWS: rows(count) });
  const answer = await order(700);
  expect(answer).toMatchObject({ Code: 0, ReturnData: { FAULTS: [] } });
  const cart = await shop.one.list("BS114", "Q20");
  expect(cart.reduce((n, l) => n + Number(l.QTY), 0)).toBe(700);
  expect(await order(2001)).toEqual(refusal("S0220^2000"));
});

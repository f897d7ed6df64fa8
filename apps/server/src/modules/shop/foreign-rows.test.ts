import { type Command, wireName } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { sampleInput } from "../../testing/operations.ts";
import { type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { makeShop, oem, type TestShop, uploaded } from "../../testing/shop.ts";

const areas: readonly string[] = [
  menus.shop,
  menus.customer,
  menus.salesOrder,
  menus.salesVoucher,
  menus.salesStatement,
  menus.salesInvoice,
  menus.salesStock,
  menus.salesReturn,
];
/**
 * Inputs that this test ignores, because every customer may see the rows with these keys, or because the value is no
 * key of a row.
 */
const noRow = ["goodsIds", "goodsId", "userId", "fileCode", "expressNo", "logisticCode", "tenantCode"];

interface Keys {
  readonly own: readonly unknown[];
  readonly foreign: unknown;
}

let s: TestServer;
let shop: TestShop;
/**
 * Keys of rows of customer C2 (the caller) and of customer C1, by the name of the command input that takes such a key.
 */
const rows: Record<string, Keys> = {};

const line = { GOODS_ID: "J007", UNIT_PRICE: 25 };
const listLines = [{ GOODS_ID: "J007", QTY: 1 }];
async function orderOf(user: TestUser): Promise<string> {
  const placed = await shop.place(user, [{ oem: oem(1), lines: [line] }]);
  return (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS[0] ?? "";
}
/** Ships an order of the user. Returns the number of the shipment. */
async function shipmentOf(user: TestUser, EXPRESS_NO: string): Promise<string> {
  const ORDER_NOS = [await orderOf(user)];
  await user.run("rf_UploadVoucher", { ORDER_NOS, FILE_IDS: [await uploaded(shop.t, user)] });
  await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS });
  const shipped = await shop.t.admin.run<{ SHIPMENT_NO: string }>("rf_ShipOrders", { ORDER_NOS, EXPRESS_NO });
  return shipped.SHIPMENT_NO;
}
/** Requests the return of the only piece of a shipment. Returns the number of the return. */
async function returnOf(user: TestUser, shipmentNo: string): Promise<string> {
  const [sent] = await user.list("OR100", "Q12", where("SHIPMENT_NO", shipmentNo));
  const answer = await user.run<{ RETURN_NO: string }>("rf_RequestReturn", {
    ORDER_NO: sent?.ORDER_NO,
    RETURN_KIND: 1,
    LINES: [{ SEQ: 1, RETURN_QTY: 1 }],
    RETURN_REASON: 5,
  });
  return answer.RETURN_NO;
}
async function invoiceOf(user: TestUser, id: string): Promise<string> {
  const no = await orderOf(user);
  await user.run("rf_UploadVoucher", { ORDER_NOS: [no], FILE_IDS: [await uploaded(shop.t, user)] });
  await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS: [no] });
  const answer = await user.mitt({
    Type: "DoHDAndDT",
    MENU_ID: "OR102",
    HD: { TableName: "INVOICE_HD", Data: [{ ID: id, REMARK: "x" }] },
    DT: [{ TableName: "INVOICE_DT", Data: [{ ID: id, SEQ: 1, ORDER_NO: no }] }],
  });
  expect(answer).toMatchObject({ Code: 0 });
  return id;
}

/**
 * Returns a digest of each table of the tenant. Calls with keys of foreign rows must not change the digests. Leaves out
 * document numbers, sessions and the boards' cache, because they may change.
 */
async function digests(): Promise<unknown> {
  const tables = await shop.t.rows<{ name: string }>(
    sql`
      select c.relname as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relkind in ('r', 'p')
        and not c.relispartition
        and c.relnamespace = 'public'::regnamespace
        and c.relname not in ('document_counter', 'document_issued', 'session', 'board_figure')
      order by 1
    `,
  );
  const one = tables.map(
    ({ name }) =>
      sql`
        select ${name} as name, md5(coalesce(string_agg(x::text, '|' order by x::text), '')) as digest
        from ${sql.id(name)} x
        where x.tenant_id = ${shop.t.id}
          -- A refusal is logged, but changes nothing.
          and ${sql.raw(name === "system_log" ? "x.action <> 'refused'" : "true")}
      `,
  );
  // Sorts the rows, because the database may read the tables in parallel and in any order.
  return shop.t.rows(sql`select * from (${sql.join(one, " union all ")}) y order by name`);
}

const commands = (): Command[] =>
  [...s.app.registry.commands.values()]
    .map((c) => c.command)
    .filter((c) => c.access.kind === "right" && c.access.menus.some((m) => areas.includes(m)));

/**
 * Returns those inputs of a command that contain keys of rows. `fileId` of rf_PrintToPdf is left out, because it is
 * only a file name.
 */
const keyInputs = (command: Command) =>
  Object.keys(command.input)
    .filter((n) => !(command.type === "rf_PrintToPdf" && n === "fileId"))
    .filter((n) => (/(Id|Ids|No|Nos|Code|ids)$/.test(n) || n === "oemName") && !noRow.includes(n));
const keysFor = (input: string) => rows[input.replace(/s$/, "")];
const changes = (c: Command) => c.access.kind === "right" && c.access.action !== "Q";

beforeAll(async () => {
  s = await withServer();
  shop = await makeShop(s);
  const { one, two, t } = shop;
  rows.orderNo = { own: [await orderOf(two), await orderOf(two)], foreign: await orderOf(one) };
  rows.orderCode = rows.orderNo;
  rows.docCode = rows.orderNo;
  rows.custId = { own: ["C2"], foreign: "C1" };
  rows.oemName = { own: [oem(1)], foreign: oem(2) };
  rows.fileId = { own: [await uploaded(t, two)], foreign: await uploaded(t, one) };
  const paymentOf = async (user: TestUser, ORDER_NO: unknown) => {
    await user.run("rf_UploadVoucher", { ORDER_NOS: [ORDER_NO], FILE_IDS: [await uploaded(t, user)] });
    const all = await user.list("OR101", "Q02", where("ORDERS", String(ORDER_NO)));
    return String(all[0]?.PAYMENT_ID);
  };
  rows.paymentId = {
    own: [await paymentOf(two, rows.orderNo.own[0])],
    foreign: await paymentOf(one, await orderOf(one)),
  };
  rows.replacesId = rows.paymentId;
  rows.shipmentNo = {
    own: [await shipmentOf(two, "SF1000000001")],
    foreign: await shipmentOf(one, "SF1000000002"),
  };
  rows.returnNo = {
    own: [await returnOf(two, String(rows.shipmentNo.own[0]))],
    foreign: await returnOf(one, String(rows.shipmentNo.foreign)),
  };
  const listOf = (user: TestUser) =>
    user
      .run<{ LIST_ID: number }>("rf_SaveOrderList", { LIST_NAME: "Spares", IS_SHARED: "Y", LINES: listLines })
      .then((list) => list.LIST_ID);
  rows.listId = { own: [await listOf(two)], foreign: await listOf(one) };
  rows.invoiceId = { own: [await invoiceOf(two, "F2")], foreign: await invoiceOf(one, "F1") };
}, 120_000);

/**
 * Calls each command with the key of another customer's row: alone, and before and after the caller's own keys in a
 * list. Returns the number of calls, and the calls that were not refused.
 */
async function callAll(who: TestUser): Promise<{ calls: number; wrong: string[] }> {
  const wrong: string[] = [];
  let calls = 0;
  for (const command of commands())
    for (const input of keyInputs(command)) {
      const keys = keysFor(input);
      const f = command.input[input];
      if (!keys || !f) continue;
      const { own, foreign } = keys;
      const values = f.type === "json" ? [[foreign], [...own, foreign], [foreign, ...own]] : [foreign];
      const others = Object.fromEntries(
        keyInputs(command).flatMap((n) => {
          const other = command.input[n];
          const value = keysFor(n)?.own[0];
          return other && value !== undefined
            ? [[wireName(n, other), other.type === "json" ? [value] : value]]
            : [];
        }),
      );
      const samples = (n: string) =>
        n === "rows" || (n === "lines" && command.type === "rf_SaveOrderList")
          ? listLines
          : n.startsWith("goodsId")
            ? "J007"
            : undefined;
      for (const value of values) {
        const InParams = { ...sampleInput(command, samples), ...others, [wireName(input, f)]: value };
        // Sends no name and no share flag, because the command refuses both for a stored list.
        if (command.type === "rf_SaveOrderList")
          Object.assign(InParams, { LIST_NAME: null, IS_SHARED: null });
        const answer = await who.mitt({ Type: command.type, InParams });
        calls++;
        // True if the answer contains the refusal of a row (S0315), as the answer of a quick order does.
        const isFaulty = JSON.stringify(answer.ReturnData ?? null).includes("S0315");
        const isRefused = answer.Code !== 0 && /^S0(020|202|038|310|315)/.test(answer.Msg);
        const isEmpty =
          !changes(command) && !JSON.stringify(answer.ReturnData ?? null).includes(String(foreign));
        if (!isRefused && !isEmpty && !isFaulty)
          wrong.push(`${command.type} ${input} ${JSON.stringify(value)}: ${answer.Msg}`);
      }
    }
  return { calls, wrong };
}

describe("rows of another customer or host factory", () => {
  it("are known to this test for every command of the shop that takes rows", () => {
    const unknown = commands().flatMap((c) =>
      keyInputs(c).flatMap((n) => (keysFor(n) ? [] : [`${c.type} ${n}`])),
    );
    expect(unknown).toEqual([]);
    expect(commands().length).toBeGreaterThan(18);
  });

  it.each([
    ["a customer", () => Promise.resolve(shop.two)],
    ["a plant's user with all rights", () => shop.t.user("P1")],
    ["an OEM's user with all rights", () => shop.t.user("O1")],
  ] as const)(
    "are refused for %s, wherever in a list they stand, and nothing changes",
    async (_who, user) => {
      const who = await user();
      const before = await digests();
      const { calls, wrong } = await callAll(who);
      expect(wrong).toEqual([]);
      expect(calls).toBeGreaterThan(20);
      expect(await digests()).toEqual(before);
    },
  );

  it("cannot be chosen for a line of the own cart, or in a checkout", async () => {
    const { two, place } = shop;
    await two.run("rf_AddShoppingCart", { GOODS_IDS: ["J007"], OEM_NAME: oem(1), QTY: 1 });
    const [own] = await two.list("BS114", "Q20", where("CUST_ID", "C2"));
    const change = (more: object) =>
      two.mitt({
        Type: "update",
        MENU_ID: menus.shop,
        TableName: "SHOPPING_CART",
        Data: [{ ID: own?.ID, ...more }],
      });
    expect(await change({ OEM_NAME: oem(2) })).toMatchObject({ Code: 1 });
    expect(await change({ CUST_ID: "C1" })).toMatchObject({ Code: 1 });
    expect(await place(two, [{ oem: oem(2), lines: [line] }])).toMatchObject({ Msg: `S0315^${oem(2)}` });
  });
});

import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { freshCode, type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { makeShop, oem, type TestShop, uploaded, withVoucher } from "../../testing/shop.ts";
import { uploadFile } from "../../testing/upload.ts";

let s: TestServer;
let shop: TestShop;
beforeAll(async () => {
  s = await withServer();
  shop = await makeShop(s);
});

/** Tables that a refused request must leave as they were. */
const tables = [
  "product",
  "product_price",
  "cart_line",
  "customer_order",
  "customer_order_line",
  "checkout",
  "payment",
  "payment_order",
  "payment_file",
  "order_voucher",
  "shipment",
  "shipment_line",
  "stock_move",
  "invoice",
  "invoice_line",
  "file_info",
];
const stored = () =>
  Promise.all(
    tables.map((table) =>
      shop.t.rows(
        sql`select to_jsonb(x) as row from ${sql.id(table)} x where x.tenant_id = ${shop.t.id} order by 1`,
      ),
    ),
  );

/** Sends a request, and expects this refusal and no changed row. */
async function refused(code: string, request: () => Promise<unknown>): Promise<void> {
  const before = await stored();
  expect(await request()).toMatchObject({ Code: 1, Msg: code });
  expect(await stored()).toEqual(before);
}

const write = (Type: string, TableName: string, row: object) =>
  shop.t.admin.mitt({ Type, MENU_ID: "BS102", TableName, Data: [row] });
const run = (user: TestUser, Type: string, InParams: object) => user.mitt({ Type, InParams });
const line = { GOODS_ID: "DC001", UNIT_PRICE: 32.8, QTY: 2 };
async function order(user: TestUser = shop.one): Promise<string> {
  const placed = await shop.place(user, [{ oem: oem(1), lines: [line] }]);
  return (placed.ReturnData as { ORDER_NOS: string[] }).ORDER_NOS[0] ?? "";
}

describe.each([
  ["0", 0],
  ["with more than 4 decimals", 18.33335],
])("a price %s", (_name, UNIT_PRICE) => {
  it("is refused for a product, by its field", async () => {
    const goods = { GOODS_NAME: "N", GOOD_TYPE: 2, UNIT: "pc", SC_STOCK_QTY: 1, LOWER_SHELF: "N" };
    await refused("S0200^UNIT_PRICE", () =>
      write("insert", "GOODS_INFO", { ...goods, GOODS_ID: freshCode("G"), UNIT_PRICE }),
    );
    await refused("S0200^UNIT_PRICE", () => write("update", "GOODS_INFO", { GOODS_ID: "DC001", UNIT_PRICE }));
  });

  it("is refused for a host factory, by its field", async () => {
    const price = { GOODS_ID: "DC001", OEM_NAME: oem(1), UNIT_PRICE };
    await refused("S0200^UNIT_PRICE", () => write("insert", "GOODS_OEM_PRICE", price));
  });
});

describe("a quantity over stock", () => {
  it("is refused at the checkout, by the product", () =>
    refused("S0304^LAST", () =>
      shop.place(shop.one, [{ oem: oem(1), lines: [{ GOODS_ID: "LAST", UNIT_PRICE: 10, QTY: 11 }] }]),
    ));

  it("is refused in a list, by row and field, and no row of the list is put in the cart", async () => {
    const before = await stored();
    const ROWS = [
      { GOODS_ID: "DC001", QTY: 1 },
      { GOODS_ID: "LAST", QTY: 11 },
    ];
    expect(await shop.one.run("rf_QuickOrder", { OEM_NAME: oem(1), ROWS })).toMatchObject({
      COUNT: 0,
      FAULTS: [{ ROW: 1, FIELD: "QTY" }],
    });
    expect(await stored()).toEqual(before);
  });
});

it("two customers in one shipment are refused, by the second order", async () => {
  const nos = [await order(), await order(shop.two)].sort();
  for (const user of [shop.one, shop.two])
    for (const no of nos)
      await run(user, "rf_UploadVoucher", { ORDER_NOS: [no], FILE_IDS: [await uploaded(shop.t, user)] });
  for (const no of nos) await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS: [no] });
  await refused(`S0320^${nos[1]}`, () =>
    run(shop.t.admin, "rf_ShipOrders", { ORDER_NOS: nos, EXPRESS_NO: "SF1234567890" }),
  );
});

describe("a receipt", () => {
  const png = Buffer.from("89504e470d0a1a0a", "hex");
  const megabyte = 1024 * 1024;
  const send = (name: string, bytes: Buffer) =>
    uploadFile(s, { tenantId: shop.t.id, user: shop.one }, name, bytes);

  it("of 0 bytes is refused at the upload", () =>
    refused("S0221", () => send("receipt.png", Buffer.alloc(0))));

  it("that is a renamed program is refused at the upload", () =>
    refused("S0221", () => send("receipt.png", Buffer.from("MZ\u0090\u0000"))));

  it("of 50 MB is refused, by its name", async () => {
    const no = await order();
    const { id } = await send("receipt.png", Buffer.concat([png, Buffer.alloc(50 * megabyte - png.length)]));
    await refused("S0485^receipt.png", () =>
      run(shop.one, "rf_UploadVoucher", { ORDER_NOS: [no], FILE_IDS: [id] }),
    );
  });

  it("of more than 50 MB is refused at the upload", () =>
    refused("S0205", () => send("receipt.png", Buffer.concat([png, Buffer.alloc(50 * megabyte)]))));
});

it.each(["2026-13", "2026-00", "2026-5"])("a statement of month %s is refused, by its field", (DocCode) =>
  refused("S0200^DocCode", () => run(shop.two, "rf_PrintToPdf", { DocCode, DOC_TYPE: 3 })),
);

it("a price that is no longer valid is refused at the checkout with both prices, and the cart stays", async () => {
  await shop.one.run("rf_AddShoppingCart", { GOODS_IDS: ["J002"], OEM_NAME: oem(1), QTY: 1 });
  const [seen] = await shop.one.list("BS114", "Q20");
  expect(await write("update", "GOODS_INFO", { GOODS_ID: "J002", UNIT_PRICE: 16 })).toMatchObject({
    Code: 0,
  });
  await refused("S0303^J002 15.00 → 16.00", () =>
    shop.place(shop.one, [{ oem: oem(1), lines: [{ ...seen }] }]),
  );
});

describe("documents of another customer are refused:", () => {
  let own: string;
  let foreign: string;
  beforeEach(async () => {
    [own, foreign] = [await order(shop.one), await order(shop.two)];
  });

  it("one payment of the orders of two customers", async () => {
    const FILE_IDS = [await uploaded(shop.t, shop.t.admin)];
    await refused("S0471", () =>
      run(shop.t.admin, "rf_UploadVoucher", { ORDER_NOS: [own, foreign], FILE_IDS }),
    );
  });

  it("a payment of the other customer's order", async () => {
    const FILE_IDS = [await uploaded(shop.t, shop.one)];
    await refused("S0202^ORDER_NO", () =>
      run(shop.one, "rf_UploadVoucher", { ORDER_NOS: [own, foreign], FILE_IDS }),
    );
  });

  it("the other customer's receipt", async () => {
    const FILE_IDS = [await uploaded(shop.t, shop.two)];
    await refused("S0202^FILE_IDS", () => run(shop.one, "rf_UploadVoucher", { ORDER_NOS: [own], FILE_IDS }));
  });

  it("an invoice with the other customer's order, by the order", async () => {
    await withVoucher(shop, [own]);
    await shop.t.admin.run("rf_ConfirmPayment", { ORDER_NOS: [own, foreign] });
    const ID = freshCode("F");
    await refused(`S0314^${foreign}`, () =>
      shop.one.mitt({
        Type: "DoHDAndDT",
        MENU_ID: "OR102",
        HD: { TableName: "INVOICE_HD", Data: [{ ID, INVOICE_TYPE: 0 }] },
        DT: [
          {
            TableName: "INVOICE_DT",
            Data: [own, foreign].map((ORDER_NO, i) => ({ ID, SEQ: i + 1, ORDER_NO })),
          },
        ],
      }),
    );
  });
});

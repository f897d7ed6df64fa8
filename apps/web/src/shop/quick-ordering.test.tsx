import { quickOrderLimit } from "@shotkeeper/contract/shop";
import { importTexts } from "@shotkeeper/datagrid/import";
import { exportXlsx } from "@shotkeeper/datagrid/sheet";
import { describe, expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { buyer, counter, renderShop } from "./testing/render-shop.tsx";

const button = (name: string | RegExp) => page.getByRole("button", { name });
const dialog = () => page.getByRole("dialog");
const rows = () => page.getByRole("list", { name: "Order preview" }).getByRole("listitem");
const paste = () => page.getByRole("textbox", { name: "Pasted list" });

/**
 * Longer timeout for the first read: loading the dialog, the reader of sheets and its library takes some seconds in a
 * test.
 */
const firstRead = { timeout: 12_000 };

interface Sent {
  readonly oemName: string | null;
  readonly checkOnly: boolean;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

let stock = 100;
/**
 * Simulates the server with one product in stock. Reports a fault for the code X and for more pieces than the stock.
 */
const shop = {
  rf_QuickOrder: (request: unknown) => {
    const { rows: sent, oemName, checkOnly } = request as Sent;
    const faults = sent.flatMap((r, row) => [
      ...(r.GOODS_ID === "X" ? [{ row, field: "GOODS_ID", message: "S0202^GOODS_ID" }] : []),
      ...(Number(r.QTY) > stock ? [{ row, field: "QTY", message: "S0304^JS001" }] : []),
    ]);
    return {
      count: 0,
      cartIds: checkOnly || faults.length > 0 ? [] : sent.map((_, i) => i + 1),
      faults,
      outcomes: sent.map((r) => ({
        goodsId: r.GOODS_ID,
        goodsName: r.GOODS_ID === "X" ? null : "4G counter",
        goodsModel: "MC-4G",
        orderQty: r.QTY,
        moldKind: r.MOLD_TYPE ?? "plastic",
        sideType: -1,
        magnet: r.MAGNET ?? 0,
        accessory: r.ACCESSORY ?? null,
        oemName: r.OEM_NAME ?? oemName,
        unitPrice: 468,
        accessoryPrice: null,
        stockQty: stock,
        amount: Number(r.QTY) > 0 ? 468 * Number(r.QTY) : null,
      })),
    };
  },
};
const opened = async () => {
  const client = await renderShop("/Shop/cart", { ...shop, "BS114.Q20": [] }, buyer());
  await button("Quick order").click();
  await expect.element(dialog()).toBeVisible();
  return client;
};
const choose = (file: File) =>
  userEvent.upload(
    page.elementLocator(document.querySelector(".ant-modal input[type=file]") ?? document.body),
    file,
  );
const sentRows = (client: Awaited<ReturnType<typeof opened>>) =>
  (client.requests("rf_QuickOrder") as unknown as Sent[]).at(-1);

describe("quick order", () => {
  it("reads a pasted list with configuration, and adds it after the preview", async () => {
    const client = await opened();
    // "Hardware mold" is the earlier name of the choice, which lists of customers still contain.
    await paste().fill("js001\t40\tHardware mold\tRound\nJS001\t2");
    await expect.element(rows().nth(1), firstRead).toBeVisible();
    await expect.element(rows().first()).toHaveTextContent("Metal stamping die · Round magnet");
    await expect.element(rows().first()).toHaveTextContent("Stock 100");
    await expect.element(dialog()).toHaveTextContent("19,656.00");
    expect(sentRows(client)).toMatchObject({ checkOnly: true, oemName: "Huachen" });
    await button("Add 2 rows to cart").click();
    await expect.element(page.getByText("2 rows added to the cart")).toBeVisible();
    expect(sentRows(client)).toMatchObject({
      checkOnly: false,
      rows: [
        { GOODS_ID: "js001", QTY: 40, MOLD_TYPE: "hardware", MAGNET: 1 },
        { GOODS_ID: "JS001", QTY: 2 },
      ],
    });
  });

  it("reads code and quantity that are separated by spaces", async () => {
    const client = await opened();
    await paste().fill("JS001  10\nJS001 3");
    await expect.element(button("Add 2 rows to cart"), firstRead).toBeEnabled();
    expect(sentRows(client)?.rows).toEqual([
      { GOODS_ID: "JS001", QTY: 10 },
      { GOODS_ID: "JS001", QTY: 3 },
    ]);
  });

  it("decides the separator of each pasted line, and names the lines where it is not clear", async () => {
    const client = await opened();
    await paste().fill("JS001\t1\nJS001, 2\nJS001;3\nJS001 4");
    await expect.element(rows().nth(3), firstRead).toBeVisible();
    expect(sentRows(client)?.rows).toMatchObject([1, 2, 3, 4].map((QTY) => ({ GOODS_ID: "JS001", QTY })));
    await paste().fill("JS001\t1\nJS001;10,5");
    await expect.element(dialog()).toHaveTextContent("More than one separator in line 2 (“JS001;10,5”).");
    await expect.element(rows().first()).not.toBeInTheDocument();
  });

  it("reads a workbook with Chinese titles in any order, and names the columns that it does not read", async () => {
    const client = await opened();
    const titles = ["主机厂", "数量", "磁铁形状", "颜色", "产品编码", "模具类型"];
    const values = ["Zhongli", 5, "圆形磁铁", "红", "JS001", "五金模"];
    const row = Object.fromEntries(values.map((v, i) => [String(i), v]));
    const blob = await exportXlsx({
      name: "list",
      columns: titles.map((title, i) => ({ key: String(i), title, type: i === 1 ? "number" : "text" })),
      page: async (offset) => ({ rows: offset === 0 ? [row] : [], total: 1 }),
      flags: ["Y", "N"],
    });
    await choose(new File([blob], "list.xlsx"));
    await expect.element(button("Add 1 row to cart"), firstRead).toBeEnabled();
    expect(sentRows(client)?.rows).toEqual([
      { GOODS_ID: "JS001", QTY: 5, MOLD_TYPE: "hardware", MAGNET: 1, OEM_NAME: "Zhongli" },
    ]);
    await expect.element(dialog()).toHaveTextContent("no part of an order and were not read: 颜色");
  });

  it("shows the faults of each row, and lets it be corrected or left out", async () => {
    const client = await opened();
    const text =
      "Product code,Quantity,Magnet\nJS001,many,\nX,1,\nJS001,200,\nJS001,1,triangle\nJS001,7,Square";
    await choose(new File([text], "list.csv", { type: "text/csv" }));
    await expect.element(rows().nth(4)).toBeVisible();
    await expect.element(dialog()).toHaveTextContent("4 of 5 rows with errors");
    await expect.element(rows().nth(1)).toHaveTextContent("No product has this code");
    const price = rows().nth(2).element().querySelector(".shop-preview-price .shop-amount");
    expect(price?.getClientRects()).toHaveLength(1);
    await expect.element(rows().nth(3)).toHaveTextContent("Magnet: ");
    await expect.element(button("Add 5 rows to cart")).toBeDisabled();
    await rows().first().getByRole("textbox").fill("3");
    await rows().nth(2).getByRole("textbox").fill("20");
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog()).toHaveTextContent("2 of 5 rows with errors");
    await button("Leave out 2 rows with errors").click();
    await button("Add 3 rows to cart").click();
    await expect.element(page.getByText("3 rows added to the cart")).toBeVisible();
    expect(sentRows(client)?.checkOnly).toBe(false);
    expect(sentRows(client)?.rows.map((r) => r.QTY)).toEqual([3, 20, 7]);
  });

  it("shows the faults that the rows have when they are added", async () => {
    await opened();
    await paste().fill("JS001\t40");
    await expect.element(button("Add 1 row to cart"), firstRead).toBeEnabled();
    stock = 10;
    onTestFinished(() => {
      stock = 100;
    });
    await button("Add 1 row to cart").click();
    await expect.element(dialog()).toHaveTextContent("1 of 1 row with errors");
    await expect.element(rows().first()).toHaveTextContent("Stock 10");
  });

  it("refuses more rows than one order may have, in the preview", async () => {
    await opened();
    // Uses a file and not pasted text, because the browser types a long text line by line, which takes a minute.
    await choose(new File(["JS001,1\n".repeat(quickOrderLimit + 1)], "list.csv", { type: "text/csv" }));
    const refusal = importTexts.en.tooMany(quickOrderLimit + 1, quickOrderLimit);
    await expect.element(dialog(), firstRead).toHaveTextContent(refusal);
    await expect.element(button("Add to cart")).toBeDisabled();
  });

  it("reads no quantity in another unit, and names the rows above the titles", async () => {
    const client = await opened();
    await choose(new File(["产品编码,数量(箱)\nJS001,5"], "list.csv", { type: "text/csv" }));
    await expect.element(dialog(), firstRead).toHaveTextContent("数量(箱)");
    await expect.element(button("Add to cart")).toBeDisabled();
    expect(client.requests("rf_QuickOrder")).toEqual([]);
    await choose(new File(["JS001,10\n产品编码,数量(件)\nJS001,5"], "list.csv", { type: "text/csv" }));
    await expect.element(dialog()).toHaveTextContent("1 row above the titles not read");
    await expect.element(button("Add 1 row to cart")).toBeEnabled();
    expect(sentRows(client)?.rows).toEqual([{ GOODS_ID: "JS001", QTY: 5 }]);
  });

  it("refuses a list without a product column, and a file that is no sheet", async () => {
    await opened();
    await choose(new File(["颜色,数量\n红,1"], "list.csv", { type: "text/csv" }));
    await expect.element(dialog()).toHaveTextContent("Product code");
    await expect.element(button("Add to cart")).toBeDisabled();
    await choose(new File(["%PDF-1.7"], "list.xlsx"));
    await expect.element(dialog().getByRole("alert")).toHaveTextContent("not a spreadsheet");
  });
});

describe("ordering again", () => {
  const head = {
    orderNo: "SO1",
    custId: "C1",
    oemName: "Huachen",
    orderStat: 4,
    voucherPaths: [],
    payments: [],
  };
  const more = { shipments: [], returns: [], invoices: [], totalAmount: 900, openAmount: 0, postage: 0 };
  const line = { ...counter, seq: 1, orderQty: 2, unitPrice: 450, amount: 900, moldKind: "hardware" };
  const pieces = { shippedQty: 2, cancelledQty: 0, returnedQty: 0, exchangedQty: 0, moldNo: null };
  const order = { head: { ...head, ...more }, lines: [{ ...line, ...pieces, magnet: 1, sideType: -1 }] };

  it("shows today's price and stock first, and chooses only the added lines in the cart", async () => {
    const inCart = { ...counter, custId: "C1", orderQty: 2, moldKind: "hardware", sideType: -1, amount: 936 };
    const client = await renderShop(
      "/Shop/home",
      {
        ...shop,
        rf_Personal: () => ({ list: [order], count: 1 }),
        "BS114.Q20": [
          { ...inCart, cartId: 1, magnet: 1 },
          { ...inCart, cartId: 9, magnet: 0 },
        ],
      },
      buyer(),
    );
    await button("Reorder").click();
    await expect.element(rows().first()).toHaveTextContent("468.00");
    await expect.element(rows().first()).toHaveTextContent("Before ¥450.00");
    await expect.element(rows().first()).toHaveTextContent("Stock 100");
    expect(sentRows(client)?.rows).toEqual([
      { GOODS_ID: "JS001", QTY: 2, MOLD_TYPE: "hardware", MAGNET: 1, SIDE_TYPE: -1, OEM_NAME: "Huachen" },
    ]);
    await button("Add 1 row to cart").click();
    await expect.element(page.getByTestId("address")).toHaveTextContent("/Shop/cart");
    await expect.element(page.getByText("2 selected")).toBeVisible();
  });
});

import { personalOrders } from "@shotkeeper/contract/shop";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { buyer, renderShop } from "./testing/render-shop.tsx";

const line = (seq: number, goodsName: string, more: object = {}) => ({
  ...{ orderNo: "SO2", seq, goodsId: `G${seq}`, goodsName, goodsModel: null, goodsUnit: "pc", goodsType: 0 },
  ...{ orderQty: 4, shippedQty: 3, cancelledQty: 0, returnedQty: 0, exchangedQty: 0 },
  ...{ unitPrice: 25, amount: 100, moldKind: "", sideType: -1, magnet: -1, moldNo: null },
  ...more,
});
const head = {
  ...{ orderNo: "SO2", custId: "C1", orderDate: "2026-05-18T03:00:00.000Z", oemName: "Huachen" },
  ...{ orderStat: 2, isPaid: true, goodsAmount: 200, postage: 18, postageStat: 1, totalAmount: 218 },
  ...{ receivedAmount: 218, creditedAmount: 25, refundedAmount: 0, openAmount: 0, refundDue: 25 },
  ...{ invoicingStat: 0, statementDays: 1, planOutDate: "2026-05-25", orderMonth: "2026-05" },
  ...{ voucherPaths: [], payments: [], shipments: [], invoices: [], returns: [] as object[] },
};
const base = {
  ...{ returnNo: "TH1", returnKind: 1, returnStat: 2, returnReason: 3, reasonText: "no light" },
  ...{ returnAmount: 25, judgeReason: null, returnedAt: "2026-05-20T03:00:00.000Z", settledAt: null },
  ...{ shipmentNo: null, requestedAt: "2026-05-19T03:00:00.000Z", filePaths: [], refunds: [] },
  lines: [{ seq: 1, returnQty: 1, goodQty: 0, damagedQty: 1 }],
};
const refunds = [
  { refundNo: "TK1", refundKind: 0, refundAmount: 25, refundedOn: "2026-05-21", refundReference: "B-77" },
];
const lines = [line(1, "Shell"), line(2, "Cable", { shippedQty: 0 })];
const orders = (...returns: readonly object[]) => ({
  [personalOrders.type]: () => ({ list: [{ head: { ...head, returns }, lines }], count: 1 }),
});
const card = page.getByRole("article", { name: "SO2" });
const dialog = page.getByRole("dialog");

describe("cancels, returns and exchanges in the shop", () => {
  it("show their state, the goods and the next step, and can be withdrawn before the goods are back", async () => {
    const asked = {
      ...base,
      returnNo: "TH2",
      returnStat: 0,
      returnKind: 2,
      returnAmount: 0,
      returnedAt: null,
    };
    const done = { ...base, returnNo: "TH3", returnStat: 3, refunds };
    await renderShop("/Shop/home", orders(base, asked, done), buyer());
    await expect.element(card).toBeVisible();
    const list = card.getByRole("region", { name: "Cancels and returns" });
    await expect.element(list).toHaveTextContent("Refund due");
    const item = (no: string) => list.getByRole("listitem").filter({ hasText: no });
    await expect.element(item("TH1")).toHaveTextContent("Next: the shop refunds the money.");
    await expect.element(item("TH1")).toHaveTextContent("0 good, 1 damaged");
    await expect.element(item("TH2")).toHaveTextContent("Next: the shop decides");
    await expect.element(item("TH2").getByRole("button", { name: "Withdraw" })).toBeVisible();
    await expect.element(item("TH3")).toHaveTextContent("reference B-77");
    expect(item("TH1").getByRole("button", { name: "Withdraw" }).elements()).toEqual([]);
  });

  it("are asked for with pieces, reason and value; wrong goods need a picture", async () => {
    const answers = { ...orders(base), rf_RequestReturn: () => ({ returnNo: "TH9" }) };
    const client = await renderShop("/Shop/home", answers, buyer());
    const sent = () => client.requests("rf_RequestReturn");
    await card.getByRole("button", { name: "Cancel or return" }).click();
    // A return offers only the line with shipped goods. A cancellation offers both lines of the order.
    expect(dialog.getByRole("spinbutton").elements()).toHaveLength(1);
    await dialog.getByText("Cancel", { exact: true }).first().click();
    expect(dialog.getByRole("spinbutton").elements()).toHaveLength(2);
    await dialog.getByText("Return", { exact: true }).click();
    await userEvent.fill(dialog.getByRole("spinbutton"), "2");
    await expect.element(dialog).toHaveTextContent("50.00");
    await dialog.getByRole("button", { name: "Send request" }).click();
    await expect.element(page.getByText("Please select: Reason")).toBeVisible();
    await dialog.getByLabelText("Reason", { exact: true }).click();
    await page.getByText("Wrong goods delivered").click();
    await dialog.getByRole("button", { name: "Send request" }).click();
    expect(sent()).toEqual([]);
    await dialog.getByLabelText("Reason", { exact: true }).click();
    await page.getByText("No longer needed").click();
    await dialog.getByRole("button", { name: "Send request" }).click();
    await expect.element(page.getByText("Request TH9 sent", { exact: false })).toBeVisible();
    expect(sent()).toMatchObject([
      { orderNo: "SO2", returnKind: 1, returnReason: 5, lines: [{ SEQ: 1, RETURN_QTY: 2 }] },
    ]);
  });

  it("ask for serial numbers of counters only", async () => {
    const cables = [line(1, "Cable", { goodsType: 2 })];
    const answers = { [personalOrders.type]: () => ({ list: [{ head, lines: cables }], count: 1 }) };
    await renderShop("/Shop/home", answers, buyer());
    await card.getByRole("button", { name: "Cancel or return" }).click();
    await expect.element(dialog.getByRole("spinbutton")).toBeVisible();
    expect(dialog.getByLabelText("Serial numbers", { exact: true }).elements()).toEqual([]);
  });

  it("of a whole order before its payment is complete give the postage back, with fixed quantities", async () => {
    const some = { ...head, orderStat: 0, creditedAmount: 0, receivedAmount: 100 };
    const all = lines.map((l) => ({ ...l, shippedQty: 0 }));
    const answers = {
      [personalOrders.type]: () => ({ list: [{ head: some, lines: all }], count: 1 }),
      rf_RequestReturn: () => ({ returnNo: "TH8" }),
    };
    const client = await renderShop("/Shop/home", answers, buyer());
    await card.getByRole("button", { name: "Cancel or return" }).click();
    for (const box of dialog.getByRole("spinbutton").all()) await expect.element(box).toBeDisabled();
    await expect.element(dialog).toHaveTextContent("218.00");
    await dialog.getByLabelText("Reason", { exact: true }).click();
    await page.getByText("No longer needed").click();
    await dialog.getByRole("button", { name: "Send request" }).click();
    await expect.element(page.getByText("Request TH8 sent", { exact: false })).toBeVisible();
    expect(client.requests("rf_RequestReturn")).toMatchObject([
      {
        returnKind: 0,
        lines: [
          { SEQ: 1, RETURN_QTY: 4 },
          { SEQ: 2, RETURN_QTY: 4 },
        ],
      },
    ]);
  });

  it("fit a phone", async () => {
    await page.viewport(390, 844);
    await renderShop(
      "/Shop/home",
      orders(base, { ...base, returnNo: "TH3", returnStat: 3, refunds }),
      buyer(),
    );
    await expect.element(card.getByRole("region", { name: "Cancels and returns" })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await card.getByRole("button", { name: "Cancel or return" }).click();
    await expect.element(dialog.getByLabelText("Serial numbers", { exact: true })).toBeVisible();
    await page.viewport(1280, 800);
  });
});

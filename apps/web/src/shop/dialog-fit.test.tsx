import { statementOrders } from "@shotkeeper/contract/shop";
import { wallClock } from "@shotkeeper/ui/time";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { buyer, renderShop } from "./testing/render-shop.tsx";

const orders = Array.from({ length: 7 }, (_, i) => ({
  ...{ orderNo: `SO2605180000${i}`, custId: "C1", orderDate: "2026-05-18T03:00:00.000Z", orderStat: 2 },
  ...{ oemName: "Hangzhou Huachen Automobile Manufacturing Company Limited", isPaid: false },
  ...{ totalAmount: 123_456.78, creditedAmount: 0, receivedAmount: 0, refundedAmount: 0 },
  ...{
    openAmount: 123_456.78,
    statementDays: 30,
    invoicingStat: 0,
    orderMonth: wallClock().format("YYYY-MM"),
  },
  ...{ payDate: "2026-06-30", voucherAt: null, expressNo: null },
}));
const answers = {
  [`${statementOrders.menu}.${statementOrders.id}`]: orders,
  rf_Personal: () => ({ list: [], count: 0 }),
  rf_Invoicing: () => ({ total: 0, invoiceable: 0, requested: 0, invoiced: 0 }),
  "OR102.Q23": [],
};
const dialog = () => page.getByRole("dialog");

it("the dialog for an invoice shows all orders on a phone", async () => {
  await page.viewport(390, 844);
  await renderShop("/Shop/invoice", answers, buyer());
  await page.getByRole("button", { name: "Request invoice" }).click();
  await expect.poll(() => dialog().getByRole("checkbox").elements().length).toBeGreaterThanOrEqual(7);
  const rows = [...dialog().element().querySelectorAll(".ant-table-row")];
  expect(rows).toHaveLength(7);
  // Expects that no element between a row and the dialog cuts the row off.
  for (const row of rows)
    for (let at = row.parentElement; at && at !== dialog().element(); at = at.parentElement)
      expect(at.scrollHeight, at.className).toBeLessThanOrEqual(at.clientHeight + 1);
});

it("a list of invoices on a phone shows date and download in the first line of each card", async () => {
  await page.viewport(390, 844);
  const invoice = {
    invoiceId: "IV1",
    createdDate: "2026-05-18T03:00:00.000Z",
    invoiceType: 0,
    allMoney: 978,
  };
  const facts = { custId: "C1", rowStat: 1, isInvoiced: false, sendBackReason: null, remark: "May" };
  await renderShop("/Shop/invoice", { ...answers, "OR102.Q23": [{ ...invoice, ...facts }] }, buyer());
  const row = () => document.querySelector(".shop-table .ant-table-row");
  await expect.poll(row).not.toBeNull();
  const cells = [...(row()?.children ?? [])].map((e) => e.getBoundingClientRect());
  const [first, last] = [cells[0], cells.at(-1)];
  expect(Math.abs((first?.top ?? 0) - (last?.top ?? 99))).toBeLessThan(8);
  expect(first?.right ?? 999).toBeLessThanOrEqual(last?.left ?? 0);
  // Expects that all values begin at the same edge.
  for (const cell of cells.slice(0, -1)) expect(cell.left).toBeCloseTo(first?.left ?? -1, 0);
});

it("the monthly statement on a phone fits its width, with the amount in the first line of each card", async () => {
  await page.viewport(390, 844);
  const rows = orders.map((o) => ({ ...o, creditedAmount: 0.5 }));
  const own = { ...answers, [`${statementOrders.menu}.${statementOrders.id}`]: rows };
  await renderShop("/Shop/home", own, buyer());
  await page.getByRole("button", { name: "Monthly statement" }).click();
  const amount = dialog().getByRole("cell", { name: "123,456.78" }).first();
  await expect.element(amount).toBeVisible();
  const number = dialog().getByRole("cell", { name: "SO26051800000" });
  const tops = [amount, number].map((e) => e.element().getBoundingClientRect().top);
  expect(Math.abs((tops[0] ?? 0) - (tops[1] ?? 99))).toBeLessThan(8);
  const [sum, no] = [amount.element(), number.element()].map((e) => e.getBoundingClientRect());
  expect(sum?.left ?? 0, "the amount does not cover the number").toBeGreaterThanOrEqual(no?.right ?? 999);
  for (const button of dialog().getByRole("button").elements())
    expect(button.getBoundingClientRect().right).toBeLessThanOrEqual(390);
});

it("the monthly statement shows the amounts within the dialog", async () => {
  await page.viewport(1440, 900);
  await renderShop("/Shop/home", answers, buyer());
  await page.getByRole("button", { name: "Monthly statement" }).click();
  const amount = dialog().getByRole("cell", { name: "123,456.78" }).first();
  await expect.element(amount).toBeVisible();
  const edge = dialog().element().getBoundingClientRect().right;
  expect(amount.element().getBoundingClientRect().right).toBeLessThanOrEqual(edge);
});

import { companyPeople, personalOrders } from "@shotkeeper/contract/shop";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { buyer, renderShop } from "./testing/render-shop.tsx";

const button = (name: string | RegExp) => page.getByRole("button", { name });
const dialog = () => page.getByRole("dialog");

const person = (userId: string, more: object = {}) => ({
  ...{
    userId,
    userName: userId,
    mail: null,
    companyRole: 0,
    isApprover: false,
    isEnabled: true,
    isInvited: false,
    isBlocked: false,
  },
  ...more,
});
const company = (isManager: boolean, approvalAbove: number | null = null) => ({
  [companyPeople.type]: () => ({
    people: [person("zhao", { isApprover: true }), person("han", { isInvited: true })],
    approvalAbove,
    isManager,
  }),
});
const line = {
  ...{ orderNo: "SO1", seq: 1, goodsId: "JS001", goodsName: "4G counter", goodsModel: null, goodsUnit: "pc" },
  ...{ orderQty: 2, shippedQty: 0, cancelledQty: 0, returnedQty: 0, exchangedQty: 0 },
  ...{ unitPrice: 468, amount: 936, moldKind: "plastic", sideType: -1, magnet: 0, moldNo: null },
};
const head = {
  ...{ orderNo: "SO1", custId: "C1", orderDate: "2026-05-18T03:00:00.000Z", oemName: "Huachen" },
  ...{ orderStat: -3, isPaid: false, goodsAmount: 936, postage: 0, postageStat: 1, totalAmount: 936 },
  ...{ receivedAmount: 0, creditedAmount: 0, refundedAmount: 0, openAmount: 936, refundDue: 0 },
  ...{ invoicingStat: 0, statementDays: 1, planOutDate: "2026-05-25", orderMonth: "2026-05" },
  ...{ needsApproval: true, orderedBy: "Han Mei", payUntil: "2026-05-25T03:00:00.000Z" },
  ...{ voucherPaths: [], payments: [], shipments: [], invoices: [], returns: [] },
};
const waiting = (isApprover: boolean) => ({
  [personalOrders.type]: () => ({ list: [{ head, lines: [line] }], count: 1 }),
  rf_CustSum: () => ({
    ...{ awaitingApproval: 1, isApprover, orderedToday: 0, cartLines: 0, awaitingPayment: 0 },
    ...{ awaitingShipment: 0, shipped: 0, finished: 0 },
  }),
});
const card = page.getByRole("article", { name: "SO1" });

describe("people and approvals of a company", () => {
  it("are changed by an approver: rule, role, and an invitation whose password is shown once", async () => {
    const answers = {
      ...company(true),
      rf_SetApproval: () => null,
      rf_ChangePerson: () => null,
      rf_InvitePerson: () => ({ userId: "li@buyer.example", password: "abcd-efgh-jkmn" }),
    };
    const client = await renderShop("/Shop/people", answers, buyer());
    await page.getByText("Orders need approval if", { exact: false }).click();
    await userEvent.fill(page.getByRole("spinbutton"), "2000");
    await button("Save").click();
    await expect.poll(() => client.requests("rf_SetApproval")).toMatchObject([{ approvalAbove: 2000 }]);
    const row = page.getByRole("listitem", { name: "han" });
    await expect.element(row).toHaveTextContent("Not logged in yet");
    await row.getByRole("button", { name: "Disable" }).click();
    await dialog().getByRole("button", { name: "OK" }).click();
    await expect
      .poll(() => client.requests("rf_ChangePerson"))
      .toMatchObject([{ userId: "han", companyRole: 0, isEnabled: false }]);
    await button("Invite person").click();
    await userEvent.fill(dialog().getByLabelText("Email"), "li@buyer.example");
    await userEvent.fill(dialog().getByLabelText("Name"), "Li Lei");
    await dialog().getByRole("button", { name: "OK" }).click();
    await expect.element(dialog()).toHaveTextContent("abcd-efgh-jkmn");
    expect(client.requests("rf_InvitePerson")).toMatchObject([{ mail: "li@buyer.example", companyRole: 0 }]);
  });

  it("stay disabled if the shop has disabled them, and the page says so", async () => {
    const blocked = { isEnabled: false, isBlocked: true };
    const people = [
      person("zhao", { isApprover: true }),
      person("li", blocked),
      person("he", { isEnabled: false }),
    ];
    const answers = { [companyPeople.type]: () => ({ people, approvalAbove: null, isManager: true }) };
    await renderShop("/Shop/people", answers, buyer());
    const rowOf = (name: string) => page.getByRole("listitem", { name });
    await expect.element(rowOf("li")).toHaveTextContent("Disabled by the shop");
    expect(rowOf("li").getByRole("button").elements()).toEqual([]);
    await expect.element(rowOf("he").getByRole("button", { name: "Enable" })).toBeVisible();
  });

  it("are only shown to a buyer", async () => {
    await renderShop("/Shop/people", company(false, 500), buyer());
    await expect.element(page.getByText("than ¥500.00", { exact: false })).toBeVisible();
    for (const name of ["Invite person", "Save", "Disable"]) expect(button(name).elements()).toEqual([]);
  });

  it("let an approver approve or refuse a waiting order, and a buyer only wait", async () => {
    const answers = { ...waiting(true), rf_RefuseOrders: () => ({ orderNos: ["SO1"] }) };
    const client = await renderShop("/Shop/home", answers, buyer());
    await expect.element(page.getByRole("tab", { name: "Awaiting approval (1)" })).toBeVisible();
    await expect.element(card).toHaveTextContent("The order of Han Mei waits for your approval.");
    await expect.element(card.getByRole("button", { name: "Approve" })).toBeVisible();
    expect(card.getByRole("button", { name: "Upload voucher" }).elements()).toEqual([]);
    await card.getByRole("button", { name: "Refuse" }).click();
    await dialog().getByRole("button", { name: "Refuse" }).click();
    await expect.element(dialog()).toHaveTextContent("Enter a reason");
    expect(client.requests("rf_RefuseOrders")).toEqual([]);
    await userEvent.fill(dialog().getByLabelText("Reason"), "no budget");
    await dialog().getByRole("button", { name: "Refuse" }).click();
    await expect
      .poll(() => client.requests("rf_RefuseOrders"))
      .toMatchObject([{ orderNos: ["SO1"], cancelReason: "no budget" }]);
  });

  it("tell a buyer that the order waits", async () => {
    await renderShop("/Shop/home", waiting(false), buyer());
    await expect.element(card).toHaveTextContent("Waits for an approver of your company.");
    expect(card.getByRole("button", { name: "Approve" }).elements()).toEqual([]);
  });

  it("keep an order as a list with a name", async () => {
    const client = await renderShop(
      "/Shop/home",
      { ...waiting(false), "BS114.Q30": [], rf_SaveOrderList: () => ({ listId: 4 }) },
      buyer(),
    );
    await card.getByRole("button", { name: "Save as list" }).click();
    await dialog().getByRole("button", { name: "OK" }).click();
    await expect.element(dialog()).toHaveTextContent("Enter a name");
    await userEvent.fill(dialog().getByLabelText("List name"), "Line 3");
    await dialog().getByRole("button", { name: "OK" }).click();
    await expect
      .poll(() => client.requests("rf_SaveOrderList"))
      .toMatchObject([
        {
          listName: "Line 3",
          isShared: false,
          lines: [{ GOODS_ID: "JS001", OEM_NAME: "Huachen", QTY: 2, MOLD_TYPE: "plastic", MAGNET: 0 }],
        },
      ]);
  });
});

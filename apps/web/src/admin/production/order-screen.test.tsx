import { ClientError, type CurrentUser } from "@shotkeeper/client";
import { menus } from "@shotkeeper/contract/menus";
import { orderList, orderState, productionOrder } from "@shotkeeper/contract/production";
import { loadLocale } from "@shotkeeper/locales";
import { messageOf } from "@shotkeeper/ui/app";
import { refusal, Stage, sampleClient, sampleUser } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import OrderScreen from "./order-screen.tsx";

const locale = await loadLocale("en");
const { production, shell } = locale;
const planner: CurrentUser = {
  ...sampleUser,
  authorities: ["Q", "A", "M", "D"].map((action) => `${menus.productionOrder}:${action}`),
};
const seen = "2026-05-19T00:00:00.000Z";
const order = (orderId: string, state: keyof typeof orderState.values) => ({
  orderId,
  moldNo: "M-1",
  orderState: orderState.values[state],
  plannedShots: 100,
  plannedEnd: seen,
  updatedDate: seen,
});

// Users can select completed orders in the list, but the server refuses to delete completed orders.
it("deletes a selection of orders, and says why completed ones stay", async () => {
  const message = "S0211";
  const client = sampleClient(
    {
      [`${orderList.menu}.${orderList.id}`]: [order("PO-1", "draft"), order("PO-2", "done")],
      [`remove ${productionOrder.wire}`]: refusal(message),
    },
    planner,
  );
  await render(
    <Stage client={client} layout="page" path="/order/production">
      <OrderScreen />
    </Stage>,
  );
  for (const no of ["PO-1", "PO-2"])
    await page
      .getByRole("row", { name: new RegExp(no) })
      .getByRole("checkbox")
      .click();
  await page.getByRole("button", { name: `${shell.common.remove} (2)` }).click();
  await page.getByRole("dialog").getByRole("button", { name: shell.common.remove, exact: true }).click();
  await expect.element(page.getByText(messageOf(new ClientError(message), locale))).toBeVisible();
  expect(client.requests(`remove ${productionOrder.wire}`)).toEqual([
    { rows: ["PO-1", "PO-2"].map((orderId) => ({ orderId, updatedDate: seen })) },
  ]);
  // After the refusal, both orders are still selected, so that the user can deselect the completed one and try again.
  await expect.element(page.getByRole("button", { name: `${shell.common.remove} (2)` })).toBeVisible();
});

it("says that the quantity of a running order is reached", async () => {
  const made = {
    startedAt: seen,
    madeShots: 520,
    progress: 520,
    cavities: 1,
    plannedParts: 100,
    madeParts: 520,
  };
  const client = sampleClient(
    {
      [`${orderList.menu}.${orderList.id}`]: [
        { ...order("PO-1", "running"), ...made },
        { ...order("PO-2", "done"), ...made },
      ],
    },
    planner,
  );
  await render(
    <Stage client={client} layout="page" path="/order/production">
      <OrderScreen />
    </Stage>,
  );
  const cellOf = (no: string) => page.getByRole("row", { name: new RegExp(no) });
  await expect.element(cellOf("PO-1").getByText(production.order.reached)).toBeVisible();
  await expect.element(cellOf("PO-2").getByText(locale.enums.orderState.done)).toBeVisible();
  expect(cellOf("PO-2").getByText(production.order.reached).elements()).toHaveLength(0);
});

it("offers a safe action first, and closing a running order in the menu", async () => {
  const client = sampleClient({ [`${orderList.menu}.${orderList.id}`]: [order("PO-1", "running")] }, planner);
  await render(
    <Stage client={client} layout="page" path="/order/production">
      <OrderScreen />
    </Stage>,
  );
  const row = page.getByRole("row", { name: /PO-1/ });
  await expect.element(row.getByRole("button", { name: production.order.print })).toBeVisible();
  expect(row.getByRole("button", { name: production.order.close }).elements()).toEqual([]);
});

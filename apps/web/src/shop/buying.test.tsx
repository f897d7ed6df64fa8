import { ClientError } from "@shotkeeper/client";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { battery, buyer, counter, renderShop } from "./testing/render-shop.tsx";

const noAnswer = () => {
  throw new ClientError("network", "network");
};
const failed = "Operation failed, please try again";
const button = (name: string | RegExp) => page.getByRole("button", { name });
const address = () => page.getByTestId("address");

const line = {
  ...counter,
  cartId: 1,
  custId: "C1",
  oemName: "Huachen",
  orderQty: 2,
  moldKind: "plastic",
  sideType: -1,
  magnet: 0,
  amount: 936,
};
const rows = [line, { ...line, ...battery, cartId: 2, orderQty: 5 }];
const cart = (more: readonly Readonly<Record<string, unknown>>[] = []) => ({
  "BS114.Q20": [...rows, ...more],
});

/** Order lines in the form in which the cart page passes them to the checkout page. */
const bought = [
  {
    cartId: 1,
    goodsId: "JS001",
    goodsName: "4G counter",
    goodsType: 0,
    goodsImage: null,
    oemName: "Huachen",
    qty: 2,
  },
].map((l) => ({ ...l, unitPrice: 468, moldKind: "plastic", magnet: 0, sideType: -1 }));
const checkout = { isCart: true, buyProduct: JSON.stringify(bought) };
const place = {
  addressId: 1,
  custId: "C1",
  recMan: "Li Lei",
  recTel: "13900002002",
  recProvince: "浙江省",
  recCity: "宁波市",
  recDistrict: "鄞州区",
  recAddress: "1 First Road",
  isDefault: true,
};
const places = { BS_CUST_DT: [place, { ...place, addressId: 2, recMan: "Han Mei", isDefault: false }] };

// spec: shop A2.28, A7.19, A9.4
it("chooses lines singly and together, and saves a quantity once, 500 ms after its last change", async () => {
  const client = await renderShop("/Shop/cart", cart(), buyer());
  const all = page.getByRole("checkbox", { name: "Select all", exact: true });
  await expect.element(all).toBeChecked();
  await page.getByRole("checkbox", { name: "Select Battery" }).click();
  await expect.element(all).not.toBeChecked();
  await expect.element(page.getByText("2 selected")).toBeVisible();
  await all.click();
  await expect.element(page.getByText("7 selected")).toBeVisible();
  const more = button("Quantity of 4G counter: More");
  // Stops the timers, because on a busy machine three clicks may take longer than the debounce of 500 ms.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    for (const _ of "123") await more.click();
    vi.advanceTimersByTime(499);
    expect(client.requests("update SHOPPING_CART")).toEqual([]);
    vi.advanceTimersByTime(1);
  } finally {
    vi.useRealTimers();
  }
  await expect
    .poll(() => client.requests("update SHOPPING_CART"))
    .toEqual([{ rows: [{ cartId: 1, orderQty: 5 }] }]);
  await button("Delete: Battery").click();
  await page.getByRole("dialog").getByRole("button", { name: "OK" }).click();
  await expect.poll(() => client.requests("remove SHOPPING_CART")).toEqual([{ rows: [{ cartId: 2 }] }]);
});

// spec: shop A2.29
it("offers to delete a line whose goods are off the shelf", async () => {
  const gone = { ...line, cartId: 3, goodsName: "Old counter", offShelf: true };
  const client = await renderShop("/Shop/cart", cart([gone]), buyer());
  await button("No longer sold").click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toHaveTextContent("It is no longer sold");
  await dialog.getByRole("button", { name: "OK" }).click();
  await expect.poll(() => client.requests("remove SHOPPING_CART")).toEqual([{ rows: [{ cartId: 3 }] }]);
});

// spec: shop A2.7, A2.28, A2.30, A2.31
it("hands the chosen lines to the checkout, which shows five steps with the first one current", async () => {
  await renderShop("/Shop/cart", cart(), buyer());
  // Cart and checkout name an article by the same code, the one by which it is ordered.
  const named = page.getByText("JS001 · Plastic mold · Square magnet");
  await expect.element(named).toBeVisible();
  await page.getByRole("checkbox", { name: "Select Battery" }).click();
  await button("Check out").click();
  await expect.element(button("Submit order")).toBeVisible();
  await expect.element(named).toBeVisible();
  await expect.element(page.getByText("4G counter")).toBeVisible();
  expect(page.getByText("Battery", { exact: true }).elements()).toEqual([]);
  const steps = [...document.querySelectorAll(".ant-steps-item")];
  expect(steps.map((s) => s.querySelector(".ant-steps-item-title")?.textContent)).toEqual([
    "Place order",
    "Upload payment voucher",
    "Preparing stock",
    "Shipped",
    "Completed",
  ]);
  expect(steps.map((s) => s.classList.contains("ant-steps-item-active"))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

// spec: shop A2.7
it("shows the lines of a buyProduct that is a JSON text, and no lines of any other text", async () => {
  await renderShop("/Shop/buy", {}, buyer(), { isCart: false, buyProduct: "{" });
  await expect.element(page.getByText("No items to settle")).toBeVisible();
});

// spec: shop A2.33, A4.30, A9.7
it("changes the address in a dialog, and goes to the orders 1.5 s after the order", async () => {
  const client = await renderShop(
    "/Shop/buy",
    {
      ...places,
      rf_CreateCustOrder: () => ({ orderNos: ["SO1"] }),
      rf_Personal: () => ({ list: [], count: 0 }),
    },
    buyer(),
    checkout,
  );
  await expect.element(page.getByText("Li Lei")).toBeVisible();
  await button("Change address").click();
  await page
    .getByRole("dialog")
    .getByRole("listitem")
    .filter({ hasText: "Han Mei" })
    .getByText("Use this address")
    .click();
  await expect.element(page.getByText("Li Lei")).not.toBeVisible();
  await button("Submit order").click();
  await expect.poll(() => client.requests("rf_CreateCustOrder").length).toBe(1);
  const ordered = performance.now();
  await expect.element(page.getByText("Order placed successfully")).toBeVisible();
  expect(JSON.stringify(client.requests("rf_CreateCustOrder"))).toContain("Han Mei");
  await expect.element(address()).toHaveTextContent("/Shop/home");
  const waited = performance.now() - ordered;
  expect(waited).toBeGreaterThanOrEqual(1200);
});

// spec: shop A7.39, A8.1
it("shows errorMsg3 if a save, a deletion, an addition to the cart or an order gets no answer", async () => {
  const client = await renderShop(
    "/Shop/cart",
    { ...cart(), "update SHOPPING_CART": noAnswer, "remove SHOPPING_CART": noAnswer },
    buyer(),
  );
  await button("Quantity of 4G counter: More").click();
  await expect.element(page.getByText(failed)).toBeVisible();
  expect(client.requests("update SHOPPING_CART")).toHaveLength(1);
  await button("Delete: Battery").click();
  await page.getByRole("dialog").getByRole("button", { name: "OK" }).click();
  await expect.poll(() => page.getByText(failed).elements().length).toBe(2);
});

// spec: shop A8.1, A9.26
it("shows errorMsg3 if an addition to the cart gets no answer; host factories are a list of 200 pixels", async () => {
  await renderShop(
    "/Shop/product?id=DC001",
    { "BS103.Q21": [battery], rf_AddShoppingCart: noAnswer },
    buyer(),
  );
  const box = page.getByRole("combobox", { name: "OEM" });
  await box.click();
  const list = () => document.querySelector(".ant-select-dropdown");
  await expect.poll(() => list()?.getBoundingClientRect().width).toBe(200);
  expect(document.querySelector(".shop-oem")?.getBoundingClientRect().width).toBe(200);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await button("Add to cart").click();
  await expect.element(page.getByText(failed)).toBeVisible();
});

// spec: shop A8.1
it("shows errorMsg3 if an order gets no answer, and lets the customer submit again", async () => {
  await renderShop("/Shop/buy", { ...places, rf_CreateCustOrder: noAnswer }, buyer(), checkout);
  await expect.element(page.getByText("Li Lei")).toBeVisible();
  await button("Submit order").click();
  await expect.element(page.getByText(failed)).toBeVisible();
  await expect.element(button("Submit order")).toBeEnabled();
});

import { countState, inventoryList } from "@shotkeeper/contract/inventory";
import { menus } from "@shotkeeper/contract/menus";
import { loadLocale } from "@shotkeeper/locales";
import { Stage, sampleClient, sampleUser } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import AutomaticScreen from "./automatic-screen.tsx";

const { inventory: t } = await loadLocale("en");
const authorities = [`${menus.automaticInventory}:Q`, `${menus.inventoryCounting}:Q`];

async function show(state: number) {
  const count = { countId: "PD1", countName: "November", countState: state, expectedMolds: 2, openMolds: 1 };
  const client = sampleClient(
    { [`${inventoryList.menu}.${inventoryList.id}`]: [count] },
    { ...sampleUser, authorities },
  );
  await render(
    <Stage client={client} layout="page" path="/inventory/automatic">
      <AutomaticScreen />
    </Stage>,
  );
  await expect.element(page.getByText("November")).toBeVisible();
}
const scan = () => page.getByRole("button", { name: t.toScan });

it("leads from a stock-take that is being counted to scanning", async () => {
  await show(countState.values.counting);
  await expect.element(scan().first()).toBeVisible();
});

it("does not lead from a stock-take to be reviewed to scanning, which would be refused", async () => {
  await show(countState.values.checking);
  expect(scan().elements()).toEqual([]);
});

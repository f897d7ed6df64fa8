import { countState, countsGoingOn, notCountedLines } from "@shotkeeper/contract/inventory";
import { menus } from "@shotkeeper/contract/menus";
import { loadLocale } from "@shotkeeper/locales";
import { Stage, sampleClient, sampleUser } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import CountingScreen from "./counting-screen.tsx";

const { inventory: t } = await loadLocale("en");

const count = {
  countId: "PD1",
  countName: "May",
  countState: countState.values.counting,
  partState: countState.values.counting,
  coversAll: true,
  expectedMolds: 2,
  autoMolds: 1,
  hereMolds: 1,
  elsewhereMolds: 0,
  missingMolds: 0,
  surplusMolds: 0,
  openMolds: 0,
  foundShare: 100,
};

const line = {
  lineId: "PD1/M-1",
  countId: "PD1",
  moldNo: "M-1",
  moldName: "Bumper",
  expected: true,
  result: "open",
  outcome: null,
  autoReason: "away",
  reports: 24,
  lastReportAt: "2026-05-04T06:00:00Z",
  distance: 1234,
  radius: 800,
};

async function show(
  authorities: readonly string[],
  lines: readonly Readonly<Record<string, unknown>>[] = [],
  state: number = countState.values.counting,
) {
  const client = sampleClient(
    {
      [`${countsGoingOn.menu}.${countsGoingOn.id}`]: [{ ...count, countState: state, partState: state }],
      [`${notCountedLines.menu}.${notCountedLines.id}`]: lines,
      rf_SubmitInventory: () => ({}),
    },
    { ...sampleUser, authorities },
  );
  await render(
    <Stage client={client} layout="page" path="/inventory/counting">
      <CountingScreen />
    </Stage>,
  );
  await expect.element(page.getByText(lines.length > 0 ? "M-1" : t.emptyOpen).first()).toBeVisible();
  return client;
}
const rights = (menu: string) => [`${menu}:Q`, `${menu}:M`];

it("offers to end the counting when every mold has a result", async () => {
  const client = await show([...rights(menus.inventoryCounting), ...rights(menus.automaticInventory)]);
  const end = page.getByRole("button", { name: t.step.submit });
  await end.click();
  await page.getByRole("dialog").getByRole("button", { name: t.step.submit }).click();
  await expect.poll(() => client.requests("rf_SubmitInventory")).toMatchObject([{ countId: "PD1" }]);
});

it("says of a count that has ended that it waits for its audit", async () => {
  await show(rights(menus.inventoryCounting), [], countState.values.checking);
  await expect.element(page.getByText(t.emptyEndedHint)).toBeVisible();
  expect(page.getByText(t.emptyOpenHint).elements()).toEqual([]);
});

it("does not offer it to a user who may only count", async () => {
  await show(rights(menus.inventoryCounting));
  expect(page.getByRole("button", { name: t.step.submit }).elements()).toEqual([]);
});

it("shows the name of a mold and a short reason, and the sentence in the drawer", async () => {
  await page.viewport(1440, 900);
  await show(rights(menus.inventoryCounting), [line]);
  await expect.element(page.getByText("Bumper")).toBeInViewport();
  await expect.element(page.getByText("Not at its plant · 1.2 km")).toBeInViewport();
  await expect
    .element(page.getByRole("columnheader", { name: /^Result(?! before)/ }))
    .not.toBeInTheDocument();
  await page.getByText("Bumper").click();
  await expect.element(page.getByRole("dialog").getByText("outside its 800 m")).toBeVisible();
});

import type { CurrentUser } from "@shotkeeper/client";
import { counterLog, quarantineList } from "@shotkeeper/contract/counter";
import type { Condition } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { Stage, sampleClient, sampleUser } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import CounterLogScreen from "./counter-log-screen.tsx";

const user: CurrentUser = { ...sampleUser, authorities: [`${menus.counterLog}:Q`] };
const name = `${counterLog.menu}.${counterLog.id}`;

it("opens with the last 24 hours as a visible filter, which the user may remove", async () => {
  const client = sampleClient({ [name]: [], [`${quarantineList.menu}.${quarantineList.id}`]: [] }, user);
  await render(
    <Stage client={client} layout="page" path="/counter/log">
      <CounterLogScreen />
    </Stage>,
  );
  const conditions = () => (client.requests(name).at(-1)?.where ?? []) as readonly Condition[];
  await expect.poll(() => conditions().map((c) => [c.field, c.operator])).toEqual([["at", "EGT"]]);
  const since = Date.now() - Date.parse(String(conditions()[0]?.value));
  // The filter's value is a wall time in the tenant's zone, which the test does not know. The zone is at most 14 hours
  // from UTC.
  expect(Math.abs(since / 3_600_000 - 24)).toBeLessThanOrEqual(14.1);
  const chips = document.querySelectorAll(".dg-chip");
  expect(chips).toHaveLength(1);
  await page.elementLocator(chips[0]?.querySelector("button") ?? document.body).click();
  await expect.poll(conditions).toEqual([]);
});

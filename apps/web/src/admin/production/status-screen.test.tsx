import type { CurrentUser } from "@shotkeeper/client";
import { liveState } from "@shotkeeper/contract/enumerations";
import { menus } from "@shotkeeper/contract/menus";
import { productionStatus } from "@shotkeeper/contract/production";
import { Stage, sampleClient, sampleUser } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import StatusScreen from "./status-screen.tsx";

const user: CurrentUser = { ...sampleUser, authorities: [`${menus.productionStatus}:Q`] };
const row = (moldNo: string) => ({
  moldNo,
  moldName: "Cover",
  plantName: "Plant 1",
  liveState: liveState.values.running,
  lifeUsed: 40,
  shotsToday: 10,
});

it("searches in the view with cards, and names the bar of a card", async () => {
  const client = sampleClient(
    {
      [`${productionStatus.menu}.${productionStatus.id}`]: [row("M-7"), row("N-8")],
      rf_StateCounts: () => ({ [liveState.values.running]: 2 }),
    },
    user,
  );
  await render(
    <Stage client={client} layout="page" path="/order/status?view=cards">
      <StatusScreen />
    </Stage>,
  );
  await expect.element(page.getByText("M-7", { exact: true })).toBeVisible();
  await expect.element(page.getByText("N-8", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Life used", { exact: true }).first()).toBeVisible();
  await page.getByPlaceholder(/Search/).fill("M-7");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("N-8", { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByText("M-7", { exact: true })).toBeVisible();
});

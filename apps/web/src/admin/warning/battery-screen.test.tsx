import type { CurrentUser } from "@shotkeeper/client";
import { menus } from "@shotkeeper/contract/menus";
import { batteryWarnings } from "@shotkeeper/contract/warning";
import { pending, Stage, sampleClient, sampleUser } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import BatteryScreen from "./battery-screen.tsx";

const user: CurrentUser = { ...sampleUser, authorities: [`${menus.batteryWarnings}:Q`] };
const warning = (warningId: number, writerId: string, moldNo: string | null) => ({
  warningId,
  kind: "battery",
  level: 1,
  isOpen: true,
  openedAt: "2026-05-19T00:00:00.000Z",
  cause: { percent: 9 },
  battery: 9,
  moldNo,
  writerId,
});

it("names the counter of each low battery, and the mold if the counter is bound", async () => {
  const client = sampleClient(
    {
      [`${batteryWarnings.menu}.${batteryWarnings.id}`]: [warning(1, "C-7", "M-7"), warning(2, "C-8", null)],
      rf_WarningThresholds: () => ({}),
      rf_WarningPicture: pending,
    },
    user,
  );
  await render(
    <Stage client={client} layout="page" path="/warning/battery">
      <BatteryScreen />
    </Stage>,
  );
  const bound = page.getByRole("row", { name: /M-7/ });
  await expect.element(bound.getByText("C-7", { exact: true })).toBeVisible();
  const free = page.getByRole("row", { name: /C-8/ });
  await expect.element(free.getByText("C-8", { exact: true }).first()).toBeVisible();
});

it("tells the charge at which the warning was raised from the latest one", async () => {
  const row = { ...warning(1, "C-7", "M-7"), cause: { battery: 20 }, lastAt: "2026-05-18T18:14:00.000Z" };
  const client = sampleClient(
    {
      [`${batteryWarnings.menu}.${batteryWarnings.id}`]: [row],
      rf_WarningThresholds: () => ({}),
      rf_WarningPicture: pending,
    },
    user,
  );
  await render(
    <Stage client={client} layout="page" path="/warning/battery">
      <BatteryScreen />
    </Stage>,
  );
  await expect
    .element(page.getByText(/^Battery 20% when raised, 2026-05-1\d \d\d:14 · now 9%$/))
    .toBeVisible();
});

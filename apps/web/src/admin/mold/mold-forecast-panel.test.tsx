import type { CurrentUser } from "@shotkeeper/client";
import { moldForecasts } from "@shotkeeper/contract/indicator";
import { menus } from "@shotkeeper/contract/menus";
import { Stage, sampleClient, sampleUser } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { MoldForecastPanel } from "./mold-forecast-panel.tsx";

const user: CurrentUser = { ...sampleUser, authorities: [`${menus.mold}:Q`] };

// The panel shows the stored forecasts, as the list of forecasts does. A newly computed forecast could name another
// day.
it("shows the stored forecasts of the mold, and when they were made", async () => {
  const row = {
    moldNo: "M-1",
    dailyDue: "2026-12-27T04:00:00.000Z",
    dailyEarliest: "2026-12-20T04:00:00.000Z",
    dailyLatest: "2027-01-05T04:00:00.000Z",
    forecastAt: "2026-11-29T04:30:00.000Z",
  };
  const client = sampleClient({ [`${moldForecasts.menu}.${moldForecasts.id}`]: [row] }, user);
  await render(
    <Stage client={client}>
      <MoldForecastPanel moldNo="M-1" />
    </Stage>,
  );
  await expect.element(page.getByText("2026-12-27", { exact: true })).toBeVisible();
  await expect.element(page.getByText("2026-12-20 to 2027-01-05")).toBeVisible();
  await expect.element(page.getByText(/As of 2026-11-29 \d\d:30/)).toBeVisible();
});

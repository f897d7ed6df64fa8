import { dailyTasks, taskKind, taskState, taskTab } from "@shotkeeper/contract/maintenance";
import { Stage, sampleClient } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import DailyScreen from "./daily-screen.tsx";

it("shows the tasks that are not done, not only those of today, with their planned days", async () => {
  await page.viewport(1440, 900);
  const task = {
    taskId: "T-1",
    moldNo: "M-1",
    taskKind: taskKind.values.daily,
    state: taskState.values.comingUp,
    planDate: "2026-12-24",
    tab: taskTab.values.today,
  };
  const client = sampleClient({ [`${dailyTasks.menu}.${dailyTasks.id}`]: [task] });
  await render(
    <Stage client={client} layout="page" path="/maintenance/daily">
      <DailyScreen />
    </Stage>,
  );
  await expect.element(page.getByRole("tab", { name: /^Open/ })).toHaveAttribute("aria-selected", "true");
  await expect.element(page.getByRole("columnheader", { name: "Planned for" })).toBeInViewport();
  await expect.element(page.getByText("2026-12-24")).toBeInViewport();
});

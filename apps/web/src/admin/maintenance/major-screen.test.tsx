import { majorTab, majorTasks, sparePartList, taskKind, taskState } from "@shotkeeper/contract/maintenance";
import { Stage, sampleClient, sampleUser } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import MajorScreen from "./major-screen.tsx";

const task = {
  taskId: "T-1",
  moldNo: "M-1",
  kind: taskKind.values.major,
  state: taskState.values.working,
  sentBackCount: 1,
  sendBackReason: "The thermocouple was not replaced",
  takenParts: [{ PART_NO: "P-1", QTY: 2 }],
  majorTab: majorTab.values.open,
};
const part = { partNo: "P-1", partName: "Thermocouple", stockQty: 0, partUnit: "pcs" };

const user = { ...sampleUser, authorities: [`${majorTasks.menu}:Q`, `${majorTasks.menu}:M`] };

async function open() {
  await page.viewport(1440, 900);
  const client = sampleClient(
    {
      [`${majorTasks.menu}.${majorTasks.id}`]: [task],
      [`${sparePartList.menu}.${sparePartList.id}`]: [part],
    },
    user,
  );
  await render(
    <Stage client={client} layout="page" path="/maintenance/major">
      <MajorScreen />
    </Stage>,
  );
}

it("marks work that was sent back, and says why where it is finished", async () => {
  await open();
  await expect
    .element(page.getByTitle("Sent back: The thermocouple was not replaced"))
    .toHaveTextContent("Sent back");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await expect
    .element(page.getByRole("dialog").getByText("Sent back: The thermocouple was not replaced"))
    .toBeVisible();
});

it("offers no more of a part than the stock and the work itself have", async () => {
  await open();
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await expect
    .element(page.getByRole("spinbutton", { name: "Quantity of Thermocouple" }))
    .toHaveAttribute("aria-valuemax", "2");
});

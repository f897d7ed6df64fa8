import { inventoryCount } from "@shotkeeper/contract/inventory";
import { Stage, sampleClient, sampleUser } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { LogDrawer, type LogRow } from "./log-drawer.tsx";

const row: LogRow = {
  ...{ logId: 7, at: "2026-03-02T08:30:00Z", userId: "mei", userName: "Mei Lin", apiKey: null },
  ...{
    action: "update",
    target: inventoryCount.wire,
    targetKey: "PD1",
    clientAddress: null,
    clientDevice: null,
  },
  before: { plant_ids: "P1", mold_states: "0", started_by: null },
  after: { plant_ids: "P1,P9", mold_states: "0,1", started_by: "mei" },
};

it("shows names of plants and users and labels of states, also in lists, and codes without a name", async () => {
  const answers = {
    "SYS100.Q02": [{ orgId: "P1", orgName: "Injection plant 1", type: "plant" }],
    "SYS101.Q01": [{ userId: "mei", userName: "Mei Lin" }],
  };
  const user = { ...sampleUser, authorities: [...sampleUser.authorities, "SYS101:Q"] };
  await render(
    <Stage client={sampleClient(answers, user)}>
      <LogDrawer row={row} onClose={() => {}} />
    </Stage>,
  );
  const cells = () => [...document.querySelectorAll(".sk-diff td")].map((td) => td.textContent);
  await expect.poll(cells).toContain("Injection plant 1");
  expect(cells()).toContain("Injection plant 1, P9");
  expect(cells()).toContain("In service");
  expect(cells()).toContain("In service, In repair");
  expect(cells().at(-1)).toBe("Mei Lin");
  await expect.element(page.getByRole("dialog")).not.toHaveTextContent("0,1");
});

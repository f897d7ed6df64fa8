import type { CommandOutput } from "@shotkeeper/contract/kernel";
import type { repairGroups } from "@shotkeeper/contract/maintenance";
import { loadLocale } from "@shotkeeper/locales";
import { Stage, sampleClient, sampleUser } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { FindingsDialog } from "./findings-dialog.tsx";
import RepairScreen from "./repair-screen.tsx";
import type { TaskRow } from "./task-cells.tsx";

type Answer = CommandOutput<typeof repairGroups>;

const { repair: t, maintenance, enums, fields } = await loadLocale("en");
const from = "2026-03-01T00:00:00.000Z";
const group = (key: string, name: string, repairs: number, repairHours: number, cost: number) => ({
  key,
  name,
  repairs,
  findings: repairs,
  repairHours,
  cost,
  breakdowns: null,
  runHours: null,
  mtbf: null,
  mttr: null,
});
const causes: Answer = {
  from,
  repairs: 8,
  unrecorded: 2,
  groups: [
    group("C04", "Worn seal", 6, 12, 900),
    group("C01", "Worn parting line", 3, 30, 4000),
    group("", "", 1, 1, 50),
  ],
};
const molds: Answer = {
  from,
  repairs: 2,
  unrecorded: 2,
  groups: [
    { ...group("M-1", "Grille", 2, 9, 360), breakdowns: 2, runHours: 60, mtbf: 30, mttr: 4.5 },
    { ...group("M-2", "Bumper", 0, 0, 0), breakdowns: 1, runHours: 12, mtbf: 12, mttr: null },
  ],
};
const line = {
  taskId: "MT-1",
  findingId: 1,
  moldNo: "M-1",
  state: 4,
  faultCode: "F09",
  faultName: "Leak",
  causeCode: "C04",
  causeName: "Worn seal",
  cavity: 2,
  shareHours: 3,
  raisedAt: from,
  doneAt: from,
};
const items = [
  ["REPAIR_FAULT", "F01", "Flash"],
  ["REPAIR_FAULT", "F09", "Leak"],
  ["REPAIR_CAUSE", "C04", "Worn seal"],
].map(([dictCode, itemValue, itemName]) => ({ dictCode, itemValue, itemName }));

const answers = {
  rf_RepairGroups: (r: Readonly<Record<string, unknown>>) => (r.repairBy === "mold" ? molds : causes),
  rf_MaintenanceFigures: () => ({
    from,
    to: from,
    done: 8,
    onTime: 7,
    overdue: 0,
    onTimeRate: 87.5,
    runHours: 240,
    breakdowns: 4,
    mtbf: 60,
    repairs: 10,
    repairHours: 43,
    mttr: 4.3,
    cost: 9000,
    repairCost: 4950,
  }),
  "MT104.Q01": () => [line],
  "SYS103.Q14": () => items,
  rf_RecordFindings: () => ({ count: 2 }),
};

async function show(path = "/maintenance/repairs") {
  const client = sampleClient(answers, sampleUser);
  await render(
    <Stage client={client} layout="bare" path={path}>
      <RepairScreen />
    </Stage>,
  );
  await expect.element(page.getByRole("table")).toBeInTheDocument();
  return client;
}
const rowNames = () =>
  [...document.querySelectorAll(".sk-repair-table tbody th")].map((e) => e.textContent?.trim());

it("shows the largest group first, with the cumulative share, by repairs, hours or cost", async () => {
  await show();
  await expect
    .element(page.getByRole("table", { name: `${t.pareto} · ${enums.repairBy.cause}` }))
    .toBeVisible();
  expect(rowNames()).toEqual(["Worn seal", "Worn parting line", t.notGiven]);
  await expect.element(page.getByRole("row", { name: /^Worn parting line/ })).toHaveTextContent("90%");
  await expect.element(page.getByText(t.unrecorded("2"))).toBeVisible();
  // Searches within the radio group, because the heading has a figure with the same name.
  await page.getByRole("radiogroup", { name: t.measure }).getByText(t.cost, { exact: true }).click();
  await expect.poll(rowNames).toEqual(["Worn parting line", "Worn seal", t.notGiven]);
});

it("counts each repair once in the total, and says why the groups add up to more", async () => {
  await show();
  const total = page.getByRole("row", { name: new RegExp(`^${t.total}`) });
  await expect.element(total).toHaveTextContent(`${t.total}843.04,95010`);
  await expect.element(page.getByText(t.several("10", "8"))).toBeVisible();
});

it("shows the cost of repairs only, and says which repairs the list has", async () => {
  await show();
  await expect.element(page.getByText(maintenance.costs.repairs, { exact: true })).toBeVisible();
  expect(document.querySelector(".sk-maintenance-head")?.textContent).toContain("4,950");
  await expect.element(page.getByText(t.listAll)).toBeVisible();
  await page.getByRole("button", { name: "Worn seal", exact: true }).click();
  await expect.element(page.getByText(t.listOf(maintenance.lastDays(90)))).toBeVisible();
});

it("shows MTBF and MTTR of molds, beside their definitions", async () => {
  await show("/maintenance/repairs?by=mold");
  const row = page.getByRole("row", { name: /^Grille/ });
  await expect.element(row).toHaveTextContent("30");
  await expect.element(row).toHaveTextContent("4.5");
  await expect.element(page.getByText(t.ofMolds)).toBeVisible();
});

it("lists the repairs of the group that the user chooses", async () => {
  const client = await show();
  await page.getByRole("button", { name: "Worn seal", exact: true }).click();
  await expect
    .poll(() => client.requests("MT104.Q01").at(-1)?.where)
    .toEqual([
      { field: "causeCode", operator: "EQ", value: "C04" },
      { field: "doneAt", operator: "GT", value: from },
      { field: "state", operator: "EQ", value: 4 },
    ]);
  await page.getByRole("button", { name: t.reset }).click();
  await expect.poll(() => client.requests("MT104.Q01").at(-1)?.where).toEqual([]);
});

it("records findings: keeps the earlier ones, and sends codes of the tenant's lists", async () => {
  const client = sampleClient(answers, sampleUser);
  const row = { taskId: "MT-1", moldNo: "M-1" } as TaskRow;
  await render(
    <Stage client={client}>
      <FindingsDialog row={row} onClose={() => {}} />
    </Stage>,
  );
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("group", { name: t.finding(1) })).toHaveTextContent("Leak");
  await dialog.getByRole("button", { name: t.add }).click();
  await dialog.getByRole("combobox", { name: `${fields.faultName} 2` }).click();
  await userEvent.keyboard("Flash{Enter}");
  await dialog.getByRole("button", { name: t.findings }).click();
  await expect
    .poll(() => client.requests("rf_RecordFindings"))
    .toMatchObject([
      {
        taskId: "MT-1",
        findings: [{ FAULT_CODE: "F09", CAUSE_CODE: "C04", CAVITY: 2 }, { FAULT_CODE: "F01" }],
      },
    ]);
});

import { trialStat } from "@shotkeeper/contract/enumerations";
import { milestoneKind } from "@shotkeeper/contract/new-mold";
import { loadLocale } from "@shotkeeper/locales";
import { Stage, sampleClient } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { MilestoneDialog } from "./milestone-dialogs.tsx";
import type { MilestoneRow } from "./rows.ts";

const { shell, newMold, fields } = await loadLocale("en");

// spec: admin 8.52
it("asks whether the acceptance is complete before it confirms it", async () => {
  const client = sampleClient({ rf_ConfirmMilestone: () => ({}) });
  const row = {
    moldNo: "M-1",
    milestoneCode: "ACC",
    milestoneKind: milestoneKind.values.acceptance,
  } as MilestoneRow;
  await render(
    <Stage client={client}>
      <MilestoneDialog step="confirm" row={row} onClose={() => {}} />
    </Stage>,
  );
  await expect.element(page.getByText(shell.prompts.acceptanceComplete)).toBeVisible();
  expect(client.requests("rf_ConfirmMilestone")).toEqual([]);
  await page.getByRole("button", { name: newMold.step.confirm, exact: true }).click();
  await expect
    .poll(() => client.requests("rf_ConfirmMilestone"))
    .toMatchObject([{ moldNo: "M-1", milestoneCode: "ACC" }]);
});

it("requires the day of the next trial to confirm a failed one", async () => {
  const client = sampleClient({ rf_ConfirmMilestone: () => ({}) });
  const row = {
    moldNo: "M-1",
    milestoneCode: "T1",
    milestoneKind: milestoneKind.values.trial,
    trialStat: trialStat.values.failed,
  } as MilestoneRow;
  await render(
    <Stage client={client}>
      <MilestoneDialog step="confirm" row={row} onClose={() => {}} />
    </Stage>,
  );
  const confirm = page.getByRole("button", { name: newMold.step.confirm, exact: true });
  await confirm.click();
  await expect.element(page.getByText(shell.common.select(fields.nextTrialDate))).toBeVisible();
  expect(client.requests("rf_ConfirmMilestone")).toEqual([]);
  await page.getByLabelText(fields.nextTrialDate).fill("2026-12-10");
  await userEvent.keyboard("{Enter}");
  await confirm.click();
  await expect
    .poll(() => client.requests("rf_ConfirmMilestone"))
    .toMatchObject([{ milestoneCode: "T1", nextTrialDate: "2026-12-10" }]);
});

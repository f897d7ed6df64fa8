import { loadLocale } from "@shotkeeper/locales";
import { expect, openScreen, test } from "./fixtures.ts";
import { dialogOf, finishDialog, pick, rowOf, searchFor } from "./journey.ts";
import { moldRow, Person, stamp } from "./person.ts";

const { newMold: t, fields, enums } = await loadLocale("zh_CN");
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

test("takes a new mold from its plan to the handover, with its documents", async ({ signedIn: page }) => {
  test.setTimeout(240_000);
  const no = `E2E-${stamp()}`;
  const admin = await Person.of("admin");
  const run = (type: string, more: object, who = admin) => who.run(type, { MOLD_NO: no, ...more });
  const mold = { MOLD_N_O: 0, MOLD_STAT: 2, MOLD_MAKE_ID: "MAKER01", PRODUCT_CYCLE: 40 };
  await admin.insert("BS101", "BS_MOLD", moldRow(no, { ...mold, MD_T0_TIME: day(60), MD_OVER_TIME: day(5) }));

  // Adds a plan, which a first user then reviews and a second user approves.
  await openScreen(page, "/new-mold/t0");
  await page.getByRole("button", { name: t.addPlan }).first().click();
  await pick(page, fields.moldNo, no);
  for (const [label, ago] of [
    [fields.openingDate, 90],
    [fields.t0Date, 60],
    [fields.t1Date, 40],
    [fields.qualityDate, 20],
    [fields.handoverOn, 0],
    [fields.acceptanceDate, -90],
  ] as const) {
    const box = dialogOf(page).getByLabel(label, { exact: true });
    await box.fill(day(ago));
    await box.press("Tab");
  }
  await page.getByRole("button", { name: /保\s?存/ }).click();
  await expect(dialogOf(page)).toBeHidden();
  await searchFor(page, no);
  // The user who reviews a plan may not approve the plan. The user who reports a milestone may not confirm the
  // milestone.
  const oem = await Person.of("oem");
  await run("rf_ReviewNewMold", {}, oem);
  await rowOf(page, no).getByText(t.step.approve, { exact: true }).click();
  await finishDialog(page);

  // Four milestones are reported and confirmed. One design change is entered.
  for (const [code, ago] of [
    ["OPEN", 90],
    ["T0", 60],
    ["T1", 40],
    ["QA", 20],
  ] as const) {
    const key = { MILESTONE_CODE: code };
    const parts = { DIMENSION_NOTE: "超差 0 项", APPEARANCE_NOTE: "符合样板", SAMPLE_REPORT: `FAI-${no}` };
    const said = { MILESTONE_NOTE: "按计划完成", TRIAL_STAT: 1, ACCEPT_RESULT: 1, ...parts };
    await run("rf_ReportMilestone", { ...key, ...said, ACTUAL_DATE: day(ago) });
    await run("rf_ConfirmMilestone", key, oem);
  }
  const change = { MOD_ID: `M-${no}`, MOLD_NO: no, MOD_TYPE: 1, REQUESTER: "王工", REQUEST_DATE: day(30) };
  const reason = { MOD_REASON: "加强筋减薄", MOD_COST: 8000, MOD_DAYS: 5 };
  await admin.insert("NM106", "NEW_MOLD_MODIFICATION", { ...change, ...reason });

  // Handover: upload a drawing, sign for both sides, and confirm. Each screen is opened in a newly loaded application,
  // so that no earlier screen stays mounted.
  const openAnew = async (path: string) => {
    await page.goto("about:blank");
    await openScreen(page, path);
  };
  await openAnew("/new-mold/handover");
  await searchFor(page, no);
  await rowOf(page, no).getByText(t.step.report, { exact: true }).click();
  const box = dialogOf(page).getByLabel(fields.actualDate, { exact: true });
  await box.fill(day(0));
  await box.press("Tab");
  await dialogOf(page).getByRole("button", { name: t.handover.add }).click();
  await dialogOf(page).getByLabel(t.handover.item, { exact: true }).fill("最终版图纸");
  await dialogOf(page)
    .locator(".sk-pack-row input[type=file]")
    .setInputFiles({
      name: "图纸.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.7\n%%EOF\n"),
    });
  await expect(dialogOf(page).getByRole("button", { name: t.handover.detach("图纸.pdf") })).toBeVisible();
  await dialogOf(page).getByLabel(fields.milestoneNote, { exact: true }).fill("资料齐全");
  await finishDialog(page);
  await rowOf(page, no).getByText(t.step.giver, { exact: true }).click();
  await finishDialog(page);
  await run("rf_SignHandover", { HANDOVER_SIDE: 2 }, await Person.of("plant"));
  await run("rf_ConfirmMilestone", { MILESTONE_CODE: "HO" }, oem);
  await expect(rowOf(page, no)).toContainText(enums.milestoneStat.confirmed);

  // The downloaded document must equal the uploaded one.
  await rowOf(page, no).dblclick();
  const download = page.waitForEvent("download");
  await dialogOf(page).getByRole("button", { name: "图纸.pdf" }).click();
  expect((await download).suggestedFilename()).toBe("图纸.pdf");

  await openAnew(`/basic/mold/${no}`);
  await expect(page.getByText(t.onMold.plan, { exact: true })).toBeVisible();
  await expect(rowOf(page, "加强筋减薄")).toBeVisible();
});

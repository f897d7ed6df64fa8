import { counter } from "@shotkeeper/contract/counter";
import { systemLog } from "@shotkeeper/contract/system";
import { loadLocale } from "@shotkeeper/locales";
import { expect, logIn, openScreen, speak, test } from "./fixtures.ts";
import { dialogOf, expectMessage, finishDialog, okOf, pick, rowOf, searchFor } from "./journey.ts";
import { moldRow, Person, stamp } from "./person.ts";
import { ListJourney } from "./screen-journey.ts";

const key = `E2E-AD-${stamp()}`;

test("mounts a mold on a machine, requires a reason if the machine is too small, and dismounts it", async ({
  page,
}) => {
  const doors = await Person.of("admin");
  const [moldNo, other, press] = [`${key}-M`, `${key}-N`, `${key}-D`];
  await doors.insert("BS101", "BS_MOLD", moldRow(moldNo, { DEV_TON: 300 }), moldRow(other));
  await doors.insert("BS107", "BS_DEVICE", {
    DEV_ID: press,
    DEV_NAME: "三號機",
    DEV_TON: 200,
    DUTY_MAN: "李",
    PLANT_ID: "PLANT01",
    DEV_STAT: 0,
  });
  const { device: t, errors, fields } = await logIn(page, { user: "plant", locale: "zh_TW" });
  const mount = page.locator(".dg-bar .ant-btn-primary");
  await openScreen(page, "/basic/mounting");
  await mount.click();
  await okOf(page).click();
  await expect(dialogOf(page).locator(".ant-form-item-explain-error")).toHaveCount(2);
  await pick(page, fields.deviceId, press);
  await pick(page, fields.moldNo, moldNo);
  await okOf(page).click();
  await expectMessage(page, errors.machineTooSmall.replace("%s", "300"));
  await dialogOf(page).getByLabel(fields.reason).fill("小批試產");
  await Promise.all([expectMessage(page, t.mountedNow), finishDialog(page)]);
  await searchFor(page, press);
  const row = rowOf(page, press);
  await expect(row).toContainText(moldNo);
  await expect(row).toContainText(t.short);

  // A mold is already mounted on the machine. So the machine's option in the list is disabled and names that mold.
  await mount.click();
  await dialogOf(page).getByLabel(fields.deviceId, { exact: true }).click();
  await page.keyboard.type(press);
  const disabled = page.locator(".ant-select-dropdown:visible .ant-select-item-option-disabled");
  await expect(disabled.first()).toContainText(t.carries(moldNo));
  await page.keyboard.press("Escape");
  await dialogOf(page).locator(".ant-modal-footer .ant-btn").first().click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await row.getByRole("button", { name: t.unmount, exact: true }).click();
  await Promise.all([expectMessage(page, t.unmountedNow), finishDialog(page)]);
  await expect(row).toBeHidden();
  await page.getByText(t.all, { exact: true }).click();
  await expect(row).toContainText(t.ended);
});

// spec: admin 4.17, 8.50
test("does not delete a completed order, even if a user opened it before its completion", async ({
  signedIn: page,
}) => {
  const doors = await Person.of("admin");
  const ORDER_ID = `${key}-O`;
  await doors.insert("BS101", "BS_MOLD", moldRow(`${key}-O`));
  await doors.insert("PO101", "PRD_ORDER", {
    ORDER_ID,
    MOLD_NO: `${key}-O`,
    ORDER_TIMES: 500,
    PE_DATE: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const { errors, shell } = await loadLocale("en");
  await speak(page, "en");
  await openScreen(page, `/order/production?filter=orderId~EQ~s${ORDER_ID}`);
  const item = page.getByRole("menuitem", { name: shell.common.remove, exact: true });
  const more = rowOf(page, ORDER_ID).getByRole("button", { name: shell.common.more, exact: true });
  await more.click();
  await item.click();
  await expect(page.locator(".ant-modal-confirm-title")).toHaveText(shell.prompts.remove);
  await (await Person.of("plant")).run("rf_SubmitOrder", { ORDER_ID });
  for (const step of ["rf_AuditOrder", "rf_StartOrder"]) await doors.run(step, { ORDER_ID });
  await doors.run("rf_CloseOrder", { ORDER_ID, CLOSE_REASON: "done early" });
  await dialogOf(page).getByRole("button", { name: shell.common.remove }).click();
  await expectMessage(page, errors.alreadyCompleted);
  await more.click();
  await expect(page.getByRole("menuitem").filter({ hasText: errors.alreadyCompleted })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

test("shows a customer only the shop", async ({ page }) => {
  const { shell } = await logIn(page, { user: "cust", locale: "en" });
  await expect(page).toHaveURL(/#\/Shop/);
  for (const path of ["/basic/mold", "/system/user", "/counter/registration", "/dashboard/workplace"]) {
    await openScreen(page, path);
    await expect(page.getByRole("heading", { name: shell.notAllowed.title }).first()).toBeVisible();
    await expect(page.locator("[role=gridcell]")).toHaveCount(0);
  }
  const doors = await Person.of("cust");
  await expect(doors.run("rf_RetireCounters", { WRITER_IDS: ["CT-24001"], REASON: "x" })).rejects.toThrow(
    "S0020",
  );
});

for (const [what, path, entity, filter] of [
  ["the system log", "/system/log", systemLog, "action~EQ~slogin"],
  ["a counter's log", "/counter/log", counter, `writerId~EQ~sCT-24001`],
] as const)
  test(`exports the rows of ${what}`, async ({ signedIn: page }) => {
    const list = { path, entity, by: "", fill: {}, change: ["", ""] } as const;
    const journey = new ListJourney(page, await loadLocale("zh_CN"), list);
    await journey.open(filter);
    await expect(page.locator(".sk-page:visible [role=row]:has([role=gridcell])").first()).toBeVisible();
    await journey.takeOut();
  });

import { createHash, createPrivateKey, sign } from "node:crypto";
import { crc32 } from "node:zlib";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import { screens } from "@shotkeeper/contract/menus";
import { loadLocale } from "@shotkeeper/locales";
import { become, expect, openScreen, test } from "./fixtures.ts";
import { dialogOf, expectMessage, finishDialog, okOf } from "./journey.ts";
import { OwnPlant } from "./own-plant.ts";
import { moldRow, Person, stamp } from "./person.ts";
import { isItsTurn } from "./turn.ts";

const locale = await loadLocale("zh_CN");
const { administration: t, errors, fields, shell, menus, screen } = locale;
const rows = "[role=row]:has([role=gridcell])";

test("two users edit one mold: the second one is told who changed what, and no change is lost", async ({
  signedIn: page,
  session,
  browser,
  baseURL,
}) => {
  const no = `E2E-SY-${stamp()}`;
  await (await Person.of("admin")).insert("BS101", "BS_MOLD", moldRow(no));
  const link = `/basic/mold?filter=moldNo~EQ~s${no}`;
  const other = await (
    await browser.newContext({ storageState: session, ...(baseURL ? { baseURL } : {}) })
  ).newPage();
  const drawers = [page, other].map((p) => p.locator(".ant-drawer:visible"));
  const [mine, theirs] = drawers as [(typeof drawers)[0], (typeof drawers)[0]];
  for (const p of [page, other]) {
    await openScreen(p, link);
    await p.locator(`.sk-page:visible ${rows}`).getByRole("button", { name: shell.common.edit }).click();
  }
  await theirs.getByLabel(fields.rawMaterial, { exact: true }).fill("ABS-757");
  await theirs.getByLabel(fields.remark, { exact: true }).fill("先保存的人");
  await theirs.getByRole("button", { name: shell.common.save }).click();
  await expectMessage(other, errors.updated);
  await other.context().close();

  await mine.getByLabel(fields.remark, { exact: true }).fill("后保存的人");
  await mine.getByLabel(fields.projectManager, { exact: true }).fill("周工");
  await mine.getByRole("button", { name: shell.common.save }).click();
  const dialog = page.locator(".ant-modal-confirm");
  await expect(dialog).toContainText(screen.form.lostTitle);
  await expect(dialog).toContainText(/admin 于 .* 保存了修改/);
  await expect(dialog.locator("dd").filter({ hasText: "ABS-757" })).toBeVisible();
  await expect(dialog.locator("dd").filter({ hasText: "先保存的人" })).toContainText(
    screen.form.lostMine("后保存的人"),
  );
  await dialog.getByRole("button", { name: screen.form.lostReload }).click();
  await expect(mine.getByLabel(fields.rawMaterial, { exact: true })).toHaveValue("ABS-757");
  await expect(mine.getByLabel(fields.remark, { exact: true })).toHaveValue("后保存的人");
  await mine.getByRole("button", { name: shell.common.save }).click();
  await expectMessage(page, errors.updated);
});

/** Returns a zip archive that contains one small uncompressed file. */
function zip(text: string): Buffer {
  const [name, data] = [Buffer.from("readme.txt"), Buffer.from(text)];
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt32LE(crc32(data), 10);
  facts.writeUInt32LE(data.length, 14);
  facts.writeUInt32LE(data.length, 18);
  facts.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), facts, name, data]);
  const entry = Buffer.concat([
    Buffer.from("PK\x01\x02"),
    Buffer.from([20, 0]),
    facts,
    Buffer.alloc(14),
    name,
  ]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, entry, Buffer.from("PK\x05\x06"), end]);
}

// spec: admin 2.70, 5.18, 5.19, 8.23, shop A5.25, A5.26, A8.3, A8.4
test("uploads packages, refuses invalid and existing ones, activates one and rolls back", async ({
  signedIn: page,
  complaints,
}) => {
  complaints.allow(/status of 4\d\d/);
  const p = t.packages;
  const stamp = Date.now() % 1_000_000;
  const versions = [`7.1.${stamp}`, `7.2.${stamp}`] as const;
  const shown = page.locator(".sk-page:visible");
  const row = (version: string) => shown.locator(rows).filter({ hasText: version }).first();
  const choose = (name: string, text: string) =>
    dialogOf(page)
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "application/zip", buffer: zip(text) });
  const open = () => openScreen(page, "/system/package?kind=client&upload=1");
  const upload = async (version: string) => {
    await open();
    await choose(`e2e-${version}.zip`, version);
    // The dialog must fill in the version from the name of the file.
    await expect(dialogOf(page).getByLabel(fields.packageVersion)).toHaveValue(version);
    await okOf(page).click();
  };

  await open();
  await choose("e2e.apk", "x");
  await expect(dialogOf(page).getByRole("alert")).toContainText(errors.onlyZip);
  for (const version of versions) {
    await upload(version);
    await expectMessage(page, errors.uploaded);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await row(version).getByRole("button", { name: p.activate, exact: true }).click();
    await dialogOf(page).locator(".ant-btn-primary").click();
    await expect(row(version)).toContainText(p.inUse);
  }
  await upload(versions[0]);
  await expect(dialogOf(page).getByRole("alert")).toContainText(errors.fileNameExists);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await shown.getByRole("button", { name: p.rollBack }).click();
  await dialogOf(page).locator(".ant-btn-primary").click();
  await expectMessage(page, p.rolledBack(versions[0]));
  await expect(row(versions[0])).toContainText(p.inUse);
});

test("renames a screen, which the menu shows at once", async ({ signedIn: page }) => {
  const name = `制造商 ${Date.now() % 1000}`;
  const menu = page.getByRole("navigation", { name: shell.mainMenu });
  const rename = async (from: string, to: string) => {
    await page
      .locator(".sk-menu-entry")
      .filter({ hasText: "BS106" })
      .getByRole("button", { name: shell.common.edit })
      .click();
    await dialogOf(page).getByLabel(fields.nameZhCn, { exact: true }).fill(to);
    await finishDialog(page);
    await expect(page.locator(".sk-menu-entry").filter({ hasText: "BS106" })).toContainText(
      to || menus.manufacturer,
    );
    await expect(page.locator(".sk-menu-entry").filter({ hasText: from })).toHaveCount(0);
  };
  await openScreen(page, "/system/menu");
  await rename(menus.manufacturer, name);
  await menu.getByText(menus.basicSection, { exact: true }).click();
  await expect(menu.getByText(name, { exact: true })).toBeVisible();
  await rename(name, "");
  await expect(menu.getByText(menus.manufacturer, { exact: true })).toBeVisible();
});

/**
 * Returns a licence that is signed with the demo's private key. This key is not secret, because it is derived from a
 * public text.
 */
function licence(auId: string, more: Readonly<Record<string, unknown>> = {}): string {
  const seed = createHash("sha256").update("Shotkeeper demo licence key, for demonstration only").digest();
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]),
    format: "der",
    type: "pkcs8",
  });
  const facts = {
    AU_ID: auId,
    AimTenant: "demo",
    CUST_NAME: "E2E",
    DUE_DATE: `${new Date().getFullYear() + 3}-06-30`,
    V_T: "Y",
    PC_COUNT: 432,
    PDA_COUNT: 100,
    ISSUED_AT: new Date().toISOString(),
    ...more,
  };
  const payload = Buffer.from(JSON.stringify(facts));
  return JSON.stringify({
    format: "shotkeeper-licence-1",
    payload: payload.toString("base64url"),
    signature: sign(null, payload, key).toString("base64url"),
  });
}

test("loads a licence, and refuses one that was changed or that belongs to another tenant", async ({
  signedIn: page,
  complaints,
}) => {
  complaints.allow(/status of 4\d\d/);
  await openScreen(page, "/system/tenant");
  const shown = page.locator(".sk-page:visible");
  const auId = await shown.locator(".sk-tenant-pair code").innerText();
  const load = (text: string) =>
    shown
      .locator("input[type=file]")
      .setInputFiles({ name: "demo.lic", mimeType: "application/json", buffer: Buffer.from(text) });
  const good = JSON.parse(licence(auId)) as { payload: string };
  const payload = Buffer.from(good.payload, "base64url").toString().replace("432", "999");
  await load(JSON.stringify({ ...good, payload: Buffer.from(payload).toString("base64url") }));
  await expectMessage(page, errors.licenceFileInvalid);
  await load(licence("SK-OTHER"));
  await expectMessage(page, errors.wrongSerialNumber);
  await load(licence(auId, { PC_COUNT: -1 }));
  await expectMessage(page, errors.licenceLimitsInvalid);
  await load(JSON.stringify(good));
  await expectMessage(page, t.tenant.loaded);
  await expect(shown.getByText(/\/ 432/)).toBeVisible();
});

test("runs a saved query and a typed one, and refuses statements that write", async ({
  signedIn: page,
  complaints,
}) => {
  complaints.allow(/status of 4\d\d/);
  const s = t.script;
  await openScreen(page, "/system/script");
  const shown = page.locator(".sk-page:visible");
  const text = shown.locator("textarea.sk-script-text");
  const run = shown.getByRole("button", { name: s.run });
  await shown.locator(".sk-script-list button").first().click();
  await expect(text, "a saved query is shown").toHaveValue(/select/i);
  await text.fill("select mold_no, cavities from mold order by mold_no");
  await run.click();
  await expect(shown.getByText(/行，用时/)).toBeVisible();
  await expect(shown.locator(rows).first()).toBeVisible();
  for (const [query, word] of [
    ["delete from mold", "delete"],
    ["select * from pg_user", "pg_user"],
    ["select 1; drop table mold", ";"],
  ] as const) {
    await text.fill(query);
    await run.click();
    await expectMessage(page, errors.scriptForbidden.replace("%s", word).slice(0, 8 + word.length));
  }
  const id = `E2E_${Date.now().toString(36)}`;
  await shown.getByRole("button", { name: s.fresh }).click();
  await text.fill("select count(*) from counter");
  await shown.getByRole("button", { name: shell.common.save }).click();
  await okOf(page).click();
  await expect(dialogOf(page).getByText(shell.common.enter(fields.scriptId), { exact: true })).toBeVisible();
  await dialogOf(page).getByLabel(fields.scriptId, { exact: true }).fill(id);
  await dialogOf(page).getByLabel(fields.scriptName, { exact: true }).fill(id);
  await finishDialog(page);
  const kept = shown.locator(".sk-script-list li").filter({ hasText: id });
  await kept.getByRole("button", { name: `${shell.common.remove} ${id}` }).click();
  await dialogOf(page).getByRole("button", { name: shell.common.remove }).click();
  await expectMessage(page, errors.deleted);
  await expect(kept).toHaveCount(0);
});

/** Menu entries of those lists on which the test below looks for the button that adds a record. */
const adding = screens.filter(
  ({ id, actions }) => /^(BS10[12356]|BS107|CT101|SYS10[125]|SYS110)$/.test(id) && actions?.includes("A"),
);

// Leaves out the user `cust`, because customers use the shop. Each run of `npm test` tests only some of the others.
// spec: admin 1.14, 6.2
for (const user of ["oem", "plant", "maker", "dev"].filter((_, i) => isItsTurn(i)))
  test(`shows ${user} only what its rights allow`, async ({ page }) => {
    const { token } = await Person.of(user);
    await become(page, token);
    const answer = await page.request.get("/user", { headers: { [tokenHeader]: token } });
    const { data } = (await answer.json()) as { data: { user: { authorities: string[] } } };
    const rights = data.user.authorities;
    const faults: string[] = [];
    for (const { id, path = "" } of adding) {
      if (!rights.includes(`${id}:Q`)) {
        await openScreen(page, path);
        const refusal = page.getByRole("heading", { name: shell.notAllowed.title });
        if ((await refusal.count()) === 0) faults.push(`${id} is open`);
        continue;
      }
      await openScreen(page, path);
      const shown = page.locator(".sk-page:visible .dg-bar");
      const offered = await shown.getByRole("button", { name: new RegExp(`${shell.common.add}$`) }).count();
      if (offered > 0 !== rights.includes(`${id}:A`)) faults.push(`${id} add: ${offered}`);
      const edits = await page
        .locator(`.sk-page:visible ${rows}`)
        .getByRole("button", { name: shell.common.edit, exact: true })
        .count();
      if (edits > 0 && !rights.includes(`${id}:M`)) faults.push(`${id} edit: ${edits}`);
    }
    expect(faults).toEqual([]);
  });

test("an administrator sees the product as a user of a plant, cannot change anything, and returns", async ({
  signedIn: page,
}) => {
  const plant = `E2E-VW-${stamp()}`;
  const mine = await (await OwnPlant.make(plant)).mold(`${plant}-M`);
  const foreign = `${plant}-F`;
  await (await Person.of("admin")).insert("BS101", "BS_MOLD", moldRow(foreign));
  await openScreen(page, `/system/user?filter=userId~EQ~s${plant}`);
  await page
    .locator(`.sk-page:visible ${rows}`)
    .getByRole("button", { name: shell.common.more, exact: true })
    .click();
  await page.getByRole("menuitem", { name: locale.system.user.viewAs }).click();
  await page.locator(".ant-modal-confirm").getByRole("button", { name: locale.system.user.viewAs }).click();
  const banner = page.locator(".sk-view-banner");
  await expect(banner).toContainText(plant);
  await expect(page.getByRole("link", { name: menus.user })).toHaveCount(0);
  // With this user's rights, the list must show the mold of the user's plant, but not the mold of another plant.
  for (const [no, count] of [
    [mine, 1],
    [foreign, 0],
  ] as const) {
    await openScreen(page, `/basic/mold?filter=moldNo~EQ~s${no}`);
    await expect(banner).toBeVisible();
    await expect(page.locator(`.sk-page:visible ${rows}`)).toHaveCount(count);
  }
  // Forms must show why the user cannot save.
  await openScreen(page, "/basic/mold?add");
  const form = page.locator(".ant-drawer:visible");
  await expect(form).toContainText(errors.viewOnly);
  await expect(form.getByRole("button", { name: shell.common.save })).toBeDisabled();
  await page.keyboard.press("Escape");
  await openScreen(page, "/system/user-info");
  await page.getByRole("button", { name: shell.common.edit }).first().click();
  const dialog = page.locator(".ant-modal:visible");
  await dialog.getByRole("textbox").first().fill("fremd");
  await okOf(page).click();
  await expect(dialog).toContainText(errors.viewOnly);
  await page.keyboard.press("Escape");
  await banner.getByRole("button", { name: shell.view.end }).click();
  await expect(page.locator(".sk-view-banner")).toHaveCount(0);
  await expect(page.locator(`.sk-page:visible ${rows}`).first()).toBeVisible();
  // "View as" can also be started on the screen of roles. When the view ends, that screen must open again.
  const { role, user } = locale.system;
  await openScreen(page, "/system/role?filter=roleCode~EQ~splant");
  await page.locator(`.sk-page:visible ${rows}`).getByRole("button", { name: role.assign }).click();
  await page.locator(".ant-drawer:visible").getByRole("combobox", { name: role.viewAs }).click();
  await page.keyboard.type(plant);
  await page.keyboard.press("Enter");
  await page.locator(".ant-modal-confirm").getByRole("button", { name: user.viewAs }).click();
  await expect(banner).toContainText(plant);
  await banner.getByRole("button", { name: shell.view.end }).click();
  await expect(page.locator(".sk-view-banner")).toHaveCount(0);
  expect(page.url()).toContain("/system/role");
});

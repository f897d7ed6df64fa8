import { clearWarnings, warning } from "@shotkeeper/contract/warning";
import type { Locale, LocaleCode } from "@shotkeeper/locales";
import { expect } from "./fixtures.ts";
import { dialogOf, expectMessage, okOf } from "./journey.ts";
import { slow, troubled, unbound, type Walk, type Who } from "./operation-walk.ts";

/**
 * Returns the walk (test) of a warning screen. The walk opens the picture of a warning, acknowledges the warning, and
 * closes the warning with a reason. A removal warning cannot be closed. For this kind, the walk checks that the
 * application refuses to close the warning.
 */
const room = (
  menu: `WA10${1 | 2 | 3 | 4 | 5 | 6 | 7}`,
  name: string,
  code: LocaleCode,
  who: Who,
  kind: keyof Locale["enums"]["warningKind"],
): Walk => ({
  menu,
  path: `/warning/${name}`,
  code,
  who,
  before: kind === "cycleSlow" ? slow : kind === "unbound" ? unbound : troubled,
  list: () => ({ entity: warning, by: "moldNo" }),
  async play({ page, l: { warning: t, enums, shell }, no, j, refused }) {
    await j.find(no);
    await j.expectRow(enums.warningKind[kind]);
    await j.press(t.show);
    const head = page.locator(".sk-page:visible .sk-kind-head");
    await expect(head).toContainText(no);
    await expect(head.locator("canvas, .sk-fence, .sk-faint").first()).toBeVisible();
    await expect(head).toContainText(t.thresholds);
    // Checks that a user without the right on parameters does not see the buttons that edit the thresholds.
    const edits = head.getByRole("button", { name: new RegExp(`^${shell.common.edit}`) });
    await (who === "admin" ? expect(edits).not.toHaveCount(0) : expect(edits).toHaveCount(0));
    await j.take({ label: t.acknowledge, asks: t.acknowledgeLead, message: t.acknowledged });
    await j.expectOff(t.acknowledge, t.alreadyAcknowledged);
    if (kind === "removal") {
      await j.expectOff(t.clear, t.stillOff);
      return;
    }
    const why = { fields: clearWarnings.input, enter: ["note"], fill: { note: "checked" } };
    await j.take({ label: t.clear, asks: t.clearLead, message: t.cleared, gone: true, ...why });
    await page.locator(".sk-page:visible").getByText(t.all, { exact: true }).first().click();
    await j.find(no);
    await j.expectOff(t.clear, t.already);
    await refused("maker", "rf_ClearWarning", { WARNING_ID: 1, NOTE: "x" }, "S0020");
  },
  // The warning of an unbound counter belongs to no plant, so only users with tenant-wide scope see this warning. Of
  // the users who may only read, only `dev` (the developer) has this scope.
  reader: kind === "unbound" ? "dev" : "maker",
  readerPath: `/warning/${name}?state=all`,
  none: ({ warning: t }) => [t.acknowledge, t.clear],
});

export const warningWalks: readonly Walk[] = [
  {
    menu: "WA100",
    path: "/warning/all",
    code: "en",
    who: "plant",
    before: troubled,
    list: () => ({ entity: warning, by: "moldNo" }),
    async play({ page, l: { warning: t, enums }, no, j }) {
      await page.getByRole("button", { name: new RegExp(`^${enums.warningKind.battery}`) }).click();
      await j.find(no);
      await page.getByRole("button", { name: new RegExp(`^${t.allKinds}`) }).click();
      await j.find(no);
      const rows = page.locator(".sk-page:visible [role=row]:has([role=gridcell])").filter({ hasText: no });
      for (const kind of ["battery", "removal"] as const)
        await rows.filter({ hasText: enums.warningKind[kind] }).first().getByRole("checkbox").click();
      await page.getByRole("button", { name: `${t.acknowledge} (2)` }).click();
      await okOf(page).click();
      await expectMessage(page, t.many("2"));
      for (const kind of ["battery", "removal"] as const)
        await rows.filter({ hasText: enums.warningKind[kind] }).first().getByRole("checkbox").click();
      // Expects that the button counts only the battery warning. The other selected warning, about a removal, cannot be
      // closed while the counter is off the mold.
      await page.getByRole("button", { name: `${t.clear} (1)` }).click();
      await dialogOf(page).getByRole("textbox").fill("new battery");
      await okOf(page).click();
      await expectMessage(page, t.cleared);
      await expect(rows.filter({ hasText: enums.warningKind.battery })).toHaveCount(0);
    },
    reader: "maker",
    none: ({ warning: t }) => [t.acknowledge, t.clear],
  },
  room("WA101", "battery", "zh_CN", "plant", "battery"),
  room("WA102", "removal", "zh_TW", "oem", "removal"),
  room("WA103", "cycle", "en", "plant", "cycleSlow"),
  room("WA104", "position", "zh_CN", "oem", "position"),
  room("WA105", "signal", "zh_TW", "plant", "weakSignal"),
  room("WA106", "idle", "en", "oem", "idle"),
  room("WA107", "unbound", "zh_CN", "admin", "unbound"),
];

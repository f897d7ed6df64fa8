import { limits } from "@shotkeeper/contract/enumerations";
import { menuTree, screens } from "@shotkeeper/contract/menus";
import { loadLocale, localeCodes, menuLabel } from "@shotkeeper/locales";
import { overflow, serious } from "./axe.ts";
import { expect, logIn, openScreen, setBefore, settled, speak, test } from "./fixtures.ts";

const rawCode = /\bS0\d{3}\b/;
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

test("finds nothing serious on the log-in page", async ({ page }) => {
  await page.goto("/#/login");
  await expect(page.locator("form")).toBeVisible();
  expect(await serious(page)).toEqual([]);
});

for (const code of localeCodes) {
  // One page a section: what is open in tabs weighs on every look.
  for (const section of menuTree) {
    test(`shows ${section.id} in ${code}`, async ({ signedIn: page, complaints }) => {
      const { shell, menus: names } = await loadLocale(code);
      await speak(page, code);
      // Hidden tabs cost a third of the time: in all languages only where most of them are, beside them in one.
      const tabBar = code === "zh_CN" || section.id === "BS";
      await setBefore(page, {
        [limits.storageKeys.theme]: JSON.stringify({ state: { tabBar }, version: 0 }),
      });
      const faults: string[] = [];
      for (const { id, path } of section.children ?? [section]) {
        if (path === undefined) continue;
        const before = complaints.found.length;
        await page.setViewportSize(wide);
        await openScreen(page, path);
        const name = menuLabel(names, id);
        // Its title: a board has no frame, and in the others the menu says it of a page that never came.
        const isNamed = await expect
          .poll(() => page.title(), { timeout: 10_000 })
          .toContain(name)
          .then(
            () => true,
            () => false,
          );
        await settled(page);
        const text = await page.locator("body").innerText();
        const found = [shell.notFound.title, shell.notAllowed.title, shell.broken.title].filter((bad) =>
          text.includes(bad),
        );
        const fits = async ({ width }: { readonly width: number }) => {
          const px = await overflow(page);
          if (px > 0) found.push(`at ${width} px: ${px} px wider than the window`);
        };
        const raw = rawCode.exec(text);
        if (raw) found.push(`raw code ${raw[0]}`);
        if (!isNamed) found.push("does not say what it is");
        await fits(wide);
        // Roles and names are the same in every language.
        if (code === "zh_CN") found.push(...(await serious(page)));
        // Both ways of writing Chinese take the same room.
        if (code !== "zh_TW") {
          await page.setViewportSize(phone);
          await settled(page);
          await fits(phone);
        }
        found.push(...complaints.found.slice(before));
        faults.push(...found.map((f) => `${id} ${path}: ${f}`));
      }
      complaints.found.length = 0; // told above, with their screens
      expect(faults).toEqual([]);
    });
  }
}

test("shows every screen of the contract in the menu", async ({ page }) => {
  const { shell } = await logIn(page, { locale: "en" });
  const menu = page.getByRole("navigation", { name: shell.mainMenu }).or(page.getByRole("menu").first());
  // Sections open one by one; a closed one renders no links.
  for (const section of await menu.first().locator(".ant-menu-submenu-title").all())
    if ((await section.getAttribute("aria-expanded")) !== "true") await section.click();
  const links = menu.first().locator("a[href*='#/']");
  await expect(links).toHaveCount(screens.filter((s) => s.path).length);
  const shown = await links.evaluateAll((all) => all.map((a) => a.getAttribute("href")?.replace(/^.*#/, "")));
  expect(shown.sort()).toEqual(screens.flatMap((s) => s.path ?? []).sort());
});

import { screens } from "@shotkeeper/contract/menus";
import { localeCodes } from "@shotkeeper/locales";
import { expect, logIn, openScreen, test } from "./fixtures.ts";

const rawCode = /\bS0\d{3}\b/;
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/** English, the longest words, at both; the two Chinese, equally long, share them. */
const sizesOf = { en: [wide, phone], zh_CN: [wide], zh_TW: [phone] };

for (const code of localeCodes) {
  test(`opens every screen of the menu in ${code}`, async ({ page, complaints }) => {
    test.slow();
    const { frame, menus } = await logIn(page, { locale: code });
    const faults: string[] = [];
    for (const size of sizesOf[code]) {
      await page.setViewportSize(size);
      for (const { id, path } of screens) {
        if (path === undefined) continue;
        const before = complaints.found.length;
        await openScreen(page, path);
        const at = `${id} ${path} at ${size.width} px`;
        const text = await page.locator("body").innerText();
        for (const bad of [frame.notFound.title, frame.notAllowed.title, frame.broken.title])
          if (text.includes(bad)) faults.push(`${at}: ${bad}`);
        const raw = rawCode.exec(text);
        if (raw) faults.push(`${at}: raw code ${raw[0]}`);
        // A board has no frame to say it in: its title does.
        const said = `${await page.title()}\n${text}`;
        if (!said.includes((menus as Record<string, string>)[id] ?? id))
          faults.push(`${at}: does not say what it is`);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (overflow > 0) faults.push(`${at}: ${overflow} px wider than the window`);
        for (const c of complaints.found.slice(before)) faults.push(`${at}: ${c}`);
      }
    }
    complaints.found.length = 0; // told above, with their screens
    expect(faults).toEqual([]);
  });
}

test("shows every screen of the contract in the menu", async ({ page }) => {
  const { frame } = await logIn(page, { locale: "en" });
  const menu = page.getByRole("navigation", { name: frame.mainMenu }).or(page.getByRole("menu").first());
  // Sections open one by one; a closed one renders no links.
  for (const section of await menu.first().locator(".ant-menu-submenu-title").all())
    if ((await section.getAttribute("aria-expanded")) !== "true") await section.click();
  const links = menu.first().locator("a[href*='#/']");
  await expect(links).toHaveCount(screens.filter((s) => s.path).length);
  const shown = await links.evaluateAll((all) => all.map((a) => a.getAttribute("href")?.replace(/^.*#/, "")));
  expect(shown.sort()).toEqual(screens.flatMap((s) => s.path ?? []).sort());
});

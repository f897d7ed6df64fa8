import type { Page } from "@playwright/test";
import { screens } from "@shotkeeper/contract/menus";
import { loadLocale } from "@shotkeeper/locales";
import { overflow, serious } from "./axe.ts";
import { become, expect, openScreen, test } from "./fixtures.ts";
import { Person } from "./person.ts";
import { isItsTurn } from "./turn.ts";

const locale = await loadLocale("zh_CN");
const phone = { width: 390, height: 844 };

/** Opens the application in a session of the user. Returns the paths of the screens in the user's menu. */
async function screensOf(page: Page, user: string): Promise<readonly string[]> {
  const person = await Person.of(user);
  await become(page, person.token);
  const url = process.env.E2E_URL ?? "http://127.0.0.1:8080";
  const answer = await fetch(`${url}/user`, { headers: { Authorizations: person.token } });
  const { data } = (await answer.json()) as { data: { user: { authorities: readonly string[] } } };
  const may = new Set(data.user.authorities);
  return screens.flatMap(({ id, path }) =>
    path !== undefined && !path.startsWith("/Shop") && may.has(`${id}:Q`) ? [path] : [],
  );
}

/**
 * Returns the faults of the shown list: a column of actions that is empty in all rows, and codes (such as tax numbers)
 * that do not fit into their column. Runs in the page.
 */
function listFaults(): string[] {
  const found: string[] = [];
  const cells = [...document.querySelectorAll<HTMLElement>(".dg-rows .dg-cell")].filter((c) =>
    c.checkVisibility(),
  );
  const actions = cells.filter((c) => c.classList.contains("dg-actions"));
  if (actions.length > 0 && actions.every((c) => c.innerText.trim() === ""))
    found.push("the column of actions is empty");
  // A column of codes, for example of tax numbers, has only texts without spaces and without Chinese characters.
  const columns = Map.groupBy(
    cells.filter((c) => c.classList.contains("dg-text") && c.innerText.trim() !== ""),
    (c) => c.dataset.col,
  );
  for (const column of columns.values()) {
    if (!column.every((c) => /^[\x21-\x7e]+$/.test(c.innerText))) continue;
    const cut = column.filter((c) => c.scrollWidth > c.clientWidth + 1);
    found.push(...cut.slice(0, 3).map((c) => `the code ${c.innerText} is cut`));
  }
  return found;
}

for (const [index, user] of ["maker", "dev", "plant"].entries())
  if (isItsTurn(index))
    test(`${user} reads every list of the own menu`, async ({ page }) => {
      test.setTimeout(400_000);
      const faults: string[] = [];
      for (const path of await screensOf(page, user)) {
        await openScreen(page, path);
        const found = await page.evaluate(listFaults);
        if ((await page.getByText(locale.shell.notAllowed.title, { exact: true }).count()) > 0)
          found.push("is refused");
        faults.push(...found.map((f) => `${path}: ${f}`));
      }
      expect(faults).toEqual([]);
    });

test("a mold maker finds overdue milestones among the work to do", async ({ page }) => {
  await become(page, (await Person.of("maker")).token);
  await openScreen(page, "/dashboard/workplace");
  const handovers = locale.workplace.todo.lateMilestones("1", locale.menus.newMoldHandover);
  await page.getByRole("link", { name: handovers }).click();
  await expect(page).toHaveURL(/\/new-mold\/handover\?state=behind/);
  await expect(page.locator(".dg-rows [data-row]")).toHaveCount(1);
  expect(await serious(page)).toEqual([]);
});

test("a customer who opens a page of the administration is led back to the shop", async ({ page }) => {
  await become(page, (await Person.of("cust")).token);
  await openScreen(page, "/sales/order");
  await page.getByRole("button", { name: locale.shell.notFound.home, exact: true }).click();
  await expect(page).toHaveURL(/\/Shop\/index/);
});

test("rows on a phone are selected by a finger", async ({ page }) => {
  await page.setViewportSize(phone);
  await become(page, (await Person.of("dev")).token);
  await openScreen(page, "/system/notice");
  const boxes = page.locator(".dg-card input[type=checkbox]");
  const size = await boxes.first().boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(24);
  expect(await overflow(page)).toBe(0);
  expect(await serious(page)).toEqual([]);
});

test("cards of the maintenance calendar are selected by a finger", async ({ page }) => {
  await page.setViewportSize(phone);
  await become(page, (await Person.of("admin")).token);
  await openScreen(page, "/maintenance/calendar");
  const size = await page.locator(".sk-cal-card .ant-checkbox-wrapper").first().boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(40);
  expect(await overflow(page)).toBe(0);
  expect(await serious(page)).toEqual([]);
});

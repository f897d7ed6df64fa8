import type { CurrentUser } from "@shotkeeper/client";
import { menus } from "@shotkeeper/contract/menus";
import { scriptList } from "@shotkeeper/contract/system";
import { loadLocale } from "@shotkeeper/locales";
import { refusal, Stage, sampleClient, sampleUser } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import ScriptScreen from "./script-screen.tsx";

const { administration } = await loadLocale("en");
const t = administration.script;
const user: CurrentUser = {
  ...sampleUser,
  authorities: ["Q", "A", "M", "D"].map((a) => `${menus.script}:${a}`),
};

it("removes the result of an earlier run when a run fails", async () => {
  let runs = 0;
  const fail = refusal("S0200^STATEMENT");
  const first = { columns: ["a"], rows: [{ a: "first result" }], hasMore: false, elapsedMs: 3 };
  const client = sampleClient(
    {
      [`${scriptList.menu}.${scriptList.id}`]: [],
      rf_ScriptViews: () => [],
      rf_RunScript: () => (++runs === 1 ? first : fail()),
    },
    user,
  );
  await render(
    <Stage client={client} layout="page" path="/system/script">
      <ScriptScreen />
    </Stage>,
  );
  await page.getByRole("textbox", { name: t.fresh }).fill("select 1");
  const run = page.getByRole("button", { name: t.run });
  await run.click();
  await expect.element(page.getByText("first result")).toBeVisible();
  await run.click();
  await expect.element(page.getByText(t.notRun)).toBeVisible();
  expect(runs).toBe(2);
  expect(page.getByText("first result").elements()).toHaveLength(0);
});

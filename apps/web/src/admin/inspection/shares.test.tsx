import { loadLocale } from "@shotkeeper/locales";
import { Stage } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Shares } from "./shares.tsx";

const { inspection: t } = await loadLocale("en");
const groups = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ of: `G${i + 1}`, open: 20 - i, overdue: 1, closed: i }));
const show = (count: number) =>
  render(
    <Stage>
      <Shares rows={groups(count)} nameOf={(of) => of} />
    </Stage>,
  );

it("shows all groups if there are few of them", async () => {
  await show(7);
  await expect.element(page.getByText("G7", { exact: true })).toBeVisible();
  expect(page.getByRole("listitem").elements()).toHaveLength(7);
});

it("shows the sums of the other groups, so that the rows add up to all issues", async () => {
  await show(10);
  await expect.element(page.getByText(t.others("3"))).toBeVisible();
  expect(page.getByRole("listitem").elements()).toHaveLength(8);
  // The last row has the sums of the groups 8, 9 and 10: 13 + 12 + 11 open issues, of which 3 are overdue, and 7 + 8 +
  // 9 closed issues.
  await expect.element(page.getByText(t.share("36", "3", "24"))).toBeVisible();
});

import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { PartServer } from "../gallery/parts.ts";
import { FromAServer } from "./datagrid.gallery.tsx";
import { rowCards } from "./row-cards.tsx";

it("shows the totals below cards with the titles of their columns", async () => {
  await page.viewport(390, 844);
  await render(<FromAServer source={new PartServer(3)} cards={rowCards} />);
  await expect.element(page.getByRole("grid")).toBeVisible();
  const footer = () => document.querySelector(".dg-foot");
  await expect.poll(() => footer()?.textContent).toMatch(/^Total\D+[\d,.]+/);
  const { width = 0 } = footer()?.querySelector(".dg-foot-card span + span")?.getBoundingClientRect() ?? {};
  expect(width).toBeGreaterThan(0);
});

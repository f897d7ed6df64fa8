import { menus } from "@shotkeeper/contract/menus";
import { loadLocale, menuLabel } from "@shotkeeper/locales";
import { Stage } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { RightsMatrix } from "./rights-matrix.tsx";

const { menus: names, system } = await loadLocale("en");
const mold = menuLabel(names, menus.mold);

it("keeps names readable and checkboxes large enough on a phone", async () => {
  await page.viewport(390, 844);
  try {
    await render(
      <Stage>
        <div style={{ width: 350 }}>
          <RightsMatrix rights={new Set()} onChange={() => {}} />
        </div>
      </Stage>,
    );
    const name = page.getByRole("rowheader", { name: mold, exact: true });
    await expect.element(name).toBeVisible();
    expect(name.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(132);
    const box = page.getByRole("checkbox", {
      name: system.role.right(mold, system.role.actions.Q),
      exact: true,
    });
    const target = box.element().closest("label")?.getBoundingClientRect();
    expect(target?.height).toBeGreaterThanOrEqual(40);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  } finally {
    await page.viewport(1280, 800);
  }
});

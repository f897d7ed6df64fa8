import { useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { GridFilter } from "../core/types.ts";
import AnyOfSeveral from "../docs/examples/any-of-several.tsx";
import { PartServer } from "../gallery/parts.ts";
import { FromAServer } from "./datagrid.gallery.tsx";
import "../plain/style.css";

const chips = () =>
  expect.poll(() => [...document.querySelectorAll(".dg-chip-text")].map((chip) => chip.textContent));
const rowCount = () => expect.poll(() => document.querySelector(".dg-pager")?.textContent ?? "");
const open = async (column: string) => {
  await page.getByRole("columnheader", { name: column }).hover();
  await page.getByRole("button", { name: `Filter ${column}`, exact: true }).click();
};
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const funnels = () => expect.poll(() => document.querySelectorAll(".dg-funnel.dg-on").length);

it("joins conditions of several columns by or, in one chip", async () => {
  await render(
    <main>
      <AnyOfSeveral />
    </main>,
  );
  await chips().toEqual(["Weight ≥ 890 g or State: Idle"]);
  await rowCount().toContain("170 rows");
  await funnels().toBe(2);
  await open("Weight");
  await press("Or …");
  await page.getByRole("combobox", { name: "Column of this alternative" }).nth(1).selectOptions("Name");
  await page.getByRole("textbox", { name: "Name" }).fill("grille");
  await userEvent.keyboard("{Enter}");
  await chips().toEqual(["Weight ≥ 890 g or State: Idle or Name contains grille"]);
  await funnels().toBe(3);
  await open("Weight");
  await page.getByRole("button", { name: "Remove this alternative" }).first().click();
  await page.getByRole("button", { name: "Remove this alternative" }).click();
  await press("Apply");
  await chips().toEqual(["Weight ≥ 890 g"]);
  await funnels().toBe(1);
  await page.getByRole("button", { name: /Remove filter/ }).click();
  await rowCount().toContain("500 rows");
});

it("offers a server that knows no alternatives only those that are equal, as one list of values", async () => {
  const server = new PartServer(100);
  function List() {
    const [filters, setFilters] = useState<readonly GridFilter[]>([
      { field: "name", operator: "EQ", value: "Grille" },
    ]);
    return <FromAServer source={server} filters={filters} onFiltersChange={setFilters} />;
  }
  await render(<List />);
  await rowCount().toContain("25 rows");
  await open("Made on");
  await expect.element(page.getByRole("button", { name: "Apply" })).toBeVisible();
  expect(page.getByRole("button", { name: "Or …" }).elements()).toHaveLength(0);
  await userEvent.keyboard("{Escape}");
  await open("Name");
  await press("Or …");
  expect(page.getByRole("combobox", { name: "Column of this alternative" }).elements()).toHaveLength(0);
  await page.getByRole("textbox", { name: "Name" }).nth(1).fill("Clip");
  await press("Apply");
  await chips().toEqual(["Name: Grille, Clip"]);
  await rowCount().toContain("50 rows");
  expect(server.requests.at(-1)?.filters).toEqual([
    { field: "name", operator: "IN", value: ["Grille", "Clip"] },
  ]);
});

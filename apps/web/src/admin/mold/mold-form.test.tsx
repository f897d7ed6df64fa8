import { mold } from "@shotkeeper/contract/mold";
import { Stage } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { render } from "vitest-browser-react";
import { useMoldForm } from "./mold-form.ts";

let sections: readonly (readonly string[])[] = [];
function Form() {
  sections = useMoldForm().sections?.map((s) => s.fields) ?? [];
  return <p>{sections.length}</p>;
}

it("asks exactly the required fields first, and each field once", async () => {
  const screen = await render(
    <Stage>
      <Form />
    </Stage>,
  );
  await expect.element(screen.getByText(/^\d+$/)).toBeVisible();
  const required = Object.entries(mold.fields).flatMap(([name, f]) =>
    "required" in f && f.required ? [name] : [],
  );
  expect([...(sections[0] ?? [])].sort()).toEqual(required.sort());
  const all = sections.flat();
  expect(new Set(all).size).toBe(all.length);
});

import { mold } from "@shotkeeper/contract/mold";
import { dictionaryItems } from "@shotkeeper/contract/system";
import { Stage, sampleClient } from "@shotkeeper/ui/gallery";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { dictionaryInput } from "./dictionary-input.tsx";

const MoldType = dictionaryInput("MOLD_TYPE", mold.fields.moldType);
const Material = dictionaryInput("ROW_STOCK", mold.fields.rawMaterial);
const name = `${dictionaryItems.menu}.${dictionaryItems.id}`;
const rows = [
  { dictCode: "MOLD_TYPE", itemValue: "1", itemName: "Exterior" },
  { dictCode: "MOLD_TYPE", itemValue: "2", itemName: "Interior" },
  { dictCode: "ROW_STOCK", itemValue: "ABS", itemName: "ABS" },
];

// spec: admin 7.19
it("suggests the words of a dictionary, which are loaded once for each code", async () => {
  const client = sampleClient({ [name]: rows });
  const onChange = vi.fn();
  await render(
    <Stage client={client}>
      <MoldType id="one" onChange={onChange} />
      <MoldType id="two" />
      <Material id="three" />
    </Stage>,
  );
  await page.getByRole("combobox").first().click();
  await userEvent.keyboard("int");
  await page.getByTitle("Interior", { exact: true }).click();
  expect(onChange).toHaveBeenLastCalledWith("Interior");
  expect(page.getByTitle("ABS", { exact: true }).elements()).toHaveLength(0);
  const asked = client.requests(name).map((r) => JSON.stringify(r.where));
  expect(asked).toHaveLength(2);
  expect(new Set(asked).size).toBe(2);
});

it("keeps a word that is not in the dictionary, up to the length of the field", async () => {
  const onChange = vi.fn();
  await render(
    <Stage client={sampleClient({ [name]: rows })}>
      <MoldType id="one" onChange={onChange} />
    </Stage>,
  );
  const input = page.getByRole("combobox");
  await input.fill("Own type");
  expect(onChange).toHaveBeenLastCalledWith("Own type");
  await expect.element(input).toHaveAttribute("maxlength", String(mold.fields.moldType.length));
});

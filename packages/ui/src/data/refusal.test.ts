import { ClientError } from "@shotkeeper/client";
import { field } from "@shotkeeper/contract/kernel";
import { expect, it } from "vitest";
import { isLostUpdate, refusedField } from "./refusal.ts";

const fields = { no: field.text(10, { wire: "MOLD_NO" }), plantId: field.text(10) };

it.each([
  ["S0029^MOLD_NO", "no"],
  ["S0202^PLANT_ID", "plantId"],
  ["S0029^OTHER", undefined],
  ["S0020", undefined],
  ["S0201^MOLD_NO", undefined],
])("shows %s at the field %s", (message, name) => {
  expect(refusedField(new ClientError(message), fields, ["no", "plantId"])).toBe(name);
});
it("shows a refusal about a field that is not in the form as a message", () => {
  expect(refusedField(new ClientError("S0202^PLANT_ID"), fields, ["no"])).toBeUndefined();
});

it("recognizes that another user changed the record first", () => {
  expect(isLostUpdate(new ClientError("S0017"))).toBe(true);
  expect(isLostUpdate(new ClientError("S0213"))).toBe(true);
  expect(isLostUpdate(new ClientError("S0020"))).toBe(false);
});

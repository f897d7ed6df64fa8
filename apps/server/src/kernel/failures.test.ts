import { AppError, defineEntity, errors, field, tableRights } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { describe, expect, it } from "vitest";
import { DbError } from "./db/db.ts";
import { meaningOf } from "./failures.ts";
import { named, said } from "./testing/refusal.ts";

const entity = defineEntity({
  name: "spareBox",
  wire: "BS_BOX",
  access: tableRights(menus.mold),
  key: ["boxNo", "place"],
  fields: { boxNo: field.text(20), place: field.text(20), makerId2: field.text(20, { wire: "MAKER" }) },
});

const messageOf = (meaning: unknown) => (meaning instanceof AppError ? named(meaning) : meaning);
const message = (state: string, constraint = "", text = "") =>
  messageOf(meaningOf(new DbError(state, constraint, text), entity));

describe("failures of the database", () => {
  it.each([
    ["23505", "duplicate"],
    ["23503", "unknownReference"],
    ["23502", "missingField"],
    ["22001", "invalidField"],
    ["22003", "invalidField"],
    ["22007", "invalidField"],
    ["22008", "invalidField"],
    ["22P02", "invalidField"],
    ["22021", "invalidField"],
    ["22P05", "invalidField"],
  ])("names the field in the constraint's name for state %s", (state, code) => {
    expect(message(state, "spare_box_maker_id2")).toBe(`${code} MAKER`);
    expect(message(state, "spare_box_pkey")).toBe(`${code} BOX_NO`);
    // If the constraint or its field is unknown, the message names the entity's key field.
    expect(message(state, "other_maker_id2")).toBe(`${code} BOX_NO`);
    expect(message(state, "spare_box_gone")).toBe(`${code} BOX_NO`);
    expect(messageOf(meaningOf(new DbError(state, "spare_box_pkey", "")))).toBe(code);
  });

  // Known fault: if the error names no field, the message shown to users has a gap where the field should be.
  it("leaves out the field if the table is unknown", () => {
    const meaning = meaningOf(new DbError("23505", "spare_box_pkey", "")) as AppError;
    expect(meaning.message).toBe(said("duplicate"));
  });

  it("recognizes the constraint of the key even if a field has the same name", () => {
    const odd = defineEntity({
      ...entity,
      key: ["boxNo"],
      fields: { ...entity.fields, pkey: field.text(1) },
    });
    expect(messageOf(meaningOf(new DbError("23505", "spare_box_pkey", ""), odd))).toBe("duplicate BOX_NO");
  });

  it("names the table that uses a row", () => {
    const text = 'update or delete on table "spare_box" violates foreign key constraint';
    expect(message("23503", "other_box", text)).toBe("inUse BS_BOX");
    expect(message("23503", "other_box", `insert: ${text}`)).toBe("unknownReference BOX_NO");
    expect(messageOf(meaningOf(new DbError("23503", "x", text)))).toBe("inUse");
  });

  it.each([
    ["SK017", "nothingUpdated"],
    ["23514", "timesOverlap"],
    ["23P01", "timesOverlap"],
    ["42501", "forbidden"],
  ])("translates %s", (state, code) => {
    expect(message(state)).toBe(code);
  });

  it("says of a statement that ran into its time limit that it took too long", () => {
    expect(meaningOf(new DbError("57014", "", ""))).toMatchObject({
      message: said("tookTooLong"),
      status: 504,
    });
  });

  it.each([
    ["binding_one_counter", "moldAlreadyBound"],
    ["binding_one_mold", "counterAlreadyBound"],
    ["binding_order", "timesOverlap"],
    ["production_order_one_at_a_time", "invalidField START_TIME"],
    ["device_mold_one_mold", "timesOverlap"],
    ["device_mold_one_device", "timesOverlap"],
    ["customer_order_step", "wrongState"],
    ["customer_order_submitted", "orderAlreadySubmitted"],
  ])("recognizes the constraint %s whatever the state", (constraint, text) => {
    expect(message("23505", constraint)).toBe(text);
    expect(message("23P01", constraint)).toBe(text);
  });

  it("leaves unknown errors unchanged", () => {
    const unknown = new DbError("42P01", "", "no such table");
    expect(meaningOf(unknown, entity)).toBe(unknown);
    const other = new Error("23505");
    expect(meaningOf(other, entity)).toBe(other);
    const known = errors.forbidden();
    expect(meaningOf(known)).toBe(known);
  });
});

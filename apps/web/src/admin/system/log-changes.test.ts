import { user } from "@shotkeeper/contract/system";
import { describe, expect, it } from "vitest";
import { logChanges } from "./log-changes.ts";
import { sharedFields } from "./log-words.ts";

const labelled = (name: string) => name === "rights";
const answer = (before: unknown, after: unknown) =>
  logChanges(before, after, user.fields, labelled).map((c) => [c.name, c.before, c.after]);

describe("logChanges", () => {
  it("returns the fields that differ, in the order of declaration, without time stamps and internal columns", () => {
    const row = { tenant_id: 1, org_id: "P1", user_name: "A", status: 0, internal_id: 7, updated_date: "x" };
    expect(answer(row, { ...row, status: 1, user_name: "B", internal_id: 8, updated_date: "y" })).toEqual([
      ["userName", "A", "B"],
      ["status", 0, 1],
    ]);
  });

  it("returns all fields with a value of an added or deleted record", () => {
    expect(answer(null, { user_id: "u", phone: null })).toEqual([["userId", null, "u"]]);
    expect(answer({ user_id: "u", phone: null }, null)).toEqual([["userId", "u", null]]);
  });

  it("returns only the differences of lists, and nothing if nothing changed", () => {
    expect(answer({ rights: ["A", "B"] }, { rights: ["B", "C"] })).toEqual([["rights", ["A"], ["C"]]]);
    expect(answer({ user_id: "u" }, { user_id: "u" })).toEqual([]);
    expect(answer(null, null)).toEqual([]);
    expect(answer("odd", ["odd"])).toEqual([]);
  });

  it("declares values that are not fields of the entity, if their names have one meaning everywhere", () => {
    const [change] = logChanges(null, { maker_id: "M1" }, user.fields, () => true, sharedFields);
    expect(change?.field?.reference).toBe("SYS_ORG");
    const kinds = logChanges(null, { kind: 1 }, user.fields, () => true, sharedFields);
    expect(kinds[0]?.field).toBeUndefined();
  });
});

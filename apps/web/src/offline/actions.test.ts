import { commands, entities } from "@shotkeeper/contract/catalogue";
import { type Field, wireName } from "@shotkeeper/contract/kernel";
import { loadLocale } from "@shotkeeper/locales";
import { expect, it } from "vitest";
import { knownActions } from "./actions.ts";

it("every write that may be queued has its rule, its text and its screen", async () => {
  const kinds = [
    ...commands.filter((c) => c.offline).map((c) => c.type),
    ...entities.filter((e) => e.offline).map((e) => `insert ${e.wire}`),
  ];
  expect(Object.keys(knownActions).sort()).toEqual(kinds.sort());
  const locale = await loadLocale("en");
  for (const kind of kinds) expect(knownActions[kind]?.title({}, locale)).toMatch(/: /);
});

it("a scan needs attention if another user was first, or if the code is unknown", () => {
  const attention = (RESULT: string, FOUND_BY: string | null) =>
    knownActions.rf_ScanMold?.rule.needsAttention?.({ RESULT, FOUND_BY }, { user: "ann" } as never);
  expect([attention("here", null), attention("double", "ann"), attention("surplus", null)]).toEqual([
    false,
    false,
    false,
  ]);
  expect([attention("double", "bob"), attention("unknown", null)]).toEqual([true, true]);
});

it("the time of an act has the wire name of its input", () => {
  const times = Object.fromEntries(Object.entries(knownActions).map(([kind, a]) => [kind, a.rule.timeField]));
  expect(times).toMatchObject({
    rf_ScanMold: "COUNTED_AT",
    rf_FinishTask: "FINISHED_AT",
    "insert MOLD_APPOINT": "FOUND_DATE",
  });
});

it("the user can enter the time of each act after the clock was changed", () => {
  for (const { rule, fields, edit } of Object.values(knownActions)) {
    const wires = edit.map((name) => wireName(name, fields[name] as Field));
    if (rule.timeField !== undefined) expect(wires).toContain(rule.timeField);
  }
});

it("bindings and the undoing of a result need a connection, because they may harm others when they come late", () => {
  for (const kind of ["rf_BindCounter", "rf_UnbindCounter", "rf_ReplaceCounter", "rf_UncountMold"])
    expect(knownActions[kind]).toBeUndefined();
});

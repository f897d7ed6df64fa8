import { expect, it } from "vitest";
import { refusals } from "../kernel/index.ts";
import { warningKind } from "./warning.entity.ts";
import { refuseClear } from "./warning.states.ts";

const kinds = Object.values(warningKind.values);

it("can be closed by a user, whether or not the cause has ended", () => {
  for (const kind of kinds.filter((k) => k !== "removal"))
    for (const causeGone of [true, false, null])
      expect(refuseClear({ kind, isOpen: true, causeGone })).toBeUndefined();
});

it("about a removed counter cannot be closed before the counter is back on the mold", () => {
  expect(refuseClear({ kind: "removal", isOpen: true, causeGone: true })).toBeUndefined();
  for (const causeGone of [false, null])
    expect(refuseClear({ kind: "removal", isOpen: true, causeGone })).toEqual(refusals.wrongState());
});

it("cannot be closed twice", () => {
  for (const kind of kinds)
    for (const isOpen of [false, null])
      expect(refuseClear({ kind, isOpen, causeGone: true })).toEqual(refusals.wrongState());
});

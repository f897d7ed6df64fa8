import { describe, expect, it } from "vitest";
import { refusals } from "../kernel/index.ts";
import { quarantineReason, quarantineState } from "./quarantine.queries.ts";
import { refuseDiscard, refuseRelease } from "./quarantine.states.ts";

const { rate, unknown, malformed } = quarantineReason.values;
const { waiting, released, discarded, counted } = quarantineState.values;
const item = { reason: rate, quarantineState: waiting, chipCode: "c", writerId: "W" } as const;

describe("a quarantined item", () => {
  it("can be released while nobody has released it, and it is a reading of a known counter", () => {
    expect(refuseRelease(item)).toBeUndefined();
    expect(refuseRelease({ ...item, quarantineState: discarded })).toBeUndefined();
    for (const state of [released, counted])
      expect(refuseRelease({ ...item, quarantineState: state })).toEqual(refusals.wrongState());
    expect(refuseRelease({ ...item, reason: malformed })).toEqual(refusals.notAReading());
    expect(refuseRelease({ ...item, reason: unknown, writerId: null })).toEqual(refusals.unknownCounter("c"));
    expect(refuseRelease({ ...item, reason: unknown })).toBeUndefined();
  });

  it("can be discarded while it waits", () => {
    expect(refuseDiscard(item)).toBeUndefined();
    for (const state of [released, counted, discarded])
      expect(refuseDiscard({ quarantineState: state })).toEqual(refusals.wrongState());
  });
});

import { expect, it } from "vitest";
import { refusals } from "./errors.ts";
import { refuseSecondPerson } from "./second-person.ts";

const me = { userId: "me", mayStepAlone: false };

it("refuses the second step to everybody who did the first step", () => {
  expect(refuseSecondPerson(me, "me")).toEqual(refusals.secondPerson());
  expect(refuseSecondPerson(me, "you", null, "me")).toEqual(refusals.secondPerson());
  expect(refuseSecondPerson(me, "you", null)).toBeUndefined();
  expect(refuseSecondPerson(me)).toBeUndefined();
});

it("allows it to the only user of an organization, if the tenant does", () => {
  expect(refuseSecondPerson({ ...me, mayStepAlone: true }, "me")).toBeUndefined();
});

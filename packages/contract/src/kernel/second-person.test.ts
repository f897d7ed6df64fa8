import { expect, it } from "vitest";
import { productionOrder } from "../production/index.ts";
import { refusals } from "./errors.ts";
import { refuseSecondPerson, secondPersonRule } from "./second-person.ts";

const me = { userId: "me", mayStepAlone: false };
const rule = { entity: productionOrder, match: { orderId: "orderId" }, notBy: ["submittedBy", "createdBy"] };
const audit = { secondPerson: rule };

it("refuses the second step to everybody who did the first step", () => {
  expect(refuseSecondPerson(audit, { submittedBy: "me" }, me)).toEqual(refusals.secondPerson());
  expect(refuseSecondPerson(audit, { submittedBy: "you", createdBy: "me" }, me)).toEqual(
    refusals.secondPerson(),
  );
  expect(refuseSecondPerson(audit, { submittedBy: "you", createdBy: null }, me)).toBeUndefined();
  expect(refuseSecondPerson(audit, {}, me)).toBeUndefined();
});

it("refuses it with the message that the command declares", () => {
  const accept = { secondPerson: { ...rule, refusal: "ownWork" as const } };
  expect(refuseSecondPerson(accept, { submittedBy: "me" }, me)).toEqual(refusals.ownWork());
});

it("allows it to the only user of an organization, if the tenant does", () => {
  expect(refuseSecondPerson(audit, { submittedBy: "me" }, { ...me, mayStepAlone: true })).toBeUndefined();
});

it("allows it where the command declares that no second person is needed", () => {
  const close = { secondPerson: { notNeeded: "it decides nothing" } };
  expect(refuseSecondPerson(close, { submittedBy: "me" }, me)).toBeUndefined();
  expect(secondPersonRule(close)).toBeUndefined();
  expect(secondPersonRule({})).toBeUndefined();
});

import { expect, it } from "vitest";
import { type FirstUseFacts, nextStep, stepStates } from "./first-use.rules.ts";

const empty: FirstUseFacts = {
  oems: 0,
  plants: 0,
  makers: 0,
  users: 1,
  molds: 0,
  bound: 0,
  reporting: 0,
  samples: 0,
};

it("leads an empty tenant from the company to the first reading", () => {
  const facts: FirstUseFacts[] = [empty];
  const add = (more: Partial<FirstUseFacts>) => facts.push({ ...(facts.at(-1) ?? empty), ...more });
  add({ oems: 1 });
  add({ plants: 2 });
  add({ makers: 1 });
  add({ users: 2 });
  add({ molds: 30 });
  add({ bound: 1 });
  add({ reporting: 1 });
  expect(facts.map(nextStep)).toEqual([
    "company",
    "partners",
    "partners",
    "people",
    "molds",
    "counters",
    "reading",
    undefined,
  ]);
});

it("opens a step only after those that it needs, but people at any time", () => {
  expect(stepStates(empty)).toEqual({
    company: "open",
    partners: "waiting",
    people: "open",
    molds: "waiting",
    counters: "waiting",
    reading: "waiting",
  });
});

it("does not take sample data for done steps", () => {
  expect(nextStep({ ...empty, samples: 6 })).toBe("company");
});

import { binding } from "../binding/index.ts";
import type { CommandOutput, Entity } from "../kernel/index.ts";
import { maintenanceTask } from "../maintenance/index.ts";
import type { firstUseFacts } from "./first-use.commands.ts";

export type FirstUseFacts = CommandOutput<typeof firstUseFacts>;

export const firstUseSteps = ["company", "partners", "people", "molds", "counters", "reading"] as const;
export type FirstUseStep = (typeof firstUseSteps)[number];

const isDone: Readonly<Record<FirstUseStep, (f: FirstUseFacts) => boolean>> = {
  company: (f) => f.oems > 0,
  partners: (f) => f.plants > 0 && f.makers > 0,
  people: (f) => f.users > 1,
  molds: (f) => f.molds > 0,
  counters: (f) => f.bound > 0,
  reading: (f) => f.reporting > 0,
};

/**
 * For each set-up step: the steps that must be done before it. People can be added at any time: the administrator can
 * do every step alone.
 */
const needed: Readonly<Record<FirstUseStep, readonly FirstUseStep[]>> = {
  company: [],
  partners: ["company"],
  people: [],
  molds: ["partners"],
  counters: ["molds"],
  reading: ["counters"],
};

export type StepState = "done" | "open" | "waiting";

/**
 * Returns the state of each step. The state depends only on the data, so a user can stop at any step and go on later.
 */
export const stepStates = (f: FirstUseFacts): Readonly<Record<FirstUseStep, StepState>> => {
  const stateOf = (step: FirstUseStep): StepState => {
    if (isDone[step](f)) return "done";
    return needed[step].every((n) => isDone[n](f)) ? "open" : "waiting";
  };
  return {
    company: stateOf("company"),
    partners: stateOf("partners"),
    people: stateOf("people"),
    molds: stateOf("molds"),
    counters: stateOf("counters"),
    reading: stateOf("reading"),
  };
};

/** Returns the first open step, or undefined when all are done. */
export const nextStep = (f: FirstUseFacts): FirstUseStep | undefined =>
  firstUseSteps.find((step) => stepStates(f)[step] === "open");

/**
 * Entities whose rows depend on a mold or counter. Such a row is deleted together with a sample mold or counter. A row
 * that also refers to real data, such as the binding of a real counter to a sample mold, is not deleted.
 */
export const sampleParts: readonly Entity[] = [binding, maintenanceTask];

import { type Refusal, refusals } from "./errors.ts";

/** The caller of a step that another person must do than the earlier step of the same document. */
export interface Stepper {
  readonly userId: string;
  /** True if the tenant lets the only user of an organization do both steps. */
  readonly mayStepAlone: boolean;
}

/**
 * Refuses a step to the user who did the earlier step of the document. `earlier` are the users of that step. Used by
 * server and screens.
 */
export const refuseSecondPerson = (
  by: Stepper,
  ...earlier: readonly (string | null)[]
): Refusal | undefined =>
  !by.mayStepAlone && earlier.includes(by.userId) ? refusals.secondPerson() : undefined;

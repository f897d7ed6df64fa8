import { type Refusal, refusals } from "./errors.ts";

/** The caller of a step. The user who did the earlier step of the same document must not do this step too. */
export interface Stepper {
  readonly userId: string;
  /** True if the tenant lets the only user of an organization do both steps. */
  readonly mayStepAlone: boolean;
}

/**
 * Refuses a step to a user who did the earlier step of the document. `earlier` are the users who did that step. The
 * server and the screens share this rule.
 */
export const refuseSecondPerson = (
  by: Stepper,
  ...earlier: readonly (string | null)[]
): Refusal | undefined =>
  !by.mayStepAlone && earlier.includes(by.userId) ? refusals.secondPerson() : undefined;

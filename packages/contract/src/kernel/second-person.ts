import type { Entity } from "./entity.ts";
import { type Refusal, refusals } from "./errors.ts";

/** Caller of a step of a document, such as its approval. The user who did the earlier step must not do it too. */
export interface Stepper {
  readonly userId: string;
  /** True if one user may submit and approve: the only user of an organization, if the tenant allows it. */
  readonly mayStepAlone: boolean;
}

/**
 * Rule of two persons for a command that reviews, audits, accepts or judges the work of another user. The kernel
 * enforces this rule for the command, and screens use it to disable the command's button.
 */
export interface SecondPersonRule {
  /** Entity whose rows name the users who did the earlier step of the document, such as submitting it. */
  readonly entity: Entity;
  /**
   * Tells which rows of the entity the call concerns: maps a field of the entity to the input of the command that holds
   * the field's value, or a list of values.
   */
  readonly match: Readonly<Record<string, string>>;
  /** Fields of `entity` with the users who did the earlier step. None of these users may call the command. */
  readonly notBy: readonly string[];
  /** Name of the message with which the command is refused. Default: secondPerson. */
  readonly refusal?: "ownRequest" | "ownWork";
  /**
   * Entity of the document. If one user does both the earlier step and this one, the server records that in the history
   * of the document. Default: `entity`.
   */
  readonly document?: Entity;
}

/** Declares that a command needs no second person although it decides something, and why. */
export interface NoSecondPerson {
  readonly notNeeded: string;
}

interface Declared {
  readonly secondPerson?: SecondPersonRule | NoSecondPerson;
}

/** Returns the rule of two persons of a command. Undefined: the command needs no second person. */
export const secondPersonRule = ({ secondPerson }: Declared): SecondPersonRule | undefined =>
  secondPerson && "entity" in secondPerson ? secondPerson : undefined;

/**
 * Refuses a command to a user who did the earlier step of the document. `row` must have the fields that `notBy` of the
 * command's rule names. The server and the screens share this function.
 */
export function refuseSecondPerson(
  command: Declared,
  row: Readonly<Record<string, unknown>>,
  by: Stepper,
): Refusal | undefined {
  const rule = secondPersonRule(command);
  if (!rule || by.mayStepAlone || !rule.notBy.some((name) => row[name] === by.userId)) return undefined;
  return refusals[rule.refusal ?? "secondPerson"]();
}

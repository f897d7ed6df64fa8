import type { Field } from "@shotkeeper/contract/kernel";
import type { TypeContext } from "../cells/column-types.tsx";
import { problemOf } from "./field-rules.ts";

/**
 * Returns the message for an invalid value of the field with the label `label`, or undefined for a valid value. `asks`
 * chooses the message for a missing value: "Please enter …" or "Please select …" (texts of the specification).
 */
export function problemText(
  label: string,
  value: unknown,
  field: Field,
  asks: "enter" | "select",
  c: TypeContext,
): string | undefined {
  const { shell, screen, errors } = c.locale;
  const problem = problemOf(value, field);
  switch (problem?.kind) {
    case undefined:
      return undefined;
    case "missing":
      return shell.common[asks](label);
    case "tooLong":
      return screen.form.tooLong(problem.max);
    case "tooSmall":
      return screen.form.tooSmall(c.formats.decimal(problem.min, Number.isInteger(problem.min) ? 0 : 2));
    case "tooLarge":
      return screen.form.tooLarge(c.formats.whole(problem.max));
    case "tooPrecise":
      return screen.form.tooPrecise(problem.decimals);
    case "code":
      return errors[problem.message];
    case "invalid":
      return screen.form.invalid;
  }
}

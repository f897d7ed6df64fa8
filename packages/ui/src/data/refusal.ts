import { ClientError } from "@shotkeeper/client";
import { codes, type Fields, type Refusal, wireIndex, wireMessage } from "@shotkeeper/contract/kernel";
import type { Locale } from "@shotkeeper/locales";
import { textOf } from "../app/messages.ts";

/**
 * Returns true if a write failed because another user has meanwhile changed or deleted the record (optimistic lock).
 */
export const isLostUpdate = (error: unknown): boolean =>
  error instanceof ClientError &&
  (error.code === codes.nothingUpdated || error.code === codes.changedMeanwhile);

const fieldCodes: ReadonlySet<string> = new Set([
  codes.missingField,
  codes.duplicate,
  codes.invalidField,
  codes.unknownReference,
]);

/**
 * Returns the field that a refusal is about, for example moldNo for `S0029^MOLD_NO`. Returns undefined if the form does
 * not show that field.
 */
export function refusedField(error: unknown, fields: Fields, names: readonly string[]): string | undefined {
  if (!(error instanceof ClientError) || !fieldCodes.has(error.code) || error.arg === undefined)
    return undefined;
  const name = wireIndex(fields).toName.get(error.arg);
  return name !== undefined && names.includes(name) ? name : undefined;
}

/** Returns the text of a refusal, for the tooltip of a disabled button. */
export function refusalText(refusal: Refusal | undefined, locale: Locale): string | undefined {
  if (!refusal) return undefined;
  return textOf(wireMessage(refusal), locale);
}

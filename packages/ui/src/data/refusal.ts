import { ClientError } from "@shotkeeper/client";
import { codes, type Fields, type Refusal, wireIndex, wireMessage } from "@shotkeeper/contract/kernel";
import type { Locale } from "@shotkeeper/locales";
import { textOf } from "../app/messages.ts";

/** The record was changed or taken away by somebody else since it was read. */
export const isLostUpdate = (error: unknown): boolean =>
  error instanceof ClientError &&
  (error.code === codes.nothingUpdated || error.code === codes.changedMeanwhile);

const fieldCodes: ReadonlySet<string> = new Set([
  codes.missingField,
  codes.duplicate,
  codes.invalidField,
  codes.unknownReference,
]);

/** The field a refusal is about, where the form shows one: `S0029^MOLD_NO` → that field. */
export function refusedField(error: unknown, fields: Fields, names: readonly string[]): string | undefined {
  if (!(error instanceof ClientError) || !fieldCodes.has(error.code) || error.arg === undefined)
    return undefined;
  const name = wireIndex(fields).toName.get(error.arg);
  return name !== undefined && names.includes(name) ? name : undefined;
}

/** A refusal from a state machine, as the sentence that a switched-off button shows. */
export function refusalText(refusal: Refusal | undefined, locale: Locale): string | undefined {
  if (!refusal) return undefined;
  return textOf(wireMessage(refusal), locale);
}

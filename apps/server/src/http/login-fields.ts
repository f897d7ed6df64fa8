import { errors, onWire } from "@shotkeeper/contract/kernel";
import type { CaptchaAnswer } from "../kernel/auth/captcha.ts";

/** Returns a text field of a body. Throws missingField (S0007) if it is absent, empty or too long. */
export function text(body: unknown, name: string, max = 100): string {
  const value =
    typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  if (typeof value !== "string" || value === "" || value.length > max)
    throw errors.missingField(onWire(name));
  // Refuses NUL, which the database cannot store.
  if (value.includes("\0")) throw errors.invalidField(onWire(name));
  return value;
}

/** Returns a text field that callers may leave out. */
export const optionalText = (body: unknown, name: string, max = 100): string | undefined =>
  (body as Record<string, unknown>)[name] === undefined ? undefined : text(body, name, max);

/** Returns the fields of a captcha that a body holds: its id, the typed answer and the proof of work. */
export const captchaOf = (body: unknown): CaptchaAnswer => ({
  id: text(body, "CAPTCHA_ID"),
  answer: text(body, "CAPTCHA"),
  proof: optionalText(body, "CAPTCHA_PROOF", 20) ?? "",
});

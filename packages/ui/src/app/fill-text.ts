/**
 * Replaces %s in a text by the argument. Without an argument, removes %s together with a colon before it and quotes
 * around it.
 */
export function fillText(text: string, arg: string | undefined): string {
  if (arg !== undefined && arg !== "") return text.replace("%s", () => arg);
  return text.replace(/\s*[:：]?\s*[“「]?%s[”」]?\s*/, " ").trim();
}

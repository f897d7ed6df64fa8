/** Replaces %s by the argument. Without an argument it removes %s with the colon and quotes around it. */
export function fillText(text: string, arg: string | undefined): string {
  if (arg !== undefined && arg !== "") return text.replace("%s", () => arg);
  return text.replace(/\s*[:：]?\s*[“「]?%s[”」]?\s*/, " ").trim();
}

/** Puts the argument in place of %s; without one, %s goes away with the colon that leads to it. */
export function fillText(text: string, arg: string | undefined): string {
  if (arg !== undefined && arg !== "") return text.replace("%s", () => arg);
  return text.replace(/\s*[:：]?\s*[“「]?%s[”」]?\s*/, " ").trim();
}

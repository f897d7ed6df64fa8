/** Code and name of a plant or mold maker, read from one line of the text that a user enters. */
export interface PartnerLine {
  readonly orgId: string;
  readonly orgName: string;
}

/**
 * Reads lines of "code name". Code and name are separated by a tab, a comma or the first space. Empty lines are left
 * out. `bad` is the first line without code or name.
 */
export function readPartnerLines(text: string): {
  readonly rows: readonly PartnerLine[];
  readonly bad?: string;
} {
  const rows: PartnerLine[] = [];
  for (const line of text.split("\n").map((l) => l.trim())) {
    if (line === "") continue;
    const found = /^([^\s,，]+)\s*[\s,，]\s*(\S.*)$/.exec(line);
    const [orgId, orgName] = [found?.[1], found?.[2]];
    if (!orgId || !orgName) return { rows, bad: line };
    rows.push({ orgId, orgName });
  }
  return { rows };
}

import { addDays } from "@shotkeeper/contract/maintenance";

/** An all-day entry of a calendar file. */
export interface IcsEntry {
  readonly id: string;
  /** Day 'YYYY-MM-DD'. */
  readonly day: string;
  readonly summary: string;
  /** Lines of the description. */
  readonly details: readonly string[];
}

const escaped = (text: string): string =>
  text
    .replace(/\\/g, "\\\\")
    .replace(/([,;])/g, "\\$1")
    .replace(/\r?\n/g, "\\n");

const maxBytes = 75;
const utf8 = new TextEncoder();

/** Folds a line to at most 75 bytes (RFC 5545, 3.1). Never splits a character. */
function folded(line: string): string {
  const lines: string[] = [];
  let current = "";
  let bytes = 0;
  for (const character of line) {
    const size = utf8.encode(character).length;
    if (bytes + size > maxBytes) {
      lines.push(current);
      // Begins the continued line with a space, as the format iCalendar requires. The space counts as one byte of the
      // line.
      current = " ";
      bytes = 1;
    }
    current += character;
    bytes += size;
  }
  return [...lines, current].join("\r\n");
}

const dateOf = (day: string) => day.replace(/-/g, "");
const stampOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/**
 * Returns a calendar file (iCalendar, RFC 5545) with all-day entries. An entry keeps its id, so a second import updates
 * it. `domain` makes the ids unique between tenants.
 */
export function icsOf(
  entries: readonly IcsEntry[],
  o: { domain: string; name: string; now: number },
): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Shotkeeper//Maintenance calendar//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escaped(o.name)}`,
    ...entries.flatMap((e) => [
      "BEGIN:VEVENT",
      `UID:${escaped(e.id)}@${escaped(o.domain)}`,
      `DTSTAMP:${stampOf(o.now)}`,
      `DTSTART;VALUE=DATE:${dateOf(e.day)}`,
      `DTEND;VALUE=DATE:${dateOf(addDays(e.day, 1))}`,
      `SUMMARY:${escaped(e.summary)}`,
      ...(e.details.length > 0 ? [`DESCRIPTION:${escaped(e.details.join("\n"))}`] : []),
      "TRANSP:TRANSPARENT",
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

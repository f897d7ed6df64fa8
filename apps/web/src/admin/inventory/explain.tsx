import { countResult, type inventoryLines } from "@shotkeeper/contract/inventory";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import type { Locale } from "@shotkeeper/locales";
import { type Formats, useFormats, useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag } from "@shotkeeper/ui/cells";
import { countResultTones } from "../tones.ts";
import { metresText } from "../warning/metres.ts";

export type LineRow = QueryRow<typeof inventoryLines>;

/** Returns a sentence that explains from readings and positions why a mold was counted automatically or not. */
export function whyText(row: LineRow, { inventory: { why } }: Locale, f: Formats): string {
  const reports = f.whole(row.reports);
  const last = f.dateTime(row.lastReportAt).slice(5, 16);
  const metres = (m: number | null) => metresText(m ?? 0, f);
  switch (row.autoReason) {
    case "counted":
      return why.counted(reports, last, metres(row.distance));
    case "away":
      return why.away(reports, metres(row.distance), metres(row.radius));
    case "removed":
      return why.removed(reports, last);
    case "noPosition":
      return why.noPosition(reports, last);
    case "noFence":
      return why.noFence(reports);
    case "silent":
      return why.silent;
    case "noCounter":
      return why.noCounter;
    default:
      return why.surplus;
  }
}

/** Returns a mold's reason in a few words, which fit into a column of a list. */
function reasonText({ autoReason, distance }: LineRow, { enums, inventory }: Locale, f: Formats): string {
  if (autoReason === null) return inventory.why.surplus;
  const reason = enums.autoReason[autoReason];
  const isMeasured = autoReason === "away" || autoReason === "counted";
  return isMeasured && distance !== null ? `${reason} · ${metresText(distance, f)}` : reason;
}

/**
 * Explains a mold's result: by the statement of the user who reported the mold or, without one, by the readings.
 * @param isShort shows the reason in a few words, and the sentence in the tooltip
 */
export function Why({ row, isShort }: { readonly row: LineRow; readonly isShort?: boolean }) {
  const locale = useLocale();
  const f = useFormats();
  const t = locale.inventory;
  const seen = row.seenAt
    ? [t.seenAt(row.seenPlace ?? "", row.seenByName ?? "", f.dateTime(row.seenAt).slice(5, 16))]
    : [];
  const why = [...seen, whyText(row, locale, f)].join(" · ");
  const said = [
    ...(row.foundBy ? [t.person(row.foundByName ?? row.foundBy, f.dateTime(row.foundAt).slice(5, 16))] : []),
    row.foundPlace,
    row.countNote,
    ...((row.scanTimes ?? 0) > 1 ? [t.scans(f.whole(row.scanTimes))] : []),
  ].filter((x) => x !== null && x !== "");
  const reason = isShort ? [...seen, reasonText(row, locale, f)].join(" · ") : why;
  const text = row.outcome === null ? reason : said.join(" · ");
  return <span title={row.outcome === null ? why : `${said.join("\n")}\n${why}`}>{text}</span>;
}

export function Result({ value }: { readonly value: LineRow["result"] }) {
  return <ChoiceTag of={countResult} value={value} tones={countResultTones} />;
}

import type { PreviewFault, PreviewNote } from "../sheet/session-types.ts";
import type { ImportColumn } from "../sheet/types.ts";
import type { ImportTexts } from "./texts.ts";

function reason(fault: PreviewFault, column: ImportColumn | undefined, t: ImportTexts): string {
  if ("text" in fault)
    return fault.sameLine === undefined ? fault.text : `${fault.text} (${t.sameAs(fault.sameLine)})`;
  switch (fault.fault) {
    case "tooSmall":
      return t.faults.tooSmall(column?.min ?? 0);
    case "tooLarge":
      return t.faults.tooLarge(column?.max ?? 0);
    case "tooLong":
      return t.faults.tooLong(column?.maxLength ?? 0);
    default:
      return t.faults[fault.fault];
  }
}

/**
 * Describes all faults of an imported row in words. A fault of a cell begins with the column's title. Messages of the
 * server's check are shown unchanged.
 */
export function faultsText(
  faults: readonly PreviewFault[],
  columns: readonly ImportColumn[],
  t: ImportTexts,
): string {
  return faults
    .map((fault) => {
      const column = columns.find((c) => c.key === fault.key);
      const words = reason(fault, column, t);
      return "text" in fault || !column ? words : `${column.title}: ${words}`;
    })
    .join("; ");
}

/** Says in words how the import has converted a cell, and which text the cell has in the file. */
export const notesText = ({ from, kinds }: PreviewNote, t: ImportTexts): string =>
  `${t.convertedFrom(from)}${kinds.map((kind) => t.conversions[kind]).join(t.joiner)}`;

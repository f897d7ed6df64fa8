import {
  countMold,
  countMolds,
  countOutcome,
  inventoryLine,
  uncountMold,
} from "@shotkeeper/contract/inventory";
import { useLocale } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { photosInput } from "@shotkeeper/ui/form";
import { useMemo } from "react";
import type { LineRow } from "./explain.tsx";

export type Saying = "here" | "elsewhere" | "missing";
const commands = {
  here: ["foundPlace", "countNote", "imageUrl"],
  elsewhere: ["foundPlace", "countNote", "imageUrl"],
  missing: ["countNote", "imageUrl"],
} as const;

/**
 * Returns true if the server has no result for the mold yet. A result that still waits on this device to be sent counts
 * as none. If true, the report has `isFirst`, and the server refuses the report if another user has reported the mold
 * meanwhile.
 */
const isFirst = (row: LineRow & { readonly isWaiting?: boolean }): boolean =>
  row.outcome === null || row.isWaiting === true;

interface SayDialogProps {
  readonly what: Saying;
  readonly row: LineRow;
  readonly onClose: () => void;
}

/** Dialog in which a user reports a mold of the stock-take as found, found elsewhere or missing. */
export function SayDialog({ what, row, onClose }: SayDialogProps) {
  const { inventory: t } = useLocale();
  const lineId = row.lineId ?? "";
  const inputs = useMemo(
    () => ({ imageUrl: photosInput({ table: inventoryLine.wire, id: lineId, offline: countMold.offline }) }),
    [lineId],
  );
  return (
    <CommandDialog
      command={countMold}
      title={t.sayTitle(t[what], row.moldNo ?? "")}
      preset={{
        countId: row.countId ?? "",
        moldNo: row.moldNo ?? "",
        outcome: countOutcome.values[what],
        isFirst: isFirst(row),
      }}
      initial={what === "elsewhere" && row.seenPlace ? { foundPlace: row.seenPlace } : {}}
      ask={commands[what]}
      inputs={inputs}
      hints={t.hints}
      okText={t[what]}
      danger={what === "missing"}
      successText={() => t.said}
      onClose={onClose}
    />
  );
}

interface SayManyProps {
  readonly what: Saying;
  readonly rows: readonly LineRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Dialog in which a user reports several molds of a stock-take as found, found elsewhere or missing. */
export function SayManyDialog({ what, rows, onDone, onClose }: SayManyProps) {
  const { inventory: t } = useLocale();
  return (
    <CommandDialog
      command={countMolds}
      title={t.sayTitle(t[what], t.figures.molds(rows.length))}
      preset={{
        countId: rows[0]?.countId ?? "",
        moldNos: rows.map((r) => r.moldNo ?? ""),
        outcome: countOutcome.values[what],
        isFirst: rows.some(isFirst),
      }}
      ask={what === "missing" ? ["countNote"] : ["foundPlace", "countNote"]}
      hints={t.hints}
      okText={t[what]}
      danger={what === "missing"}
      successText={() => t.said}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

interface SurplusFoundProps {
  readonly countId: string;
  readonly code: string;
  readonly onClose: () => void;
}

/**
 * Dialog to record a surplus mold. The stock-take did not expect this mold, and the mold may not be registered at all.
 */
export function SurplusFound({ countId, code, onClose }: SurplusFoundProps) {
  const { inventory: t } = useLocale();
  const inputs = useMemo(
    () => ({
      imageUrl: photosInput({
        table: inventoryLine.wire,
        id: `${countId}/${code}`,
        offline: countMold.offline,
      }),
    }),
    [countId, code],
  );
  const hints = useMemo(() => ({ ...t.hints, moldNo: t.hints.surplusMold }), [t]);
  return (
    <CommandDialog
      command={countMold}
      title={t.addSurplus}
      preset={{ countId, outcome: countOutcome.values.surplus, isFirst: true }}
      initial={{ moldNo: code }}
      ask={["moldNo", "foundPlace", "countNote", "imageUrl"]}
      inputs={inputs}
      hints={hints}
      okText={t.addSurplus}
      successText={() => t.said}
      onClose={onClose}
    />
  );
}

export function UndoDialog({ row, onClose }: { readonly row: LineRow; readonly onClose: () => void }) {
  const { inventory: t } = useLocale();
  return (
    <CommandDialog
      command={uncountMold}
      title={t.undoTitle(row.moldNo ?? "")}
      lead={t.undoLead}
      preset={{ lineId: row.lineId ?? "" }}
      okText={t.undo}
      successText={() => t.undone}
      onClose={onClose}
    />
  );
}

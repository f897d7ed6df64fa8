import {
  auditSurplus,
  type CountStep,
  cancelInventory,
  closeInventory,
  reopenInventory,
  startInventory,
  submitInventory,
} from "@shotkeeper/contract/inventory";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { serverNow } from "@shotkeeper/ui/time";
import { useMemo } from "react";
import { OemInput } from "../pickers.tsx";
import type { CountRow } from "./count-card.tsx";
import type { LineRow } from "./explain.tsx";
import { MoldStatesInput, PlantsInput } from "./scope-inputs.tsx";

const twoDays = 2 * 86_400_000;
const startInputs = { plantIds: PlantsInput, oemId: OemInput, moldStates: MoldStatesInput };

interface StartDialogProps {
  readonly onStarted: (countId: string) => void;
  readonly onClose: () => void;
}

export function StartDialog({ onStarted, onClose }: StartDialogProps) {
  const { inventory: t, menus } = useLocale();
  const f = useFormats();
  // Sets the default time window to two days, so that it includes at least one reading of a counter that reports daily.
  const initial = useMemo(() => {
    const now = serverNow();
    return {
      countName: `${f.date(now).slice(0, 7)} ${menus.inventorySection}`,
      windowFrom: new Date(now - twoDays).toISOString(),
    };
  }, [f, menus]);
  return (
    <CommandDialog
      command={startInventory}
      title={t.start}
      lead={t.startLead}
      initial={initial}
      inputs={startInputs}
      hints={t.hints}
      okText={t.start}
      successText={(o) => t.started(o.countId, f.whole(o.molds))}
      onDone={(o) => onStarted(o.countId)}
      onClose={onClose}
    />
  );
}

interface StepDialogProps {
  readonly step: CountStep;
  readonly row: CountRow;
  /** Id of the plant whose part of the stock-take the step changes. Null: all plants in the user's scope. */
  readonly plantId: string | null;
  readonly onClose: () => void;
}

/**
 * Dialog in which a user confirms a step of a stock-take, for example closing it, and enters the data that the step
 * needs.
 */
export function StepDialog({ step, row, plantId, onClose }: StepDialogProps) {
  const { inventory: t } = useLocale();
  const f = useFormats();
  const open = row.openMolds ?? 0;
  const all = {
    title: t.title(t.step[step], row.countId ?? ""),
    preset: { countId: row.countId ?? "", plantId },
    okText: t.step[step],
    successText: () => t.messages[step],
    onClose,
  };
  switch (step) {
    case "submit":
      return (
        <CommandDialog
          {...all}
          command={submitInventory}
          // Records molds without a result as missing, as the text `lead` says. Otherwise the user could not end the
          // counting.
          preset={{ ...all.preset, restMissing: open > 0 }}
          lead={open > 0 ? t.lead.submit(f.whole(open)) : t.lead.submitAll}
          danger={open > 0}
        />
      );
    case "reopen":
      return <CommandDialog {...all} command={reopenInventory} lead={t.lead.reopen} />;
    case "close":
      return (
        <CommandDialog
          {...all}
          command={closeInventory}
          // Passes no plant, because this step closes the whole stock-take. No step closes only one plant's part.
          preset={{ countId: row.countId ?? "" }}
          lead={t.lead.close(f.whole(row.missingMolds), f.whole(row.surplusMolds))}
        />
      );
    case "cancel":
      return <CommandDialog {...all} command={cancelInventory} lead={t.lead.cancel} danger />;
  }
}

export function SurplusDialog({ row, onClose }: { readonly row: LineRow; readonly onClose: () => void }) {
  const { inventory: t } = useLocale();
  return (
    <CommandDialog
      command={auditSurplus}
      title={t.sayTitle(t.judge, row.moldNo ?? "")}
      lead={t.judgeLead}
      preset={{ lineId: row.lineId ?? "" }}
      initial={{ accepted: true }}
      okText={t.judge}
      successText={() => t.judged}
      onClose={onClose}
    />
  );
}

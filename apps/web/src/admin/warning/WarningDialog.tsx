import type { QueryRow } from "@shotkeeper/contract/kernel";
import { acknowledgeWarning, clearWarning, type warningList } from "@shotkeeper/contract/warning";
import { useLocale } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/screen";
import { CauseText, KindTag } from "./columns.tsx";

interface WarningDialogProps {
  readonly command: typeof acknowledgeWarning | typeof clearWarning;
  readonly row: QueryRow<typeof warningList>;
  readonly onClose: () => void;
}

/** Acknowledges or closes a warning. */
export function WarningDialog({ command, row, onClose }: WarningDialogProps) {
  const { warning: t } = useLocale();
  const clears = command === clearWarning;
  const lead = (
    <>
      <p className="sk-lead-row">
        <KindTag row={row} /> {row.moldNo ?? row.writerId} · <CauseText row={row} />
      </p>
      {clears ? t.clearLead : t.acknowledgeLead}
    </>
  );
  const given = { warningId: row.warningId ?? 0 };
  return clears ? (
    <CommandDialog
      command={clearWarning}
      title={t.clearTitle}
      lead={lead}
      given={given}
      okText={t.clear}
      told={() => t.cleared}
      onClose={onClose}
    />
  ) : (
    <CommandDialog
      command={acknowledgeWarning}
      title={t.acknowledgeTitle}
      lead={lead}
      given={given}
      okText={t.acknowledge}
      told={() => t.acknowledged}
      onClose={onClose}
    />
  );
}

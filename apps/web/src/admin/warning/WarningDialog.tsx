import type { QueryRow } from "@shotkeeper/contract/kernel";
import { acknowledgeWarnings, clearWarnings, type warningList } from "@shotkeeper/contract/warning";
import { useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/screen";
import { PersonInput } from "../pickers.tsx";
import { CauseText, KindTag } from "./columns.tsx";

export type WarningAction = "acknowledge" | "clear";

interface WarningDialogProps {
  readonly action: WarningAction;
  readonly rows: readonly QueryRow<typeof warningList>[];
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

/** So many stand there with their causes; of more the number is enough. */
const mostShown = 5;

/** Acknowledges or closes warnings, one or many. */
export function WarningDialog({ action, rows, onDone, onClose }: WarningDialogProps) {
  const { warning: t } = useLocale();
  const f = useFormats();
  const { can } = useSession();
  const clears = action === "clear";
  const lead = (
    <>
      {rows.slice(0, mostShown).map((row) => (
        <p key={row.warningId} className="sk-lead-row">
          <KindTag row={row} /> {row.moldNo ?? row.writerId} · <CauseText row={row} />
        </p>
      ))}
      {rows.length > mostShown && (
        <p className="sk-lead-row">{t.andMore(f.whole(rows.length - mostShown))}</p>
      )}
      {clears ? t.clearLead : t.acknowledgeLead}
    </>
  );
  const shared = {
    lead,
    given: { warningIds: rows.flatMap((r) => r.warningId ?? []) },
    onClose,
    ...(onDone ? { onDone } : {}),
  };
  const told = (done: string) => (o: { readonly COUNT: number }) =>
    rows.length === 1 ? done : `${done} · ${t.many(f.whole(o.COUNT))}`;
  return clears ? (
    <CommandDialog
      {...shared}
      command={clearWarnings}
      title={t.clearTitle}
      okText={t.clear}
      told={told(t.cleared)}
    />
  ) : (
    <CommandDialog
      {...shared}
      command={acknowledgeWarnings}
      title={t.acknowledgeTitle}
      // People are found among those of the list of all warnings: who has only one screen hands nothing on.
      ask={can("WA100", "Q") ? ["assignee"] : []}
      inputs={{ assignee: PersonInput }}
      hints={{ assignee: t.assigneeHint }}
      okText={t.acknowledge}
      told={told(t.acknowledged)}
    />
  );
}

import type { QueryRow } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { acknowledgeWarnings, clearWarnings, type warningList } from "@shotkeeper/contract/warning";
import { useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { PersonInput } from "../pickers.tsx";
import { KindTag, RaisedCause } from "./columns.tsx";

export type WarningAction = "acknowledge" | "clear";

interface WarningDialogProps {
  readonly action: WarningAction;
  readonly rows: readonly QueryRow<typeof warningList>[];
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

/**
 * Largest number of warnings that the dialog lists with their causes. For all further warnings, the dialog shows only
 * the number.
 */
const maxShown = 5;

/** Dialog to acknowledge or to close one or several warnings. */
export function WarningDialog({ action, rows, onDone, onClose }: WarningDialogProps) {
  const { warning: t } = useLocale();
  const f = useFormats();
  const { can } = useSession();
  const clears = action === "clear";
  const lead = (
    <>
      {rows.slice(0, maxShown).map((row) => (
        <p key={row.warningId} className="sk-lead-row">
          <KindTag row={row} /> {row.moldNo ?? row.writerId} · <RaisedCause row={row} />
        </p>
      ))}
      {rows.length > maxShown && <p className="sk-lead-row">{t.andMore(f.whole(rows.length - maxShown))}</p>}
      {clears ? t.clearLead : t.acknowledgeLead}
    </>
  );
  const shared = {
    lead,
    preset: { warningIds: rows.flatMap((r) => r.warningId ?? []) },
    onClose,
    ...(onDone ? { onDone } : {}),
  };
  const doneText = (done: string) => (o: { readonly count: number }) =>
    rows.length === 1 ? done : `${done} · ${t.many(f.whole(o.count))}`;
  return clears ? (
    <CommandDialog
      {...shared}
      command={clearWarnings}
      title={t.clearTitle}
      okText={t.clear}
      successText={doneText(t.cleared)}
    />
  ) : (
    <CommandDialog
      {...shared}
      command={acknowledgeWarnings}
      title={t.acknowledgeTitle}
      // Asks for the assignee only if the user may query the users to whom a warning can be assigned.
      ask={can(menus.allWarnings, "Q") ? ["assignee"] : []}
      inputs={{ assignee: PersonInput }}
      hints={{ assignee: t.assigneeHint }}
      okText={t.acknowledge}
      successText={doneText(t.acknowledged)}
    />
  );
}

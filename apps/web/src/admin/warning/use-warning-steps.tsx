import type { QueryRow } from "@shotkeeper/contract/kernel";
import { refuseClear, type warningList } from "@shotkeeper/contract/warning";
import { useLocale } from "@shotkeeper/ui/app";
import { RefusableButton, type RowAction } from "@shotkeeper/ui/list";
import { type ReactNode, useState } from "react";
import { type WarningAction, WarningDialog } from "./warning-dialog.tsx";

export type WarningRow = QueryRow<typeof warningList>;

const steps: readonly WarningAction[] = ["acknowledge", "clear"];

interface WarningSteps {
  readonly actions: (row: WarningRow) => RowAction[];
  /** Returns buttons that apply an action, for example Acknowledge, to all selected warnings. */
  readonly bulk: (chosen: readonly WarningRow[]) => ReactNode;
  readonly dialog: ReactNode;
}

/**
 * Returns the actions on one or several warnings. The list of all warnings and the screens for single kinds share this
 * hook.
 */
export function useWarningSteps(onDone: () => void): WarningSteps {
  const { warning: t } = useLocale();
  const [open, setOpen] = useState<{
    readonly action: WarningAction;
    readonly rows: readonly WarningRow[];
  }>();
  const refused = (action: WarningAction, row: WarningRow) => {
    if (!row.isOpen) return t.already;
    if (action === "acknowledge") return row.acknowledgedAt ? t.alreadyAcknowledged : undefined;
    return refuseClear(row) && t.stillOff;
  };
  const actions = (row: WarningRow) =>
    steps.map((action) => ({
      key: action,
      label: t[action],
      refused: refused(action, row),
      run: () => setOpen({ action, rows: [row] }),
    }));
  const bulk = ([first, ...more]: readonly WarningRow[]) =>
    first &&
    steps.map((action) => {
      const rows = [first, ...more].filter((r) => refused(action, r) === undefined);
      return (
        <RefusableButton
          key={action}
          refused={rows.length === 0 ? refused(action, first) : undefined}
          onClick={() => setOpen({ action, rows })}
        >
          {`${t[action]} (${rows.length})`}
        </RefusableButton>
      );
    });
  return {
    actions,
    bulk,
    dialog: open && (
      <WarningDialog
        action={open.action}
        rows={open.rows}
        onDone={onDone}
        onClose={() => setOpen(undefined)}
      />
    ),
  };
}

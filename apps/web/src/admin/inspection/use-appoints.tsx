import {
  type AppointStep,
  type appointList,
  closeAppoints,
  deleteAppoints,
  moldAppoint,
  refuseAppointStep,
  sendBackAppoints,
  solveAppoint,
} from "@shotkeeper/contract/inspection";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useStepRefusal } from "@shotkeeper/ui/data";
import { photosInput } from "@shotkeeper/ui/form";
import type { RowAction } from "@shotkeeper/ui/list";
import { type ReactNode, useMemo, useState } from "react";

export type AppointRow = QueryRow<typeof appointList>;
type Step = Exclude<AppointStep, "edit">;

const commands = {
  solve: solveAppoint,
  close: closeAppoints,
  sendBack: sendBackAppoints,
  delete: deleteAppoints,
} as const;

interface Appoints {
  readonly mayJudge: boolean;
  readonly refused: (step: Step, row: AppointRow) => string | undefined;
  readonly ask: (step: Step, rows: readonly AppointRow[]) => void;
  readonly actions: (row: AppointRow, steps: readonly Step[]) => RowAction[];
  readonly dialog: ReactNode;
}

/**
 * Returns the actions on one or several inspection issues. The screen of all issues and the screen that closes issues
 * use this hook.
 */
export function useAppoints(onDone?: () => void): Appoints {
  const locale = useLocale();
  const { can, user } = useSession();
  const [open, setOpen] = useState<{ readonly step: Step; readonly rows: readonly AppointRow[] }>();
  const may: Readonly<Record<Step, boolean>> = {
    solve: can(menus.inspectionIssue, "M"),
    close: can(menus.inspectionClosing, "M") || can(menus.inspectionIssue, "M"),
    sendBack: can(menus.inspectionClosing, "M") || can(menus.inspectionIssue, "M"),
    delete: can(menus.inspectionIssue, "D"),
  };
  const refusalOf = useStepRefusal();
  const refused = (step: Step, row: AppointRow) =>
    refusalOf(refuseAppointStep(step, row, user.info.userId), commands[step], row);
  const ask = (step: Step, rows: readonly AppointRow[]) => setOpen({ step, rows });
  const { inspection: t, shell } = locale;
  const actions = (row: AppointRow, steps: readonly Step[]): RowAction[] => {
    const all = steps
      .filter((step) => may[step])
      .map((step) => ({
        key: step,
        label: step === "delete" ? shell.common.remove : t[step],
        danger: step === "delete",
        refused: refused(step, row),
        run: () => ask(step, [row]),
      }));
    return [...all.filter((a) => !a.refused), ...all.filter((a) => a.refused)];
  };
  return {
    mayJudge: may.close,
    refused,
    ask,
    actions,
    dialog: open && (
      <AppointDialog
        step={open.step}
        rows={open.rows}
        onDone={() => onDone?.()}
        onClose={() => setOpen(undefined)}
      />
    ),
  };
}

interface AppointDialogProps {
  readonly step: Step;
  readonly rows: readonly AppointRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function AppointDialog({ step, rows, onDone, onClose }: AppointDialogProps) {
  const { inspection: t, shell } = useLocale();
  const [first] = rows;
  const appointId = first?.appointId ?? "";
  const photos = useMemo(
    () => photosInput({ table: moldAppoint.wire, id: appointId, offline: solveAppoint.offline }),
    [appointId],
  );
  const of = rows.length === 1 ? `${appointId} · ${first?.moldNo}` : t.several(rows.length);
  const all = { onDone, onClose };
  const given = { appointIds: rows.map((r) => r.appointId) };
  switch (step) {
    case "solve":
      return (
        <CommandDialog
          {...all}
          command={solveAppoint}
          title={t.title(t.solve, of)}
          lead={first?.problem}
          preset={{ appointId }}
          // An issue that was sent back is solved again. Offers the first solution, which would otherwise be lost.
          initial={{
            ...(first?.saveProblem && { saveProblem: first.saveProblem }),
            saveProblemUrl: first?.saveProblemUrl ?? null,
          }}
          inputs={{ saveProblemUrl: photos }}
          hints={{ saveProblemUrl: t.afterHint, saveProblemDate: t.nowHint }}
          okText={t.solve}
          successText={() => t.solved}
        />
      );
    case "close":
      return (
        <CommandDialog
          {...all}
          command={closeAppoints}
          title={t.title(t.close, of)}
          lead={t.closeLead}
          preset={given}
          okText={t.close}
          successText={(o) => t.closed(o.count)}
        />
      );
    case "sendBack":
      return (
        <CommandDialog
          {...all}
          command={sendBackAppoints}
          title={t.title(t.sendBack, of)}
          lead={t.sendBackLead}
          preset={given}
          okText={t.sendBack}
          danger
          successText={(o) => t.sentBack(o.count)}
        />
      );
    case "delete":
      return (
        <CommandDialog
          {...all}
          command={deleteAppoints}
          title={t.title(shell.common.remove, of)}
          lead={
            <>
              <p className="sk-lead-row">{shell.prompts.remove}</p>
              {t.deleteLead}
            </>
          }
          preset={given}
          okText={shell.common.remove}
          danger
          successText={(o) => t.deleted(o.count)}
        />
      );
  }
}

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
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { CommandDialog, photosInput, type RowAction, refusalText } from "@shotkeeper/ui/screen";
import { type ReactNode, useMemo, useState } from "react";

export type AppointRow = QueryRow<typeof appointList>;
type Step = Exclude<AppointStep, "edit">;

interface Appoints {
  readonly mayJudge: boolean;
  readonly refused: (step: Step, row: AppointRow) => string | undefined;
  readonly ask: (step: Step, rows: readonly AppointRow[]) => void;
  readonly actions: (row: AppointRow, steps: readonly Step[]) => RowAction[];
  readonly dialog: ReactNode;
}

/** What can be done with issues, one or several: for the list of all and for that of those to be closed. */
export function useAppoints(onDone?: () => void): Appoints {
  const locale = useLocale();
  const { can, user } = useSession();
  const [open, setOpen] = useState<{ readonly step: Step; readonly rows: readonly AppointRow[] }>();
  const may: Readonly<Record<Step, boolean>> = {
    solve: can("IN101", "M"),
    close: can("IN102", "M") || can("IN101", "M"),
    sendBack: can("IN102", "M") || can("IN101", "M"),
    delete: can("IN101", "D"),
  };
  const refused = (step: Step, row: AppointRow) =>
    refusalText(refuseAppointStep(step, row, user.info.USER_ID), locale);
  const ask = (step: Step, rows: readonly AppointRow[]) => setOpen({ step, rows });
  const { inspection: t, frame } = locale;
  const actions = (row: AppointRow, steps: readonly Step[]): RowAction[] => {
    const all = steps
      .filter((step) => may[step])
      .map((step) => ({
        key: step,
        label: step === "delete" ? frame.common.remove : t[step],
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
  const { inspection: t, frame } = useLocale();
  const [first] = rows;
  const appointId = first?.appointId ?? "";
  const photos = useMemo(() => photosInput({ table: moldAppoint.wire, id: appointId }), [appointId]);
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
          given={{ appointId }}
          inputs={{ saveProblemUrl: photos }}
          hints={{ saveProblemUrl: t.afterHint, saveProblemDate: t.nowHint }}
          okText={t.solve}
          told={() => t.solved}
        />
      );
    case "close":
      return (
        <CommandDialog
          {...all}
          command={closeAppoints}
          title={t.title(t.close, of)}
          lead={t.closeLead}
          given={given}
          okText={t.close}
          told={(o) => t.closed(o.COUNT)}
        />
      );
    case "sendBack":
      return (
        <CommandDialog
          {...all}
          command={sendBackAppoints}
          title={t.title(t.sendBack, of)}
          lead={t.sendBackLead}
          given={given}
          okText={t.sendBack}
          danger
          told={(o) => t.sentBack(o.COUNT)}
        />
      );
    case "delete":
      return (
        <CommandDialog
          {...all}
          command={deleteAppoints}
          title={t.title(frame.common.remove, of)}
          lead={
            <>
              <p className="sk-lead-row">{frame.prompts.remove}</p>
              {t.deleteLead}
            </>
          }
          given={given}
          okText={frame.common.remove}
          danger
          told={(o) => t.deleted(o.COUNT)}
        />
      );
  }
}

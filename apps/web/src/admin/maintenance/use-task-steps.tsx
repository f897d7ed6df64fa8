import {
  addTask,
  knowsStep,
  refuseTaskStep,
  removeTasks,
  type TaskStep,
  taskKind,
} from "@shotkeeper/contract/maintenance";
import { textOf, useClient, useFailure, useLocale, useSession } from "@shotkeeper/ui/app";
import { CommandDialog, type RowAction, refusalText, useWritten } from "@shotkeeper/ui/screen";
import { App } from "antd";
import { type ReactNode, useState } from "react";
import { MoldInput, UpkeepPersonInput } from "../pickers.tsx";
import type { TaskRow } from "./TaskCells.tsx";
import { TaskDialog } from "./TaskDialog.tsx";

const steps: readonly TaskStep[] = ["start", "finish", "accept", "sendBack", "defer", "plan", "remove"];

interface TaskSteps {
  readonly mayAdd: boolean;
  /** There is something to do with a row at all. */
  readonly mayStep: boolean;
  readonly mayRemove: boolean;
  readonly actions: (row: TaskRow) => RowAction[];
  readonly add: () => void;
  readonly remove: (rows: readonly TaskRow[], done?: () => void) => void;
  readonly dialog: ReactNode;
}

/** What can be done with tasks of a kind: for the list of daily ones and for that of major ones. */
export function useTaskSteps(kind: 1 | 2): TaskSteps {
  const locale = useLocale();
  const { maintenance: t, frame } = locale;
  const { can, user } = useSession();
  const client = useClient();
  const fail = useFailure();
  const written = useWritten();
  const { message, modal } = App.useApp();
  const menu = kind === taskKind.values.major ? "MT102" : "MT101";
  const [open, setOpen] = useState<
    { readonly step: Exclude<TaskStep, "remove">; readonly row: TaskRow } | "add"
  >();
  const close = () => setOpen(undefined);

  function remove(rows: readonly TaskRow[], done?: () => void): void {
    modal.confirm({
      title: frame.prompts.removeTask,
      content:
        rows.length === 1 ? `${rows[0]?.taskId} · ${rows[0]?.moldNo}` : frame.prompts.removeMany(rows.length),
      okText: frame.common.remove,
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await client.run(removeTasks, { taskIds: rows.map((r) => r.taskId ?? "") });
          void message.success(textOf("S0024", locale));
          done?.();
        } catch (error) {
          fail(error);
        } finally {
          written();
        }
      },
    });
  }
  const mayTake = (step: TaskStep) => can(menu, step === "remove" ? "D" : "M");
  const actions = (row: TaskRow): RowAction[] => {
    const all = steps
      .filter((step) => knowsStep(step, kind) && mayTake(step))
      .map((step) => ({
        key: step,
        label: step === "remove" ? frame.common.remove : t[step],
        danger: step === "remove",
        refused: refusalText(refuseTaskStep(step, row, user.info.USER_ID), locale),
        run: () => (step === "remove" ? remove([row]) : setOpen({ step, row })),
      }));
    // What can be done now stands first; what cannot stays, and says why.
    return [...all.filter((a) => !a.refused), ...all.filter((a) => a.refused)];
  };
  const dialog =
    open === undefined ? null : open === "add" ? (
      <CommandDialog
        command={addTask}
        title={t.addTitle(locale.menus[menu])}
        given={{ kind }}
        lead={t.addLead}
        initial={{ handSource: 2 }}
        inputs={{ moldNo: MoldInput, assignee: UpkeepPersonInput }}
        hints={{ assignee: t.assigneeHint, planDate: t.planHint }}
        told={(o) => t.added(o.TASK_ID)}
        onClose={close}
      />
    ) : (
      <TaskDialog step={open.step} row={open.row} onClose={close} />
    );
  return {
    mayAdd: can(menu, "A"),
    mayStep: steps.some((step) => knowsStep(step, kind) && mayTake(step)),
    mayRemove: can(menu, "D"),
    actions,
    add: () => setOpen("add"),
    remove,
    dialog,
  };
}

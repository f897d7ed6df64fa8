import { type Command, codes } from "@shotkeeper/contract/kernel";
import {
  acceptTask,
  addTask,
  handSource,
  hasStep,
  refuseFindings,
  refuseTaskStep,
  removeTasks,
  sendBackTask,
  type TaskStep,
  taskKind,
  taskSource,
} from "@shotkeeper/contract/maintenance";
import { menus } from "@shotkeeper/contract/menus";
import { menuLabel } from "@shotkeeper/locales";
import { textOf, useClient, useFailure, useLocale, useSession } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { refusalText, useInvalidateData, useStepRefusal } from "@shotkeeper/ui/data";
import type { RowAction } from "@shotkeeper/ui/list";
import { App } from "antd";
import { type ReactNode, useState } from "react";
import { MoldInput, UpkeepPersonInput } from "../pickers.tsx";
import { FindingsDialog } from "./findings-dialog.tsx";
import type { TaskRow } from "./task-cells.tsx";
import { TaskDialog } from "./task-dialog.tsx";

const steps: readonly TaskStep[] = ["start", "finish", "accept", "sendBack", "defer", "plan", "remove"];

/** Commands that the person who did the work may not perform, because these commands need a second person. */
const judgements: Partial<Record<TaskStep, Pick<Command, "secondPerson">>> = {
  accept: acceptTask,
  sendBack: sendBackTask,
};

interface TaskSteps {
  readonly mayAdd: boolean;
  /** True if the user has the right to at least one step of a maintenance task. */
  readonly mayStep: boolean;
  readonly mayRemove: boolean;
  readonly actions: (row: TaskRow) => RowAction[];
  readonly add: () => void;
  readonly remove: (rows: readonly TaskRow[], done?: () => void) => void;
  readonly dialog: ReactNode;
}

/** Returns the actions on tasks of a kind (1 daily, 2 major). The lists of daily and of major tasks share this hook. */
export function useTaskSteps(kind: 1 | 2): TaskSteps {
  const locale = useLocale();
  const { maintenance: t, shell } = locale;
  const { can } = useSession();
  const refusalOf = useStepRefusal();
  const client = useClient();
  const fail = useFailure();
  const invalidate = useInvalidateData();
  const { message, modal } = App.useApp();
  const menu = kind === taskKind.values.major ? menus.majorMaintenance : menus.dailyMaintenance;
  const [open, setOpen] = useState<
    { readonly step: Exclude<TaskStep, "remove"> | "findings"; readonly row: TaskRow } | "add"
  >();
  const close = () => setOpen(undefined);

  function remove(rows: readonly TaskRow[], done?: () => void): void {
    modal.confirm({
      title: shell.prompts.removeTask,
      content:
        rows.length === 1 ? `${rows[0]?.taskId} · ${rows[0]?.moldNo}` : shell.prompts.removeMany(rows.length),
      okText: shell.common.remove,
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await client.run(removeTasks, { taskIds: rows.map((r) => r.taskId ?? "") });
          void message.success(textOf(codes.deleted, locale));
          done?.();
        } catch (error) {
          fail(error);
        } finally {
          invalidate();
        }
      },
    });
  }
  const mayTake = (step: TaskStep) => can(menu, step === "remove" ? "D" : "M");
  const actions = (row: TaskRow): RowAction[] => {
    const all: (RowAction & { readonly refused: string | undefined })[] = steps
      .filter((step) => hasStep(step, kind) && mayTake(step))
      .map((step) => ({
        key: step,
        label: step === "remove" ? shell.common.remove : t[step],
        danger: step === "remove",
        refused: refusalOf(refuseTaskStep(step, row), judgements[step], row),
        run: () => (step === "remove" ? remove([row]) : setOpen({ step, row })),
      }));
    // Adds the action for findings, which only breakdowns have. Its place is second, because the first action is
    // usually the next step.
    if (row.taskSource === taskSource.values.breakdown && can(menu, "M"))
      all.splice(1, 0, {
        key: "findings",
        label: locale.repair.findings,
        danger: false,
        refused: refusalText(refuseFindings({ state: row.state, isBreakdown: true }), locale),
        run: () => setOpen({ step: "findings", row }),
      });
    // Sorts allowed actions before refused ones. A refused action is disabled and shows the reason.
    return [...all.filter((a) => !a.refused), ...all.filter((a) => a.refused)];
  };
  const dialog =
    open === undefined ? null : open === "add" ? (
      <CommandDialog
        command={addTask}
        title={t.addTitle(menuLabel(locale.menus, menu))}
        preset={{ kind }}
        lead={t.addLead}
        initial={{ handSource: handSource.values.manual }}
        inputs={{ moldNo: MoldInput, assignee: UpkeepPersonInput }}
        hints={{ assignee: t.assigneeHint, planDate: t.planHint }}
        successText={(o) => t.added(o.taskId)}
        onClose={close}
      />
    ) : open.step === "findings" ? (
      <FindingsDialog row={open.row} onClose={close} />
    ) : (
      <TaskDialog step={open.step} row={open.row} onClose={close} />
    );
  return {
    mayAdd: can(menu, "A"),
    mayStep: steps.some((step) => hasStep(step, kind) && mayTake(step)),
    mayRemove: can(menu, "D"),
    actions,
    add: () => setOpen("add"),
    remove,
    dialog,
  };
}

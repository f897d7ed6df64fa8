import {
  addLoad,
  type CalendarPerson,
  type CalendarTask,
  type RowResults,
  type Slot,
} from "@shotkeeper/contract/maintenance";
import { textOf, useFormats, useLocale } from "@shotkeeper/ui/app";
import { Alert } from "antd";
import type { loadsOf } from "./calendar-data.ts";
import { useDayText } from "./calendar-table.tsx";

/**
 * Table of a proposed plan: the tasks and hours that each person has per day if the user accepts the proposal. Tasks
 * that were already planned are included.
 */
export function Proposal(p: {
  readonly tasks: readonly CalendarTask[];
  readonly slots: ReadonlyMap<string, Slot>;
  readonly people: readonly CalendarPerson[];
  readonly days: readonly string[];
  readonly loadOf: ReturnType<typeof loadsOf>;
}) {
  const { calendar: t } = useLocale();
  const f = useFormats();
  const dayText = useDayText();
  const added = (userId: string, day: string) =>
    p.tasks.filter((task) => {
      const slot = p.slots.get(task.taskId);
      return slot?.assignee === userId && slot.planDate === day;
    });
  const used = p.people.filter((x) => [...p.slots.values()].some((s) => s.assignee === x.userId));
  return (
    <table className="sk-cal-proposal" aria-label={t.dialog.proposal}>
      <thead>
        <tr>
          <td />
          {p.days.map((day) => (
            <th key={day} scope="col">
              {dayText(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {used.map((x) => (
          <tr key={x.userId}>
            <th scope="row">{x.userName ?? x.userId}</th>
            {p.days.map((day) => {
              const more = added(x.userId, day);
              const load = more.reduce(
                (n, task) => addLoad(n, task.estimateMinutes),
                p.loadOf(x.userId, day),
              );
              return (
                <td key={day} title={more.map((task) => task.moldNo).join("\n")}>
                  {more.length > 0 && <b>+{more.length}</b>}{" "}
                  {load.tasks > 0 && (
                    <span className="sk-faint">{t.hours(f.decimal(load.minutes / 60, 1))}</span>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Refusals({
  tasks,
  results,
}: {
  readonly tasks: readonly CalendarTask[];
  readonly results: RowResults;
}) {
  const locale = useLocale();
  const moldOf = new Map(tasks.map((task) => [task.taskId, task.moldNo]));
  return (
    <Alert
      type="warning"
      showIcon
      title={locale.calendar.dialog.refused(results.count, results.refused.length)}
      description={
        <ul className="sk-cal-refusals">
          {results.refused.map((r) => (
            <li key={r.taskId}>
              <b>{moldOf.get(r.taskId)}</b> {r.taskId}: {textOf(r.message, locale)}
            </li>
          ))}
        </ul>
      }
    />
  );
}

import type { QueryRow } from "@shotkeeper/contract/kernel";
import {
  type dailyTasks,
  itemResult,
  type majorTasks,
  readResults,
  taskSource,
  taskState,
} from "@shotkeeper/contract/maintenance";
import type { Locale } from "@shotkeeper/locales";
import { missing, ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { CellLink, ChoiceTag, UsedBar } from "@shotkeeper/ui/cells";
import { Popover } from "antd";
import { itemResultTones, taskSourceTones, taskStateTones } from "../tones.ts";

/** Row of the list of daily or of major tasks. Only rows of major tasks have the fields of the second type. */
export type TaskRow = Omit<QueryRow<typeof dailyTasks>, "tab"> &
  Partial<Pick<QueryRow<typeof majorTasks>, "runShotsNow" | "takenParts">>;

/**
 * Bar of the used share of the maintenance interval, in hours or in shots. A task for a breakdown has no interval, and
 * shows the tag "breakdown" instead.
 */
export function RunShare({ row }: { readonly row: TaskRow }) {
  const f = useFormats();
  if (row.taskSource === taskSource.values.breakdown) return <SourceTag row={row} />;
  if (!row.intervalHours) return <span className="sk-faint">{missing}</span>;
  const byShots = row.taskSource === taskSource.values.shots && row.intervalShots;
  const used = byShots
    ? ((row.runShotsNow ?? row.runShots ?? 0) / (row.intervalShots ?? 1)) * 100
    : ((row.runHoursNow ?? 0) / row.intervalHours) * 100;
  return (
    <span className="sk-run">
      <span className="sk-run-hours">
        {byShots
          ? `${f.compact(row.runShotsNow ?? row.runShots)} / ${f.compact(row.intervalShots)}`
          : `${f.decimal(row.runHoursNow, 0)} / ${f.decimal(row.intervalHours, 0)} h`}
      </span>
      <UsedBar percent={used} />
    </span>
  );
}

export function SourceTag({ row }: { readonly row: Pick<TaskRow, "taskSource"> }) {
  return <ChoiceTag of={taskSource} value={row.taskSource} tones={taskSourceTones} />;
}

/** State of a task. Work that was sent back and is not yet accepted is marked, with the latest reason as a tooltip. */
export function TaskStateCell({ row }: { readonly row: TaskRow }) {
  const { maintenance: t } = useLocale();
  const note = sentBackNote(row, t);
  return (
    <>
      <ChoiceTag of={taskState} value={row.state} tones={taskStateTones} />
      {note && row.state !== taskState.values.done && (
        <span title={note}>
          {" "}
          <ToneTag tone="attention">{t.sentBack}</ToneTag>
        </span>
      )}
    </>
  );
}

/** Says how often work was sent back, and why. Returns undefined if it never was. */
export const sentBackNote = (
  row: Pick<TaskRow, "sentBackCount" | "sendBackReason">,
  t: Locale["maintenance"],
): string | undefined =>
  row.sendBackReason ? t.wasSentBack(row.sentBackCount ?? 1, row.sendBackReason) : undefined;

export function Deferrals({ row }: { readonly row: TaskRow }) {
  const { maintenance: t } = useLocale();
  const text = `${row.deferCount ?? 0} / ${row.deferLimit ?? 0}`;
  return row.isDelay ? (
    <span title={t.delayed}>
      <ToneTag tone="unsure">{text}</ToneTag>
    </span>
  ) : (
    <span className="sk-faint">{text}</span>
  );
}

/**
 * Number of checklist items of a finished task, and the number of items that were not OK. A click shows the results.
 */
export function Results({ row }: { readonly row: Pick<TaskRow, "results" | "checkCount" | "notOkCount"> }) {
  const { maintenance: t } = useLocale();
  const results = readResults(row.results);
  if (!results || results.length === 0) return <span className="sk-faint">{missing}</span>;
  const list = (
    <ul className="sk-results">
      {results.map((r) => (
        <li key={r.item}>
          <span>{r.item}</span>
          <span>
            {r.value} <ChoiceTag of={itemResult} value={r.result} tones={itemResultTones} />
          </span>
          {r.note && <small className="sk-faint">{r.note}</small>}
        </li>
      ))}
    </ul>
  );
  return (
    <Popover content={list} trigger="click" placement="left">
      <span>
        <CellLink onClick={() => {}}>{t.items(row.checkCount ?? 0)}</CellLink>{" "}
        {row.notOkCount ? <ToneTag tone="bad">{t.notOk(row.notOkCount)}</ToneTag> : null}
      </span>
    </Popover>
  );
}

import { encodeRow } from "@shotkeeper/contract/kernel";
import {
  addTask,
  type CalendarForecast,
  type CalendarTask,
  deferFields,
  deferTasks,
  handSource,
  type MaintenanceCalendar,
  maxScheduled,
  type RowResults,
  scheduleFields,
  scheduleTasks,
} from "@shotkeeper/contract/maintenance";
import { messageOf, textOf, useClient, useFailure, useFormats, useLocale } from "@shotkeeper/ui/app";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { App } from "antd";
import { useState } from "react";
import { type Move, withMoves } from "./calendar-data.ts";

/** New day and person of a task. Absent values stay unchanged. */
export interface ScheduledTask extends Move {
  readonly task: CalendarTask;
}

export interface Scheduling {
  /** Returns the results by task, or undefined if the call failed. The user sees the reason of the failure. */
  readonly schedule: (rows: readonly ScheduledTask[]) => Promise<RowResults | undefined>;
  readonly defer: (
    tasks: readonly CalendarTask[],
    until: string,
    reason: string,
  ) => Promise<RowResults | undefined>;
}

interface Pending {
  readonly base: MaintenanceCalendar | undefined;
  readonly moves: ReadonlyMap<string, Move>;
}

const none: Pending = { base: undefined, moves: new Map() };

/**
 * Optimistic update: returns the commands of the calendar, and the calendar with changes that the server has not
 * confirmed yet. So a dropped card is at its new place at once.
 */
export function useScheduling(data: MaintenanceCalendar | undefined) {
  const locale = useLocale();
  const t = locale.calendar;
  const f = useFormats();
  const client = useClient();
  const fail = useFailure();
  const invalidate = useInvalidateData();
  const { message } = App.useApp();
  const [pending, setPending] = useState(none);

  /**
   * Sends rows in calls of at most `maxScheduled`, one after the other, and merges their results. Throws if the first
   * call fails. If a later call fails, its rows and all later rows are reported as refused, because earlier rows
   * are already stored.
   */
  async function inCalls<R>(
    tasks: readonly CalendarTask[],
    rows: readonly R[],
    send: (rows: readonly R[]) => Promise<RowResults>,
  ): Promise<RowResults> {
    let count = 0;
    const refused: RowResults["refused"][number][] = [];
    for (let from = 0; from < rows.length; from += maxScheduled) {
      try {
        const found = await send(rows.slice(from, from + maxScheduled));
        count += found.count;
        refused.push(...found.refused);
      } catch (error) {
        if (from === 0) throw error;
        const reason = messageOf(error, locale);
        refused.push(...tasks.slice(from).map(({ taskId }) => ({ taskId, message: reason })));
        break;
      }
    }
    return { count, refused };
  }

  async function byRow(call: Promise<RowResults>): Promise<RowResults | undefined> {
    try {
      const found = await call;
      if (found.refused.length === 0) void message.success(t.dialog.done(found.count));
      else setPending(none);
      return found;
    } catch (error) {
      setPending(none);
      fail(error);
      return undefined;
    } finally {
      invalidate();
    }
  }

  const scheduling: Scheduling = {
    schedule(rows) {
      const moves = new Map(rows.map(({ task, ...move }) => [task.taskId, move]));
      setPending({ base: data, moves });
      const schedule = rows.map(({ task: { taskId, updatedDate }, ...move }) =>
        encodeRow({ taskId, updatedDate, ...move }, scheduleFields),
      );
      const tasks = rows.map((r) => r.task);
      return byRow(inCalls(tasks, schedule, (part) => client.run(scheduleTasks, { schedule: part })));
    },
    defer(tasks, until, reason) {
      const rows = tasks.map(({ taskId, updatedDate }) => encodeRow({ taskId, updatedDate }, deferFields));
      return byRow(inCalls(tasks, rows, (deferrals) => client.run(deferTasks, { deferrals, until, reason })));
    },
  };

  /** Shows the reasons of refused rows in a message, for changes without a dialog. */
  function showRefused(results: RowResults | undefined): void {
    for (const r of results?.refused ?? []) {
      const moldNo = data?.tasks.find((task) => task.taskId === r.taskId)?.moldNo ?? r.taskId;
      void message.warning(`${moldNo}: ${textOf(r.message, locale)}`);
    }
  }

  /** Adds the maintenance task that a forecast predicts, planned for a day and, if given, for a person. */
  async function planForecast(
    forecast: CalendarForecast,
    planDate: string,
    assignee: string | null,
  ): Promise<void> {
    try {
      await client.run(addTask, {
        kind: forecast.kind,
        moldNo: forecast.moldNo,
        handSource: handSource.values.manual,
        taskReason: t.forecastReason(f.date(forecast.dueAt)),
        planDate,
        assignee,
      });
      void message.success(t.forecastPlanned(forecast.moldNo));
    } catch (error) {
      fail(error);
    } finally {
      invalidate();
    }
  }

  const shown = data && pending.base === data ? withMoves(data, pending.moves) : data;
  return { scheduling, shown, showRefused, planForecast };
}

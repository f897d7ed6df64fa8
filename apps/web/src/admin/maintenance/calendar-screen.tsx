import {
  addDays,
  type CalendarPerson,
  maintenanceCalendar,
  mondayOf,
  taskKind,
} from "@shotkeeper/contract/maintenance";
import { messageOf, useLocale } from "@shotkeeper/ui/app";
import { EmptyHint } from "@shotkeeper/ui/cells";
import { useCommandData } from "@shotkeeper/ui/data";
import { wallClock } from "@shotkeeper/ui/time";
import { Spin } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { CalendarBoard } from "./calendar-board.tsx";
import type { CalendarView } from "./calendar-toolbar.tsx";
import "./calendar.css";

const isDay = (text: string | null): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? "");

/** Reads the view of the calendar (week, filters and so on) from the page's URL, and stores changes in the URL. */
function useView(): readonly [CalendarView, (change: Partial<CalendarView>) => void] {
  const [params, setParams] = useSearchParams();
  const week = params.get("week");
  const kind = Number(params.get("kind"));
  const { daily, major } = taskKind.values;
  const view: CalendarView = {
    firstDay: mondayOf(isDay(week) ? week : wallClock().format("YYYY-MM-DD")),
    by: params.get("by") === "mold" ? "mold" : "person",
    kind: kind === daily || kind === major ? kind : undefined,
    plantId: params.get("plant") ?? undefined,
  };
  const change = (c: Partial<CalendarView>) => {
    const next = { ...view, ...c };
    const stored = {
      week: next.firstDay,
      by: next.by,
      ...(next.kind ? { kind: String(next.kind) } : {}),
      ...(next.plantId ? { plant: next.plantId } : {}),
    };
    setParams(stored, { replace: true });
  };
  return [view, change];
}

/**
 * Maintenance calendar of a week: tasks by person or by mold. Users plan a task by drag and drop, or plan many tasks at
 * once.
 */
export default function CalendarScreen() {
  const locale = useLocale();
  const [view, setView] = useView();
  const [added, setAdded] = useState<readonly CalendarPerson[]>([]);
  const { firstDay, kind, plantId } = view;
  const found = useCommandData(
    maintenanceCalendar,
    { firstDay, kind: kind ?? null, plantId: plantId ?? null },
    { live: ["board"] },
  );
  if (found.isError && !found.data)
    return (
      <div className="sk-list">
        <EmptyHint title={locale.shell.messages.operationFailed} hint={messageOf(found.error, locale)} />
      </div>
    );
  return (
    <div className="sk-list sk-cal" aria-busy={found.isFetching}>
      {found.data ? (
        <CalendarBoard
          data={found.data}
          view={view}
          isLoading={found.isPlaceholderData}
          onView={setView}
          onWeek={(day) => setView({ firstDay: mondayOf(day) })}
          onStep={(weeks) => setView({ firstDay: addDays(firstDay, weeks * 7) })}
          added={added}
          onAdd={(p) => setAdded((before) => [...before.filter((x) => x.userId !== p.userId), p])}
        />
      ) : (
        <Spin />
      )}
    </div>
  );
}

import {
  type CalendarForecast,
  type CalendarTask,
  type MaintenanceCalendar,
  ordersOn,
} from "@shotkeeper/contract/maintenance";
import { useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { serverNow } from "@shotkeeper/ui/time";
import { saveBlob } from "../../save-blob.ts";
import { useKindLabel } from "./calendar-card.tsx";
import { type IcsEntry, icsOf } from "./calendar-ics.ts";

/**
 * Returns the functions that export and print the calendar. Like the page, they leave out tasks and forecasts that
 * `found` (the search of the user) does not accept.
 */
export function useCalendarOutput(
  calendar: MaintenanceCalendar,
  days: readonly string[],
  found: (card: CalendarTask | CalendarForecast) => boolean,
) {
  const { calendar: t, menus } = useLocale();
  const f = useFormats();
  const { user } = useSession();
  const kindLabel = useKindLabel();

  const estimate = (minutes: number | null) =>
    minutes === null ? t.noEstimate : t.about(f.decimal(minutes / 60, 1));
  const nameOf = (x: CalendarTask | CalendarForecast) => [x.moldNo, x.moldName].filter(Boolean).join(" ");

  function entries(): IcsEntry[] {
    const planned = calendar.tasks.flatMap((task): IcsEntry[] => {
      const { planDate } = task;
      if (planDate === null || !days.includes(planDate) || !found(task)) return [];
      return [
        {
          id: task.taskId,
          day: planDate,
          summary: `${kindLabel(task.kind)}: ${nameOf(task)}`,
          details: [
            task.taskId,
            task.assigneeName ?? t.unassigned,
            estimate(task.estimateMinutes),
            ...(task.plantName === null ? [] : [task.plantName]),
            ...(task.taskReason === null ? [] : [task.taskReason]),
            ...ordersOn(calendar.orders, task.moldNo, planDate).map((o) => t.order(o.orderId)),
          ],
        },
      ];
    });
    const expected = calendar.forecasts.filter(found).map((x): IcsEntry => {
      const day = f.date(x.dueAt);
      return {
        id: `forecast-${x.kind}-${x.moldNo}`,
        day,
        summary: `${t.forecasts}: ${kindLabel(x.kind)}, ${nameOf(x)}`,
        details: [t.dueBy(day), estimate(x.estimateMinutes)],
      };
    });
    return [...planned, ...expected];
  }

  return {
    saveIcs(): void {
      const text = icsOf(entries(), {
        domain: `${user.info.tenantCode}.shotkeeper`,
        name: menus.maintenanceCalendar,
        now: serverNow(),
      });
      saveBlob(new Blob([text], { type: "text/calendar;charset=utf-8" }), `maintenance-${days[0]}.ics`);
    },
    /** Prints only the calendar. The attribute `data-print` activates the calendar's print styles for this call. */
    print(): void {
      const { body } = document;
      body.dataset.print = "calendar";
      window.addEventListener("afterprint", () => delete body.dataset.print, { once: true });
      window.print();
    },
  };
}

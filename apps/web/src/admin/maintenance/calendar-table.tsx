import type { MaintenanceCalendar } from "@shotkeeper/contract/maintenance";
import { ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { MoldLink, OrderLink } from "../links.tsx";
import { Card, type CardParts, cardId } from "./calendar-card.tsx";
import { type CalendarRow, type Cell, forecastRow, unassignedRow } from "./calendar-data.ts";

interface TableProps {
  readonly calendar: Pick<MaintenanceCalendar, "today" | "dayHours" | "dayTasks">;
  readonly rows: readonly CalendarRow[];
  readonly days: readonly string[];
  readonly parts: CardParts;
}

/** Returns a function that formats a day, for example as "Mon 05-18". */
export function useDayText(): (day: string) => string {
  const { calendar: t } = useLocale();
  return (day) => t.dayOf(t.weekdays[(new Date(day).getUTCDay() + 6) % 7] ?? "", day.slice(5));
}

/** Returns a function that returns the name of a row. Messages and the head of the row show this name. */
export function useRowName(): (row: CalendarRow) => string {
  const { calendar: t } = useLocale();
  return (row) => {
    if (row.key === unassignedRow) return t.unassigned;
    if (row.key === forecastRow) return t.forecasts;
    return row.person ? (row.person.userName ?? row.person.userId) : (row.moldNo ?? "");
  };
}

function Load({ cell, capacity }: { readonly cell: Cell; readonly capacity: string }) {
  const { calendar: t } = useLocale();
  const f = useFormats();
  const { tasks, minutes, unknown } = cell.load;
  if (tasks === 0) return null;
  const hints = [capacity, ...(unknown > 0 ? [t.unknownTimes(unknown)] : [])];
  return (
    <div className="sk-cal-load" data-over={cell.isOver || undefined} title={hints.join("\n")}>
      {t.load(f.whole(tasks), f.decimal(minutes / 60, 1))}
      {unknown > 0 && <span> + {t.noEstimate}</span>}
      {cell.isOver && <ToneTag tone="bad">{t.over}</ToneTag>}
    </div>
  );
}

function RowHead({ row }: { readonly row: CalendarRow }) {
  const { calendar: t } = useLocale();
  const name = useRowName()(row);
  if (row.moldNo !== undefined)
    return (
      <>
        <MoldLink no={row.moldNo} />
        {row.moldName && <small className="sk-faint">{row.moldName}</small>}
      </>
    );
  const note = row.key === forecastRow ? t.forecastsHint : row.person?.orgName;
  return (
    <>
      <span>{name}</span>
      {note && <small className="sk-faint">{note}</small>}
    </>
  );
}

/** Returns whether no row has anything on the day. */
const isEmptyDay = (rows: TableProps["rows"], day: string) =>
  rows.every((r) =>
    r.cells.every((c) => c.day !== day || c.orders.length + c.tasks.length + c.forecasts.length === 0),
  );

/** Table of the calendar: one column per day, and one row per person or mold. */
export function CalendarTable({ calendar, rows, days, parts }: TableProps) {
  const { calendar: t } = useLocale();
  const f = useFormats();
  const dayText = useDayText();
  const capacity = t.capacity(f.decimal(calendar.dayHours, 1), f.whole(calendar.dayTasks));
  const at = parts.drag.drag?.at;
  return (
    <table className="sk-cal-table" data-days={days.length}>
      <thead>
        <tr>
          <td />
          {days.map((day) => (
            <th
              key={day}
              scope="col"
              data-empty={(day < calendar.today && isEmptyDay(rows, day)) || undefined}
              data-today={day === calendar.today || undefined}
            >
              {/* A hyphen at which the browser breaks no line, because the column of an empty day is narrow. */}
              <span>{dayText(day).replace("-", "\u2011")}</span>
              {day === calendar.today && <small>{t.today}</small>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} data-row={row.key === forecastRow ? "forecast" : undefined}>
            <th scope="row">
              <RowHead row={row} />
            </th>
            {row.cells.map((cell) => (
              <td
                key={cell.day}
                data-place-row={row.key}
                data-place-day={cell.day}
                data-today={cell.day === calendar.today || undefined}
                data-past={cell.day < calendar.today || undefined}
                data-over={cell.isOver || undefined}
                data-target={(at?.row === row.key && at.day === cell.day) || undefined}
              >
                {row.person && <Load cell={cell} capacity={capacity} />}
                {cell.orders.map((o) => (
                  <div key={o.orderId} className="sk-cal-order-bar" title={t.order(o.orderId)}>
                    <span className="sk-visually-hidden">{t.order("")}</span>
                    <OrderLink no={o.orderId} />
                  </div>
                ))}
                <ul className="sk-cal-cards">
                  {[...cell.tasks, ...cell.forecasts].map((card) => (
                    <Card
                      key={cardId(card)}
                      card={card}
                      place={{ row: row.key, day: cell.day }}
                      parts={parts}
                      isByMold={row.moldNo !== undefined}
                    />
                  ))}
                </ul>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

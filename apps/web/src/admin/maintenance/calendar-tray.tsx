import type { CalendarTask } from "@shotkeeper/contract/maintenance";
import { useLocale } from "@shotkeeper/ui/app";
import { Checkbox } from "antd";
import { Card, type CardParts } from "./calendar-card.tsx";
import { waitingRow } from "./calendar-data.ts";

interface TrayProps {
  readonly tasks: readonly CalendarTask[];
  readonly parts: CardParts;
  readonly onSelectAll: (isOn: boolean) => void;
}

const place = { row: waitingRow, day: "" } as const;

/** List of tasks that have no day, or whose planned day has passed. Dropping a card here removes its day. */
export function CalendarTray({ tasks, parts, onSelectAll }: TrayProps) {
  const { calendar: t } = useLocale();
  const movable = tasks.filter(parts.mayMove);
  const chosen = movable.filter((task) => parts.selected.has(task.taskId)).length;
  return (
    <section
      className="sk-cal-tray"
      aria-label={t.waiting}
      data-place-row={place.row}
      data-place-day={place.day}
      data-target={parts.drag.drag?.at?.row === waitingRow || undefined}
    >
      <header>
        <strong>
          {t.waiting} <b className="sk-cal-count">{tasks.length}</b>
        </strong>
        {movable.length > 0 && (
          <Checkbox
            checked={chosen === movable.length}
            indeterminate={chosen > 0 && chosen < movable.length}
            onChange={(e) => onSelectAll(e.target.checked)}
          >
            {t.selectAll}
          </Checkbox>
        )}
      </header>
      <small className="sk-faint">{tasks.length > 0 ? t.waitingHint : t.noWaiting}</small>
      <ul className="sk-cal-cards">
        {tasks.map((task) => (
          <Card key={task.taskId} card={task} place={place} parts={parts} />
        ))}
      </ul>
    </section>
  );
}

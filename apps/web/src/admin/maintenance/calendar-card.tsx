import { HolderOutlined } from "@ant-design/icons";
import {
  type CalendarForecast,
  type CalendarOrder,
  type CalendarTask,
  ordersOn,
  taskKind,
  taskState,
} from "@shotkeeper/contract/maintenance";
import { ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag } from "@shotkeeper/ui/cells";
import { Checkbox, Dropdown, type MenuProps } from "antd";
import { OrderLink } from "../links.tsx";
import { taskStateTones } from "../tones.ts";
import { cardName, type Place } from "./calendar-data.ts";
import type { CardDrag, DragItem } from "./use-card-drag.ts";
import "./calendar-card.css";

export interface CardParts {
  readonly drag: CardDrag;
  readonly tasks: readonly CalendarTask[];
  readonly orders: readonly CalendarOrder[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (taskId: string, isOn: boolean) => void;
  readonly menuOf: (card: CalendarTask | CalendarForecast) => MenuProps["items"];
  readonly mayMove: (card: CalendarTask | CalendarForecast) => boolean;
}

export const isTask = (card: CalendarTask | CalendarForecast): card is CalendarTask => "taskId" in card;
export const cardId = (card: CalendarTask | CalendarForecast): string =>
  isTask(card) ? card.taskId : `${card.kind} ${card.moldNo}`;

/** Returns a function that returns the label of a kind of maintenance, for example "Daily maintenance". */
export function useKindLabel(): (kind: CalendarTask["kind"]) => string {
  const { enums } = useLocale();
  return (kind) => enums.taskKind[kind === taskKind.values.major ? "major" : "daily"];
}

/** Estimated work time of a task or forecast, hours. The tooltip explains the basis of the estimate. */
function Estimate({ card }: { readonly card: CalendarTask | CalendarForecast }) {
  const { calendar: t } = useLocale();
  const f = useFormats();
  if (card.estimateMinutes === null) return <span className="sk-faint">{t.noEstimate}</span>;
  return (
    <span title={card.isOwnEstimate ? t.estimateOwn : t.estimateKind}>
      {t.about(f.decimal(card.estimateMinutes / 60, 1))}
    </span>
  );
}

/**
 * Shows the orders that need the mold on the planned day. Marks them as conflicts only if the task is a major
 * maintenance, because daily maintenance does not stop the mold.
 */
function Conflicts({
  task,
  orders,
}: {
  readonly task: CalendarTask;
  readonly orders: readonly CalendarOrder[];
}) {
  const { calendar: t } = useLocale();
  const isMajor = task.kind === taskKind.values.major;
  if (task.planDate === null) return null;
  return ordersOn(orders, task.moldNo, task.planDate).map((o) => (
    <span
      key={o.orderId}
      className="sk-cal-order"
      data-conflict={isMajor || undefined}
      title={isMajor ? t.conflict(o.orderId) : t.order(o.orderId)}
    >
      <span className="sk-visually-hidden">{isMajor ? t.conflict("") : t.order("")}</span>
      {isMajor && <span aria-hidden="true">⚠</span>} <OrderLink no={o.orderId} />
    </span>
  ));
}

function DueText({ task }: { readonly task: CalendarTask }) {
  const { calendar: t } = useLocale();
  const f = useFormats();
  if (task.dueAt === null || task.state !== taskState.values.comingUp) return null;
  const date = f.date(task.dueAt);
  const isLate = task.planDate !== null && task.planDate > date;
  return (
    <span className="sk-cal-due" title={isLate ? t.afterDue : undefined}>
      {isLate ? <ToneTag tone="bad">{t.dueBy(date.slice(5))}</ToneTag> : t.dueBy(date.slice(5))}
    </span>
  );
}

function ForecastFacts({ card }: { readonly card: CalendarForecast }) {
  const { calendar: t } = useLocale();
  const f = useFormats();
  const range = card.latest
    ? t.forecastRange(f.date(card.earliest), f.date(card.latest))
    : t.forecastOpen(f.date(card.earliest));
  return <span title={range}>{t.dueBy(f.date(card.dueAt).slice(5))}</span>;
}

interface CardProps {
  readonly card: CalendarTask | CalendarForecast;
  readonly place: Place;
  readonly parts: CardParts;
  /** True if the row belongs to one mold. The card then shows the person instead of the mold's name. */
  readonly isByMold?: boolean;
}

/** Card of a task in the calendar, or of a forecast that has no task yet (dashed border). */
export function Card({ card, place, parts, isByMold = false }: CardProps) {
  const { calendar: t } = useLocale();
  const kindLabel = useKindLabel()(card.kind);
  const { drag, selected } = parts;
  const id = cardId(card);
  const name = cardName(card, kindLabel);
  const mayMove = parts.mayMove(card);
  const item: DragItem = { id, name, from: place, tasks: parts.tasks };
  const person = isTask(card) ? (card.assigneeName ?? t.unassigned) : t.forecasts;
  const note = isByMold ? person : card.moldName;
  return (
    <li
      className="sk-cal-card"
      data-kind={card.kind}
      data-forecast={isTask(card) ? undefined : true}
      data-selected={selected.has(id) || undefined}
      data-dragged={drag.drag?.item.id === id || undefined}
      data-movable={mayMove || undefined}
      onPointerDown={mayMove ? (e) => drag.onPointerDown(item, e) : undefined}
    >
      <div className="sk-cal-card-head">
        {isTask(card) && mayMove && (
          <Checkbox
            checked={selected.has(id)}
            onChange={(e) => parts.onSelect(id, e.target.checked)}
            aria-label={t.select(name)}
          />
        )}
        <Dropdown menu={{ items: parts.menuOf(card) ?? [] }} trigger={["click"]}>
          <button type="button" className="sk-cal-name" title={t.actionsOf(name)}>
            {card.moldNo}
          </button>
        </Dropdown>
        {mayMove && (
          <button
            type="button"
            className="sk-cal-grip"
            data-grip={id}
            aria-label={t.grip(name)}
            title={t.gripHelp}
            onKeyDown={(e) => drag.onKeyDown(item, e)}
            onBlur={drag.onBlur}
          >
            <HolderOutlined />
          </button>
        )}
      </div>
      {note && (
        <small className="sk-cal-note" title={note}>
          {note}
        </small>
      )}
      <small className="sk-cal-facts">
        <b>{kindLabel}</b>
        <Estimate card={card} />
        {isTask(card) ? (
          <>
            <ChoiceTag of={taskState} value={card.state} tones={taskStateTones} />
            <DueText task={card} />
            <Conflicts task={card} orders={parts.orders} />
          </>
        ) : (
          <ForecastFacts card={card} />
        )}
      </small>
    </li>
  );
}

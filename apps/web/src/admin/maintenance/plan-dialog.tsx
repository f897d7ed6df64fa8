import {
  type CalendarPerson,
  type CalendarTask,
  canBeAssigned,
  type MaintenanceCalendar,
  type RowResults,
  type Slot,
  spreadTasks,
} from "@shotkeeper/contract/maintenance";
import { DatePicker, useFormats, useLocale } from "@shotkeeper/ui/app";
import { CutList, useClosing } from "@shotkeeper/ui/form";
import { instant, wallClock, wallDay } from "@shotkeeper/ui/time";
import { Alert, Button, Checkbox, Form, Input, Modal, Segmented, Select } from "antd";
import type { Dayjs } from "dayjs";
import { type ReactElement, useState } from "react";
import { loadsOf } from "./calendar-data.ts";
import { personLabel, useOfferedPeople } from "./calendar-people.ts";
import { useDayText } from "./calendar-table.tsx";
import { Proposal, Refusals } from "./plan-parts.tsx";
import type { Scheduling } from "./use-scheduling.ts";

export type PlanWay = "set" | "spread" | "defer";

interface PlanDialogProps {
  /** The tasks as they were when the dialog opened. The server refuses tasks that other users have changed since. */
  readonly tasks: readonly CalendarTask[];
  readonly calendar: MaintenanceCalendar;
  readonly people: readonly CalendarPerson[];
  /** Days of the calendar to which tasks may be distributed: today and later days. */
  readonly days: readonly string[];
  readonly way: PlanWay;
  readonly scheduling: Scheduling;
  /** True while the week of `days` loads: `calendar` then still belongs to another week. */
  readonly isLoading: boolean;
  /** Makes the calendar show the next week. The props `calendar` and `days` then change to that week. */
  readonly onNextWeek: () => void;
  /** Called when the dialog closes. `refused`: ids of the tasks that were refused; undefined if nothing was sent. */
  readonly onClose: (refused: readonly string[] | undefined) => void;
}

/** Largest number of people without recent maintenance that the dialog offers. */
const mostFurther = 200;
const keep = "keep";
const clear = "clear";
const named = (userId: string) => `user ${userId}`;
const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay());

/**
 * Dialog for one or more tasks: sets person and day, distributes the tasks over people and days, or defers them. Tasks
 * that the server refuses stay in the dialog with their reasons; the others are stored.
 */
export function PlanDialog(p: PlanDialogProps) {
  const { tasks, calendar, people, days, way, scheduling, isLoading, onClose } = p;
  const { calendar: t, fields, shell } = useLocale();
  const f = useFormats();
  const dayText = useDayText();
  const recent = people.filter((x) => tasks.some((task) => canBeAssigned(x, task)));
  const found = useOfferedPeople(people, mostFurther);
  const able = found.offered.filter((x) => recent.includes(x) || !people.includes(x));
  const search = { optionFilterProp: "label", onSearch: found.onSearch };
  const withNote = (list: ReactElement) =>
    found.isCut ? <CutList list={list} text={t.dialog.onlyFirst(f.whole(mostFurther))} /> : list;
  const [how, setHow] = useState(way);
  const [person, setPerson] = useState(keep);
  const [day, setDay] = useState<Dayjs | null>(null);
  const [isDayCleared, setDayCleared] = useState(false);
  const [spreadTo, setSpreadTo] = useState<readonly string[]>(recent.map((x) => x.userId));
  const workdays = days.filter((d) => !isWeekend(d));
  const [chosenDays, setChosenDays] = useState<readonly string[]>();
  const spreadOn = chosenDays ?? (workdays.length > 0 ? workdays : days);
  const [until, setUntil] = useState<Dayjs | null>(null);
  const [reason, setReason] = useState("");
  const [results, setResults] = useState<RowResults>();
  const [busy, setBusy] = useState(false);
  const dialog = useClosing(() => onClose(results?.refused.map((r) => r.taskId)));
  const loadOf = loadsOf(calendar, new Set(tasks.map((task) => task.taskId)));
  const slots =
    how === "spread" && !isLoading
      ? spreadTasks({
          tasks,
          people: able.filter((p) => spreadTo.includes(p.userId)),
          days: spreadOn,
          capacity: calendar,
          orders: calendar.orders,
          loadOf,
        })
      : new Map<string, Slot>();
  const isEmpty = {
    set: person === keep && day === null && !isDayCleared,
    spread: slots.size === 0,
    defer: until === null || reason.trim() === "",
  }[how];

  function send(): Promise<RowResults | undefined> {
    if (how === "defer") return scheduling.defer(tasks, instant(until ?? wallClock()), reason.trim());
    if (how === "spread")
      return scheduling.schedule(
        tasks.flatMap((task) => {
          const slot = slots.get(task.taskId);
          return slot ? [{ task, ...slot }] : [];
        }),
      );
    const change = {
      ...(person === keep ? {} : { assignee: person === clear ? null : person.slice(named("").length) }),
      ...(isDayCleared ? { planDate: null } : day === null ? {} : { planDate: day.format("YYYY-MM-DD") }),
    };
    return scheduling.schedule(tasks.map((task) => ({ task, ...change })));
  }

  async function apply(): Promise<void> {
    setBusy(true);
    const found = await send();
    setBusy(false);
    if (!found) return;
    setResults(found);
    if (found.refused.length === 0) dialog.close();
  }

  const count = how === "spread" ? slots.size : tasks.length;
  return (
    <Modal
      open={dialog.open}
      title={tasks.length === 1 ? `${t.dialog.title(1)} · ${tasks[0]?.moldNo}` : t.dialog.title(tasks.length)}
      width={720}
      onCancel={dialog.close}
      afterOpenChange={dialog.afterOpenChange}
      okText={how === "defer" ? t.dialog.applyDefer(count) : t.dialog.apply(count)}
      okButtonProps={{ disabled: isEmpty || results !== undefined }}
      cancelText={results ? shell.common.close : shell.common.cancel}
      confirmLoading={busy}
      onOk={() => void apply()}
      mask={{ closable: false }}
    >
      <Form layout="vertical" className="sk-cal-dialog">
        <Segmented
          aria-label={t.dialog.how}
          value={how}
          onChange={setHow}
          options={(["set", "spread", "defer"] as const).map((value) => ({ value, label: t.dialog[value] }))}
        />
        {how === "set" && (
          <>
            <Form.Item label={t.dialog.person} htmlFor="sk-cal-person">
              <Select
                id="sk-cal-person"
                value={person}
                onChange={setPerson}
                showSearch={search}
                popupRender={withNote}
                options={[
                  { value: keep, label: t.dialog.keep },
                  { value: clear, label: t.dialog.nobody },
                  ...able.map((p) => ({
                    value: named(p.userId),
                    label: personLabel(p),
                  })),
                ]}
              />
            </Form.Item>
            <Form.Item label={t.dialog.day} htmlFor="sk-cal-day">
              <DatePicker
                id="sk-cal-day"
                value={day}
                onChange={setDay}
                disabled={isDayCleared}
                minDate={wallDay(calendar.today) ?? wallClock()}
                placeholder={t.dialog.keep}
              />{" "}
              <Checkbox checked={isDayCleared} onChange={(e) => setDayCleared(e.target.checked)}>
                {t.dialog.noDay}
              </Checkbox>
            </Form.Item>
          </>
        )}
        {how === "spread" && (
          <>
            <p className="sk-faint">
              {t.dialog.spreadHint} {t.capacity(f.decimal(calendar.dayHours, 1), f.whole(calendar.dayTasks))}
            </p>
            <Form.Item label={t.dialog.people} htmlFor="sk-cal-people">
              <Select
                id="sk-cal-people"
                mode="multiple"
                value={[...spreadTo]}
                onChange={setSpreadTo}
                showSearch={search}
                popupRender={withNote}
                options={able.map((x) => ({ value: x.userId, label: personLabel(x) }))}
              />
            </Form.Item>
            <Form.Item label={t.dialog.days}>
              <Checkbox.Group
                value={[...spreadOn]}
                onChange={(chosen) => setChosenDays(days.filter((d) => chosen.includes(d)))}
                options={days.map((value) => ({ value, label: dayText(value) }))}
              />
              <Button
                type="link"
                size="small"
                loading={isLoading}
                onClick={() => {
                  setChosenDays(undefined);
                  p.onNextWeek();
                }}
              >
                {t.next}
              </Button>
            </Form.Item>
            {slots.size > 0 && (
              <Proposal tasks={tasks} slots={slots} people={able} days={spreadOn} loadOf={loadOf} />
            )}
            {!isLoading && slots.size < tasks.length && (
              <Alert type="warning" showIcon title={t.dialog.noRoom(tasks.length - slots.size)} />
            )}
          </>
        )}
        {how === "defer" && (
          <>
            <p className="sk-faint">{t.dialog.deferHint}</p>
            <Form.Item label={fields.until} htmlFor="sk-cal-until" required>
              <DatePicker
                id="sk-cal-until"
                showTime={{ format: "HH:mm" }}
                format="YYYY-MM-DD HH:mm"
                value={until}
                onChange={setUntil}
                minDate={wallClock()}
              />
            </Form.Item>
            <Form.Item label={t.dialog.reason} htmlFor="sk-cal-reason" required>
              <Input.TextArea
                id="sk-cal-reason"
                value={reason}
                onChange={(e) => setReason(e.target.value)}
                maxLength={200}
              />
            </Form.Item>
          </>
        )}
        {results && results.refused.length > 0 && <Refusals tasks={tasks} results={results} />}
      </Form>
    </Modal>
  );
}

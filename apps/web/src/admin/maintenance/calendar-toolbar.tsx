import { LeftOutlined, PrinterOutlined, RightOutlined, SearchOutlined } from "@ant-design/icons";
import { type CalendarPerson, taskKind } from "@shotkeeper/contract/maintenance";
import { DatePicker, useLocale } from "@shotkeeper/ui/app";
import { CutList } from "@shotkeeper/ui/form";
import { wallDay } from "@shotkeeper/ui/time";
import { Button, Input, Segmented, Select } from "antd";
import { useState } from "react";
import { PlantInput } from "../pickers.tsx";
import type { RowsBy } from "./calendar-data.ts";
import { personLabel, useFurtherPeople } from "./calendar-people.ts";

/** View of the calendar: week, grouping and filters. The URL of the page stores the view. */
export interface CalendarView {
  readonly firstDay: string;
  readonly by: RowsBy;
  readonly kind: 1 | 2 | undefined;
  readonly plantId: string | undefined;
}

interface ToolbarProps {
  readonly view: CalendarView;
  /** True while the tasks of the view load. Meanwhile, export and print are disabled. */
  readonly isLoading: boolean;
  readonly onView: (change: Partial<CalendarView>) => void;
  /** Shows the week with this day. */
  readonly onWeek: (day: string) => void;
  /** Shows the week that is `weeks` weeks after the shown week. A negative number goes back. */
  readonly onStep: (weeks: number) => void;
  readonly onThisWeek: () => void;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onAdd: (person: CalendarPerson) => void;
  readonly onExport: () => void;
  readonly onPrint: () => void;
}

/** Largest number of people that the select offers at once. */
const most = 50;

/** Select that adds a row for a person without recent maintenance. */
function PersonAdder({ onAdd }: { readonly onAdd: (person: CalendarPerson) => void }) {
  const { calendar: t, screen } = useLocale();
  const [typed, setTyped] = useState("");
  const { people, isCut } = useFurtherPeople(typed, most);
  return (
    <Select
      aria-label={t.addPerson}
      placeholder={t.addPerson}
      className="sk-cal-adder"
      value={null}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      popupRender={(list) =>
        isCut ? <CutList list={list} text={screen.form.onlyFirst(String(most))} /> : list
      }
      options={people.map((p) => ({ value: p.userId, label: personLabel(p) }))}
      onChange={(userId) => {
        const p = people.find((x) => x.userId === userId);
        if (p) onAdd(p);
      }}
    />
  );
}

/** Week, filters, search and export of the calendar. */
export function CalendarToolbar(p: ToolbarProps) {
  const { calendar: t, enums, fields } = useLocale();
  const { view } = p;
  const { daily, major } = taskKind.values;
  return (
    <div className="sk-cal-toolbar">
      <div className="sk-cal-week">
        <Button
          icon={<LeftOutlined />}
          aria-label={t.previous}
          title={t.previous}
          onClick={() => p.onStep(-1)}
        />
        <DatePicker
          picker="week"
          aria-label={fields.firstDay}
          allowClear={false}
          value={wallDay(view.firstDay) ?? null}
          format={() => view.firstDay}
          onChange={(d) => d && p.onWeek(d.format("YYYY-MM-DD"))}
        />
        <Button icon={<RightOutlined />} aria-label={t.next} title={t.next} onClick={() => p.onStep(1)} />
        <Button onClick={p.onThisWeek}>{t.thisWeek}</Button>
      </div>
      <Segmented<RowsBy>
        aria-label={t.rows}
        value={view.by}
        onChange={(by) => p.onView({ by })}
        options={[
          { value: "person", label: t.byPerson },
          { value: "mold", label: t.byMold },
        ]}
      />
      <Select
        aria-label={fields.kind}
        className="sk-cal-kind"
        value={view.kind ?? 0}
        onChange={(kind) => p.onView({ kind: kind === daily || kind === major ? kind : undefined })}
        options={[
          { value: 0, label: t.allKinds },
          { value: daily, label: enums.taskKind.daily },
          { value: major, label: enums.taskKind.major },
        ]}
      />
      <div className="sk-cal-plant">
        <PlantInput
          value={view.plantId}
          placeholder={t.allPlants}
          onChange={(value) => p.onView({ plantId: typeof value === "string" ? value : undefined })}
        />
      </div>
      <Input
        className="sk-cal-search"
        prefix={<SearchOutlined />}
        placeholder={t.search}
        aria-label={t.search}
        allowClear
        value={p.text}
        onChange={(e) => p.onText(e.target.value)}
      />
      {view.by === "person" && <PersonAdder onAdd={p.onAdd} />}
      <div className="sk-cal-out">
        <Button disabled={p.isLoading} onClick={p.onExport}>
          {t.exportIcs}
        </Button>
        <Button disabled={p.isLoading} icon={<PrinterOutlined />} onClick={p.onPrint}>
          {t.print}
        </Button>
      </div>
    </div>
  );
}

import type { Condition } from "@shotkeeper/contract/kernel";
import { moldList } from "@shotkeeper/contract/mold";
import { DatePicker, useLocale } from "@shotkeeper/ui/app";
import { useRows } from "@shotkeeper/ui/data";
import { wallClock } from "@shotkeeper/ui/time";
import { Select } from "antd";
import type { Dayjs } from "dayjs";
import { useMemo, useState } from "react";
import { MakerInput, MoldInput, OemInput, PlantInput } from "../pickers.tsx";
import type { IndicatorChoice } from "./choice.ts";

const mostRows = 300;

/** Select of a project. Projects have no table of their own, so the options are the project numbers of the molds. */
function ProjectSelect({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (v: string | undefined) => void;
}) {
  const { indicator: t } = useLocale();
  const [typed, setTyped] = useState("");
  const where = useMemo<Condition[]>(
    () => [{ field: "projectNo", operator: typed === "" ? "NEQ" : "LIKE", value: typed }],
    [typed],
  );
  const found = useRows(moldList, {
    where,
    sort: [{ field: "projectNo", direction: "asc" }],
    limit: mostRows,
  });
  const names = new Map((found.data?.rows ?? []).map((r) => [r.projectNo ?? "", r.projectName]));
  return (
    <Select<string | null>
      allowClear
      placeholder={t.all.projectNo}
      aria-label={t.all.projectNo}
      // Passes null if no project is chosen. With undefined, antd would keep the value that was chosen last.
      value={value ?? null}
      onChange={(no) => onChange(no ?? undefined)}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      popupMatchSelectWidth={false}
      options={[...names].map(([no, name]) => ({ value: no, label: name ? `${no} ${name}` : no }))}
    />
  );
}

const text = (v: unknown) => (typeof v === "string" && v !== "" ? v : undefined);

export function IndicatorBar({ period, scope, put }: IndicatorChoice) {
  const { indicator: t } = useLocale();
  const last = (days: number): [Dayjs, Dayjs] => [wallClock().subtract(days - 1, "day"), wallClock()];
  return (
    <div className="sk-indicator-bar">
      <DatePicker.RangePicker
        aria-label={t.period}
        allowClear={false}
        value={[period[0], period[1]]}
        maxDate={wallClock()}
        onChange={(v) =>
          v?.[0] && v[1] && put({ from: v[0].format("YYYY-MM-DD"), to: v[1].format("YYYY-MM-DD") })
        }
        presets={[
          { label: t.last7, value: last(7) },
          { label: t.last30, value: last(30) },
          { label: t.last90, value: last(90) },
          { label: t.last12, value: [wallClock().subtract(11, "month").startOf("month"), wallClock()] },
        ]}
      />
      <PlantInput
        value={scope.plantId}
        onChange={(v) => put({ plantId: text(v) })}
        placeholder={t.all.plantId}
      />
      <OemInput value={scope.oemId} onChange={(v) => put({ oemId: text(v) })} placeholder={t.all.oemId} />
      <MakerInput
        value={scope.makerId}
        onChange={(v) => put({ makerId: text(v) })}
        placeholder={t.all.makerId}
      />
      <ProjectSelect value={scope.projectNo} onChange={(v) => put({ projectNo: v })} />
      <MoldInput value={scope.moldNo} onChange={(v) => put({ moldNo: text(v) })} placeholder={t.all.moldNo} />
    </div>
  );
}

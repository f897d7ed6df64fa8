import type { Condition } from "@shotkeeper/contract/kernel";
import { moldList } from "@shotkeeper/contract/mold";
import { DatePicker, useLocale } from "@shotkeeper/ui/app";
import { Panel } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { instant, wallClock, wallDay } from "@shotkeeper/ui/time";
import { Select } from "antd";
import type { Dayjs } from "dayjs";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { CycleCharts } from "./cycle-charts.tsx";
import { CycleHours } from "./cycle-hours.tsx";
import { CycleSuggestions } from "./cycle-suggestions.tsx";
import "./cycle.css";

const mostMolds = 6;

/**
 * Returns the chosen molds and period, and their setters. The URL stores the choice, so that a user can share the view.
 */
function useChoice() {
  const [params, setParams] = useSearchParams();
  const molds = useMemo(() => params.getAll("mold"), [params]);
  const [fromDay, toDay] = [params.get("from"), params.get("to")];
  const period = useMemo<readonly [Dayjs, Dayjs]>(() => {
    const end = wallDay(toDay)?.endOf("day") ?? wallClock().endOf("hour");
    return [wallDay(fromDay) ?? end.subtract(7, "day"), end];
  }, [fromDay, toDay]);
  const put = (change: (p: URLSearchParams) => void) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        change(next);
        return next;
      },
      { replace: true },
    );
  return {
    molds,
    period,
    setMolds: (list: readonly string[]) =>
      put((p) => {
        p.delete("mold");
        for (const m of list) p.append("mold", m);
      }),
    setPeriod: (a: Dayjs, b: Dayjs) =>
      put((p) => {
        p.set("from", a.format("YYYY-MM-DD"));
        p.set("to", b.format("YYYY-MM-DD"));
      }),
  };
}

function MoldsSelect({
  value,
  onChange,
}: {
  readonly value: readonly string[];
  readonly onChange: (v: readonly string[]) => void;
}) {
  const { production, shell } = useLocale();
  const [typed, setTyped] = useState("");
  const where = useMemo<Condition[]>(
    () => (typed === "" ? [] : [{ field: "moldNo", operator: "LIKE", value: typed }]),
    [typed],
  );
  const found = useRows(moldList, { where, limit: 50 });
  return (
    <Select
      mode="multiple"
      className="sk-cycle-molds"
      aria-label={production.cycles.molds}
      placeholder={production.cycles.pickMolds}
      value={[...value]}
      onChange={(v) => onChange(v)}
      maxCount={mostMolds}
      maxTagCount="responsive"
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={found.isFetching ? shell.loading : shell.common.noData}
      options={(found.data?.rows ?? []).map((r) => ({
        value: r.moldNo,
        label: r.moldName ? `${r.moldNo} ${r.moldName}` : r.moldNo,
      }))}
      optionLabelProp="value"
    />
  );
}

/** Screen for the cycle analysis of molds: chart over time, distribution, share within tolerance, and outliers. */
export default function CycleScreen() {
  const { production, mold } = useLocale();
  const t = production.cycles;
  const { molds, period, setMolds, setPeriod } = useChoice();
  const [from, to] = [instant(period[0]), instant(period[1])];
  const ago = (days: number): [Dayjs, Dayjs] => [wallClock().subtract(days, "day"), wallClock()];
  return (
    <div className="sk-cycle">
      <div className="sk-cycle-bar">
        <MoldsSelect value={molds} onChange={setMolds} />
        <DatePicker.RangePicker
          aria-label={t.period}
          allowClear={false}
          value={[period[0], period[1]]}
          onChange={(v) => v?.[0] && v[1] && setPeriod(v[0], v[1])}
          presets={[
            { label: mold.charts.day, value: ago(1) },
            { label: mold.charts.week, value: ago(7) },
            { label: mold.charts.month, value: ago(30) },
          ]}
        />
      </div>
      {molds.length === 0 ? (
        <Panel>
          <CycleSuggestions onPick={setMolds} />
        </Panel>
      ) : (
        <>
          <CycleCharts molds={molds} from={from} to={to} />
          <CycleHours molds={molds} from={from} to={to} />
        </>
      )}
    </div>
  );
}

import { DataGrid, type GridColumn, gridTexts, rowCards } from "@shotkeeper/datagrid/antd";
import "@shotkeeper/datagrid/antd.css";
import { menus } from "@shotkeeper/contract/menus";
import { useFormats, useLocale, useNarrow } from "@shotkeeper/ui/app";
import { useMemo } from "react";
import { MoldLink } from "../links.tsx";
import type { Bucket, By } from "./output-choice.ts";
import { columnOf, type Measure, type Pivot, type PivotRow } from "./pivot.ts";

interface OutputPivotProps {
  readonly pivot: Pivot;
  readonly by: By;
  readonly bucket: Bucket;
  readonly measure: Measure;
  readonly timeText: (time: number) => string;
}

/** Height of a row, and of toolbar, header, totals and pager together, px. */
const [rowHeight, fixedHeight] = [32, 190];

/**
 * Pivot table of output: one row per group, one column per time bucket, and totals on the left and below. An exported
 * file has the same cells.
 */
export function OutputPivot({ pivot, by, bucket, measure, timeText }: OutputPivotProps) {
  const { production, enums, code, fields } = useLocale();
  const t = production.output;
  const f = useFormats();
  const isNarrow = useNarrow();
  const columns = useMemo((): GridColumn<PivotRow>[] => {
    // On a phone, one column with the names of the groups replaces the two columns with codes and names, so that
    // figures fit beside it. Molds keep their numbers, because users know molds by them.
    const isNamed = isNarrow && by !== "mold" && by !== "product";
    const decimals = measure === "weight" || measure === "estimated" ? 1 : 0;
    const total = (v: number | null) => (measure === "estimated" ? f.percent(v) : f.decimal(v, decimals));
    // On a phone, the line of totals has room for the sum over all time buckets, but not for one sum per time bucket.
    const figure = (key: string, title: string, sum: number | null): GridColumn<PivotRow> => ({
      key,
      title,
      type: "number",
      width: bucket === "week" ? 128 : 100,
      decimals,
      ...(isNarrow && key !== "total" ? {} : { total: total(sum) }),
      ...(measure === "estimated" ? { unit: "%" } : measure === "weight" ? { unit: "kg" } : {}),
    });
    const first: GridColumn<PivotRow> = {
      key: "key",
      title: enums.outputBy[by],
      type: "text",
      width: isNarrow ? 120 : 148,
      pin: "left",
      ...(isNarrow ? {} : { total: t.total }),
      text: (value, row) => (value === "" ? t.none : isNamed ? row.name || String(value) : String(value)),
      render: (value, row) =>
        value === "" ? (
          <span className="sk-faint">{t.none}</span>
        ) : by === "mold" ? (
          <MoldLink no={String(value)} />
        ) : isNamed ? (
          row.name || String(value)
        ) : (
          String(value)
        ),
    };
    return [
      first,
      ...(by === "product" || isNamed
        ? []
        : [{ key: "name", title: nameTitle(by, fields), type: "text" as const, onCard: true, width: 200 }]),
      { ...figure("total", t.total, pivot.total), onCard: true, width: 112 },
      ...pivot.times.map((time, i) => figure(columnOf(time), timeText(time), pivot.sums[i] ?? null)),
    ];
  }, [pivot, by, bucket, measure, timeText, enums, t, f, fields, isNarrow]);
  return (
    <DataGrid<PivotRow>
      // Id under which the grid stores its column layout. Each combination of grouping and bucket has its own columns
      // and therefore its own id.
      id={`${menus.productionOutput}.${by}.${bucket}`}
      label={t.pivot}
      columns={columns}
      rowKey={(row) => row.key}
      source={pivot}
      texts={gridTexts[code]}
      sequence={false}
      pageSize={50}
      cards={isNarrow ? rowCards : undefined}
      height={isNarrow ? "fill" : Math.min(420, fixedHeight + rowHeight * pivot.rows.length)}
      exportName={`${t.pivot} ${enums.outputBy[by]} ${enums.outputBucket[bucket]}`}
    />
  );
}

function nameTitle(by: By, fields: ReturnType<typeof useLocale>["fields"]): string {
  const titles: Readonly<Record<By, string>> = {
    mold: fields.moldName,
    product: fields.productNo,
    plant: fields.orgName,
    oem: fields.orgName,
    project: fields.projectName,
    machine: fields.deviceName,
  };
  return titles[by];
}

import { DataGrid, type GridColumn, gridTexts } from "@shotkeeper/datagrid/antd";
import "@shotkeeper/datagrid/antd.css";
import { menus } from "@shotkeeper/contract/menus";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
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

/**
 * Pivot table of output: one row per group, one column per time bucket, and totals on the left and below. An exported
 * file has the same cells.
 */
export function OutputPivot({ pivot, by, bucket, measure, timeText }: OutputPivotProps) {
  const { production, enums, code, fields } = useLocale();
  const t = production.output;
  const f = useFormats();
  const columns = useMemo((): GridColumn<PivotRow>[] => {
    const decimals = measure === "weight" || measure === "estimated" ? 1 : 0;
    const total = (v: number | null) => (measure === "estimated" ? f.percent(v) : f.decimal(v, decimals));
    const figure = (key: string, title: string, sum: number | null): GridColumn<PivotRow> => ({
      key,
      title,
      type: "number",
      width: bucket === "week" ? 128 : 100,
      decimals,
      total: total(sum),
      ...(measure === "estimated" ? { unit: "%" } : measure === "weight" ? { unit: "kg" } : {}),
    });
    const first: GridColumn<PivotRow> = {
      key: "key",
      title: enums.outputBy[by],
      type: "text",
      width: 148,
      pin: "left",
      total: t.total,
      text: (value) => (value === "" ? t.none : String(value)),
      render: (value) =>
        value === "" ? (
          <span className="sk-faint">{t.none}</span>
        ) : by === "mold" ? (
          <MoldLink no={String(value)} />
        ) : (
          String(value)
        ),
    };
    return [
      first,
      ...(by === "product"
        ? []
        : [{ key: "name", title: nameTitle(by, fields), type: "text" as const, width: 200 }]),
      { ...figure("total", t.total, pivot.total), width: 112 },
      ...pivot.times.map((time, i) => figure(columnOf(time), timeText(time), pivot.sums[i] ?? null)),
    ];
  }, [pivot, by, bucket, measure, timeText, enums, t, f, fields]);
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
      height={420}
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

import { type Fields, type ImportFault, wireName } from "@shotkeeper/contract/kernel";
import { DataGrid, type GridColumn, gridTexts } from "@shotkeeper/datagrid";
import type { ImportColumn, ImportedRow } from "@shotkeeper/datagrid/sheet";
import { useMemo } from "react";
import { ToneTag, useLocale } from "../../app/index.ts";
import { faultText } from "./import-columns.ts";

interface ImportPreviewProps {
  readonly rows: readonly ImportedRow[];
  readonly columns: readonly ImportColumn[];
  readonly fields: Fields;
  readonly faults: readonly ImportFault[];
  readonly onlyFaulty: boolean;
}

interface PreviewRow {
  readonly line: number;
  readonly values: ImportedRow["values"];
  readonly faults: readonly ImportFault[];
}

/** What would be added, each bad cell marked, and why in words at the row's beginning. */
export function ImportPreview({ rows, columns, fields, faults, onlyFaulty }: ImportPreviewProps) {
  const locale = useLocale();
  const t = locale.importing;
  const shown = useMemo<readonly PreviewRow[]>(() => {
    const byRow = Map.groupBy(faults, (f) => f.ROW);
    const all = rows.map((r, i) => ({ ...r, faults: byRow.get(i) ?? [] }));
    return onlyFaulty ? all.filter((r) => r.faults.length > 0) : all;
  }, [rows, faults, onlyFaulty]);
  const gridColumns = useMemo<readonly GridColumn<PreviewRow>[]>(() => {
    const words = (row: PreviewRow) => row.faults.map((f) => faultText(f, fields, locale)).join("; ");
    const labelOfValue = (c: ImportColumn, value: unknown) =>
      c.options?.find((o) => o.value === value)?.label ?? (value === undefined ? "" : String(value));
    return [
      { key: "line", title: t.line, type: "number", width: 72, pin: "left", filterable: false },
      {
        key: "fault",
        title: t.result,
        type: "custom",
        width: 340,
        pin: "left",
        text: (_v, row) => words(row),
        render: (_v, row) =>
          row.faults.length > 0 ? (
            <span className="sk-import-fault">{words(row)}</span>
          ) : (
            <ToneTag tone="good">{t.fine}</ToneTag>
          ),
      },
      ...columns.map(
        (c): GridColumn<PreviewRow> => ({
          key: c.key,
          title: c.title,
          type: "custom",
          width: 128,
          text: (_v, row) => labelOfValue(c, row.values[c.key]),
          render: (_v, row) => {
            const text = labelOfValue(c, row.values[c.key]);
            return row.faults.some((f) => f.FIELD === c.key) ? (
              <mark className="sk-import-bad">{text === "" ? t.missing : text}</mark>
            ) : (
              text
            );
          },
        }),
      ),
    ];
  }, [columns, fields, locale, t]);
  const source = useMemo(() => ({ rows: shown }), [shown]);
  return (
    <div className="sk-import-preview">
      <DataGrid<PreviewRow>
        id={`import.${Object.entries(fields)
          .slice(0, 1)
          .map(([n, f]) => wireName(n, f))
          .join("")}`}
        columns={gridColumns}
        rowKey={(row) => String(row.line)}
        source={source}
        texts={gridTexts[locale.code]}
        sequence={false}
        height="fill"
        label={t.preview}
      />
    </div>
  );
}

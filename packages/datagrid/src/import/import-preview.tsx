import { type ReactNode, useMemo } from "react";
import type { GridTexts } from "../core/texts.ts";
import type { GridColumn, GridSource } from "../core/types.ts";
import { Grid } from "../react/grid.tsx";
import type { PreviewRow } from "../sheet/import-session.ts";
import type { OpenedFile } from "../sheet/open-file.ts";
import type { Cell, ImportColumn } from "../sheet/types.ts";
import { faultsText } from "./fault-text.ts";
import type { ImportTexts } from "./texts.ts";

interface Props {
  id: string;
  file: OpenedFile;
  /** Columns of the import to which a column of the sheet is assigned. */
  columns: readonly ImportColumn[];
  texts: ImportTexts;
  gridTexts: GridTexts;
  onlyBad: boolean;
  version: number;
}

const rowKey = (row: PreviewRow): string => String(row.line);
const rest = { sortable: false, filterable: false } as const;

/**
 * Step of the import that shows the rows before they are saved. Faulty cells are marked, and the first column explains
 * the faults.
 */
export function ImportPreview({
  id,
  file,
  columns,
  texts: t,
  gridTexts,
  onlyBad,
  version,
}: Props): ReactNode {
  const gridColumns = useMemo<readonly GridColumn<PreviewRow>[]>(() => {
    const words = (row: PreviewRow) => faultsText(row.faults, columns, t);
    const shown = (c: ImportColumn, value: Cell | undefined) =>
      c.options?.find((o) => o.value === value)?.label ?? String(value ?? "");
    return [
      { key: "line", title: t.line, type: "number", width: 72, pin: "left", fixed: true, ...rest },
      {
        key: "result",
        title: t.result,
        type: "custom",
        width: 260,
        pin: "left",
        fixed: true,
        ...rest,
        text: (_value, row) => words(row),
        render: (_value, row) =>
          row.faults.length > 0 ? (
            <span className="dgi-fault" title={words(row)}>
              {words(row)}
            </span>
          ) : (
            <span className="dgi-fine">{t.fine}</span>
          ),
      },
      ...columns.map((c): GridColumn<PreviewRow> => {
        const text = (_value: unknown, row: PreviewRow) => shown(c, row.values[c.key]);
        return {
          key: c.key,
          title: c.title,
          unit: c.unit,
          type: "custom",
          width: 128,
          ...rest,
          text,
          render: (value, row) => {
            const faults = row.faults.filter((f) => f.key === c.key);
            if (faults.length === 0) return text(value, row);
            return (
              <mark className="dgi-bad" title={faultsText(faults, columns, t)}>
                {text(value, row) || t.empty}
              </mark>
            );
          },
        };
      }),
    ];
  }, [columns, t]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version has other rows of the same file
  const source = useMemo<GridSource<PreviewRow>>(
    () => ({ load: ({ offset, limit }) => file.page(offset, limit, onlyBad) }),
    [file, onlyBad, version],
  );
  return (
    <div className="dgi-preview">
      <Grid<PreviewRow>
        id={`${id}.import`}
        columns={gridColumns}
        rowKey={rowKey}
        source={source}
        texts={gridTexts}
        sequence={false}
        size="mini"
        label={t.preview}
      />
    </div>
  );
}

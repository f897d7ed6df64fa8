import { type ReactNode, useMemo } from "react";
import { AntdGrid } from "../antd/antd-grid.tsx";
import type { GridTexts } from "../core/texts.ts";
import type { GridSource } from "../core/types.ts";
import type { GridColumn } from "../react/props.ts";
import type { OpenedFile } from "../sheet/open-file.ts";
import type { PreviewFilter, PreviewRow } from "../sheet/session-types.ts";
import type { Cell, ImportColumn } from "../sheet/types.ts";
import { faultsText, notesText } from "./fault-text.ts";
import type { ImportTexts } from "./texts.ts";

interface Props {
  id: string;
  file: OpenedFile;
  /** Columns of the import to which a column of the sheet is assigned. */
  columns: readonly ImportColumn[];
  texts: ImportTexts;
  gridTexts: GridTexts;
  filter: PreviewFilter;
  version: number;
  /** True if required columns are missing. The preview then calls no row correct. */
  isIncomplete: boolean;
  /** Replaces a cell by a text that the user typed. */
  onEdit: (line: number, key: string, text: string) => Promise<void>;
}

/**
 * Row of the preview with the displayed texts of its cells, by `cellKey`. The editor of a cell opens with the displayed
 * text.
 */
type Shown = PreviewRow & Readonly<Record<string, unknown>>;

/** Key of a cell's text in a row. The prefix avoids conflicts with the other fields of the row. */
const cellKey = (column: ImportColumn): string => `cell:${column.key}`;
const shownText = (c: ImportColumn, value: Cell | undefined): string =>
  c.options?.find((o) => o.value === value)?.label ?? String(value ?? "");

const rowKey = (row: Shown): string => String(row.line);
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
  filter,
  isIncomplete,
  version,
  onEdit,
}: Props): ReactNode {
  const gridColumns = useMemo<readonly GridColumn<Shown>[]>(() => {
    const words = (row: Shown) => faultsText(row.faults, columns, t);
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
            !isIncomplete && <span className="dgi-fine">{t.fine}</span>
          ),
      },
      ...columns.map((c): GridColumn<Shown> => {
        const text = (_value: unknown, row: Shown) => shownText(c, row.values[c.key]);
        return {
          key: cellKey(c),
          title: c.title,
          unit: c.unit,
          type: "custom",
          width: 128,
          ...rest,
          text,
          edit: { save: (row, value) => onEdit(row.line, c.key, String(value ?? "")) },
          render: (value, row) => {
            const faults = row.faults.filter((f) => f.key === c.key);
            const shown = text(value, row);
            if (faults.length > 0)
              return (
                <mark className="dgi-bad" title={faultsText(faults, columns, t)}>
                  {shown || t.empty}
                </mark>
              );
            const note = row.notes.find((n) => n.key === c.key);
            if (!note) return shown;
            return (
              <span className="dgi-converted" title={notesText(note, t)}>
                {shown}
              </span>
            );
          },
        };
      }),
    ];
  }, [columns, t, isIncomplete, onEdit]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version has other rows of the same file
  const source = useMemo<GridSource<Shown>>(
    () => ({
      load: async ({ offset, limit }) => {
        const { rows, total } = await file.page(offset, limit, filter);
        const withTexts = (row: PreviewRow): Shown => ({
          ...row,
          ...Object.fromEntries(columns.map((c) => [cellKey(c), shownText(c, row.values[c.key])])),
        });
        return { rows: rows.map(withTexts), total };
      },
    }),
    [file, filter, version, columns],
  );
  return (
    <div className="dgi-preview">
      <AntdGrid<Shown>
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

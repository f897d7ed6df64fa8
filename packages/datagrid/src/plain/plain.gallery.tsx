import { useMemo, useState } from "react";
import "./style.css";
import { type GridLocale, gridTexts } from "../core/texts.ts";
import type { GridFilter } from "../core/types.ts";
import { type Part, part, partColumns, parts, rowKey } from "../gallery/parts.ts";
import type { GridColumn } from "../react/props.ts";
import { DataGrid, type DataGridProps } from "./data-grid.tsx";

export interface PlainStoryProps extends Partial<DataGridProps<Part>> {
  readonly locale?: GridLocale;
}

function Parts({
  locale = "en",
  width = 960,
  rows = 60,
  ...props
}: PlainStoryProps & { rows?: number; width?: number }) {
  const source = useMemo(() => ({ rows: parts(rows) }), [rows]);
  return (
    <main style={{ height: 460, width, maxWidth: "100%", padding: 12 }}>
      <DataGrid<Part>
        id="plain-story"
        label="Parts"
        columns={partColumns}
        rowKey={rowKey}
        source={source}
        texts={gridTexts[locale]}
        {...props}
      />
    </main>
  );
}

const filters: readonly GridFilter[] = [
  { field: "name", operator: "LIKE", value: "Grille" },
  { field: "weight", operator: "EGT", value: 100 },
];
const linked: readonly GridColumn<Part>[] = partColumns.map((column) =>
  column.key === "name"
    ? { ...column, render: (value: unknown) => <a href="#linked">{String(value)}</a> }
    : column,
);

/** A grid without antd. The user can select rows, filter them and open them in a drawer, and each row has buttons. */
export function WithoutAntd(props: PlainStoryProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Part>>(
    new Map([part(1), part(3)].map((row) => [row.id, row])),
  );
  const [shown, setShown] = useState(filters);
  return (
    <Parts
      filters={shown}
      onFiltersChange={setShown}
      selectable
      selection={chosen}
      onSelectionChange={setChosen}
      rowDetail={(row) => <p>Details of {row.id}</p>}
      {...props}
    />
  );
}

/**
 * The browser's colour of buttons. Needed because Shotkeeper's styles in the gallery give buttons an unsuitable colour.
 */
const native = { color: "ButtonText" };

export const WithLinksAndButtons = (props: PlainStoryProps) => (
  <Parts
    {...props}
    columns={linked}
    actionsWidth={120}
    rowActions={(row) => (
      <>
        <button type="button" aria-label={`Edit ${row.id}`} style={native}>
          Edit
        </button>{" "}
        <button type="button" aria-label={`Copy ${row.id}`} style={native}>
          Copy
        </button>
      </>
    )}
  />
);
export const SmallRows = (props: PlainStoryProps) => <Parts {...props} size="mini" rows={5} />;
export const Narrow = (props: PlainStoryProps) => <Parts {...props} width={360} />;
export const Empty = (props: PlainStoryProps) => <Parts {...props} rows={0} />;
const broken = { load: () => Promise.reject(new Error("503 Service Unavailable")) };
export const Failed = (props: PlainStoryProps) => <Parts {...props} source={broken} />;

import { onlyWriters, right, tableRights } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import type { GridFilter } from "@shotkeeper/datagrid/antd";
import { Button } from "antd";
import { useState } from "react";
import { StateTag } from "../app/index.ts";
import { UsedBar } from "../cells/cells.tsx";
import type { Columns } from "../cells/columns.ts";
import { EmptyHint } from "../cells/empty-hint.tsx";
import { sampleForm } from "../form/form.gallery.tsx";
import {
  type Answers,
  longRow,
  pending,
  readOnlyUser,
  type SampleRow,
  Stage,
  type StoryProps,
  sampleEntity,
  sampleImport,
  sampleQuery,
  sampleRow,
  sampleRows,
  unreachable,
} from "../gallery/index.ts";
import { ChangeHistory } from "./change-history.tsx";
import { DetailDrawer } from "./detail-drawer.tsx";
import { FilterStrip } from "./filter-strip.tsx";
import { ListScreen, type ListScreenProps } from "./list-screen.tsx";
import { QueryGrid, type QueryGridProps } from "./query-grid.tsx";
import { RefusableButton, type RowAction, RowActions } from "./row-actions.tsx";
import { SearchBox } from "./search-box.tsx";

const nothing = () => {};

const columns: Columns<typeof sampleQuery> = [
  { name: "moldNo", pin: "left" },
  "moldName",
  { name: "liveState", cell: (row) => <StateTag state={row.liveState} /> },
  "moldAge",
  "plantName",
  { name: "lifeUsed", cell: (row) => <UsedBar percent={row.lifeUsed} /> },
  "cavities",
  "standardCycle",
  "handoverDate",
];

type ScreenStoryProps = StoryProps & Partial<ListScreenProps<typeof sampleQuery, typeof sampleEntity>>;

function Screen(props: ScreenStoryProps) {
  return (
    <ListScreen
      query={sampleQuery}
      entity={sampleEntity}
      columns={columns}
      form={sampleForm}
      search={["moldNo", "moldName"]}
      importing={{ command: sampleImport }}
      emptyHint="Add the first mold, or import your list from a spreadsheet."
      {...props}
    />
  );
}

const rows = (list: readonly SampleRow[]): Answers => ({ "BS101.Q01": list });

export const ManyRows = ({ client, ...props }: ScreenStoryProps) => (
  <Stage client={client} layout="page">
    <Screen {...props} />
  </Stage>
);

export const OneRow = () => (
  <Stage answers={rows(sampleRows(1))} layout="page">
    <Screen />
  </Stage>
);

export const EmptyList = ({ client }: StoryProps) => (
  <Stage client={client} answers={rows([])} layout="page">
    <Screen />
  </Stage>
);

export const LoadingList = () => (
  <Stage answers={{ "BS101.Q01": pending }} layout="page">
    <Screen />
  </Stage>
);

export const FailedList = ({ client }: StoryProps) => (
  <Stage client={client} answers={{ "BS101.Q01": unreachable }} layout="page">
    <Screen />
  </Stage>
);

export const ReadOnlyList = ({ client }: StoryProps) => (
  <Stage client={client} user={readOnlyUser} layout="page">
    <Screen />
  </Stage>
);

const ofStaff = {
  entity: { ...sampleEntity, access: tableRights(menus.mold, { writers: onlyWriters("staff") }) },
  importing: { command: { ...sampleImport, access: right(menus.mold, "A", { only: ["staff"] }) } },
};

/** Story: a list whose rows only staff may write. Other users may not write, whatever their rights. */
export const WrittenByStaff = ({ client }: StoryProps) => (
  <Stage client={client} layout="page">
    <Screen {...ofStaff} />
  </Stage>
);

export const LongTextsInAList = () => (
  <Stage answers={rows([longRow, ...sampleRows(3)])} layout="page">
    <Screen />
  </Stage>
);

/** Story: a list that was opened by a link. The filter and the sort come from the address of the page. */
export const FilteredByAddress = ({
  client,
  path = "/list?filter=moldName~LIKE~sGrille&sort=cavities:desc",
}: StoryProps & { readonly path?: string }) => (
  <Stage client={client} path={path} layout="page">
    <Screen />
  </Stage>
);

/** Story: a list whose address asks for the form of a new row, as the entries of the command palette do. */
export const AddByAddress = ({ client }: StoryProps) => (
  <Stage client={client} path="/list?add" layout="page">
    <Screen />
  </Stage>
);

const onlyGrilles: readonly GridFilter[] = [{ field: "moldName", operator: "LIKE", value: "Grille" }];

/** Story: a list that opens with a filter, which the user may remove. */
export const FilteredAtFirst = ({ client }: StoryProps) => (
  <Stage client={client} path="/list" layout="page">
    <QueryGrid query={sampleQuery} columns={columns} initialFilters={onlyGrilles} />
  </Stage>
);

export const NothingMatches = ({ client }: StoryProps) => (
  <Stage client={client} path="/list?q=no-such-mold" layout="page">
    <Screen />
  </Stage>
);

const refusedActions = (row: SampleRow): RowAction[] => [
  {
    key: "scrap",
    label: "Scrap",
    run: nothing,
    danger: true,
    refused: row.liveState === "running" ? "A running mold cannot be scrapped" : undefined,
  },
];

export const ActionsWithReasons = ({ client }: StoryProps) => (
  <Stage client={client} user={readOnlyUser} layout="page">
    <Screen actions={refusedActions} />
  </Stage>
);

export const BulkActions = ({ client }: StoryProps) => (
  <Stage client={client} layout="page">
    <Screen bulk={(chosen, done) => <Button onClick={done}>Print {chosen.length} labels</Button>} />
  </Stage>
);

function InOrder() {
  return (
    <QueryGrid
      query={sampleQuery}
      columns={["moldNo", "moldName", "cavities"]}
      sort={byCavities}
      inner
      order={{ entity: sampleEntity, field: "cavities" }}
    />
  );
}
const byCavities = [{ field: "cavities", direction: "asc" }] as const;

/** Story: a list with an order, which the user changes by dragging rows. */
export const OrderedRows = ({ client }: StoryProps) => (
  <Stage client={client} answers={rows(sampleRows(4))} layout="page">
    <InOrder />
  </Stage>
);

type GridStoryProps = StoryProps & Partial<QueryGridProps<typeof sampleQuery>>;

/** Story: a grid inside another page. The grid does not write its filters to the address of that page. */
export const GridInAPage = ({ client, ...props }: GridStoryProps) => (
  <Stage client={client}>
    <div style={{ width: 900 }}>
      <QueryGrid
        query={sampleQuery}
        columns={columns}
        id="inner"
        inner
        height={360}
        entity={sampleEntity}
        empty={<EmptyHint title="No molds in this plant" />}
        {...props}
      />
    </div>
  </Stage>
);

function Selecting() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, SampleRow>>(new Map([["M-0002", sampleRow(1)]]));
  return (
    <QueryGrid
      query={sampleQuery}
      columns={columns}
      selection={chosen}
      onSelectionChange={setChosen}
      rowClassName={(row) => (row.isValid ? "" : "sk-faint")}
      toolbar={<span>{[...chosen.keys()].join(", ")}</span>}
    />
  );
}

export const SelectedRows = ({ client }: StoryProps) => (
  <Stage client={client} layout="page">
    <Selecting />
  </Stage>
);

const action = (key: string, label: string, more: Partial<RowAction> = {}): RowAction => ({
  key,
  label,
  run: nothing,
  ...more,
});

export const TwoActions = () => (
  <Stage>
    <RowActions actions={[action("edit", "Edit"), action("remove", "Delete", { danger: true })]} />
  </Stage>
);

interface ManyActionsProps {
  readonly onEdit?: () => void;
  readonly menuForRefused?: boolean;
}
export const ManyActions = ({ onEdit = nothing, menuForRefused = false }: ManyActionsProps) => (
  <Stage>
    <RowActions
      menuForRefused={menuForRefused}
      actions={[
        action("edit", "Edit", { run: onEdit }),
        action("print", "Print", { refused: "There is no printer" }),
        action("copy", "Copy"),
        action("scrap", "Scrap", { danger: true, refused: "A running mold cannot be scrapped" }),
      ]}
    />
  </Stage>
);

export const RefusedButton = ({ onClick = nothing }: { readonly onClick?: () => void }) => (
  <Stage>
    <RefusableButton refused="You sent this order yourself" onClick={onClick}>
      Audit
    </RefusableButton>
    <RefusableButton refused={undefined} onClick={onClick}>
      Send
    </RefusableButton>
  </Stage>
);

const changed = {
  logId: 2,
  at: "2026-03-02T08:30:00Z",
  userId: "mei.lin",
  action: "update",
  target: "MB_SAMPLE",
  targetKey: "M-0002",
  before: { mold_name: "Grille", cavities: 2, standard_cycle: 24.5 },
  after: { mold_name: "Grille 2", cavities: 4, standard_cycle: null },
};
const inserted = {
  ...changed,
  logId: 1,
  at: "2026-03-01T08:30:00Z",
  userId: "setup",
  action: "insert",
  before: null,
  after: { mold_no: "M-0002", mold_name: "Grille", cavities: 2 },
};
const history: Answers = { "SYS100.Q03": [changed, inserted] };

interface DrawerStoryProps extends StoryProps {
  readonly actions?: readonly RowAction[];
  readonly onClose?: () => void;
}

export const Details = ({
  client,
  actions = [action("edit", "Edit")],
  onClose = nothing,
}: DrawerStoryProps) => (
  <Stage client={client} answers={history}>
    <DetailDrawer
      query={sampleQuery}
      entity={sampleEntity}
      sections={sampleForm.sections ?? []}
      row={sampleRow(1)}
      title="M-0002"
      actions={<RowActions actions={actions} />}
      onClose={onClose}
    />
  </Stage>
);

export const DetailsWithoutHistory = () => (
  <Stage>
    <DetailDrawer query={sampleQuery} sections={[]} row={longRow} title={longRow.moldNo} onClose={nothing} />
  </Stage>
);

export const History = ({ client }: StoryProps) => (
  <Stage client={client} answers={history}>
    <ChangeHistory entity={sampleEntity} recordKey="M-0002" />
  </Stage>
);

export const HistoryLoading = () => (
  <Stage answers={{ "SYS100.Q03": pending }}>
    <div style={{ width: 480 }}>
      <ChangeHistory entity={sampleEntity} recordKey="M-0002" />
    </div>
  </Stage>
);

export const HistoryEmpty = () => (
  <Stage>
    <ChangeHistory entity={sampleEntity} recordKey="M-0002" />
  </Stage>
);

const strip = [
  { key: "all", label: "All", count: 24_310 },
  { key: "open", label: "Open", count: 12 },
  { key: "closed", label: "Closed", count: 0 },
  { key: "unknown", label: "Not counted", count: undefined },
];

export function Strip({ onChoose = nothing }: { readonly onChoose?: (key: string) => void }) {
  const [chosen, setChosen] = useState("open");
  return (
    <Stage>
      <FilterStrip
        label="State"
        items={strip}
        chosen={chosen}
        onChoose={(key) => {
          setChosen(key);
          onChoose(key);
        }}
      />
    </Stage>
  );
}

interface SearchStoryProps {
  readonly start?: readonly GridFilter[];
  readonly onChange?: (filters: readonly GridFilter[]) => void;
}

export function Search({ start = [], onChange = nothing }: SearchStoryProps) {
  const [filters, setFilters] = useState<readonly GridFilter[]>(start);
  return (
    <Stage>
      <SearchBox
        fields={["moldNo", "moldName"]}
        filters={filters}
        onChange={(next) => {
          setFilters(next);
          onChange(next);
        }}
      />
      <Button onClick={() => setFilters([])}>Clear filters</Button>
    </Stage>
  );
}

export const SearchedFor = () => (
  <Search start={[{ field: "moldName", operator: "LIKE", value: "Grille" }]} />
);

export const SearchInOneField = () => (
  <Stage>
    <SearchBox fields={["moldNo"]} filters={[]} onChange={nothing} />
  </Stage>
);

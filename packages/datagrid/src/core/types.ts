/** Type of a column. It determines default width, alignment, filter and comparison. */
export type CellType = "text" | "number" | "date" | "time" | "choice" | "flag" | "custom";

/**
 * How the values of a column are combined into one value for a group of rows. `count` counts the values that are not
 * blank.
 */
export type Aggregate = "sum" | "count" | "min" | "max" | "average";

/** Size of texts and rows: rows are 28, 32 or 40 px high. */
export type GridSize = "mini" | "small" | "middle";

/**
 * Side to which a column is pinned. In a right-to-left grid, "left" means the right side, because lines begin there.
 */
export type PinSide = "left" | "right";

/** A possible value of a `choice` column. */
export interface ChoiceOption {
  value: string | number;
  label: string;
  /** CSS colour of a dot before the label. */
  color?: string | undefined;
}

/**
 * A column of a grid. `Content` is the type of drawn content. It is `unknown` in the core, which depends on no
 * framework. The entry points for React set it to ReactNode.
 */
export interface GridColumn<R, Content = unknown> {
  /** Name of the field in rows, filters and sort. Each column of a grid has a different key. */
  key: string;
  title: string;
  /** Unit of the values. The header shows it after the title. */
  unit?: string | undefined;
  type: CellType;
  /** Width of the column, px. The default depends on the type, see `DEFAULT_WIDTH`. */
  width?: number | undefined;
  /** Side to which the column is pinned until the user changes it. Default: not pinned. */
  pin?: PinSide | undefined;
  /** True: the column is hidden until the user shows it. Default: false. */
  hidden?: boolean | undefined;
  /**
   * True: on a narrow screen, each card shows this column in preference to columns without `onCard`. Default: false.
   */
  onCard?: boolean | undefined;
  /** True: the user cannot drag the column, and moving other columns cannot change its position. Default: false. */
  fixed?: boolean | undefined;
  /** True if the user can sort by the column. Default: true, except for `custom` columns without `text`. */
  sortable?: boolean | undefined;
  /**
   * True if the user can filter by the column. Default: true, except for `custom`, and for `choice` without `options`.
   */
  filterable?: boolean | undefined;
  /** Draws the filter of the column in place of the filter of its type. Makes any column filterable. */
  filterPanel?: ((props: FilterPanelProps) => Content) | undefined;
  /** The possible values of a `choice` column. */
  options?: readonly ChoiceOption[] | undefined;
  /** Decimals of a `number` column. Default: as many as the value has, at most 6. */
  decimals?: number | undefined;
  /** Draws the content of a cell. The function runs while the user scrolls, so it must be fast. */
  render?: ((value: unknown, row: R) => Content) | undefined;
  /**
   * Returns the cell as plain text. The grid shows this text if there is no `render`. Copies and exports contain it,
   * and array sources search and sort by it.
   */
  text?: ((value: unknown, row: R) => string) | undefined;
  /** Content of the column's footer cell. Takes precedence over the totals of the data source. */
  total?: Content | undefined;
  /** True: the footer shows the sum of the column over all filtered rows. Only for array sources. Default: false. */
  sum?: boolean | undefined;
  /** Titles of the column's groups, the outermost first. Each group has a header over its columns. */
  groups?: readonly string[] | undefined;
  /** Aggregate that the header of a group of rows shows. */
  aggregate?: Aggregate | undefined;
  /** True: exports leave out the column. Default: false. A `custom` column without `text` is never exported. */
  unexport?: boolean | undefined;
  /** Makes the cells editable by double click, F2 or typing. Enter and Tab save; Escape cancels. */
  edit?: ColumnEdit<R, Content> | undefined;
}

/** Props of a custom filter of a column. */
export interface FilterPanelProps {
  /** Active conditions of the column. */
  conditions: readonly GridFilter[];
  /** Replaces the conditions of the column and closes the popover. */
  onApply: (conditions: readonly GridFilter[]) => void;
  onClose: () => void;
}

/** Describes how the cells of a column are edited in place. */
export interface ColumnEdit<R, Content = unknown> {
  /** Returns true if the cell of this row may be edited. Default: every row. */
  allowed?: ((row: R) => boolean) | undefined;
  /** Returns an error message, or undefined if the value is valid. The value of an empty input is null. */
  validate?: ((value: unknown, row: R) => string | undefined) | undefined;
  /**
   * Saves the value. The grid shows the new value at once (optimistic update). If the promise rejects, the grid
   * restores the old value and shows the error's message. Not needed with spreadsheet-like editing (`editing` of the
   * grid), which saves many rows together.
   */
  save?: ((row: R, value: unknown) => Promise<void>) | undefined;
  /** Draws the editor of a cell in place of the native input. The editor has the size of the cell. */
  editor?: ((props: CellEditorProps<R>) => Content) | undefined;
}

/** Props of a custom editor of a cell. */
export interface CellEditorProps<R> {
  row: R;
  value: unknown;
  /** Key that the user typed to open the editor. Undefined if the editor was opened otherwise. */
  typed: string | undefined;
  label: string;
  /** Accepts the new value and closes the editor. */
  onCommit: (value: unknown) => void;
  onCancel: () => void;
}

/** Comparison operators. EGT: equal or greater; ELT: equal or less. */
export type Operator = "EQ" | "NEQ" | "LIKE" | "IN" | "GT" | "EGT" | "LT" | "ELT";

export const OPERATORS: readonly Operator[] = ["EQ", "NEQ", "LIKE", "IN", "GT", "EGT", "LT", "ELT"];

export type FilterValue = string | number | boolean | readonly (string | number)[];

/** A filter condition. Several conditions are combined with AND, even on the same field. */
export interface GridFilter {
  field: string;
  operator: Operator;
  /** A list for IN, otherwise a single value. A date is 'YYYY-MM-DD' or 'YYYY-MM-DD HH:mm:ss'. */
  value: FilterValue;
  /**
   * Alternatives: a row passes if it meets all conditions of at least one of these lists. The lists may name several
   * columns. The filter belongs to the column `field`. `operator` and `value` then repeat the first condition and have
   * no effect. Only array sources, and sources with `canFilterAny`, get filters with alternatives.
   */
  any?: readonly (readonly GridFilter[])[] | undefined;
}

export interface GridSort {
  field: string;
  direction: "asc" | "desc";
}

/** Request for rows that the grid sends to a data source. */
export interface GridRequest {
  /** Index of the first requested row, counted from 0. */
  offset: number;
  /** Largest number of rows to return. */
  limit: number;
  filters: readonly GridFilter[];
  /** Sort of the rows. The first entry is the primary sort. */
  sort: readonly GridSort[];
  search?: string;
  /** True if the grid requests the rows for an exported file or for the clipboard. */
  isExport?: true;
}

/** Answer of a data source to a request. */
export interface GridPage<R> {
  rows: readonly R[];
  /** Number of all rows that match the filters, not only the returned ones. */
  total: number;
  /** Totals over all rows that match the filters, by column key. */
  totals?: Record<string, number>;
}

/** A data source that filters, sorts and pages by itself, usually a server. */
export interface GridSource<R> {
  /**
   * True: `load` understands filters with alternatives of any kind (`any`). False: filters of text and number columns
   * offer only alternatives of the kind "equal to a value", and the grid requests these as one condition IN. Default:
   * false.
   */
  readonly canFilterAny?: boolean | undefined;
  load(request: GridRequest, signal: AbortSignal): Promise<GridPage<R>>;
}

/** A data source with all rows in memory. The grid filters and sorts them. */
export interface ArraySource<R> {
  rows: readonly R[];
  /**
   * Arranges the rows in groups (`groupRows`) or as a tree (`treeRows`). Sources that load rows lazily cannot have a
   * structure, because the groups of rows that are not loaded are unknown.
   */
  structure?: Structure<R> | undefined;
}

/** The part of a request that selects and sorts rows, without the position in the list. */
export type GridQuery = Pick<GridRequest, "filters" | "sort" | "search">;

/** Header of a group of rows. */
export interface GroupLine {
  readonly kind: "group";
  /** Text of the value that the rows share. Empty for blank values. */
  readonly title: string;
  /** Key of the column by which the rows are grouped. */
  readonly field: string;
  /** Number of rows in the group. */
  readonly count: number;
  /** Aggregates of the columns with `aggregate`, by column key. */
  readonly values: Readonly<Record<string, number | undefined>>;
  readonly level: number;
  readonly isOpen: boolean;
}

/** A node of the arranged rows: a group, or a row with its children. */
export interface StructureNode {
  /** Key that identifies the node when the rows change, so that an open node stays open. */
  readonly key: string;
  /** Group header; undefined for a row. */
  readonly group?: Omit<GroupLine, "isOpen" | "level"> | undefined;
  /** Index of the row among the filtered and sorted rows. Undefined for a group. */
  readonly row?: number | undefined;
  readonly children: readonly StructureNode[] | Uint32Array;
}

/** Input of a structure: the filtered and sorted rows of an array. */
export interface StructureInput<R> {
  readonly count: number;
  readonly row: (index: number) => R;
  readonly columns: readonly GridColumn<R>[];
  readonly rowKey: (row: R) => string;
  readonly query: GridQuery;
}

/** A way to arrange the rows of an array: `groupRows` or `treeRows`. */
export interface Structure<R> {
  /** True: all nodes are open at first. */
  readonly isOpen: boolean;
  /** Arranges the filtered and sorted rows. */
  arrange(input: StructureInput<R>): readonly StructureNode[] | Uint32Array;
  /**
   * Class of the row view: `StructuredView`. The class is a member of the structure, so that pages without structures
   * do not load its code.
   */
  readonly View: new (
    rows: readonly R[],
    columns: readonly GridColumn<R>[],
    rowKey: (row: R) => string,
    structure: Structure<R>,
  ) => unknown;
}

/** Returns the value of a field of a row. Returns undefined if the row is no object. */
export function fieldOf(row: unknown, key: string): unknown {
  return typeof row === "object" && row !== null ? (row as Record<string, unknown>)[key] : undefined;
}

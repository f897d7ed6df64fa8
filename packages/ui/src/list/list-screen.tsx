import { PlusOutlined, TableOutlined } from "@ant-design/icons";
import type { LiveEvent } from "@shotkeeper/client";
import { type Entity, isArchivable, type Query, type QueryRow } from "@shotkeeper/contract/kernel";
import type { GridSort } from "@shotkeeper/datagrid/antd";
import { menuLabel } from "@shotkeeper/locales";
import { Button } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import { useLocale, useNarrow, useSession } from "../app/index.ts";
import type { AnyRow, ColumnName, Columns } from "../cells/columns.ts";
import { EmptyHint } from "../cells/empty-hint.tsx";
import { keyOf } from "../data/query-source.ts";
import { useRemove } from "../data/use-remove.ts";
import { EntityForm, type EntityFormSpec } from "../form/entity-form.tsx";
import { inputNames } from "../form/field-rules.ts";
import type { ListImport } from "../import/use-import-spec.ts";
import { useAddAddress } from "./add-address.ts";
import { ArchiveFilter, useArchiveFilter } from "./archive-filter.tsx";
import { DetailDrawer } from "./detail-drawer.tsx";
import { QueryGrid } from "./query-grid.tsx";
import { type RowAction, RowActions } from "./row-actions.tsx";
import { tableFields } from "./table-fields.ts";

export interface ListScreenProps<Q extends Query, E extends Entity> {
  readonly query: Q;
  /** Entity that the form edits. The user's rights Q, A, M and D on the entity's screen decide which buttons appear. */
  readonly entity: E;
  readonly columns: Columns<Q>;
  readonly form: EntityFormSpec<keyof E["fields"] & string>;
  readonly search?: readonly ColumnName<Q>[] | undefined;
  readonly sort?: readonly GridSort[] | undefined;
  readonly live?: readonly LiveEvent["type"][] | undefined;
  /** Returns additional actions of a row. These actions come before Edit and Delete. */
  readonly actions?: ((row: QueryRow<Q>) => readonly RowAction[]) | undefined;
  /** Import of rows from spreadsheets. By default, the import has the same fields as the form. */
  readonly importing?: (Pick<ListImport, "command"> & Partial<ListImport>) | undefined;
  readonly toolbar?: ReactNode | undefined;
  /** Returns buttons for the selected rows. A button calls `done` after success, to clear the selection. */
  readonly bulk?: ((rows: readonly QueryRow<Q>[], done: () => void) => ReactNode) | undefined;
  /** Question that the user must confirm before rows are deleted. Default: the general question of spec admin §8. */
  readonly removePrompt?: string | undefined;
  /** Called when a row is opened, for example to open a page. Default: the detail drawer opens. */
  readonly onOpen?: ((row: QueryRow<Q>) => void) | undefined;
  /** Returns content that replaces formatted values in the detail drawer, by field name. */
  readonly details?: ((row: QueryRow<Q>) => Readonly<Record<string, ReactNode>>) | undefined;
  /** Text in an empty list that tells the user what to do next. */
  readonly emptyHint?: string | undefined;
  readonly actionsWidth?: number | undefined;
}

type Open =
  | { readonly kind: "detail" | "edit" | "copy"; readonly row: AnyRow }
  | { readonly kind: "add" }
  | undefined;

/**
 * A complete list screen of one entity: grid, form, details and history. The user's rights decide which buttons
 * appear.
 */
export function ListScreen<Q extends Query, E extends Entity>(p: ListScreenProps<Q, E>) {
  const { query, entity } = p;
  const { shell, screen, ...locale } = useLocale();
  const { mayWrite } = useSession();
  const remove = useRemove(entity, p.removePrompt);
  const [open, setOpen] = useState<Open>();
  const [selection, setSelection] = useState<ReadonlyMap<string, QueryRow<Q>>>(new Map());
  const may = { add: mayWrite(entity, "A"), edit: mayWrite(entity, "M"), remove: mayWrite(entity, "D") };
  const noun = menuLabel(locale.menus, entity.menu);
  // Compares the fields as text, because a screen creates a new form object in each render.
  const listed = (p.form.sections?.flatMap((s) => s.fields) ?? inputNames(entity.fields)).join(" ");
  const names = useMemo(() => listed.split(" "), [listed]);
  const close = () => setOpen(undefined);
  useAddAddress(() => may.add && setOpen({ kind: "add" }));
  const archivable = isArchivable(entity.fields);
  const [shown, setShown] = useArchiveFilter();
  const isArchived = (row: AnyRow) => typeof row.archivedDate === "string";
  const titleOf = (row: AnyRow) => keyOf(entity, row);

  const rowActions = (row: QueryRow<Q>): RowAction[] => {
    const plain: AnyRow = row;
    // For an archived record, offers only the action "restore".
    if (isArchived(plain))
      return may.remove
        ? [{ key: "restore", label: shell.common.restore, run: () => remove([plain], undefined, "restore") }]
        : [];
    const own = p.actions?.(row) ?? [];
    return [
      ...own.filter((a) => !a.rare),
      ...(may.edit
        ? [{ key: "edit", label: shell.common.edit, run: () => setOpen({ kind: "edit", row: plain }) }]
        : []),
      ...(p.onOpen
        ? [{ key: "detail", label: shell.common.detail, run: () => setOpen({ kind: "detail", row: plain }) }]
        : []),
      ...(may.add
        ? [{ key: "copy", label: shell.common.copy, run: () => setOpen({ kind: "copy", row: plain }) }]
        : []),
      ...own.filter((a) => a.rare),
      ...(may.remove && archivable
        ? [
            {
              key: "archive",
              label: shell.common.archive,
              rare: true,
              run: () => remove([plain], undefined, "archive"),
            },
          ]
        : []),
      ...(may.remove
        ? [{ key: "remove", label: shell.common.remove, danger: true, run: () => remove([plain]) }]
        : []),
    ];
  };
  const spec: EntityFormSpec = p.form;
  const editedFields = useMemo(
    () => tableFields(entity, query, names, spec.inputs),
    [entity, query, names, spec.inputs],
  );
  const [isTable, setTable] = useState(false);
  // Offers no editing of cells on a phone, because a phone shows too few columns.
  const narrow = useNarrow();
  const mayEditTable = may.edit && editedFields.length > 0 && !narrow;
  const editing = isTable && mayEditTable ? { entity, names: editedFields } : undefined;
  const addButton = may.add && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ kind: "add" })}>
      {shell.common.add}
    </Button>
  );
  const detailActions =
    open?.kind === "detail" ? rowActions(open.row as QueryRow<Q>).filter((a) => a.key !== "detail") : [];
  return (
    <div className="sk-list">
      <QueryGrid
        query={query}
        columns={p.columns}
        search={p.search}
        importing={p.importing && { fields: entity.fields, names, hints: p.form.hints, noun, ...p.importing }}
        fixed={archivable ? shown.conditions : undefined}
        sort={p.sort}
        live={p.live}
        editing={editing && { ...editing, onClose: () => setTable(false) }}
        onOpen={p.onOpen ?? ((row) => setOpen({ kind: "detail", row }))}
        actions={rowActions}
        actionsWidth={p.actionsWidth ?? 152}
        selection={selection}
        onSelectionChange={may.remove || p.bulk ? setSelection : undefined}
        toolbar={
          <>
            {addButton}
            {mayEditTable && !isTable && (
              <Button icon={<TableOutlined />} onClick={() => setTable(true)}>
                {screen.table.edit}
              </Button>
            )}
            {p.toolbar}
            {archivable && <ArchiveFilter value={shown.value} onChange={setShown} />}
            {selection.size > 0 && p.bulk?.([...selection.values()], () => setSelection(new Map()))}
            {may.remove && selection.size > 0 && (
              <Button danger onClick={() => remove([...selection.values()], () => setSelection(new Map()))}>
                {shell.common.remove}
              </Button>
            )}
          </>
        }
        empty={
          <EmptyHint
            title={screen.empty.title(noun)}
            {...(p.emptyHint ? { hint: p.emptyHint } : {})}
            action={addButton}
          />
        }
      />
      {open?.kind === "detail" && (
        <DetailDrawer
          query={query}
          entity={entity}
          sections={p.form.sections ?? []}
          row={open.row}
          title={titleOf(open.row)}
          {...(p.details ? { cells: p.details(open.row as QueryRow<Q>) } : {})}
          actions={detailActions.length > 0 && <RowActions actions={detailActions} />}
          onClose={close}
        />
      )}
      {open && open.kind !== "detail" && (
        <EntityForm
          entity={entity}
          spec={p.form}
          row={open.kind === "edit" ? open.row : undefined}
          copyFrom={open.kind === "copy" ? open.row : undefined}
          title={open.kind === "edit" ? screen.form.edit(titleOf(open.row)) : screen.form.add(noun)}
          onClose={close}
        />
      )}
    </div>
  );
}

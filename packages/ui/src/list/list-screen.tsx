import { PlusOutlined } from "@ant-design/icons";
import type { LiveEvent } from "@shotkeeper/client";
import type { Entity, Query, QueryRow } from "@shotkeeper/contract/kernel";
import type { GridSort } from "@shotkeeper/datagrid";
import { menuLabel } from "@shotkeeper/locales";
import { Button } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import { useLocale, useSession } from "../app/index.ts";
import type { AnyRow, ColumnName, Columns } from "../cells/columns.ts";
import { EmptyHint } from "../cells/empty-hint.tsx";
import { keyOf } from "../data/query-source.ts";
import { useRemove } from "../data/use-remove.ts";
import { EntityForm, type EntityFormSpec } from "../form/entity-form.tsx";
import { inputNames } from "../form/field-rules.ts";
import type { ListImport } from "../import/use-import-spec.ts";
import { DetailDrawer } from "./detail-drawer.tsx";
import { QueryGrid } from "./query-grid.tsx";
import { type RowAction, RowActions } from "./row-actions.tsx";

export interface ListScreenProps<Q extends Query, E extends Entity> {
  readonly query: Q;
  /** Entity of the form. The rights Q, A, M, D on its screen decide which buttons appear. */
  readonly entity: E;
  readonly columns: Columns<Q>;
  readonly form: EntityFormSpec<keyof E["fields"] & string>;
  readonly search?: readonly ColumnName<Q>[] | undefined;
  readonly sort?: readonly GridSort[] | undefined;
  readonly live?: readonly LiveEvent["type"][] | undefined;
  /** Additional actions of a row, shown before Edit and Delete. */
  readonly actions?: ((row: QueryRow<Q>) => readonly RowAction[]) | undefined;
  /** Import from spreadsheets. Default: the fields of the form. */
  readonly importing?: (Pick<ListImport, "command"> & Partial<ListImport>) | undefined;
  readonly toolbar?: ReactNode | undefined;
  /** Buttons for selected rows. Call `done` to clear the selection. */
  readonly bulk?: ((rows: readonly QueryRow<Q>[], done: () => void) => ReactNode) | undefined;
  /** Confirmation before deleting. Default: the general one of the specification. */
  readonly removePrompt?: string | undefined;
  /** Replaces the detail drawer, such as by opening a page. */
  readonly onOpen?: ((row: QueryRow<Q>) => void) | undefined;
  /** Custom cells in the detail drawer. */
  readonly details?: ((row: QueryRow<Q>) => Readonly<Record<string, ReactNode>>) | undefined;
  /** Shown in an empty list: what to do next. */
  readonly emptyHint?: string | undefined;
  readonly actionsWidth?: number | undefined;
}

type Open =
  | { readonly kind: "detail" | "edit" | "copy"; readonly row: AnyRow }
  | { readonly kind: "add" }
  | undefined;

/**
 * A declarative list screen of one entity: grid, form, details and history, with buttons according to the user's
 * rights.
 */
export function ListScreen<Q extends Query, E extends Entity>(p: ListScreenProps<Q, E>) {
  const { query, entity } = p;
  const { shell, screen, ...locale } = useLocale();
  const { can } = useSession();
  const remove = useRemove(entity, p.removePrompt);
  const [open, setOpen] = useState<Open>();
  const [selection, setSelection] = useState<ReadonlyMap<string, QueryRow<Q>>>(new Map());
  const may = { add: can(entity.menu, "A"), edit: can(entity.menu, "M"), remove: can(entity.menu, "D") };
  const noun = menuLabel(locale.menus, entity.menu);
  // Compared by names, because a screen may make a new form with each render.
  const asked = (p.form.sections?.flatMap((s) => s.fields) ?? inputNames(entity.fields)).join(" ");
  const names = useMemo(() => asked.split(" "), [asked]);
  const close = () => setOpen(undefined);
  const titleOf = (row: AnyRow) => keyOf(entity, row);

  const rowActions = (row: QueryRow<Q>): RowAction[] => {
    const plain: AnyRow = row;
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
      ...(may.remove
        ? [{ key: "remove", label: shell.common.remove, danger: true, run: () => remove([plain]) }]
        : []),
    ];
  };
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
        sort={p.sort}
        live={p.live}
        onOpen={p.onOpen ?? ((row) => setOpen({ kind: "detail", row }))}
        rowActions={(row) => <RowActions actions={rowActions(row)} />}
        actionsWidth={p.actionsWidth ?? 152}
        selection={selection}
        onSelectionChange={may.remove || p.bulk ? setSelection : undefined}
        toolbar={
          <>
            {addButton}
            {p.toolbar}
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

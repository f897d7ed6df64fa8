import {
  type Condition,
  codes,
  type Entity,
  type ImportFault,
  importLimit,
  type Query,
  type Scalar,
  splitMessage,
} from "@shotkeeper/contract/kernel";
import { type GridColumn, type RowToSave, useTableEditing } from "@shotkeeper/datagrid";
import { Button } from "antd";
import { type ReactNode, useCallback, useMemo } from "react";
import { useLocation } from "react-router";
import { messageOf, textOf, useClient, useDiscardPrompt, useUnsavedMark } from "../app/index.ts";
import { columnTypes } from "../cells/column-types.tsx";
import type { AnyRow } from "../cells/columns.ts";
import { labelOf } from "../cells/labels.ts";
import { useTypeContext } from "../cells/use-type-context.ts";
import { useInvalidateData } from "../data/invalidation.ts";
import { keyOf } from "../data/query-source.ts";
import { problemText } from "../form/problem-text.ts";
import { fieldValue, outcomesOf, updateRows } from "./table-fields.ts";

/** Editing the cells of a list. `names` are the fields that can be edited (`tableFields`). */
export interface ListEditing {
  readonly entity: Entity;
  readonly names: readonly string[];
  readonly onClose: () => void;
}

const lostCodes: ReadonlySet<string> = new Set([codes.nothingUpdated, codes.changedMeanwhile]);

/** Returns true for rows that can be changed. Archived rows must be restored first. */
const isInUse = (row: AnyRow) => typeof row.archivedDate !== "string";

/**
 * Returns the columns of a list with editable cells, and the settings of the grid for editing. Cells are checked by the
 * rules of the form. Without `editing`, returns the columns unchanged.
 */
export function useListEditing(
  query: Query,
  plain: readonly GridColumn<AnyRow>[],
  editing: ListEditing | undefined,
) {
  const client = useClient();
  const c = useTypeContext();
  const invalidate = useInvalidateData();
  const discard = useDiscardPrompt();
  const { entity, names } = editing ?? {};
  const columns = useMemo(
    () => (entity && names ? plain.map((column) => editable(column, entity, names, c)) : plain),
    [plain, entity, names, c],
  );
  const rowKey = useCallback((row: AnyRow) => keyOf(query, row), [query]);

  /**
   * Returns the current versions of the rows that another user has changed, by key (undefined: the row was deleted).
   */
  async function currentRows(entity: Entity, lost: readonly RowToSave<AnyRow>[]) {
    const [first, ...others] = entity.key;
    const single = others.length === 0 && first !== undefined;
    const wheres: Condition[][] = single
      ? [[{ field: first, operator: "IN", value: lost.map(({ row }) => row[first] as Scalar) }]]
      : lost.map(({ row }) =>
          entity.key.map((k): Condition => ({ field: k, operator: "EQ", value: row[k] as Scalar })),
        );
    const found = new Map<string, AnyRow | undefined>(lost.map(({ key }) => [key, undefined]));
    for (const where of lost.length === 0 ? [] : wheres) {
      const { rows } = await client.query(query, { where, limit: lost.length });
      for (const row of rows as readonly AnyRow[]) found.set(rowKey(row), row);
    }
    return found;
  }

  /**
   * Saves rows in batches, because the server limits the rows of a request. If the first batch fails, throws the error.
   * If a later batch fails, returns the number of rows that were sent before, and the error.
   */
  async function send(entity: Entity, rows: readonly RowToSave<AnyRow>[]) {
    const faults: ImportFault[] = [];
    for (let from = 0; from < rows.length; from += importLimit)
      try {
        const answer = await client.updateEach(
          entity,
          updateRows(entity, rows.slice(from, from + importLimit)),
        );
        faults.push(...answer.faults.map((f) => ({ ...f, row: f.row + from })));
      } catch (error) {
        if (from === 0) throw error;
        return { faults, sent: from, error };
      }
    return { faults, sent: rows.length };
  }

  const save = async (rows: readonly RowToSave<AnyRow>[]) => {
    if (!entity) return [];
    try {
      const { faults, sent, error } = await send(entity, rows);
      const isLost = (at: number) =>
        faults.some((f) => f.row === at && lostCodes.has(splitMessage(f.message).code));
      const done = rows.slice(0, sent);
      // Fetches the current values of the rows that another user has changed. If this fails, these rows are shown as
      // refused. The saved rows stay saved.
      const lost = await currentRows(
        entity,
        done.filter((_, at) => isLost(at)),
      ).catch(() => new Map<string, AnyRow | undefined>());
      if (faults.length < sent || lost.size > 0) invalidate();
      const unsent = rows
        .slice(sent)
        .map(({ key }) => ({ key, saved: false as const, errors: [{ text: messageOf(error, c.locale) }] }));
      return [...outcomesOf(entity, done, faults, (f) => textOf(f.message, c.locale), lost), ...unsent];
    } catch (error) {
      // Some rows may have been saved before the failure, so the list loads its rows again.
      invalidate();
      throw new Error(messageOf(error, c.locale));
    }
  };
  const state: ReturnType<typeof useTableEditing<AnyRow>> = useTableEditing<AnyRow>({
    columns,
    rowKey,
    locale: c.locale.code,
    save,
    end: editing && (
      <CloseButton
        onClick={() =>
          discard(state.session.cellCount > 0, () => {
            state.session.discard();
            editing.onClose();
          })
        }
      >
        {c.locale.screen.table.close}
      </CloseButton>
    ),
  });
  useUnsavedMark(useLocation().pathname, editing !== undefined && state.changedCells > 0);
  return { columns, editing: editing && state };
}

function CloseButton(p: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <Button size="small" type="text" onClick={p.onClick}>
      {p.children}
    </Button>
  );
}

function editable(
  column: GridColumn<AnyRow>,
  entity: Entity,
  names: readonly string[],
  c: ReturnType<typeof useTypeContext>,
): GridColumn<AnyRow> {
  const field = entity.fields[column.key];
  if (!field || !names.includes(column.key)) return column;
  const { asks } = columnTypes[field.type];
  return {
    ...column,
    edit: {
      allowed: isInUse,
      validate: (value) =>
        problemText(labelOf(column.key, c.locale), fieldValue(value, field), field, asks, c),
    },
  };
}

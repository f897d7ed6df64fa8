import type { Condition, Entity, Query } from "@shotkeeper/contract/kernel";
import { App } from "antd";
import { textOf, useClient, useFailure, useLocale } from "../app/index.ts";
import type { AnyRow } from "../cells/columns.ts";
import { useInvalidateData } from "../data/invalidation.ts";
import { keyOf } from "../data/query-source.ts";
import { renumbered } from "./row-order.ts";

/**
 * The order of a list, which the user changes by dragging rows. `field`: name of the field that holds the position of
 * each row.
 */
export interface RowOrder {
  readonly entity: Entity;
  readonly field: string;
}

/** Largest number of rows of a list whose rows can be dragged. One update renumbers all of them. */
const orderLimit = 5000;

/**
 * Returns a function that moves a row of an ordered list. A move changes the sequence numbers of several rows. They are
 * saved together, all or none, with the optimistic lock. If the list has changed meanwhile, no row moves and the list
 * loads again.
 */
export function useRowOrder(query: Query, order: RowOrder | undefined, fixed: readonly Condition[]) {
  const client = useClient();
  const locale = useLocale();
  const { message } = App.useApp();
  const fail = useFailure();
  const invalidate = useInvalidateData();
  if (!order) return undefined;
  const { entity, field } = order;
  const move = async (row: AnyRow, from: number, to: number): Promise<void> => {
    const sort = [{ field, direction: "asc" as const }];
    const { rows } = await client.query(query, { where: fixed, sort, limit: orderLimit });
    const all: readonly AnyRow[] = rows;
    const at = all[from];
    if (at !== undefined && keyOf(query, at) === keyOf(query, row)) {
      const names = [...entity.key, field, "updatedDate"];
      const changed = renumbered(all, from, to, field).map((r) =>
        Object.fromEntries(names.map((name) => [name, r[name]])),
      );
      if (changed.length > 0) void message.success(textOf(await client.update(entity, changed), locale));
    } else void message.warning(locale.screen.table.moved);
  };
  return (row: AnyRow, from: number, to: number) => void move(row, from, to).catch(fail).finally(invalidate);
}

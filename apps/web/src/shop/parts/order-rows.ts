import { ClientError } from "@shotkeeper/client";
import { errors, wireName } from "@shotkeeper/contract/kernel";
import {
  encodeQuickOrderLine,
  type QuickOrderLine,
  type QuickOrderOutcome,
  quickOrder,
  quickOrderLimit,
  quickOrderLine,
  sumAmounts,
} from "@shotkeeper/contract/shop";
import { textOf, useClient, useFailure, useLocale } from "@shotkeeper/ui/app";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

interface OrderFault {
  /** Wire name of the faulty field; null if the fault concerns the whole row. */
  readonly field: string | null;
  readonly text: string;
}

/** Row of a list of goods to order. */
export interface OrderRow {
  /** Number of the row in its file or order, counted from 1. It identifies the row. */
  readonly line: number;
  /** Values by wire name, in the format that the command `quickOrder` accepts. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Faults that were found before the server checked the row. */
  readonly faults: readonly OrderFault[];
}

/**
 * Row with the result of the server's check, for example price and stock of today. `outcome` is undefined before the
 * check.
 */
export interface CheckedRow extends OrderRow {
  readonly outcome: QuickOrderOutcome | undefined;
}

export const wireOf = (name: keyof QuickOrderLine): string => wireName(name, quickOrderLine.fields[name]);

/** Creates a row from values that the program knows, for example from an earlier order. */
export const orderRow = (line: number, values: Partial<QuickOrderLine>): OrderRow => ({
  line,
  values: encodeQuickOrderLine(values),
  faults: [],
});

/** Rows to order with the results of the server's check, and a function that adds all rows to the cart. */
export interface Orderable {
  readonly rows: readonly CheckedRow[];
  /** True while the server has not checked the present values of the rows. */
  readonly isChecking: boolean;
  readonly error: Error | null;
  readonly badCount: number;
  /** Sum of the amounts of the rows that have no fault. */
  readonly total: number;
  /** True if all rows can be put in the cart. */
  readonly isReady: boolean;
  readonly isAdding: boolean;
  /** Adds all rows to the cart. Returns the ids of the lines of the cart, or undefined if the server refused. */
  readonly add: () => Promise<readonly number[] | undefined>;
}

/**
 * Sends rows to the server, which computes their prices and checks them before they are put in the cart. Each check
 * uses the prices and the stock at the time of the check.
 * @param oemName host factory for the rows without a host factory of their own
 */
export function useOrderable(rows: readonly OrderRow[], oemName: string | undefined): Orderable {
  const client = useClient();
  const queries = useQueryClient();
  const fail = useFailure();
  const locale = useLocale();
  const [isAdding, setAdding] = useState(false);
  const input = { oemName: oemName ?? null, rows: rows.map((r) => r.values) };
  const lines = rows.map((r) => r.line);
  const { data, error, isFetching } = useQuery({
    queryKey: [quickOrder.type, lines, input],
    queryFn: async ({ signal }) => ({
      lines,
      ...(await client.run(quickOrder, { ...input, checkOnly: true }, signal)),
    }),
    enabled: rows.length > 0 && rows.length <= quickOrderLimit,
    staleTime: 0,
    gcTime: 0,
    placeholderData: (old) => old,
  });
  const tooMany =
    rows.length > quickOrderLimit ? new ClientError(errors.tooManyRows(quickOrderLimit).message) : null;
  const isChecking = rows.length > 0 && !tooMany && (isFetching || data === undefined);
  // Finds the results by line, because rows may have been removed since the last check.
  const indexOf = new Map(data?.lines.map((line, i) => [line, i]));
  const checked = rows.map((row): CheckedRow => {
    const at = indexOf.get(row.line) ?? -1;
    const found = (data?.faults ?? [])
      .filter((f) => f.row === at && !row.faults.some((known) => known.field === f.field))
      .map((f) => ({
        field: f.field,
        text:
          f.field === wireOf("goodsId") && data?.outcomes[at]?.goodsName === null
            ? locale.shop.quick.unknownGoods
            : textOf(f.message, locale),
      }));
    return { ...row, faults: [...row.faults, ...found], outcome: data?.outcomes[at] };
  });
  const good = checked.filter((r) => r.faults.length === 0);
  return {
    rows: checked,
    isChecking,
    error: tooMany ?? error,
    badCount: checked.length - good.length,
    total: sumAmounts(good.map((r) => r.outcome?.amount ?? 0)),
    isReady: good.length > 0 && good.length === checked.length && !isChecking && !tooMany && error === null,
    isAdding,
    add: async () => {
      setAdding(true);
      try {
        const done = await client.run(quickOrder, { ...input, checkOnly: false });
        if (done.faults.length > 0) {
          // Checks the rows again, so that the user sees their new faults, for example too little stock.
          await queries.invalidateQueries({ queryKey: [quickOrder.type] });
          return undefined;
        }
        // Does not check the rows again, because the dialog closes now.
        await queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== quickOrder.type });
        return done.cartIds;
      } catch (cause) {
        fail(cause);
        return undefined;
      } finally {
        setAdding(false);
      }
    },
  };
}

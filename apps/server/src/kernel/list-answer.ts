import { codes } from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import { meaningOf } from "./failures.ts";
import { LargeTotals } from "./large-totals.ts";
import { ownerScope } from "./owner-scope.ts";
import { isLarge, readLimits } from "./read-limits.ts";
import type { Registry } from "./registry.ts";
import { namesOneRow, type PageText, type Selection, selectPage } from "./select.ts";

/** Answer of an operation: a message code and its data as JSON text. */
export interface Answer {
  readonly msg: string;
  readonly data?: string;
  /** Query: number of rows in the answer. */
  readonly rows?: number;
  /** Query: number of all rows that the conditions select. */
  readonly count?: number;
}

const largeTotals = new LargeTotals();

/** Answers a request for a page of rows, or for one row by its key. `asked`: the decoded request `body`. */
export async function page(
  ctx: Ctx,
  r: Registry,
  body: Readonly<Record<string, unknown>>,
  asked: Selection,
): Promise<Answer> {
  const { owner, instead } = asked.source;
  const isOneRow = namesOneRow(asked);
  const isExact = isLarge(body);
  const name = `${String(body.MENU_ID)}/${String(body.QueryID ?? body.TableName)}`;
  // With an owner, the rows that the caller may see depend on more than the key of the totals has.
  const list = isOneRow || isExact || owner ? undefined : LargeTotals.keyOf(ctx, name, asked);
  const known = list === undefined ? undefined : largeTotals.get(list, ctx.now);
  let rows: readonly Record<string, unknown>[] | undefined;
  try {
    const { tenantId } = ctx.who;
    const selection = {
      ...asked,
      // A read by key must not wait here: all reads by key that arrive in one turn of the event loop share a
      // transaction (`Db.lookUp`).
      ...(instead && !isOneRow && !isExact && { source: (await instead(ctx, asked)) ?? asked.source }),
      ...(owner && { and: ownerScope(ctx, r, asked.source, owner, asked.where) }),
      isExact,
    };
    const statement = selectPage(selection, ctx, known);
    [rows] = await (isOneRow
      ? ctx.db.lookUp(tenantId, statement)
      : ctx.db.limited(readLimits(ctx, isExact ? "report" : "list")).run(tenantId, [statement]));
  } catch (cause) {
    throw meaningOf(cause);
  }
  const found = rows?.[0] as PageText | undefined;
  const totals = found?.totals === undefined ? "" : `,"totals":${found.totals}`;
  const { page: number, limit } = asked.paging;
  const count = found?.count ?? 0;
  const isSampled = found?.estimated === true;
  if (list !== undefined && known === undefined)
    largeTotals.note(list, { count, isCounted: !isSampled }, ctx.now);
  // The last page proves the total, also if an older one is known.
  const isReused = known !== undefined && count === known.count;
  const estimated = isReused || isSampled ? `,"estimated":true` : "";
  return {
    count,
    rows: Math.min(limit, Math.max(0, count - (number - 1) * limit)),
    msg: codes.fetched,
    data: `{"list":${found?.list ?? "[]"},"count":${count}${estimated}${totals}}`,
  };
}

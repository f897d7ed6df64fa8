import { taskKind } from "@shotkeeper/contract/maintenance";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import type { Span } from "./period.ts";

export interface PeriodRequest {
  readonly ctx: Ctx;
  readonly span: Span;
}

/** Parameters of the statements that select the rows of an indicator. */
export interface RowsRequest extends PeriodRequest {
  /** Beginnings of the buckets (bars) of the chart, epoch ms. The first one is the beginning of the period (`span`). */
  readonly starts: readonly number[];
  /** Sub-select of the molds, with the columns tenant_id, mold_id and mold_no. */
  readonly molds: Sql;
}

export const at = (ms: number) => sql`${new Date(ms)}::timestamptz`;
export const times = (list: readonly number[]) => sql`${list.map((ms) => new Date(ms))}::timestamptz[]`;
export const majorTask = sql.constant(taskKind.values.major);

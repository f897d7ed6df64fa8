import { exactTotal } from "@shotkeeper/contract/kernel";
import { type Sql, sql } from "./db/sql.ts";

/** Total of a list that an earlier request has found. */
export interface KnownTotal {
  readonly count: number;
  /** True: all rows were counted. False: the total was estimated from a sample. */
  readonly isCounted: boolean;
}

/** Statements from which the total of a list is estimated. */
export interface Sample {
  /**
   * SELECT without columns, quick to count. If it has at most 100,000 rows, the list is counted exactly. Example: the
   * molds, for a list of figures of molds.
   */
  readonly size: Sql;
  /** FROM clause that has about one of `sampleShare` rows of the list. */
  readonly rows: Sql;
  /**
   * SELECT without columns of the rows from which the sample is drawn, if they are fewer than those of the list. If it
   * has at most 25,000 rows, the list is counted exactly, because the sample would be too small. Example: the counters,
   * for a list of their readings.
   */
  readonly drawnFrom?: Sql;
}

/** One of this many molds belongs to the sample. */
const sampleShare = 256;
/** SQL condition: the row belongs to the sample. `column`: key of consecutive whole numbers. 17 is arbitrary. */
export const isInSample = (column: string): Sql => sql.raw(`${column} % ${sampleShare} = 17`);

/** How a statement finds the total of a list. */
interface Total {
  /** WITH clause of the statement. */
  readonly before: Sql;
  readonly count: Sql;
  /** SQL expression: `count` is an estimate. Undefined: it never is. */
  readonly isEstimate?: Sql;
}

/**
 * Counts the rows of a list, or estimates their number from a sample. The estimate is used only if it is large itself:
 * conditions may leave few rows, of which the sample has none.
 */
export function totalOf(
  from: Sql,
  where: Sql,
  known: number | undefined,
  sample: Sample | undefined,
  largest: number = exactTotal,
): Total {
  if (known !== undefined) return { before: sql.empty, count: sql`${known}::bigint` };
  const count = sql`(select count(*) from ${from} where ${where})`;
  if (!sample) return { before: sql.empty, count };
  const estimate = sql.raw("(select n from estimate)");
  const isEstimate = sql`${estimate} > ${largest}::bigint`;
  const hasMore = (rows: Sql, n: number) =>
    sql`(select count(*) from (${rows} limit ${n + 1}) x) > ${n}::bigint`;
  const drawn = sample.drawnFrom ? sql`and ${hasMore(sample.drawnFrom, largest / 4)}` : sql.empty;
  return {
    before: sql`with estimate as materialized (
        select case when ${hasMore(sample.size, largest)} ${drawn}
          then (select count(*) * ${sql.constant(sampleShare)} from ${sample.rows} where ${where})
          else 0 end as n
      ) `,
    count: sql`case when ${isEstimate} then ${estimate} else ${count} end`,
    isEstimate,
  };
}

import { exactTotal } from "@shotkeeper/contract/kernel";
import { type Sql, sql } from "./db/sql.ts";

/** FROM clauses from which the total of a list is estimated. */
export interface Sample {
  /**
   * Rows that are counted quickly, such as the molds of a list of their figures. Complete SELECT without columns. If
   * there are at most 100,000, the list is counted exactly.
   */
  readonly size: Sql;
  /** FROM clause that has about one of `sampleShare` rows of the list. */
  readonly rows: Sql;
}

/** A sample has one of this number of rows. */
const sampleShare = 256;
/** SQL condition: the row with this key column, whose values are numbered, belongs to the sample. */
export const isInSample = (column: string): Sql => sql.raw(`${column} % ${sampleShare} = 17`);

/** How a statement finds the total of a list. */
interface Total {
  /** WITH clause of the statement. */
  readonly before: Sql;
  readonly count: Sql;
  /** SQL expression: `count` is an estimate. Undefined: it never is. */
  readonly isEstimate?: Sql;
}

/** Counts the rows of a list, or estimates their number from a sample. */
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
  const isEstimate = sql.raw("(select is_large from size)");
  return {
    before: sql`with size as materialized (
        select count(*) > ${largest} as is_large
        from (${sample.size} limit ${largest + 1}) x
      ) `,
    count: sql`case when ${isEstimate}
      then (select count(*) * ${sql.constant(sampleShare)} from ${sample.rows} where ${where})
      else ${count} end`,
    isEstimate,
  };
}

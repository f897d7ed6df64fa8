import type { Ctx } from "../kernel/ctx.ts";
import { type CallLimits, jobLimits } from "../kernel/db/call-limits.ts";
import { Sql, sql } from "../kernel/db/sql.ts";
import type { AnyStatement, CallerDb } from "../kernel/db/tx.ts";
import { systemCtxOf } from "./job.ts";
import type { TestTenant } from "./tenant.ts";

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly Node[];
}

/** Tables with few rows, which the database reads completely and quickly. */
const smallTables: readonly (string | undefined)[] = ["organization", "parameter", "user"];

/**
 * A table with fewer rows is read without an index, although it has one. Which rows other tests have left in it says
 * nothing about the statement, so only the rows that pass are counted.
 */
const fewRows = 500;

const readOf = (node: Node): number => {
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  const all = node["Actual Rows"] + removed;
  return node["Node Type"] === "Seq Scan" && all < fewRows ? node["Actual Rows"] : all;
};

const rowsOf = (node: Node): number => {
  // A bitmap index scan and the heap scan above it read the same rows.
  // On a cluster, a shard has the name of its table and a number.
  const relation = node["Relation Name"]?.replace(/_\d{6,}$/, "");
  const isScan = relation !== undefined && node["Node Type"].endsWith("Scan");
  const own = isScan && !smallTables.includes(relation) ? readOf(node) * node["Actual Loops"] : 0;
  return (node.Plans ?? []).reduce((n, p) => n + rowsOf(p), own);
};

/** Runs a statement and returns the number of rows that it reads from large tables and their indexes. */
export async function rowsRead(t: TestTenant, statement: Sql<object>): Promise<number> {
  const explain = sql<{ "QUERY PLAN": readonly { readonly Plan: Node }[] }>`
    explain (analyze, format json) ${statement}
  `;
  const [[row]] = await t.server.app.db.run(t.id, [explain], { ...jobLimits, isLookUp: true });
  const plan = row?.["QUERY PLAN"];
  const parsed = typeof plan === "string" ? (JSON.parse(plan) as typeof plan) : plan;
  return (parsed ?? []).reduce((n, { Plan }) => n + rowsOf(Plan), 0);
}

/**
 * Runs some work, and returns the number of rows that its statements read from large tables and their indexes. The work
 * must send its statements by `run` and only read.
 */
export async function rowsReadBy(t: TestTenant, work: (ctx: Ctx) => Promise<unknown>): Promise<number> {
  const sent: Sql<object>[] = [];
  const recorded = (db: CallerDb): CallerDb => {
    const recording: Partial<Record<keyof CallerDb, unknown>> = {
      run: (tenantId: number, statements: readonly AnyStatement[]) => {
        for (const s of statements) if (s instanceof Sql) sent.push(s);
        return db.run(tenantId, statements);
      },
      limited: (limits: CallLimits) => recorded(db.limited(limits)),
    };
    return Object.assign(Object.create(db), recording);
  };
  const ctx = systemCtxOf(t);
  await work({ ...ctx, db: recorded(ctx.db) as Ctx["db"] });
  let rows = 0;
  for (const statement of sent) rows += await rowsRead(t, statement);
  return rows;
}

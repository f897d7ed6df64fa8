import { AppError, codes, errors, onWire } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import {
  runScript,
  type ScriptParameter,
  type ScriptResult,
  saveScript,
  script,
  scriptLimits,
  scriptList,
  scriptViews,
} from "@shotkeeper/contract/system";
import { type Ctx, may } from "../../kernel/ctx.ts";
import { DbError, type Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle, implement, table } from "../../kernel/registry.ts";
import { effortOf, type PlanNode, relationsOf } from "./script-plan.ts";
import { type ReadyScript, readParameters, readScript } from "./script-text.ts";

const stored = { scriptParameters: "t.parameters" };

export const scriptListImpl = implement(scriptList, { from: "script", columns: stored });
export const scriptTable = table(script, {
  from: "script",
  columns: stored,
  writes: ["D"],
});

/**
 * A query that may touch more rows is refused on the embedded database. A query at this limit takes one to two seconds.
 */
const embeddedEffort = 3_000_000;
/** A query for which the planner estimates a higher cost is refused on the embedded database. */
const embeddedCost = 250_000;

const plain = (text: string, values: readonly unknown[] = []) => ({ text, values, prepare: false });

/**
 * Returns the number of rows of each relation. Counts no further than `embeddedEffort`, because such a relation is too
 * large anyway.
 */
async function rowCounts(ctx: Ctx, relations: readonly string[]): Promise<ReadonlyMap<string, number>> {
  // The database role cannot count the rows of a monthly partition of `reading`. So the row count of a partition
  // comes from the statistics. Without statistics, the row count of the whole table is used.
  const isMonth = (name: string) => /^reading_\d{6}$/.test(name);
  const counted = relations.map((name) => (isMonth(name) ? "reading" : name));
  const [known = [], ...found] = await ctx.db.run(ctx.who.tenantId, [
    sql`
      select relname, reltuples
      from pg_class
      where relname = any(${relations}::text[])
        and relnamespace = 'public'::regnamespace
        and reltuples >= 0
    `,
    ...counted.map(
      (name) =>
        sql`
          select count(*) as n
          from (
            select
            from ${sql.id(name)}
            where tenant_id = ${ctx.who.tenantId}
            limit ${embeddedEffort}
          ) x
        `,
    ),
  ]);
  const statistics = new Map(known.map((r) => [String(r.relname), Number(r.reltuples)]));
  return new Map(
    relations.map((name, i) => {
      const rows = Number(found[i]?.[0]?.n ?? 0);
      return [name, isMonth(name) ? Math.min(rows, statistics.get(name) ?? rows) : rows];
    }),
  );
}

async function planOf(ctx: Ctx, ready: ReadyScript, values: readonly unknown[]): Promise<PlanNode> {
  const row = await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    await confine(tx);
    return (await tx.query(plain(`explain (verbose, format json) ${ready.text}`, values)))[0];
  });
  const plan = (row?.["QUERY PLAN"] as readonly { readonly Plan: PlanNode }[] | undefined)?.[0]?.Plan;
  if (!plan) throw errors.scriptForbidden("plan");
  return plan;
}

/**
 * Checks the query plan. Throws if the script may not read one of the relations. The embedded database has one thread
 * and no statement timeout. So on that database, a query with too high an upper bound of rows is refused before it
 * starts.
 */
async function requirePlan(ctx: Ctx, ready: ReadyScript, values: readonly unknown[]): Promise<void> {
  const plan = await planOf(ctx, ready, values);
  const relations = relationsOf(plan);
  if (ctx.db.engine !== "embedded") return;
  const { work } = effortOf(plan, await rowCounts(ctx, relations));
  if (work > embeddedEffort || (plan["Total Cost"] ?? 0) > embeddedCost) throw errors.scriptTooCostly();
}

/** Restricts the transaction: it can only read the tenant's views in the schema `script`. */
async function confine(tx: Tx): Promise<void> {
  for (const text of [
    "set transaction read only",
    `set local statement_timeout = '${scriptLimits.seconds}s'`,
    "set local lock_timeout = '1s'",
    "set local search_path = script",
    "set local standard_conforming_strings = on",
    "set local role shotkeeper_script",
  ])
    await tx.query(plain(text));
}

/**
 * Runs a script in a read-only transaction whose database role can read only the tenant's views. Time, number of rows
 * and bytes of the result are limited.
 */
async function run(
  ctx: Ctx,
  ready: ReadyScript,
  values: readonly unknown[],
): Promise<Omit<ScriptResult, "elapsedMs">> {
  const { rows: most, bytes } = scriptLimits;
  await requirePlan(ctx, ready, values);
  const found = await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    await confine(tx);
    const [row] = await tx.query(
      plain(
        `with found as (select * from (${ready.text}) script limit ${most + 1}),
           answer as (select json_agg(found)::text as list, count(*) as n from found)
         select n, case when octet_length(list) <= ${bytes} then list end as list from answer`,
        values,
      ),
    );
    return row;
  });
  const n = Number(found?.n ?? 0);
  if (n > 0 && typeof found?.list !== "string") throw errors.scriptResultTooLarge(bytes / 1_000_000);
  const list = JSON.parse(String(found?.list ?? "[]")) as Record<string, unknown>[];
  return { columns: Object.keys(list[0] ?? {}), rows: list.slice(0, most), hasMore: n > most };
}

/**
 * Converts a database error into an API error that contains the text of the database error, which helps the author of
 * the script.
 */
function refusalOf(cause: unknown): unknown {
  if (!(cause instanceof DbError)) return cause;
  if (cause.state === "57014") return errors.scriptTimedOut(scriptLimits.seconds);
  if (cause.state === "42501" || cause.state === "25006") return errors.scriptForbidden(cause.message);
  return errors.scriptFailed(cause.message.replaceAll("^", " ").slice(0, 200));
}

async function log(ctx: Ctx, key: string, after: Record<string, unknown>): Promise<void> {
  await ctx.db.run(ctx.who.tenantId, [
    sql`${logInto(ctx, "script", "SYS_SCRIPT", "after")} ${key}, ${JSON.stringify(after)}::jsonb`,
  ]);
}

interface ScriptSource {
  readonly statement: unknown;
  readonly parameters: readonly ScriptParameter[];
}

async function storedScript(ctx: Ctx, scriptId: string): Promise<ScriptSource> {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql`select sql_text, parameters from script where tenant_id = ${tenantId} and script_id = ${scriptId}`,
  ]);
  const row = rows?.[0];
  if (!row) throw errors.unknownReference("scriptId");
  return { statement: row.sql_text, parameters: readParameters(row.parameters) };
}

function valuesOf(names: readonly string[], values: Readonly<Record<string, unknown>> | null): unknown[] {
  return names.map((name) => {
    const v = values && Object.hasOwn(values, name) ? values[name] : null;
    if (v === null || v === "") throw errors.missingField(onWire(name));
    if (!["string", "number"].includes(typeof v) || String(v).length > 500)
      throw errors.invalidField(onWire(name));
    return String(v);
  });
}

export const scriptCommands = [
  handle(saveScript, async (ctx, input) => {
    const { scriptId, scriptName, remark, statement, updatedDate } = input;
    const { tenantId, userId } = ctx.who;
    const at = new Date(ctx.now);
    const parameters = readParameters(input.scriptParameters);
    readScript(statement, parameters);
    const [done] = await ctx.db.run(tenantId, [
      sql`
        insert into script as t (
          tenant_id, script_id, script_name, sql_text, parameters, remark, created_by, created_date,
          updated_by, updated_date
        )
        values (
          ${tenantId}, ${scriptId}, ${scriptName}, ${statement},
          ${JSON.stringify(parameters)}::jsonb, ${remark}, ${userId}, ${at}, ${userId}, ${at}
        )
        on conflict (tenant_id, script_id) do update
        set
          script_name = excluded.script_name, sql_text = excluded.sql_text,
          parameters = excluded.parameters, remark = excluded.remark,
          updated_by = excluded.updated_by, updated_date = excluded.updated_date
        where t.updated_date = ${updatedDate}::timestamptz
        returning 1
      `,
    ]);
    // No row was updated. If `updatedDate` is null, the script is new, so its id exists already. Otherwise another user
    // has changed the script meanwhile.
    if (!done?.length) throw updatedDate === null ? errors.duplicate("scriptId") : errors.changedMeanwhile();
    await log(ctx, scriptId, { saved: statement });
    return null;
  }),

  handle(runScript, async (ctx, { scriptId, statement, scriptParameters, scriptValues }) => {
    if (statement !== null && !may(ctx.who, menus.script, "M")) throw errors.forbidden();
    const key = scriptId ?? "*";
    const source =
      statement === null
        ? await storedScript(ctx, scriptId ?? "")
        : { statement, parameters: readParameters(scriptParameters) };
    const began = performance.now();
    const ms = () => Math.round(performance.now() - began);
    const logged = { statement: String(source.statement).slice(0, 4000), values: scriptValues };
    try {
      const ready = readScript(source.statement, source.parameters);
      const result = await run(ctx, ready, valuesOf(ready.names, scriptValues));
      await log(ctx, key, { ...logged, rows: result.rows.length, ms: ms() });
      return { ...result, elapsedMs: ms() };
    } catch (cause) {
      const failure = refusalOf(cause);
      await log(ctx, key, {
        ...logged,
        refused: failure instanceof AppError ? failure.message : codes.internalError,
        ms: ms(),
      });
      throw failure;
    }
  }),

  handle(scriptViews, async (ctx) => {
    const [rows] = await ctx.db.platform(
      sql<{ view: string; columns: string[] }>`
        select c.relname as view, array_agg(a.attname::text order by a.attnum) as columns
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
        where c.relnamespace = 'script'::regnamespace and c.relkind = 'v'
        group by 1
        order by 1
      `,
    );
    return rows ?? [];
  }),
];

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
import { type Ctx, may, requireTenant } from "../../kernel/ctx.ts";
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
  // A script reads the whole tenant.
  check: requireTenant,
});

/** What the embedded database reads in a second or two. */
const embeddedEffort = 3_000_000;
const embeddedCost = 250_000;

const plain = (text: string, values: readonly unknown[] = []) => ({ text, values, prepare: false });

/** Relations with the rows that they have, counted no further than matters. */
async function rowCounts(ctx: Ctx, relations: readonly string[]): Promise<ReadonlyMap<string, number>> {
  // A month of readings cannot be read by itself: what the statistics say of it, or all readings while they say nothing.
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
 * The plan says what is really read. The embedded database has one thread and no clock that could stop a query: what
 * looks long is not begun there.
 */
async function requirePlan(ctx: Ctx, ready: ReadyScript, values: readonly unknown[]): Promise<void> {
  const plan = await planOf(ctx, ready, values);
  const relations = relationsOf(plan);
  if (ctx.db.engine !== "embedded") return;
  const { work } = effortOf(plan, await rowCounts(ctx, relations));
  if (work > embeddedEffort || (plan["Total Cost"] ?? 0) > embeddedCost) throw errors.scriptTooCostly();
}

/** From here on the transaction reads the tenant's own views, and nothing else. */
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
 * Runs it where it can do nothing but read the tenant's own views: a read-only transaction, a role with no other
 * rights, a limit on time, and a limit on what comes back.
 */
async function run(
  ctx: Ctx,
  ready: ReadyScript,
  values: readonly unknown[],
): Promise<Omit<ScriptResult, "MS">> {
  const { rows: most, bytes } = scriptLimits;
  await requirePlan(ctx, ready, values);
  const found = await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    await confine(tx);
    const [row] = await tx.query(
      plain(
        `with found as (select * from (${ready.text}) asked limit ${most + 1}), told as (select json_agg(found)::text as list, count(*) as n from found)
         select n, case when octet_length(list) <= ${bytes} then list end as list from told`,
        values,
      ),
    );
    return row;
  });
  const n = Number(found?.n ?? 0);
  if (n > 0 && typeof found?.list !== "string") throw errors.scriptResultTooLarge(bytes / 1_000_000);
  const list = JSON.parse(String(found?.list ?? "[]")) as Record<string, unknown>[];
  return { COLUMNS: Object.keys(list[0] ?? {}), ROWS: list.slice(0, most), MORE: n > most ? "Y" : "N" };
}

/** What the database says of a query goes to who wrote it. */
function meaning(cause: unknown): unknown {
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

interface Asked {
  readonly statement: unknown;
  readonly parameters: readonly ScriptParameter[];
}

async function storedScript(ctx: Ctx, scriptId: string): Promise<Asked> {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql`select sql_text, parameters from script where tenant_id = ${tenantId} and script_id = ${scriptId}`,
  ]);
  const row = rows?.[0];
  if (!row) throw errors.unknownReference("scriptId");
  return { statement: row.sql_text, parameters: readParameters(row.parameters) };
}

function bound(names: readonly string[], values: Readonly<Record<string, unknown>> | null): unknown[] {
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
    requireTenant(ctx);
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
    // Without the stamp of what was read it is a new one, which must not be there yet.
    if (!done?.length) throw updatedDate === null ? errors.duplicate("scriptId") : errors.changedMeanwhile();
    await log(ctx, scriptId, { saved: statement });
    return null;
  }),

  handle(runScript, async (ctx, { scriptId, statement, scriptParameters, scriptValues }) => {
    requireTenant(ctx);
    if (statement !== null && !may(ctx.who, menus.script, "M")) throw errors.forbidden();
    const key = scriptId ?? "*";
    const asked =
      statement === null
        ? await storedScript(ctx, scriptId ?? "")
        : { statement, parameters: readParameters(scriptParameters) };
    const began = performance.now();
    const ms = () => Math.round(performance.now() - began);
    const told = { statement: String(asked.statement).slice(0, 4000), values: scriptValues };
    try {
      const ready = readScript(asked.statement, asked.parameters);
      const result = await run(ctx, ready, bound(ready.names, scriptValues));
      await log(ctx, key, { ...told, rows: result.ROWS.length, ms: ms() });
      return { ...result, MS: ms() };
    } catch (cause) {
      const failure = meaning(cause);
      await log(ctx, key, {
        ...told,
        refused: failure instanceof AppError ? failure.message : codes.internalError,
        ms: ms(),
      });
      throw failure;
    }
  }),

  handle(scriptViews, async (ctx) => {
    requireTenant(ctx);
    const [rows] = await ctx.db.platform(
      sql`
        select c.relname as "VIEW", array_agg(a.attname::text order by a.attnum) as "COLUMNS"
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
        where c.relnamespace = 'script'::regnamespace and c.relkind = 'v'
        group by 1
        order by 1
      `,
    );
    return (rows ?? []) as never;
  }),
];

import { AppError, codes, errors, onWire } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import {
  runScript,
  type ScriptParameter,
  saveScript,
  script,
  scriptList,
  scriptViews,
} from "@shotkeeper/contract/system";
import { type Ctx, may } from "../../../kernel/ctx.ts";
import { DbError } from "../../../kernel/db/db.ts";
import { sql } from "../../../kernel/db/sql.ts";
import { logInto } from "../../../kernel/log.ts";
import { handle, implement, table } from "../../../kernel/registry.ts";
import { scriptCatalogue } from "../../../kernel/script/catalogue.ts";
import { readScript } from "./read-script.ts";
import { readParameters } from "./tokens.ts";

const stored = { scriptParameters: "t.parameters" };

export const scriptListImpl = implement(scriptList, { from: "script", columns: stored });
export const scriptTable = table(script, {
  from: "script",
  columns: stored,
  writes: ["D"],
});

/** Returns the columns of each view that scripts can read. */
async function viewColumns(ctx: Ctx): Promise<ReadonlyMap<string, readonly string[]>> {
  const catalogue = await scriptCatalogue(ctx.db);
  return new Map([...catalogue].map(([view, columns]) => [view, columns.map((c) => c.name)]));
}

/**
 * Converts a database error into an API error that contains the text of the database error, which helps the author of
 * the script.
 */
function refusalOf(ctx: Ctx, cause: unknown): unknown {
  if (!(cause instanceof DbError)) return cause;
  if (cause.state === "57014") return errors.scriptTimedOut(ctx.db.scripts.seconds);
  if (cause.state === "42501" || cause.state === "25006") return errors.scriptForbidden(cause.message);
  return errors.scriptFailed(cause.message.replaceAll("^", " ").slice(0, 200));
}

async function log(ctx: Ctx, key: string, after: Record<string, unknown>): Promise<void> {
  await ctx.db.run(ctx.who.tenantId, [
    sql`${logInto(ctx, "script", "SYS_SCRIPT", "after")} ${key}, ${JSON.stringify(after)}::jsonb returning 1`,
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

function valuesOf(names: readonly string[], values: Readonly<Record<string, unknown>> | null): string[] {
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
    await readScript(statement, parameters, await viewColumns(ctx));
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
    // Throws if no row was updated. If `updatedDate` is null, the user saves a new script, so its id exists already.
    // Otherwise another user has changed the script meanwhile.
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
    const given = Object.entries(scriptValues ?? {}).slice(0, 50);
    const logged = {
      statement: String(source.statement).slice(0, 4000),
      values: Object.fromEntries(given.map(([name, v]) => [name.slice(0, 50), String(v).slice(0, 500)])),
    };
    try {
      const { text, names, views } = await readScript(
        source.statement,
        source.parameters,
        await viewColumns(ctx),
      );
      const values = valuesOf(names, scriptValues);
      const result = await ctx.db.scripts.run(ctx.who.tenantId, { text, values, views });
      await log(ctx, key, { ...logged, rows: result.rows.length, ms: ms() });
      return { ...result, elapsedMs: ms() };
    } catch (cause) {
      const failure = refusalOf(ctx, cause);
      await log(ctx, key, {
        ...logged,
        refused: failure instanceof AppError ? failure.message : codes.internalError,
        ms: ms(),
      });
      throw failure;
    }
  }),

  handle(scriptViews, async (ctx) => {
    // Prepares the database for scripts: the script screen requests the views when it opens, so a script probably
    // follows.
    ctx.db.scripts.prepare?.();
    return [...(await viewColumns(ctx))].map(([view, columns]) => ({ view, columns }));
  }),
];

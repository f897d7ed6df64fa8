import type { Client, Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";

const images = {
  both: "before, after",
  before: "before",
  after: "after",
  none: "",
} as const;

/**
 * Builds the beginning of a statement that adds an entry to the system log. `target` is the wire name of the changed
 * table. `kept` says which values of the changed row the entry contains: those before the change, those after it, both
 * or none. The caller appends the row's key as text, these values, and a FROM clause. Example:
 * logInto(ctx, "update", "PRD_ORDER") followed by `order_id, before, after from done`.
 */
export function logInto(ctx: Ctx, action: string, target: string, kept: keyof typeof images = "both"): Sql {
  const columns = sql.raw(images[kept] && `, ${images[kept]}`);
  const { apiKey } = ctx.who;
  const keyColumn = sql.raw(apiKey ? "api_key, " : "");
  return sql`
    insert into system_log (
      tenant_id, at, user_id, action, target, client_address, client_device, ${keyColumn}target_key${columns}
    )
    select
      ${ctx.who.tenantId}::int, ${new Date(ctx.now)}::timestamptz,
      ${ctx.who.viewer?.userId ?? ctx.who.userId}::text,
      ${action}::text, ${target}::text, ${ctx.client?.address ?? null}::text,
      ${ctx.client?.device ?? null}::text, ${apiKey ? sql`${apiKey.name}::text,` : sql.empty}
  `;
}

/** Entry of the system log that records no change of rows, such as a log-in or a refusal. */
export interface LogEntry {
  readonly tenantId: number;
  readonly at: number;
  readonly userId: string;
  /** Name of the API key that acted for the user. */
  readonly apiKey?: string | undefined;
  readonly action: string;
  readonly target: string;
  readonly key: string;
  readonly client?: Client | undefined;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Returns the statement that inserts an entry into the system log. */
export function logEntry(e: LogEntry): Sql {
  return sql`
    insert into system_log (
      tenant_id, at, user_id, api_key, action, target, target_key, client_address, client_device,
      after
    )
    values (
      ${e.tenantId}, ${new Date(e.at)}, ${e.userId}, ${e.apiKey ?? null}, ${e.action}, ${e.target}, ${e.key},
      ${e.client?.address ?? null}, ${e.client?.device ?? null},
      ${e.after === undefined ? null : JSON.stringify(e.after)}::jsonb
    )
  `;
}

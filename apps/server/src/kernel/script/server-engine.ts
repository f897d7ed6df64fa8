import { AppError, errors } from "@shotkeeper/contract/kernel";
import pg from "pg";
import { DbError } from "../db/db.ts";
import { TenantSlots } from "../tenant-slots.ts";
import {
  fetchText,
  rowsOf,
  type ScriptEngine,
  type ScriptRows,
  type ScriptStatement,
  scriptSlots,
} from "./engine.ts";
import type { ScriptLogin } from "./login.ts";
import { type SigningKey, ticketOf } from "./ticket.ts";

const seconds = 5;
/** Seconds after which the server closes a session, in case the database has not stopped the statement. */
const cutOffAfter = seconds + 3;

/**
 * Settings of each session. Each new connection sends them, because the operator may have created the login role with
 * other settings.
 */
const sessionSettings = [
  "timezone=UTC",
  "jit=off",
  "search_path=script",
  "default_transaction_read_only=on",
  // Gives a backslash in a string no special meaning. The check of scripts relies on this.
  "standard_conforming_strings=on",
  `statement_timeout=${seconds * 1000}`,
  "lock_timeout=1000",
  "idle_in_transaction_session_timeout=10000",
  "work_mem=16MB",
  "max_parallel_workers_per_gather=0",
  "client_connection_check_interval=1000",
]
  .map((s) => `-c ${s}`)
  .join(" ");

/**
 * Runs scripts on a PostgreSQL server, in sessions of a login role that can only read the views. Each script has a
 * new session, so a script cannot leave settings behind for the next script.
 */
export class ServerScripts implements ScriptEngine {
  readonly seconds = seconds;
  readonly unavailable: string | undefined;
  private readonly pool: pg.Pool | undefined;
  /** Limits the concurrent scripts of each tenant. Otherwise one tenant could use all sessions. */
  private readonly slots = new TenantSlots(scriptSlots);

  constructor(
    login: ScriptLogin,
    private readonly key: SigningKey,
  ) {
    this.unavailable = "reason" in login ? login.reason : undefined;
    if ("reason" in login) return;
    this.pool = new pg.Pool({
      connectionString: login.url,
      options: sessionSettings,
      max: 4,
      maxUses: 1,
      connectionTimeoutMillis: 10_000,
    });
    // Ignores the error of a session that breaks while it is idle; the pool removes the session. Without a handler, the
    // error would end the process.
    this.pool.on("error", () => {});
    // Ignores the error of a session that breaks during a script. Without a handler, the error would end the process.
    this.pool.on("connect", (client) => client.on("error", () => {}));
  }

  run(tenantId: number, statement: ScriptStatement): Promise<ScriptRows> {
    return this.slots.run(tenantId, () => this.runNow(tenantId, statement));
  }

  private async runNow(tenantId: number, statement: ScriptStatement): Promise<ScriptRows> {
    const client = await this.client();
    let isCut = false;
    const cutOff = setTimeout(() => {
      isCut = true;
      client.release(true);
    }, cutOffAfter * 1000);
    try {
      await client.query("begin read only");
      const { rows: facts } = await client.query<{ pid: number; at: string }>(
        "select pg_backend_pid() as pid, extract(epoch from clock_timestamp())::bigint as at",
      );
      const { pid = 0, at = "0" } = facts[0] ?? {};
      // Binds the values, so that the ticket (a signed text that names the tenant) does not appear in the text of the
      // statement, which pg_stat_activity shows.
      await client.query(
        "select set_config('script.ticket', $1, true), set_config('app.tenant_id', $2, true)",
        [ticketOf(this.key, tenantId, pid, Number(at) + cutOffAfter), String(tenantId)],
      );
      // Gives the statement a name. A named statement is sent by the extended protocol, which refuses a text with
      // several statements.
      const { rows } = await client.query({
        text: fetchText(statement.text),
        values: [...statement.values],
        name: "script",
      });
      return rowsOf(rows[0]);
    } catch (cause) {
      if (isCut) throw errors.scriptTimedOut(seconds);
      throw translated(cause);
    } finally {
      clearTimeout(cutOff);
      if (!isCut) client.release(true);
    }
  }

  private async client(): Promise<pg.PoolClient> {
    if (!this.pool) throw errors.notConfigured("SCRIPT_DATABASE_URL");
    try {
      return await this.pool.connect();
    } catch (cause) {
      // Class 28: the server does not accept the role or its password. Class 3D: the database does not exist.
      const state = cause instanceof Error && "code" in cause ? String(cause.code) : "";
      throw /^(28|3D)/.test(state)
        ? errors.notConfigured("SCRIPT_DATABASE_URL")
        : errors.databaseUnavailable();
    }
  }

  async close(): Promise<void> {
    await this.pool?.end();
  }
}

function translated(cause: unknown): Error {
  if (cause instanceof AppError) return cause;
  if (cause instanceof pg.DatabaseError && cause.code !== undefined && !/^(08|57P)/.test(cause.code))
    return new DbError(cause.code, "", cause.message);
  return errors.databaseUnavailable();
}

import { errors } from "@shotkeeper/contract/kernel";
import type { Db, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { TenantSlots } from "../tenant-slots.ts";
import { scriptCatalogue } from "./catalogue.ts";
import {
  fetchText,
  rowsOf,
  type ScriptEngine,
  type ScriptRows,
  type ScriptStatement,
  scriptSlots,
} from "./engine.ts";
import { Sandbox, type SandboxTable } from "./sandbox.ts";
import { type SigningKey, ticketOf } from "./ticket.ts";

/**
 * Limits of what a script may copy out of the embedded database. Copying blocks the only session of the database, so
 * its duration (ms) is limited too.
 */
const copyLimits = { rows: 200_000, characters: 64_000_000, ms: 1500, rowsPerText: 20_000 } as const;
/** Time after which an unused sandbox is stopped to free its memory, ms. */
const idleMs = 60_000;

/**
 * Runs scripts of the embedded database in a sandbox: a second database in a separate thread that holds the rows of one
 * tenant for one script. The sandbox contains no other rows, so no statement can read them. The sandbox is stopped if a
 * script takes too long, and before a script of another tenant runs.
 */
export class EmbeddedScripts implements ScriptEngine {
  readonly seconds = 2;
  private sandbox: Sandbox | undefined;
  /** Tenant whose script has used the sandbox. Undefined: no script has used the sandbox yet. */
  private sandboxTenant: number | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private tail: Promise<unknown> = Promise.resolve();
  private readonly slots = new TenantSlots(scriptSlots);
  private isClosed = false;

  constructor(
    private readonly db: Db,
    private readonly key: SigningKey,
  ) {}

  /** Starts a sandbox in advance, because a start takes longer than most scripts. */
  prepare(): void {
    if (this.isClosed || this.sandbox?.isUsable) return;
    this.sandbox = new Sandbox();
    this.sandboxTenant = undefined;
    this.stopWhenIdle();
  }

  async run(tenantId: number, statement: ScriptStatement): Promise<ScriptRows> {
    return this.slots.run(tenantId, () => {
      // Runs one script at a time, so that scripts leave the other processors to the requests.
      const done = this.tail.then(() => this.runAlone(tenantId, statement));
      this.tail = done.catch(() => {});
      return done;
    });
  }

  private async runAlone(tenantId: number, statement: ScriptStatement): Promise<ScriptRows> {
    if (this.isClosed) throw errors.databaseUnavailable();
    const sandbox = this.sandboxFor(tenantId);
    clearTimeout(this.idleTimer);
    try {
      const tables = await this.copy(tenantId, statement);
      const row = await sandbox.run(tables, fetchText(statement.text), statement.values, this.seconds * 1000);
      return rowsOf(row);
    } finally {
      this.stopWhenIdle();
    }
  }

  /** Returns the sandbox if it is new or a script of the same tenant has used it. Otherwise returns a new sandbox. */
  private sandboxFor(tenantId: number): Sandbox {
    if (this.sandboxTenant !== undefined && this.sandboxTenant !== tenantId) void this.sandbox?.stop();
    this.prepare();
    this.sandboxTenant = tenantId;
    this.sandbox ??= new Sandbox();
    return this.sandbox;
  }

  private stopWhenIdle(): void {
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => void this.sandbox?.stop(), idleMs).unref();
  }

  /**
   * Copies the rows of the views that the statement reads. Throws scriptTooCostly (S0294) if there are too many rows,
   * or if copying takes too long.
   */
  private async copy(tenantId: number, { views }: ScriptStatement): Promise<SandboxTable[]> {
    const catalogue = await scriptCatalogue(this.db);
    return this.db.tx(tenantId, async (tx) => {
      const budget: Budget = {
        rows: copyLimits.rows,
        characters: copyLimits.characters,
        began: performance.now(),
      };
      await this.signIn(tx);
      const tables: SandboxTable[] = [];
      for (const [view, used] of views) {
        const columns = catalogue.get(view);
        if (!columns) throw errors.scriptForbidden(view);
        const names = columns.map((c) => c.name).filter((name) => used.has(name));
        tables.push({ view, columns, texts: await rowTexts(tx, view, names, budget) });
      }
      return tables;
    });
  }

  private async signIn(tx: Tx): Promise<void> {
    const [facts] = await tx.query(
      sql<{ pid: number; at: number }>`
        select pg_backend_pid() as pid, extract(epoch from clock_timestamp())::bigint as at
      `,
    );
    if (!facts) throw errors.databaseUnavailable();
    const ticket = ticketOf(this.key, tx.tenantId, facts.pid, facts.at + 60);
    await tx.query(
      sql`select set_config('script.ticket', ${ticket}, true), set_config('synchronize_seqscans', 'off', true)`,
    );
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idleTimer);
    await this.sandbox?.stop();
    await this.tail;
  }
}

/** Numbers of rows and characters that a copy may still read, and the start of the copy (performance.now()). */
interface Budget {
  rows: number;
  characters: number;
  readonly began: number;
}

/** Returns the rows of a view as JSON texts of `rowsPerText` rows each. */
async function rowTexts(tx: Tx, view: string, names: readonly string[], budget: Budget): Promise<string[]> {
  const texts: string[] = [];
  const columns = sql.join(names.map((name) => sql.id(name)));
  for (let offset = 0; ; offset += copyLimits.rowsPerText) {
    // Reads the next part of the rows. No other statement runs between the parts, because this transaction blocks the
    // only session, so the rows keep their order.
    const [part] = await tx.query(
      sql<{ n: number; text: string | null }>`
        select count(*) as n, json_agg(r)::text as text
        from (select ${columns} from script.${sql.id(view)} limit ${copyLimits.rowsPerText} offset ${offset}) r
      `,
    );
    const { n, text } = part ?? { n: 0, text: null };
    if (text !== null) texts.push(text);
    budget.rows -= n;
    budget.characters -= text?.length ?? 0;
    const isLate = performance.now() - budget.began > copyLimits.ms;
    if (budget.rows < 0 || budget.characters < 0 || isLate) throw errors.scriptTooCostly();
    if (n < copyLimits.rowsPerText) return texts;
  }
}

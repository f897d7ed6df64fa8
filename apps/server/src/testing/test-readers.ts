import pg from "pg";
import { vi } from "vitest";
import type { Operator } from "../cli/operator.ts";
import { commands } from "../cli/tenant-commands.ts";
import type { Db } from "../kernel/db/db.ts";
import { sql } from "../kernel/db/sql.ts";
import { systemCtxOf } from "./job.ts";
import { noon } from "./server.ts";
import type { TestTenant } from "./tenant.ts";

/** Matches the error of a statement in a session that another session has ended. */
export const ended = /terminat|closed|not queryable/i;

/** Runs `shotkeeper tenant sql-reader` in a database, and returns what it prints. */
export async function sqlReaderIn(
  db: Db,
  actor: TestTenant,
  ownerUrl: string | undefined,
  args: readonly string[],
): Promise<string> {
  const said: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((text: string) => void said.push(text));
  const o: Operator = {
    db,
    now: noon,
    filesDir: "",
    licencePublicKey: undefined,
    ownerUrl,
    tenant: async (code) => {
      const [rows] = await db.platform(sql`select tenant_id from tenant where code = ${code}`);
      return { id: Number(rows?.[0]?.tenant_id), ctx: systemCtxOf(actor) };
    },
  };
  await commands["sql-reader"]?.(o, args, {}).finally(() => log.mockRestore());
  return said.join("\n");
}

/** Returns the URL of a database with the user and the password that the command has printed. */
export function printedLogin(text: string, database: string): string {
  const [, user = "", password = ""] = /user (\S+) {2}password (\S+)/.exec(text) ?? [];
  return Object.assign(new URL(database), { username: user, password }).href;
}

/** Opens a database session. Ignores errors of its connection, because tests end the session from another one. */
export async function openSession(url: string): Promise<pg.Client> {
  const session = new pg.Client({ connectionString: url });
  session.on("error", () => {});
  await session.connect();
  return session;
}

/** SQL readers of a test. Their roles outlive the database of the test, so the test must call `drop`. */
export class TestReaders {
  private readonly made = new Map<string, string[]>();
  private readonly sessions: pg.Client[] = [];

  constructor(
    private readonly db: Db,
    private readonly actor: TestTenant,
    private readonly url: string,
  ) {}

  run(...args: string[]): Promise<string> {
    return sqlReaderIn(this.db, this.actor, this.url, args);
  }
  /** Creates an SQL reader (a database login), and returns the URL with which it connects. */
  async create(code: string, name = "reader"): Promise<string> {
    const text = await this.run("create", code, name);
    this.made.set(`${code} ${name}`, [code, name]);
    return printedLogin(text, this.url);
  }
  /** Tells this class that the test itself has removed an SQL reader, so that `drop` does not remove it again. */
  forget(code: string, name: string): void {
    this.made.delete(`${code} ${name}`);
  }
  /** Opens a session that `endSessions` ends. */
  async connect(url: string): Promise<pg.Client> {
    const session = await openSession(url);
    this.sessions.push(session);
    return session;
  }
  async endSessions(): Promise<void> {
    for (const session of this.sessions.splice(0)) await session.end().catch(() => {});
  }
  async drop(): Promise<void> {
    await this.endSessions();
    for (const args of this.made.values()) await this.run("remove", ...args);
    this.made.clear();
  }
}

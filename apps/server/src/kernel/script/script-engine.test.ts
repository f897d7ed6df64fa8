import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isCluster } from "../../testing/cluster.ts";
import { freshCode, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { sql } from "../db/sql.ts";
import { scriptCatalogue } from "./catalogue.ts";
import { fetchText, type ScriptEngine } from "./engine.ts";
import { Sandbox, type SandboxTable } from "./sandbox.ts";
import { attacks } from "./testing/attacks.ts";
import { ticketOf } from "./ticket.ts";

const noViews = new Map<string, ReadonlySet<string>>();

// A Citus cluster runs no scripts.
describe.skipIf(isCluster)("the engine of scripts, without the check of statements", () => {
  let s: TestServer;
  let engine: ScriptEngine;
  let mine: TestTenant;
  let other: TestTenant;
  const dir = mkdtempSync(join(tmpdir(), "script-"));
  const file = join(dir, "secret.txt");
  /** Texts that no script of the tenant `mine` may find. */
  const secrets: string[] = [];
  const open: Sandbox[] = [];
  beforeAll(async () => {
    s = await withServer();
    engine = s.app.db.scripts;
    [mine, other] = [await TestTenant.create(s), await TestTenant.create(s)];
    await mine.mold("MINE");
    const [moldNo, phone, text] = [freshCode("MOLD"), freshCode("PHONE"), freshCode("FILE")];
    await other.mold(moldNo);
    await other.rows(
      sql`update "user" set phone = ${phone} where tenant_id = ${other.id} returning 1 as one`,
    );
    writeFileSync(file, text, { mode: 0o644 });
    secrets.push(moldNo, phone, text, other.code, "$argon2", "SCRAM-SHA-256$", "script-login-secret");
  });
  afterAll(async () => {
    for (const sandbox of open) await sandbox.stop();
    rmSync(dir, { recursive: true });
  });

  /**
   * Returns the tables that the embedded engine would copy for a statement that reads the users and the molds of the
   * tenant `mine`.
   */
  async function tables(): Promise<SandboxTable[]> {
    const catalogue = await scriptCatalogue(s.app.db);
    const [users, molds] = [catalogue.get("users") ?? [], catalogue.get("mold") ?? []];
    return [
      { view: "users", columns: users, texts: ['[{"user_id":"admin"}]'] },
      { view: "mold", columns: molds, texts: ['[{"mold_no":"MINE"}]'] },
    ];
  }

  let sandbox: Sandbox | undefined;
  /**
   * Runs a statement without checking it first, because the engine alone must protect the data. On a PostgreSQL server
   * (`engine.seconds` is 5), the engine runs it. On the embedded database, all statements share one sandbox, so the
   * tables are loaded only once.
   */
  async function past(text: string): Promise<string> {
    try {
      if (engine.seconds === 5)
        return JSON.stringify(await engine.run(mine.id, { text, values: [], views: noViews }));
      const isFirst = sandbox === undefined;
      sandbox ??= new Sandbox();
      if (isFirst) open.push(sandbox);
      return String((await sandbox.run(isFirst ? await tables() : [], fetchText(text), [], 2000)).list);
    } catch (cause) {
      if (cause instanceof Error && /^S02(92|94|10)/.test(cause.message)) sandbox = undefined;
      return `${cause}`;
    }
  }

  it("reads the tenant's rows", async () => {
    const views = new Map([["mold", new Set(["mold_no"])]]);
    const found = await engine.run(mine.id, { text: "select mold_no from mold", values: [], views });
    expect(found).toEqual({ columns: ["mold_no"], rows: [{ mold_no: "MINE" }], hasMore: false });
  });

  it("would show what the next tests look for, if it were not for the tenant", async () => {
    const views = new Map([["mold", new Set(["mold_no"])]]);
    const found = await engine.run(other.id, { text: "select mold_no from mold", values: [], views });
    expect(JSON.stringify(found)).toContain(secrets[0]);
    const nested =
      "select string_agg(word, ',') from ts_stat('select to_tsvector(''simple'', mold_no) from script.mold')";
    expect(await past(nested)).toContain("mine");
  });

  it("shows a hostile statement no other tenant, no password and no file", async () => {
    const statements = attacks({ otherTenant: other.id, file });
    expect(statements.length).toBeGreaterThan(200);
    const leaks: string[] = [];
    for (const text of statements) {
      const result = await past(text);
      for (const secret of secrets) if (result.includes(secret)) leaks.push(`${text} → ${secret}`);
    }
    expect(leaks).toEqual([]);
  });

  it("shows nothing that any function of the database finds in a text", async () => {
    const [names] = await s.app.db.platform(
      sql<{ name: string }>`
        select distinct proname::text as name
        from pg_proc
        where pronargs = 1 and prokind = 'f'
          and proargtypes[0]::regtype::text = any(
            array[
              'text', 'character varying', 'character', 'name', 'cstring', '"any"', 'anyelement', 'regclass', 'bytea'
            ]
          )
      `,
    );
    const leaks: string[] = [];
    const target = `select string_agg(m::text, '','') from public.mold m`;
    for (const { name } of names)
      for (const argument of [`'${target}'::text`, `'${file}'::text`]) {
        const result = await past(`select (${argument})."${name}"::text as found`);
        for (const secret of secrets) if (result.includes(secret)) leaks.push(`${name}: ${secret}`);
      }
    expect(leaks).toEqual([]);
  });

  it("leaves nothing behind for the next script", async () => {
    const first =
      "select set_config('statement_timeout', '0', false) || set_config('script.left', 'here', false) as x";
    await engine.run(mine.id, { text: first, values: [], views: noViews });
    const { rows } = await engine.run(mine.id, {
      text: "select current_setting('script.left', true) as rest",
      values: [],
      views: noViews,
    });
    expect(rows).toHaveLength(1);
    expect(rows).not.toEqual([{ rest: "here" }]);
  });

  it("stops a statement in time, while others work, and gives its memory back", async () => {
    const views = new Map([["organization", new Set(["org_id"])]]);
    const many = Array.from({ length: 12 }, (_, i) => `organization o${i}`).join(", ");
    let waits = 0;
    let slowest = 0;
    let isDone = false;
    const began = performance.now();
    const bomb = engine
      .run(mine.id, { text: `select count(*) from ${many}`, values: [], views })
      .finally(() => (isDone = true));
    const others = (async () => {
      for (; !isDone; waits++) {
        const at = performance.now();
        await other.rows(sql`select count(*) as n from organization where tenant_id = ${other.id}`);
        slowest = Math.max(slowest, performance.now() - at);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    await expect(bomb).rejects.toThrow(/^S0292|statement timeout/);
    await others;
    expect(performance.now() - began).toBeLessThan(engine.seconds * 1000 + 5000);
    expect(waits).toBeGreaterThan(10);
    expect(slowest).toBeLessThan(1500);
  });

  it("stops the natural join of 120 views, past the check", async () => {
    const catalogue = await scriptCatalogue(s.app.db);
    const columns = new Set((catalogue.get("organization") ?? []).map((c) => c.name));
    const joined = Array.from({ length: 120 }, (_, i) => `organization o${i}`).join(" natural join ");
    const text = `select count(*) from ${joined}`;
    const before = process.memoryUsage.rss();
    const began = performance.now();
    await engine
      .run(mine.id, { text, values: [], views: new Map([["organization", columns]]) })
      .catch(() => {});
    expect(performance.now() - began).toBeLessThan(engine.seconds * 1000 + 5000);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(process.memoryUsage.rss() - before).toBeLessThan(700 * 2 ** 20);
  });

  it("runs at most three scripts of a tenant at the same time", async () => {
    const one = () => engine.run(mine.id, { text: "select 1 as n", values: [], views: noViews });
    const results = await Promise.allSettled(Array.from({ length: 6 }, one));
    const done = results.filter((r) => r.status === "fulfilled").length;
    expect(done).toBe(3);
  });
});

describe.skipIf(isCluster)("app_script_tenant()", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeAll(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });
  const tenantOf = async (ticket: string) => {
    const [, [row]] = await s.app.db.run(t.id, [
      sql`select set_config('script.ticket', ${ticket}, true)`,
      sql<{ tenant: number | null }>`select app_script_tenant() as tenant`,
    ]);
    return row?.tenant;
  };

  it("accepts no ticket without the server's signature", async () => {
    const key = { inner: Buffer.alloc(64), outer: Buffer.alloc(64) };
    for (const ticket of [
      "",
      `${t.id}`,
      `${t.id}.99999999999`,
      `${t.id}.99999999999.`,
      `${t.id}.99999999999.${"0".repeat(64)}`,
      ticketOf(key, t.id, 1, 99_999_999_999),
      "a.b.c",
      `${t.id}.9.9.9`,
    ])
      expect(await tenantOf(ticket), ticket).toBeNull();
  });

  it("keeps its secrets from the application", async () => {
    for (const name of ["signing_key", "login"])
      await expect(
        s.app.db.platform(sql`select count(*) as n from script_secret.${sql.id(name)}`),
      ).rejects.toThrow(/permission denied/);
  });
});

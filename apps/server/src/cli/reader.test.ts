import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { grantReaders } from "../kernel/script/reader.ts";
import { attacks } from "../kernel/script/testing/attacks.ts";
import { systemCtxOf } from "../testing/job.ts";
import { freshCode, type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import type { Operator } from "./operator.ts";
import { commands } from "./tenant-commands.ts";

const { DATABASE_URL: url } = process.env;

let s: TestServer;
let mine: TestTenant;
let said: string[];
beforeAll(async () => {
  s = await withServer();
  mine = await TestTenant.create(s);
  await mine.mold("MINE");
});

async function run(ownerUrl: string | undefined, revoke = false): Promise<string> {
  said = [];
  const log = vi.spyOn(console, "log").mockImplementation((text: string) => void said.push(text));
  const o: Operator = {
    db: s.app.db,
    now: s.clock.now,
    licencePublicKey: undefined,
    ownerUrl,
    tenant: async () => ({ id: mine.id, ctx: systemCtxOf(mine) }),
  };
  await commands["sql-reader"]?.(o, [mine.code], { revoke }).finally(() => log.mockRestore());
  return said.join("\n");
}

it("the embedded database says that it has no reader", async () => {
  await expect(run(undefined)).rejects.toThrow(/embedded database has no login roles/);
});

describe.skipIf(!url)("the reader of a tenant", () => {
  let other: TestTenant;
  let readerUrl: string;
  const dir = mkdtempSync(join(tmpdir(), "reader-"));
  const file = join(dir, "secret.txt");
  const secrets: string[] = [];
  const open: pg.Client[] = [];

  beforeAll(async () => {
    other = await TestTenant.create(s);
    const [moldNo, phone, text] = [freshCode("MOLD"), freshCode("PHONE"), freshCode("FILE")];
    await other.mold(moldNo);
    await other.rows(
      sql`update "user" set phone = ${phone} where tenant_id = ${other.id} returning 1 as one`,
    );
    writeFileSync(file, text, { mode: 0o644 });
    secrets.push(moldNo, phone, text, other.code, "$argon2", "SCRAM-SHA-256$");
    readerUrl = login(await run(url));
  });
  afterAll(async () => {
    for (const client of open) await client.end().catch(() => {});
    await run(url, true);
    rmSync(dir, { recursive: true });
  });

  /** Returns the URL of the database with the printed user and password. */
  function login(text: string): string {
    const [, user = "", password = ""] = /user (\S+) {2}password (\S+)/.exec(text) ?? [];
    const found = new URL(url ?? "");
    found.username = user;
    found.password = password;
    return found.href;
  }
  async function connect(href = readerUrl): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: href });
    client.on("error", () => {});
    await client.connect();
    open.push(client);
    return client;
  }

  it("reads the rows of this tenant, without any setting", async () => {
    const { rows } = await (await connect()).query("select mold_no from mold");
    expect(rows).toEqual([{ mold_no: "MINE" }]);
  });

  it("reads nothing of another tenant, no password and no file, whatever it asks", async () => {
    const { rows } = await s.app.db
      .run(other.id, [sql`select mold_no from mold where tenant_id = ${other.id}`])
      .then(([found]) => ({ rows: found }));
    expect(JSON.stringify(rows)).toContain(secrets[0]);
    let client = await connect();
    const leaks: string[] = [];
    for (const text of attacks({ otherTenant: other.id, file })) {
      const answer = await client.query(text).then(
        (r: pg.QueryResult | pg.QueryResult[]) => JSON.stringify([r].flat().map((x) => x.rows)),
        (cause: unknown) => `${cause}`,
      );
      for (const secret of secrets) if (answer.includes(secret)) leaks.push(`${text} → ${secret}`);
      // An attack may have closed the session.
      await client.query("select 1").catch(async () => {
        client = await connect();
      });
    }
    expect(leaks).toEqual([]);
  });

  it("sees no row of another tenant after it has changed its setting, and cannot become another role", async () => {
    const client = await connect();
    await client.query(`set app.tenant_id = '${other.id}'`);
    const { rows } = await client.query("select mold_no from mold");
    expect(rows.filter((r) => r.mold_no !== "MINE")).toEqual([]);
    for (const text of [
      "set role shotkeeper_app",
      "set session authorization postgres",
      "set role shotkeeper_script",
    ])
      await expect(client.query(text), text).rejects.toThrow(/permission denied|must be/);
  });

  it("cannot write, not even after it has switched read-only off", async () => {
    const client = await connect();
    await client.query("set default_transaction_read_only = off");
    for (const text of [
      "update script.mold set mold_no = 'x'",
      "delete from script.reading",
      "create table script.x (a int)",
      "create table public.x (a int)",
      "insert into public.mold (tenant_id) values (1)",
    ])
      await expect(client.query(text), text).rejects.toThrow(/permission denied|cannot/);
  });

  it("reads a view that a later migration has made", async () => {
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    await owner.query("select app_script_view('mold_twice', 'mold')");
    await grantReaders(owner);
    const client = await connect();
    expect((await client.query("select mold_no from mold_twice")).rows).toEqual([{ mold_no: "MINE" }]);
    await owner.query("drop view script.mold_twice");
    await owner.end();
  });

  it("answers every statement of the dashboard for Grafana", async () => {
    const folder = join(import.meta.dirname, "..", "..", "..", "..", "deploy", "monitoring", "grafana");
    const { panels } = JSON.parse(readFileSync(join(folder, "production.json"), "utf8")) as {
      panels: { title: string; targets: { rawSql: string }[] }[];
    };
    const client = await connect();
    expect(panels.length).toBeGreaterThan(5);
    for (const { title, targets } of panels)
      for (const { rawSql } of targets) {
        // Replaces Grafana's macros as Grafana does.
        const text = rawSql
          .replace(/\$__timeFilter\(([\w.]+)\)/g, "$1 between '2026-01-01' and '2027-01-01'")
          .replace(/\$__timeGroup\((\w+), '\d+h'\)/g, "date_trunc('hour', $1)");
        await expect(client.query(text), title).resolves.toBeDefined();
      }
  });

  it("gets a new password, and is gone after it is revoked", async () => {
    const old = readerUrl;
    readerUrl = login(await run(url));
    expect(readerUrl).not.toBe(old);
    expect(await (await connect()).query("select 1 as one")).toMatchObject({ rowCount: 1 });
    expect(await run(url, true)).toContain("was removed");
    expect(await run(url, true)).toContain("has no reader");
    await expect(connect()).rejects.toThrow(/does not exist|authentication failed|not permitted/);
  });
});

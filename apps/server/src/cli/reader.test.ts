import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openDb } from "../kernel/db/open.ts";
import { sql } from "../kernel/db/sql.ts";
import { prepareReaders, scramVerifier } from "../kernel/script/reader.ts";
import { createTenant } from "../tenants/create-tenant.ts";
import { removeTenant } from "../tenants/remove-tenant.ts";
import { isCluster } from "../testing/cluster.ts";
import { deployFile, rolesOfDeploy } from "../testing/roles-of-deploy.ts";
import { noon, type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { ended, openSession, printedLogin, sqlReaderIn, TestReaders } from "../testing/test-readers.ts";

const { DATABASE_URL: url = "" } = process.env;

let s: TestServer;
let mine: TestTenant;
beforeAll(async () => {
  s = await withServer();
  mine = await TestTenant.create(s);
  await mine.mold("MINE");
});

it("the embedded database says that it has no reader", async () => {
  for (const args of [["create", mine.code], ["renew", mine.code], ["remove", mine.code], ["list"]])
    await expect(sqlReaderIn(s.app.db, mine, undefined, args)).rejects.toThrow(
      /embedded database has no login roles/,
    );
});

it("a password is stored as the verifier of RFC 5803", () => {
  const salt = Buffer.from("W22ZaJ0SNY7soEsUEjb6gQ==", "base64");
  // Expected value of the example in RFC 7677.
  expect(scramVerifier("pencil", salt)).toBe(
    "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$" +
      "WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=",
  );
});

/** Tests the command of the operator. kernel/script/reader-rights.test.ts tests what a reader can see and do. */
// A Citus cluster has no readers.
describe.skipIf(!url || isCluster)("the reader of a tenant", () => {
  let owner: pg.Client;
  let other: TestTenant;
  let readers: TestReaders;
  let readerUrl: string;
  let client: pg.Client;
  const dir = mkdtempSync(join(tmpdir(), "reader-"));

  beforeAll(async () => {
    owner = await openSession(url);
    other = await TestTenant.create(s);
    readers = new TestReaders(s.app.db, mine, url);
    await owner.query(deployFile("sql-readers.sql"));
    readerUrl = await readers.create(mine.code);
    client = await openSession(readerUrl);
  });
  afterEach(() => readers.endSessions());
  afterAll(async () => {
    await client.end();
    await readers.drop();
    const { rows } = await owner.query(
      `select from pg_roles
       where rolname ~ (
         select '^shotkeeper_reader_' || oid || '_' from pg_database where datname = current_database()
       )`,
    );
    expect(rows).toHaveLength(0);
    await owner.end();
    rmSync(dir, { recursive: true });
  });

  it("reads views of later migrations, and forgets readers of the database it was copied from", async () => {
    await owner.query("select app_script_view('mold_twice', 'mold')");
    const later = "select mold_no from mold_twice";
    await expect(client.query(later)).rejects.toThrow("permission denied");
    await owner.query(
      "insert into script_secret.reader values ('shotkeeper_reader_1_a', $1, 'copied', now(), now())",
      [mine.id],
    );
    await prepareReaders(owner);
    expect((await client.query(later)).rows).toEqual([{ mold_no: "MINE" }]);
    await owner.query("drop view script.mold_twice");
    expect(await readers.run("list", mine.code)).not.toContain("copied");
  });

  it("has no tenant in another database of the cluster, although its rows name the role", async () => {
    const role = decodeURIComponent(new URL(readerUrl).username);
    const name = `reader_copy_${process.pid}`;
    await owner.query(`create database ${name}`);
    const copyUrl = new URL(url);
    copyUrl.pathname = `/${name}`;
    const copy = await openDb({ url: copyUrl.href });
    try {
      const inCopy = await openSession(copyUrl.href);
      // Inserts the reader's row and rights, as pg_restore copies them from the original database.
      await inCopy.query("insert into script_secret.reader values ($1, $2, 'copied', now(), now())", [
        role,
        mine.id,
      ]);
      await inCopy.query(`grant usage on schema script to ${role}`);
      await inCopy.query(`grant select on all tables in schema script to ${role}`);
      await inCopy.query(`grant execute on function app_script_tenant() to ${role}`);
      const readerCopy = new URL(readerUrl);
      readerCopy.pathname = `/${name}`;
      const session = await readers.connect(readerCopy.href);
      expect((await session.query("select app_script_tenant() as tenant")).rows).toEqual([{ tenant: null }]);
      await session.end();
      await inCopy.end();
    } finally {
      await copy.close();
      const scripts = `select 'shotkeeper_script_' || oid as role from pg_database where datname = $1`;
      const { rows } = await owner.query<{ role: string }>(scripts, [name]);
      await owner.query(`drop database ${name} with (force)`);
      for (const { role: old } of rows) await owner.query(`drop role if exists ${old}`);
    }
  });

  it("answers every statement of the dashboard for Grafana", async () => {
    const { panels } = JSON.parse(deployFile("monitoring", "grafana", "production.json")) as {
      panels: { title: string; targets: { rawSql: string }[] }[];
    };
    expect(panels.length).toBeGreaterThan(5);
    for (const { title, targets } of panels)
      for (const { rawSql } of targets) {
        // Replaces the macros of Grafana in a query, as Grafana does.
        const text = rawSql
          .replace(/\$__timeFilter\(([\w.]+)\)/g, "$1 between '2026-01-01' and '2027-01-01'")
          .replace(/\$__timeGroup\((\w+), '\d+h'\)/g, "date_trunc('hour', $1)");
        await expect(client.query(text), title).resolves.toBeDefined();
      }
  });

  it("works for an owner who is no superuser, and whom row-level security binds", async () => {
    const place = await rolesOfDeploy(owner, `reader_${process.pid}`);
    const db = await openDb({ url: place.serveUrl, ownerUrl: place.ownerUrl });
    const as = (what: string) => sqlReaderIn(db, mine, place.ownerUrl, [what, "one"]);
    const admin = await openSession(place.adminUrl);
    try {
      const ids: number[] = [];
      for (const code of ["one", "two"])
        ids.push(await createTenant(db, { code, fullName: code, adminHash: "x" }, noon));
      await expect(as("create")).rejects.toThrow("Run deploy/sql-readers.sql");
      await admin.query(deployFile("sql-readers.sql"));
      const session = await readers.connect(printedLogin(await as("create"), place.ownerUrl));
      const codes = "select full_name from tenant";
      expect((await session.query(codes)).rows).toEqual([{ full_name: "one" }]);
      expect((await session.query("select user_id from users")).rows).toEqual([{ user_id: "admin" }]);
      await session.query(`set app.tenant_id = '${ids[1]}'`);
      expect((await session.query("select user_id from users")).rows).toEqual([]);
      await as("renew");
      await expect(session.query("select 1")).rejects.toThrow(ended);
      // deploy/sql-readers.sql must not take the right to use advisory locks from the server, which has a separate
      // role. So the server must be able to start again.
      await (await openDb({ url: place.serveUrl, ownerUrl: place.ownerUrl })).close();
      await db.run(ids[0] ?? 0, [sql`select pg_advisory_xact_lock(1, 2)`]);
      await as("remove");
    } finally {
      await admin.end();
      await db.close();
      await place.drop();
    }
  });

  it("is listed, gets a new password, and is gone after it is removed", async () => {
    const old = await readers.create(mine.code, "second");
    await expect(readers.run("create", mine.code, "second")).rejects.toThrow('a reader "second" already');
    const session = await readers.connect(old);
    expect(await readers.run("list", mine.code)).toMatch(
      / {2}second {2}user shotkeeper_reader_\S+ .* 1 sessions/,
    );
    expect(await readers.run("list", other.code)).toBe("No readers.");
    await session.query("set default_transaction_read_only = off");
    await session.query("alter role current_user set search_path = public");
    const renewed = printedLogin(await readers.run("renew", mine.code, "second"), url);
    expect(new URL(renewed).username).toBe(new URL(old).username);
    expect(new URL(renewed).password).not.toBe(new URL(old).password);
    await expect(session.query("select 1")).rejects.toThrow(ended);
    const next = await readers.connect(renewed);
    expect((await next.query("select mold_no from mold")).rows).toEqual([{ mold_no: "MINE" }]);
    expect(await readers.run("remove", mine.code, "second")).toContain("was removed");
    readers.forget(mine.code, "second");
    await expect(next.query("select 1")).rejects.toThrow(ended);
    await expect(readers.run("remove", mine.code, "second")).rejects.toThrow('no reader "second"');
    await expect(readers.run("renew", mine.code, "second")).rejects.toThrow('no reader "second"');
    await expect(readers.connect(renewed)).rejects.toThrow(/does not exist|authentication failed/);
    const log = await mine.rows<{ after: unknown }>(
      sql`select after from system_log
        where tenant_id = ${mine.id} and after->>'sql_reader' = 'second' order by at, log_id`,
    );
    expect(log.map((r) => r.after)).toEqual(
      ["create", "renew", "remove"].map((done) => ({ done, sql_reader: "second" })),
    );
  });

  it.each([
    ["a name that is no name", ["create", "CODE", "Big Name"], "small letters"],
    ["an unknown command", ["revoke", "CODE"], "list, create, renew or remove"],
    ["no tenant", ["create"], "<code> is missing"],
    ["too much", ["create", "CODE", "a", "b"], "one argument too many"],
  ])("refuses %s", async (_name, args, reason) => {
    await expect(readers.run(...args.map((a) => (a === "CODE" ? mine.code : a)))).rejects.toThrow(reason);
  });

  it("does not outlive its tenant", async () => {
    const leaving = await TestTenant.create(s);
    const session = await readers.connect(await readers.create(leaving.code, "a"));
    await readers.create(leaving.code, "b");
    readers.forget(leaving.code, "a");
    readers.forget(leaving.code, "b");
    await removeTenant(owner, {
      dataDir: dir,
      filesDir: join(dir, "files"),
      code: leaving.code,
      export: null,
      waitMs: 0,
      onClosed: async () => {},
    });
    await expect(session.query("select 1")).rejects.toThrow(ended);
    const { rows } = await owner.query("select from script_secret.reader where tenant_id = $1", [leaving.id]);
    expect(rows).toHaveLength(0);
    expect((await client.query("select mold_no from script.mold")).rows).toEqual([{ mold_no: "MINE" }]);
  });
});

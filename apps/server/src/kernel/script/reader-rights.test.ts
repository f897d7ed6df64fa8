import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { entities } from "@shotkeeper/contract/catalogue";
import { snake } from "@shotkeeper/contract/kernel";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { isCluster } from "../../testing/cluster.ts";
import { demoTenant } from "../../testing/demo-tenant.ts";
import { deployFile } from "../../testing/roles-of-deploy.ts";
import { freshCode, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { openSession, TestReaders } from "../../testing/test-readers.ts";
import { sql } from "../db/sql.ts";
import { notifyServers } from "../event-relay.ts";
import { attacks } from "./testing/attacks.ts";
import { emptyAnswers, refusedAttacks } from "./testing/reader-attacks.ts";

const { DATABASE_URL: url = "" } = process.env;

/**
 * Tests which rows a reader (login role of a tenant) can see, and that it can do nothing else. The command that creates
 * readers is tested in cli/reader.test.ts.
 */
// A Citus cluster has no readers.
describe.skipIf(!url || isCluster)("the reader of a tenant", () => {
  let s: TestServer;
  let mine: TestTenant;
  let other: TestTenant;
  let readers: TestReaders;
  let owner: pg.Client;
  let readerUrl: string;
  /** Session of the reader that has switched off its read-only mode. */
  let client: pg.Client;
  const dir = mkdtempSync(join(tmpdir(), "reader-"));
  const file = join(dir, "secret.txt");
  /** Texts that the reader may not find. */
  const secrets: string[] = [];
  const exact = (text: string) => text.replaceAll("$other", String(other.id)).replaceAll("$file", file);

  beforeAll(async () => {
    s = await withServer();
    [mine, other] = [await TestTenant.create(s), await TestTenant.create(s)];
    readers = new TestReaders(s.app.db, mine, url);
    owner = await openSession(url);
    await mine.mold("MINE");
    const [moldNo, phone, text] = [freshCode("MOLD"), freshCode("PHONE"), freshCode("FILE")];
    await other.mold(moldNo);
    await other.rows(
      sql`update "user" set phone = ${phone} where tenant_id = ${other.id} returning 1 as one`,
    );
    writeFileSync(file, text, { mode: 0o644 });
    secrets.push(moldNo, phone, text, other.code, "$argon2", "SCRAM-SHA-256$");
    await owner.query(deployFile("sql-readers.sql"));
    readerUrl = await readers.create(mine.code);
    client = await openSession(readerUrl);
    await client.query("set default_transaction_read_only = off");
  });
  afterEach(() => readers.endSessions());
  afterAll(async () => {
    await client.end();
    await readers.drop();
    await owner.end();
    rmSync(dir, { recursive: true });
  });

  it("reads the rows of this tenant, without any setting", async () => {
    const { rows } = await (await readers.connect(readerUrl)).query("select mold_no from mold");
    expect(rows).toEqual([{ mold_no: "MINE" }]);
  });

  it.each(refusedAttacks)("refuses a session that %s", async (_name, statement, reason) => {
    await expect(client.query(exact(statement))).rejects.toThrow(reason);
    await client.query("rollback");
  });

  it.each(emptyAnswers)("shows no %s", async (_name, statement) => {
    expect((await client.query(exact(statement))).rows).toEqual([]);
  });

  it("reads nothing of another tenant, no password and no file, whatever it asks", async () => {
    const seen = await other.rows(sql`select mold_no from mold where tenant_id = ${other.id}`);
    expect(JSON.stringify(seen)).toContain(secrets[0]);
    let session = await readers.connect(readerUrl);
    const leaks: string[] = [];
    for (const text of attacks({ otherTenant: other.id, file })) {
      const answer = await session.query(text).then(
        (r: pg.QueryResult | pg.QueryResult[]) => JSON.stringify([r].flat().map((x) => x.rows)),
        (cause: unknown) => `${cause}`,
      );
      for (const secret of secrets) if (answer.includes(secret)) leaks.push(`${text} → ${secret}`);
      // Opens a new session if an attack has closed the present one.
      await session.query("select 1").catch(async () => {
        session = await readers.connect(readerUrl);
      });
    }
    expect(leaks).toEqual([]);
  });

  it.each([
    ["app.tenant_id", (id: number) => String(id)],
    ["script.ticket", (id: number) => `${id}.99999999999.00`],
    ["search_path", () => "public"],
    ["row_security", () => "off"],
  ])("sees no row of another tenant after it has set %s", async (setting, value) => {
    const session = await readers.connect(readerUrl);
    await session.query("select set_config($1, $2, false)", [setting, value(other.id)]);
    const { rows } = await session.query("select mold_no from script.mold");
    expect(rows.filter((r) => r.mold_no !== "MINE")).toEqual([]);
  });

  it("sees no row of another tenant after it has changed the settings of its own role", async () => {
    const session = await readers.connect(readerUrl);
    await session.query("set default_transaction_read_only = off");
    await session.query("alter role current_user set search_path = public");
    await session.query("alter role current_user set statement_timeout = 0");
    const { rows } = await (await readers.connect(readerUrl)).query("select mold_no from script.mold");
    expect(rows.filter((r) => r.mold_no !== "MINE")).toEqual([]);
  });

  it("has a limit of sessions, and of the time of statements and idle transactions", async () => {
    const limits = await readers.create(mine.code, "limits");
    const [first] = await Promise.all(Array.from({ length: 10 }, () => readers.connect(limits)));
    await expect(readers.connect(limits)).rejects.toThrow(/too many connections/);
    const { rows } = await (first as pg.Client).query(
      `select current_setting('statement_timeout') as statement,
         current_setting('idle_in_transaction_session_timeout') as idle,
         current_setting('default_transaction_read_only') as "readOnly", current_setting('temp_file_limit') as files`,
    );
    expect(rows).toEqual([{ statement: "1min", idle: "1min", readOnly: "on", files: "1GB" }]);
  });

  it("hears no event of the servers and sends none", async () => {
    const heard: string[] = [];
    const session = await readers.connect(readerUrl);
    session.on("notification", (n) => heard.push(String(n.payload)));
    const { rows } = await owner.query("select app_event_channel() as channel");
    for (const channel of ["shotkeeper_events", "shotkeeper_", "*", "%"])
      await session.query(`listen ${pg.escapeIdentifier(channel)}`);
    await s.app.db.platform(notifyServers(other.id, { type: "session" }));
    await session.query("select 1");
    expect(heard).toEqual([]);
    // Nothing that the reader can read contains the name of the channel by which the servers notify each other.
    for (const view of ["pg_stat_activity", "pg_proc", "pg_db_role_setting", "pg_settings"])
      expect(JSON.stringify((await session.query(`select * from ${view}`)).rows)).not.toContain(
        rows[0].channel,
      );
  });

  it("shares no function with the owner's rights", async () => {
    const { rows } = await client.query(
      `select oid::regprocedure::text as name from pg_proc
       where prosecdef and pronamespace <> 'pg_catalog'::regnamespace and has_function_privilege(oid, 'execute')`,
    );
    expect(rows).toEqual([{ name: "public.app_script_tenant()" }]);
  });

  describe("of a demo tenant beside another one", () => {
    let id: number;
    let reader: pg.Client;
    beforeAll(async () => {
      await demoTenant(s);
      const demo = await demoTenant(s);
      id = demo.id;
      reader = await openSession(await readers.create(demo.code));
    });
    afterAll(() => reader.end());
    const viewOf = (entity: string) => (entity === "user" ? "users" : snake(entity));

    // The list below names the entities that scripts and readers do not see. Every other entity needs a view
    // (app_script_view).
    it("has a view of every entity of the contract", async () => {
      const { rows } = await owner.query<{ name: string }>(
        "select relname::text as name from pg_class where relnamespace = 'script'::regnamespace and relkind = 'v'",
      );
      const views = new Set(rows.map((r) => r.name));
      expect(
        entities
          .filter((e) => !views.has(viewOf(e.name)))
          .map((e) => e.name)
          .sort(),
      ).toEqual(
        (
          "apiKey cartLine clientPackage connector counterChange dataExport dataExportRun edgeSource fileInfo " +
          "gateway listView menuEntry notice script shipmentChange stockSerial tenantLicence"
        ).split(" "),
      );
    });

    it.each(entities.map((e) => [e.name] as const))(
      "sees exactly the rows of its tenant: %s",
      async (name) => {
        const view = viewOf(name);
        const { rows: columns } = await owner.query<{ name: string }>(
          `select a.attname::text as name from pg_attribute a
         where a.attrelid = to_regclass($1) and a.attnum > 0 order by a.attnum`,
          [`script.${view}`],
        );
        if (columns.length === 0) return;
        const list = columns.map((c) => pg.escapeIdentifier(c.name)).join(", ");
        const text = (from: string) =>
          `select count(*)::int as n, coalesce(sum(hashtextextended(x::text, 0)), 0)::text as hash
         from (select ${list} from ${from}) x`;
        const { rows: seen } = await reader.query(text(`script.${view}`));
        const own = `public.${pg.escapeIdentifier(snake(name))} where tenant_id = ${id}`;
        const { rows: stored } = await owner.query(text(own));
        expect(seen).toEqual(stored);
        await expect(reader.query(text(`public.${pg.escapeIdentifier(snake(name))}`))).rejects.toThrow(
          "permission denied",
        );
      },
    );
  });
});

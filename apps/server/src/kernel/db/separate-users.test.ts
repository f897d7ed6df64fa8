import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTenant } from "../../tenants/create-tenant.ts";
import type { Db } from "./db.ts";
import { openDb } from "./open.ts";
import { sql } from "./sql.ts";

const { DATABASE_URL: adminUrl } = process.env;
const noViews = new Map<string, ReadonlySet<string>>();

describe.runIf(adminUrl)("separate users for migrations, serving and scripts", () => {
  const id = `sk_${process.pid}`;
  const [owner, serve, scripts] = [`${id}_owner`, `${id}_serve`, `${id}_scripts`];
  const admin = new pg.Client({ connectionString: adminUrl });
  const open: Db[] = [];
  let scriptRole = "";
  const as = (user: string, password = "secret") => {
    const url = new URL(adminUrl ?? "");
    url.username = user;
    url.password = password;
    url.pathname = `/${id}`;
    return url.href;
  };
  const opened = async (o: Parameters<typeof openDb>[0]) => {
    const db = await openDb(o);
    open.push(db);
    return db;
  };
  beforeAll(async () => {
    await admin.connect();
    await admin.query(`create role ${owner} login createrole password 'secret'`);
    for (const role of [serve, scripts]) await admin.query(`create role ${role} login password 'secret'`);
    await admin.query(`create database ${id} owner ${owner}`);
    // Grants these two roles to the owner, because the owner cannot create them: roles belong to the whole server, and
    // databases of other tests have created them already.
    await admin.query(`grant shotkeeper_app, shotkeeper_script to ${owner} with admin option`);
    const { rows } = await admin.query(
      "select 'shotkeeper_script_' || oid as role from pg_database where datname = $1",
      [id],
    );
    scriptRole = rows[0].role;
  });
  afterAll(async () => {
    for (const db of open) await db.close();
    await admin.query(`drop database if exists ${id} with (force)`);
    for (const role of [scriptRole, scripts, serve, owner]) await admin.query(`drop role if exists ${role}`);
    await admin.end();
  });

  it("serves with a user that can never become the owner, and runs scripts", async () => {
    const db = await opened({ url: as(serve), ownerUrl: as(owner) });
    const make = (code: string) => createTenant(db, { code, fullName: code, adminHash: "x" }, 0);
    const [mine, other] = [await make("mine"), await make("other")];
    for (const tenant of [mine, other])
      await db.run(tenant, [sql`update "user" set phone = ${`phone ${tenant}`} where tenant_id = ${tenant}`]);
    for (const text of [
      `set role ${owner}`,
      "set role shotkeeper_script",
      `set session authorization ${owner}`,
    ])
      await expect(db.platform(sql.raw(text)), text).rejects.toThrow(/permission denied/);
    const [[who]] = await db.platform(
      sql`select set_config('role', 'none', false) as role, current_user as who, session_user as session`,
    );
    expect(who).toMatchObject({ session: serve });
    await expect(db.platform(sql`select count(*) as n from schema_migration`)).rejects.toThrow(
      /permission denied/,
    );

    expect(db.scripts.unavailable).toBeUndefined();
    const text = "select phone, current_user as who from users";
    expect((await db.scripts.run(mine, { text, values: [], views: noViews })).rows).toEqual([
      { phone: `phone ${mine}`, who: scriptRole },
    ]);
    const foreign = `select u.phone from (select set_config('app.tenant_id', '${other}', true) offset 0) x, users u`;
    expect((await db.scripts.run(mine, { text: foreign, values: [], views: noViews })).rows).toEqual([]);
  });

  it("lets several servers share the login role for scripts", async () => {
    const db = await opened({ url: as(serve), ownerUrl: as(owner) });
    expect((await db.scripts.run(1, { text: "select 1 as n", values: [], views: noViews })).rows).toEqual([
      { n: 1 },
    ]);
    expect(
      (await open[0]?.scripts.run(1, { text: "select 1 as n", values: [], views: noViews }))?.rows,
    ).toEqual([{ n: 1 }]);
  });

  it("uses a login role of the operator's own, if it can do nothing else", async () => {
    const o = { url: as(serve), ownerUrl: as(owner), scriptUrl: as(scripts) };
    const db = await opened(o);
    const who = "select current_user as who";
    expect((await db.scripts.run(1, { text: who, values: [], views: noViews })).rows).toEqual([
      { who: scripts },
    ]);

    await admin.query(`grant shotkeeper_app to ${scripts}`);
    const strong = await opened(o);
    expect(strong.scripts.unavailable).toMatch(/is a member of another role: set SCRIPT_DATABASE_URL/);
    await expect(strong.scripts.run(1, { text: who, values: [], views: noViews })).rejects.toThrow(
      "S0214^SCRIPT_DATABASE_URL",
    );
    await admin.query(`revoke shotkeeper_app from ${scripts}`);
    const missing = await opened({ ...o, scriptUrl: as(`${id}_nobody`) });
    expect(missing.scripts.unavailable).toMatch(/does not exist/);
  });

  it("refuses scripts and names the setting, if the owner may not create roles", async () => {
    await admin.query(`alter role ${owner} nocreaterole`);
    await admin.query(`drop owned by ${scriptRole} cascade`).catch(() => {});
    const client = new pg.Client({ connectionString: as(owner) });
    await client.connect();
    await client.query("delete from script_secret.login");
    await client.end();
    const db = await opened({ url: as(serve), ownerUrl: as(owner) });
    expect(db.scripts.unavailable).toMatch(/permission denied.*: set SCRIPT_DATABASE_URL/s);
    await expect(db.scripts.run(1, { text: "select 1", values: [], views: noViews })).rejects.toThrow(
      "S0214^SCRIPT_DATABASE_URL",
    );
    await admin.query(`alter role ${owner} createrole`);
  });

  it("does not start with a serving user that can do more than serve", async () => {
    await admin.query(`grant ${owner} to ${serve}`);
    await expect(openDb({ url: as(serve), ownerUrl: as(owner) })).rejects.toThrow("can do more than serve");
    await admin.query(`revoke ${owner} from ${serve}`);
    await expect(openDb({ url: as(`${id}_nobody`), ownerUrl: as(owner) })).rejects.toThrow("does not exist");
  });
});

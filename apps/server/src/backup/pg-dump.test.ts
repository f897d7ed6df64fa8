import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDb } from "../kernel/db/open.ts";
import { createTenant } from "../tenants/create-tenant.ts";
import { hashOfTest } from "../testing/password-hash.ts";
import { type DeployedRoles, deployFile, rolesOfDeploy } from "../testing/roles-of-deploy.ts";

const { DATABASE_URL: server = "" } = process.env;
const hasPgDump = spawnSync("pg_dump", ["--version"]).status === 0;

/** Backups with the database's own programs, as docs/operations.md describes them. */
describe.runIf(server !== "" && hasPgDump)("pg_dump", () => {
  const name = `dump_${process.pid}`;
  const dir = mkdtempSync(join(tmpdir(), "sk-pg-dump-"));
  const file = join(dir, "whole.dump");
  let admin: pg.Client;
  let roles: DeployedRoles;

  beforeAll(async () => {
    admin = new pg.Client({ connectionString: server });
    await admin.connect();
    roles = await rolesOfDeploy(admin, name);
    const db = await openDb({ url: roles.serveUrl, ownerUrl: roles.ownerUrl });
    for (const code of ["one", "two"])
      await createTenant(db, { code, fullName: code, adminHash: await hashOfTest("secret") }, Date.now());
    await db.close();
  });
  afterAll(async () => {
    await roles.drop(`${name}_restored`);
    await admin.end();
    rmSync(dir, { recursive: true });
  });

  const dump = (user: string, to: string, ...options: string[]) =>
    spawnSync("pg_dump", ["-Fc", "-f", to, ...options, roles.urlOf(user)], { encoding: "utf8" });

  it("dumps every row as the role of deploy/roles.sql, and the owner restores them", async () => {
    // Runs deploy/sql-readers.sql first. The rights that this file revokes from all roles must not stop dump and
    // restore.
    const inDatabase = new pg.Client({ connectionString: roles.adminUrl });
    await inDatabase.connect();
    await inDatabase.query(deployFile("sql-readers.sql"));
    await inDatabase.end();
    expect(dump(roles.backup, file)).toMatchObject({ status: 0, stderr: "" });
    await admin.query(`create database ${name}_restored owner ${roles.owner}`);
    const into = [
      "--no-owner",
      "--single-transaction",
      "--exit-on-error",
      "-d",
      roles.urlOf(roles.owner, `${name}_restored`),
    ];
    execFileSync("pg_restore", [...into, file], { stdio: "pipe" });
    const db = await openDb({
      url: roles.urlOf(roles.serve, `${name}_restored`),
      ownerUrl: roles.urlOf(roles.owner, `${name}_restored`),
    });
    await db.close();
    const counts = new pg.Client({ connectionString: roles.urlOf(roles.backup, `${name}_restored`) });
    await counts.connect();
    const { rows } = await counts.query(`select (select count(*)::int from tenant) as tenants,
      (select count(*)::int from "user") as users`);
    await counts.end();
    expect(rows).toEqual([{ tenants: 2, users: 2 }]);
  });

  it("has a database to which the role of scripts may connect, although the public may not", async () => {
    const { rows } = await admin.query(
      `select has_database_privilege('shotkeeper_script_' || oid, oid, 'connect') as scripts,
         has_database_privilege('public', oid, 'connect') as everybody
       from pg_database where datname = $1`,
      [name],
    );
    expect(rows).toEqual([{ scripts: true, everybody: false }]);
  });

  it("fails for the owner, and is empty in silence with --enable-row-security", () => {
    expect(dump(roles.owner, join(dir, "owner.dump")).status).not.toBe(0);
    const empty = join(dir, "empty.dump");
    expect(dump(roles.owner, empty, "--enable-row-security").status).toBe(0);
    const rows = execFileSync("pg_restore", ["-a", "-t", "user", "-f", "-", empty], { encoding: "utf8" });
    expect(rows).not.toContain("admin");
  });
});

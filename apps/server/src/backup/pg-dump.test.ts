import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDb } from "../kernel/db/open.ts";
import { createTenant } from "../tenants/create-tenant.ts";
import { hashOfTest } from "../testing/password-hash.ts";

const { DATABASE_URL: server = "" } = process.env;
const hasPgDump = spawnSync("pg_dump", ["--version"]).status === 0;
const samples = join(import.meta.dirname, "..", "..", "..", "..", "deploy");

/** Backups with the database's own programs, as docs/operations.md describes them. */
describe.runIf(server !== "" && hasPgDump)("pg_dump", () => {
  const name = `dump_${process.pid}`;
  const dir = mkdtempSync(join(tmpdir(), "sk-pg-dump-"));
  const file = join(dir, "whole.dump");
  const urlOf = (user: string, database: string) => {
    const url = new URL(server);
    url.username = user;
    url.password = "secret";
    url.pathname = `/${database}`;
    return url.href;
  };
  const [owner, serve, reader] = ["owner", "serve", "backup"].map((r) => `${name}_${r}`) as [
    string,
    string,
    string,
  ];
  let admin: pg.Client;
  const scriptRoles = async () => {
    const { rows } = await admin.query<{ role: string }>(
      `select 'shotkeeper_script_' || oid as role from pg_database where datname in ($1, $2)`,
      [name, `${name}_restored`],
    );
    return rows.map((r) => r.role);
  };

  beforeAll(async () => {
    admin = new pg.Client({ connectionString: server });
    await admin.connect();
    // Runs the statements of deploy/roles.sql under names of this test.
    const text = readFileSync(join(samples, "roles.sql"), "utf8")
      .replaceAll(/shotkeeper(_owner|_serve|_backup)?\b(?!_)/g, `${name}$1`)
      .replaceAll(/:(owner|serve|backup)\b/g, "'secret'");
    const statements = text.split("\n").filter((l) => !/^(--|\\)/.test(l));
    for (const statement of statements.join("\n").split(";"))
      if (statement.trim()) await admin.query(statement);
    const db = await openDb({ url: urlOf(serve, name), ownerUrl: urlOf(owner, name) });
    for (const code of ["one", "two"])
      await createTenant(db, { code, fullName: code, adminHash: await hashOfTest("secret") }, Date.now());
    await db.close();
  });
  afterAll(async () => {
    const roles = await scriptRoles();
    for (const database of [name, `${name}_restored`])
      await admin.query(`drop database if exists ${database}`);
    for (const role of [...roles, reader, serve, owner]) await admin.query(`drop role if exists ${role}`);
    await admin.end();
    rmSync(dir, { recursive: true });
  });

  const dump = (user: string, to: string, ...options: string[]) =>
    spawnSync("pg_dump", ["-Fc", "-f", to, ...options, urlOf(user, name)], { encoding: "utf8" });

  it("dumps every row as the role of deploy/roles.sql, and the owner restores them", async () => {
    expect(dump(reader, file)).toMatchObject({ status: 0, stderr: "" });
    await admin.query(`create database ${name}_restored owner ${owner}`);
    const into = [
      "--no-owner",
      "--single-transaction",
      "--exit-on-error",
      "-d",
      urlOf(owner, `${name}_restored`),
    ];
    execFileSync("pg_restore", [...into, file], { stdio: "pipe" });
    const db = await openDb({
      url: urlOf(serve, `${name}_restored`),
      ownerUrl: urlOf(owner, `${name}_restored`),
    });
    await db.close();
    const counts = new pg.Client({ connectionString: urlOf(reader, `${name}_restored`) });
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
    expect(dump(owner, join(dir, "owner.dump")).status).not.toBe(0);
    const empty = join(dir, "empty.dump");
    expect(dump(owner, empty, "--enable-row-security").status).toBe(0);
    const rows = execFileSync("pg_restore", ["-a", "-t", "user", "-f", "-", empty], { encoding: "utf8" });
    expect(rows).not.toContain("admin");
  });
});

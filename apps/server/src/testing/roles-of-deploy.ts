import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { packageFile } from "../kernel/db/package-root.ts";

const deployDir = join(packageFile("migrations"), "..", "..", "..", "deploy");

/** Returns the text of a file of deploy/. */
export const deployFile = (...path: string[]) => readFileSync(join(deployDir, ...path), "utf8");

/** Database and roles that the statements of deploy/roles.sql have created, with names for one test. */
export interface DeployedRoles {
  readonly database: string;
  readonly owner: string;
  readonly serve: string;
  readonly backup: string;
  readonly adminUrl: string;
  readonly ownerUrl: string;
  readonly serveUrl: string;
  /** Returns the URL of a role and database; every password is "secret". */
  readonly urlOf: (user: string, database?: string) => string;
  /** Removes the database, further databases, and all roles. */
  readonly drop: (...further: string[]) => Promise<void>;
}

/** Runs deploy/roles.sql with `name` in the place of "shotkeeper". `admin` is a superuser on DATABASE_URL. */
export async function rolesOfDeploy(admin: pg.ClientBase, name: string): Promise<DeployedRoles> {
  const server = process.env.DATABASE_URL ?? "";
  const text = deployFile("roles.sql")
    .replaceAll(/shotkeeper(_owner|_serve|_backup)?\b(?!_)/g, `${name}$1`)
    .replaceAll(/:(owner|serve|backup)\b/g, "'secret'");
  const statements = text.split("\n").filter((l) => !/^(--|\\)/.test(l));
  for (const statement of statements.join("\n").split(";"))
    if (statement.trim()) await admin.query(statement);
  const at = (database: string, user?: string) => {
    const url = new URL(server);
    url.pathname = `/${database}`;
    if (user !== undefined) Object.assign(url, { username: user, password: "secret" });
    return url.href;
  };
  const [owner, serve, backup] = [`${name}_owner`, `${name}_serve`, `${name}_backup`];
  return {
    database: name,
    owner,
    serve,
    backup,
    adminUrl: at(name),
    ownerUrl: at(name, owner),
    serveUrl: at(name, serve),
    urlOf: (user, database = name) => at(database, user),
    async drop(...further) {
      const databases = [name, ...further];
      const { rows } = await admin.query<{ role: string }>(
        "select 'shotkeeper_script_' || oid as role from pg_database where datname = any($1)",
        [databases],
      );
      for (const database of databases) await admin.query(`drop database if exists ${database} with (force)`);
      const { rows: parameters } = await admin.query(
        "select from pg_parameter_acl where parname = 'app.tenant_id' and paracl::text like $1",
        [`%${owner}=%`],
      );
      if (parameters.length > 0) await admin.query(`revoke set on parameter app.tenant_id from ${owner}`);
      for (const role of [...rows.map((r) => r.role), backup, serve, owner])
        await admin.query(`drop role if exists ${role}`);
    },
  };
}

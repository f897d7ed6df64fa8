import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Db } from "../kernel/db/db.ts";
import { asOwner, openDb } from "../kernel/db/open.ts";
import { sql } from "../kernel/db/sql.ts";
import { createTenant } from "../tenants/create-tenant.ts";
import { createOnNodes, dropOnNodes, nodesOf } from "../testing/citus-databases.ts";
import { isCluster } from "../testing/cluster.ts";
import { hashOfTest } from "../testing/password-hash.ts";
import { backup } from "./backup.ts";
import { restore } from "./restore.ts";

const { DATABASE_URL: server = "postgres://no-server" } = process.env;
const now = Date.parse("2026-05-20T04:00:00Z");

const addLogLine = (db: Db, tenant: number, text: string) =>
  db.run(tenant, [
    sql`
      insert into system_log (tenant_id, at, user_id, action, target, target_key)
      values (${tenant}, ${new Date(now).toISOString()}, 'admin', 'insert', 'test', ${text})
    `,
  ]);

describe.skipIf(!isCluster)("a backup of a cluster, restored into another cluster", () => {
  const dir = mkdtempSync(join(tmpdir(), "sk-cluster-"));
  const names = [1, 2].map((n) => `shotkeeper_restore_${process.pid}_${n}`);
  const urls = names.map((name) => Object.assign(new URL(server), { pathname: `/${name}` }).href);
  let admin: pg.Client;
  let nodes: Awaited<ReturnType<typeof nodesOf>>;
  const drop = async () => {
    for (const name of names) {
      await dropOnNodes(server, nodes, name);
      await admin.query(`drop database if exists ${name} with (force)`);
    }
  };
  beforeAll(async () => {
    admin = new pg.Client({ connectionString: server });
    await admin.connect();
    nodes = await nodesOf(admin);
    await drop();
    for (const [i, name] of names.entries()) {
      await admin.query(`create database ${name}`);
      await createOnNodes(urls[i] ?? "", nodes);
    }
  }, 120_000);
  afterAll(async () => {
    await drop();
    await admin.end();
    rmSync(dir, { recursive: true, force: true });
  });

  it("gives new rows ids that no restored row has", async () => {
    const [from, to] = urls.map((url) => ({ url }));
    const old = await openDb(from ?? {});
    const tenants: number[] = [];
    for (const code of ["a", "b", "c", "d", "e", "f"]) {
      const id = await createTenant(
        old,
        { code, fullName: code, adminHash: await hashOfTest(`${code} secret`) },
        now,
      );
      tenants.push(id);
      await addLogLine(old, id, "before");
    }
    await old.close();
    await asOwner(from ?? {}, (owner) => backup(owner, join(dir, "files"), join(dir, "backup")));
    await asOwner(to ?? {}, (owner) => restore(owner, join(dir, "backup"), join(dir, "restored")));
    const db = await openDb(to ?? {});
    try {
      for (const id of tenants) {
        await addLogLine(db, id, "after");
        const [rows] = await db.run(id, [
          sql`select target_key from system_log where tenant_id = ${id} and target = 'test'`,
        ]);
        expect(rows).toHaveLength(2);
      }
      const next = await createTenant(
        db,
        { code: "next", fullName: "next", adminHash: await hashOfTest("next secret") },
        now,
      );
      expect(next).toBe(tenants.length + 1);
    } finally {
      await db.close();
    }
  }, 300_000);
});

import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chainEntries, checkChain } from "../kernel/audit/chain.ts";
import { asOwner, openDb } from "../kernel/db/open.ts";
import { logEntry } from "../kernel/log.ts";
import { createTenant } from "../tenants/create-tenant.ts";
import { hashOfTest } from "../testing/password-hash.ts";
import { backup } from "./backup.ts";
import { BackupKey } from "./cipher.ts";
import { type Manifest, manifestFile, tableFile } from "./format.ts";
import { restore } from "./restore.ts";

const at = Date.parse("2026-05-20T04:00:00Z");
const { DATABASE_URL: server } = process.env;

/**
 * Returns a hash of the rows of each table, by table name. The tests compare the hashes before a backup and after its
 * restore.
 */
async function contents(owner: pg.Client): Promise<Record<string, string>> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name
      from pg_class
      where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p')
        and not relispartition
        and relname <> 'schema_migration'
      order by 1`,
  );
  const all: Record<string, string> = {};
  await owner.query("begin");
  for (const { name } of rows) {
    await owner.query(`alter table "${name}" no force row level security`);
    const { rows: text } = await owner.query(
      `select md5(string_agg(t::text, '|' order by t::text)) as h from "${name}" t`,
    );
    all[name] = String(text[0]?.h);
  }
  await owner.query("rollback");
  return all;
}

/** Writes a backup that has one row in each of the given tables. */
function writeBackup(target: string, migration: string, rows: Readonly<Record<string, string>>): void {
  mkdirSync(join(target, "tables"), { recursive: true });
  const tables = Object.entries(rows).map(([name, row]) => {
    const part = gzipSync(`${JSON.stringify(row)}\n`);
    writeFileSync(join(target, tableFile(name)), part);
    return { name, rows: 1, sha256: createHash("sha256").update(part).digest("hex") };
  });
  const manifest: Manifest = {
    format: 1,
    madeAt: new Date(at).toISOString(),
    migration,
    months: [],
    tables,
    files: [],
  };
  writeFileSync(join(target, manifestFile), JSON.stringify(manifest));
}

describe("backup and restore", () => {
  const dir = mkdtempSync(join(tmpdir(), "sk-backup-"));
  const source = { dataDir: join(dir, "a") };
  const made = join(dir, "backup");
  const files = join(source.dataDir, "files");
  let before: Record<string, string>;
  beforeAll(async () => {
    const db = await openDb(source);
    for (const code of ["one", "two"]) {
      const id = await createTenant(
        db,
        { code, fullName: `Odd "name", (${code})\n\\ 模具`, adminHash: await hashOfTest(`${code} secret`) },
        at,
      );
      await db.run(id, [
        { text: "select reading_month('2026-04-01')", values: [] },
        { text: "select reading_month('2026-05-01')", values: [] },
        {
          text: `insert into reading (tenant_id, counter_id, at, count, received_at, channel, flags, cycles)
            select $1, 7, timestamptz '2026-04-20' + n * interval '1 hour', n, now(), 1, 0, array[n, null, 3]
            from generate_series(1, 600) n`,
          values: [id],
        },
      ]);
    }
    await db.close();
    mkdirSync(join(files, "1"), { recursive: true });
    writeFileSync(join(files, "1", "abcdefghijkl"), "a picture");
    await asOwner(source, async (owner) => {
      before = await contents(owner);
      await backup(owner, files, made);
    });
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  it("restores every row and file, with row-level security and sequences", async () => {
    const target = { dataDir: join(dir, "b") };
    await asOwner(target, async (owner) => {
      await restore(owner, made, join(target.dataDir, "files"));
      expect(await contents(owner)).toEqual(before);
    });
    expect(readFileSync(join(target.dataDir, "files", "1", "abcdefghijkl"), "utf8")).toBe("a picture");
    const db = await openDb(target);
    try {
      const [seen] = await db.run(2, [{ text: "select distinct tenant_id from reading", values: [] }]);
      expect(seen).toEqual([{ tenant_id: 2 }]);
      expect(
        await createTenant(
          db,
          { code: "three", fullName: "x", adminHash: await hashOfTest("three secret") },
          at,
        ),
      ).toBe(3);
    } finally {
      await db.close();
    }
  });

  it.skipIf(!server)("moves from the embedded database to a server and back", async () => {
    const name = `shotkeeper_restore_${process.pid}`;
    const admin = new pg.Client({ connectionString: server });
    await admin.connect();
    try {
      await admin.query(`create database ${name}`);
      const url = new URL(String(server));
      url.pathname = `/${name}`;
      await asOwner({ url: url.href }, (owner) => restore(owner, made, join(dir, "c")));
      expect(await asOwner({ url: url.href }, contents)).toEqual(before);
      await asOwner({ url: url.href }, (owner) => backup(owner, join(dir, "c"), join(dir, "again")));
      await asOwner({}, async (owner) => {
        await restore(owner, join(dir, "again"), join(dir, "e"));
        expect(await contents(owner)).toEqual(before);
      });
    } finally {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    }
  });

  it("restores a backup of the last version before the first release, with its other column order", async () => {
    const old = join(dir, "old");
    writeBackup(old, "0034_tenant_by_config.sql", {
      tenant:
        '(1,one,Full,Sys,Asia/Shanghai,SK-1,,3,4,20,f,"2026-05-20 04:00:00+00",Customer,t,aim,logo,maker,,)',
      product: '(1,G1,Counter,,0,pcs,12.5000,100,10,f,,admin,"2026-05-20 04:00:00+00",,,7)',
    });
    const target = { dataDir: join(dir, "g") };
    const rows = await asOwner(target, async (owner) => {
      await restore(owner, old, join(target.dataDir, "files"));
      const tenant = await owner.query(
        "select cust_name, full_name, pc_count, logo, demo, created_by from tenant",
      );
      const product = await owner.query(
        "select stock_qty, reserved_qty, low_stock_qty, created_by from product",
      );
      return [...tenant.rows, ...product.rows];
    });
    expect(rows).toEqual([
      {
        cust_name: "Customer",
        full_name: "Full",
        pc_count: 3,
        logo: "logo",
        demo: false,
        created_by: "maker",
      },
      { stock_qty: "100", reserved_qty: "7", low_stock_qty: "10", created_by: "admin" },
    ]);
    await (await openDb(target)).close();
  });

  it("is readable by its owner only", async () => {
    const modes = (path: string): number[] => {
      const { mode } = statSync(path);
      const below = statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [];
      return [mode & 0o077, ...below.flatMap(modes)];
    };
    expect(new Set(modes(made))).toEqual(new Set([0]));
  });

  it("can be encrypted, and is restored with the right passphrase only", async () => {
    const secret = join(dir, "secret");
    const key = BackupKey.create("correct horse battery", 1024);
    await asOwner(source, (owner) => backup(owner, files, secret, key));
    const gzipStart = "\u001f\u008b\b";
    const all = readdirSync(secret, { recursive: true, withFileTypes: true })
      .filter((e) => e.isFile())
      .map((e) => readFileSync(join(e.parentPath, e.name)).toString("latin1"));
    expect(all.filter((text) => ["a picture", "tenant", gzipStart].some((s) => text.includes(s)))).toEqual(
      [],
    );
    // Tries no passphrase, a wrong one and the right one on the same database, because a refused restore leaves it
    // empty.
    const restored = join(dir, "secret-files");
    await asOwner({}, async (owner) => {
      const by = (passphrase?: string) =>
        restore(owner, secret, restored, passphrase === undefined ? undefined : async () => passphrase);
      await expect(by()).rejects.toThrow("passphrase is needed");
      await expect(by("wrong horse battery")).rejects.toThrow("passphrase is wrong");
      await by("correct horse battery");
      expect(await contents(owner)).toEqual(before);
    });
    expect(readFileSync(join(restored, "1", "abcdefghijkl"), "utf8")).toBe("a picture");
  });

  it("goes on with the chain of the system log after a restore", async () => {
    const from = { dataDir: join(dir, "log") };
    const to = { dataDir: join(dir, "log2") };
    const entry = (key: string) =>
      logEntry({ tenantId: 1, at, userId: "x", action: "update", target: "T", key });
    let db = await openDb(from);
    await createTenant(db, { code: "one", fullName: "One", adminHash: "" }, at);
    // Uses up 300 transaction numbers. So the transaction numbers of the restored database are smaller than those in
    // the backup.
    for (let i = 0; i < 300; i++) await db.run(1, [entry(String(i))]);
    await chainEntries(db, 1);
    await db.run(1, [entry("not chained")]);
    await db.close();
    await asOwner(from, (owner) => backup(owner, join(dir, "no"), join(dir, "log-backup")));
    await asOwner(to, (owner) => restore(owner, join(dir, "log-backup"), join(dir, "no2")));
    db = await openDb(to);
    await db.run(1, [entry("new")]);
    expect(await chainEntries(db, 1)).toBe(2);
    await db.run(1, [entry("newer")]);
    expect(await chainEntries(db, 1)).toBe(1);
    expect(await checkChain(db, 1)).toMatchObject({ seq: 303, waiting: 0 });
    expect((await checkChain(db, 1)).broken).toBeUndefined();
    await db.close();
  });

  it("can be repeated after it failed", async () => {
    const target = join(dir, "again-files");
    const manifest = join(made, manifestFile);
    const intact = readFileSync(manifest, "utf8");
    const wrong = JSON.parse(intact) as { tables: { name: string; rows: number }[] };
    // Fails after all rows of most tables were written: the last table has fewer rows than the manifest says.
    for (const t of wrong.tables) if (t.name === "user") t.rows += 1;
    await asOwner({}, async (owner) => {
      writeFileSync(manifest, JSON.stringify(wrong));
      await expect(restore(owner, made, target)).rejects.toThrow("rows instead of");
      writeFileSync(manifest, intact);
      expect(existsSync(target)).toBe(false);
      await restore(owner, made, target);
      expect(await contents(owner)).toEqual(before);
      await expect(restore(owner, made, join(dir, "third"))).rejects.toThrow("not empty");
    });
    expect(readFileSync(join(target, "1", "abcdefghijkl"), "utf8")).toBe("a picture");
    expect(readdirSync(dir).filter((name) => name.endsWith(".restoring"))).toEqual([]);
  });

  it.each(["../evil", "1/../../evil", "/evil", "..\\evil", "C:evil", "1//evil", ""])(
    "refuses a backup with the file %j before it writes anything",
    async (path) => {
      const forged = join(dir, "forged");
      rmSync(forged, { recursive: true, force: true });
      writeBackup(forged, "0034_tenant_by_config.sql", {});
      writeFileSync(join(forged, "evil"), "evil");
      const sha256 = createHash("sha256").update("evil").digest("hex");
      const manifest = JSON.parse(readFileSync(join(forged, manifestFile), "utf8")) as object;
      writeFileSync(join(forged, manifestFile), JSON.stringify({ ...manifest, files: [{ path, sha256 }] }));
      await asOwner({}, async (owner) => {
        await expect(restore(owner, forged, join(dir, "victim", "files"))).rejects.toThrow(
          "outside of itself",
        );
        const { rows } = await owner.query("select 1 from pg_class where relname = 'schema_migration'");
        expect(rows).toEqual([]);
      });
      expect(existsSync(join(dir, "victim"))).toBe(false);
    },
  );

  it("overwrites nothing and refuses damaged, incomplete and unknown backups", async () => {
    await asOwner(source, async (owner) => {
      await expect(backup(owner, files, made)).rejects.toThrow("already exists");
      await expect(restore(owner, made, join(dir, "f"))).rejects.toThrow("not empty");
    });
    const newer = join(dir, "newer");
    writeBackup(newer, "9999_later.sql", {});
    const part = join(made, tableFile("tenant"));
    const intact = readFileSync(part);
    await asOwner({}, async (owner) => {
      const from = (path: string) => restore(owner, path, join(dir, "f"));
      await expect(from(newer)).rejects.toThrow("does not know the backup's schema 9999_later.sql");
      await expect(from(join(dir, "nowhere"))).rejects.toThrow("not a complete backup");
      writeFileSync(part, gzipSync('"(1)"\n'));
      await expect(from(made)).rejects.toThrow("damaged");
      writeFileSync(part, intact);
      const broken = join(dir, "broken");
      mkdirSync(broken);
      writeFileSync(join(broken, "backup.json"), "");
      await expect(from(broken)).rejects.toThrow("damaged");
    });
  });
});

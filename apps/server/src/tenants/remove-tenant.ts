import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { userStatus } from "@shotkeeper/contract/system";
import pg from "pg";
import { publish, writePart } from "../kernel/files/write-file.ts";
import { dropReadersOf } from "../kernel/script/reader.ts";
import { countRows, showTenant, type TenantTable, tablesOfTenant } from "./tables-of-tenant.ts";

/**
 * Progress of a removal, stored as a file in DATA_DIR/removals. With `state` "removed", the file is the proof of the
 * removal.
 */
export interface Removal {
  readonly state: "closed" | "removed";
  readonly tenant: { readonly id: number; readonly code: string; readonly name: string };
  readonly closedAt: string;
  /** Export that was made before the removal: time and SHA-256 of its manifest. Null: there is no export. */
  readonly export: { readonly madeAt: string; readonly sha256: string } | null;
  readonly removedAt?: string;
  /** Number of rows of the tenant by table, before and after the removal. */
  readonly tables?: readonly { readonly name: string; readonly before: number; readonly after: number }[];
  /** Number of rows of all other tenants together by table, before and after the deletion, in one snapshot. */
  readonly others?: readonly { readonly name: string; readonly before: number; readonly after: number }[];
  readonly files?: { readonly before: number; readonly after: number };
}

class RemovalError extends Error {}

/** Steps of a removal. Tests end the process after each step. "deleting": rows are deleted, but not committed yet. */
export type RemovalStep = "closed" | "deleting" | "deleted" | "files";

export interface RemovalOptions {
  readonly dataDir: string;
  readonly filesDir: string;
  readonly code: string;
  readonly export: Removal["export"];
  /** Time between the closing and the deletion, ms. Running servers drop cached sessions and counters in this time. */
  readonly waitMs: number;
  /** Tells running servers that sessions and counters of the tenant have changed. */
  readonly onClosed: (tenantId: number) => Promise<unknown>;
  readonly onStep?: (step: RemovalStep) => void;
}

/**
 * Tables whose rows give access to users, machines and other systems. Closing a tenant deletes the tenant's rows in
 * these tables.
 */
const entryTables = [
  "session",
  "api_key",
  "gateway",
  "chip",
  "password_reset",
  "second_step",
  "login_device",
  "job",
];

export const removalFile = (dataDir: string, code: string) => join(dataDir, "removals", `${code}.json`);

async function store(dataDir: string, r: Removal): Promise<void> {
  const path = removalFile(dataDir, r.tenant.code);
  await mkdir(join(dataDir, "removals"), { recursive: true, mode: 0o700 });
  const content = (async function* () {
    yield Buffer.from(`${JSON.stringify(r, null, 1)}\n`);
  })();
  await writePart(path, content, 0o600);
  await publish(path);
}

/** Maximum time for repeating a transaction that conflicts with changes of running servers, ms. */
const conflictMs = 60_000;

/** Runs `work` in a transaction with one snapshot. Retries if another transaction changed the same rows. */
async function inSnapshot<T>(owner: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  const end = Date.now() + conflictMs;
  for (let attempt = 1; ; attempt++) {
    await owner.query("begin isolation level repeatable read");
    try {
      const result = await work();
      await owner.query("commit");
      return result;
    } catch (cause) {
      await owner.query("rollback").catch(() => {});
      const state = cause instanceof pg.DatabaseError ? cause.code : "";
      if (Date.now() > end || (state !== "40001" && state !== "40P01")) throw cause;
      await new Promise((resolve) => setTimeout(resolve, Math.min(attempt * 200, 2000)));
    }
  }
}

/**
 * Closes a tenant: from now on nobody can log in, and the server accepts no key, counter or gateway of the tenant. The
 * tenant gets a code that nobody can type. Closing cannot be undone.
 */
async function close(owner: pg.ClientBase, o: RemovalOptions): Promise<Removal> {
  const path = removalFile(o.dataDir, o.code);
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Removal) : undefined;
  const { rows } = await owner.query<{ tenant_id: number; full_name: string }>(
    "select tenant_id, full_name from tenant where code = $1",
    [o.code],
  );
  const row = rows[0];
  if (!row) {
    if (known?.state === "closed") return known;
    throw new RemovalError(
      known
        ? `${o.code} was removed: ${path}`
        : `there is no tenant "${o.code}"; shotkeeper tenant list shows them`,
    );
  }
  const removal: Removal = {
    state: "closed",
    tenant: { id: row.tenant_id, code: o.code, name: row.full_name },
    closedAt: new Date().toISOString(),
    export: o.export,
  };
  // Stores the file first. If this process ends after the tenant was closed, the next run reads the tenant's id from
  // the file.
  await store(o.dataDir, removal);
  const tables = new Set((await tablesOfTenant(owner)).map((t) => t.name));
  await owner.query("begin");
  try {
    await showTenant(owner, row.tenant_id);
    await owner.query("update tenant set code = '!removed-' || tenant_id where tenant_id = $1", [
      row.tenant_id,
    ]);
    await owner.query(`update "user" set status = ${userStatus.values.disabled} where tenant_id = $1`, [
      row.tenant_id,
    ]);
    await owner.query("delete from parameter where tenant_id = $1 and prm_id = 'SHOP_OPEN'", [row.tenant_id]);
    for (const name of entryTables)
      if (tables.has(name))
        await owner.query(`delete from ${pg.escapeIdentifier(name)} where tenant_id = $1`, [row.tenant_id]);
    await owner.query("commit");
  } catch (cause) {
    await owner.query("rollback").catch(() => {});
    throw cause;
  }
  return removal;
}

/**
 * Deletes the tenant's rows in all tables. If other tables still refer to the rows of a table, that table is tried
 * again later. So the order follows from the foreign keys. The row in `tenant` is deleted last, because triggers need
 * it to find out whether the tenant is being removed (`app_is_removed`).
 */
async function deleteRows(
  owner: pg.ClientBase,
  tables: readonly TenantTable[],
  tenantId: number,
): Promise<void> {
  let left = tables.filter((t) => t.name !== "tenant");
  while (left.length > 0) {
    const again: TenantTable[] = [];
    let reason = "";
    for (const t of left) {
      await owner.query("savepoint one_table");
      try {
        await owner.query(`delete from ${pg.escapeIdentifier(t.name)} where tenant_id = $1`, [tenantId]);
        await owner.query("release savepoint one_table");
      } catch (cause) {
        if (!(cause instanceof pg.DatabaseError) || cause.code === "40001" || cause.code === "40P01")
          throw cause;
        await owner.query("rollback to savepoint one_table");
        reason = `${t.name}: ${cause.message}`;
        again.push(t);
      }
    }
    if (again.length === left.length) throw new RemovalError(`rows cannot be deleted: ${reason}`);
    left = again;
  }
  await owner.query("delete from tenant where tenant_id = $1", [tenantId]);
}

async function countFiles(dir: string): Promise<number> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.filter((e) => e.isFile()).length;
}

/** Counts the rows of all other tenants by table. */
async function countOthers(owner: pg.ClientBase, tables: readonly TenantTable[], own: number) {
  const { rows } = await owner.query<{ tenant_id: number }>(
    "select tenant_id from tenant where tenant_id <> $1 order by 1",
    [own],
  );
  const sums: Record<string, number> = Object.fromEntries(tables.map((t) => [t.name, 0]));
  for (const { tenant_id } of rows) {
    await showTenant(owner, tenant_id);
    for (const [name, n] of Object.entries(await countRows(owner, tables, tenant_id)))
      sums[name] = (sums[name] ?? 0) + n;
  }
  await showTenant(owner, own);
  return sums;
}

const pairs = (before: Record<string, number>, after: Record<string, number>) =>
  Object.keys(before).map((name) => ({ name, before: before[name] ?? 0, after: after[name] ?? 0 }));

/**
 * Removes a tenant: closes it, deletes its rows in one transaction, deletes its files, and writes the proof of the
 * removal (`Removal`). If the process ends in between, the same call finishes the removal. A running server serves
 * either the whole tenant or nothing of it.
 */
export async function removeTenant(owner: pg.ClientBase, o: RemovalOptions): Promise<Removal> {
  const removal = await close(owner, o);
  const { id } = removal.tenant;
  o.onStep?.("closed");
  await dropReadersOf(owner, id);
  await o.onClosed(id);
  await new Promise((resolve) => setTimeout(resolve, o.waitMs));
  const all = await tablesOfTenant(owner);
  const counts = await inSnapshot(owner, async () => {
    await showTenant(owner, id);
    const before = await countRows(owner, all, id);
    const othersBefore = await countOthers(owner, all, id);
    await deleteRows(owner, all, id);
    // Makes the database refuse every later transaction of this tenant, because a running server may still work for it.
    await owner.query("insert into removed_tenant (id) values ($1) on conflict do nothing", [id]);
    o.onStep?.("deleting");
    const others = pairs(othersBefore, await countOthers(owner, all, id));
    const changed = others.find((t) => t.before !== t.after);
    if (changed)
      throw new RemovalError(
        `rows of other tenants would go: ${changed.name} ${changed.before} → ${changed.after}`,
      );
    // If an earlier, interrupted run has already deleted the rows, returns the numbers of rows that this run stored in
    // the removal file.
    const isGone = Object.values(before).every((n) => n === 0);
    if (isGone && removal.tables && removal.others) return { tables: removal.tables, others: removal.others };
    const tables = pairs(before, await countRows(owner, all, id));
    await store(o.dataDir, { ...removal, tables, others });
    return { tables, others };
  });
  o.onStep?.("deleted");
  // Transactions that began before the deletion may still write rows of the tenant, and later transactions are refused.
  // So after the earlier transactions have ended, no further rows of the tenant can appear.
  await waitForEarlier(owner);
  let after = await inSnapshot(owner, () => leftRows(owner, all, id));
  for (let pass = 0; pass < 5 && Object.values(after).some((n) => n > 0); pass++) {
    await inSnapshot(owner, async () => {
      await showTenant(owner, id);
      await deleteRows(owner, all, id);
    });
    after = await inSnapshot(owner, () => leftRows(owner, all, id));
  }
  const rest = Object.entries(after).find(([, n]) => n > 0);
  if (rest) throw new RemovalError(`${rest[0]} still has ${rest[1]} rows; run the command again`);
  const folder = join(o.filesDir, String(id));
  const filesBefore = await countFiles(folder);
  await rm(folder, { recursive: true, force: true });
  o.onStep?.("files");
  const proof: Removal = {
    ...removal,
    state: "removed",
    removedAt: new Date().toISOString(),
    tables: counts.tables.map((t) => ({ ...t, after: after[t.name] ?? 0 })),
    others: counts.others,
    files: { before: filesBefore, after: await countFiles(folder) },
  };
  await store(o.dataDir, proof);
  return proof;
}

/** Longest wait for the transactions of running servers, ms. It is longer than the time limit of a job's statement. */
const patienceMs = 15 * 60_000;

/**
 * Waits until all transactions that now run in this database have ended, also those of backups and psql. Does not wait
 * for readers of SQL tools, because they cannot write. Throws after `patienceMs`.
 */
async function waitForEarlier(owner: pg.ClientBase): Promise<void> {
  const running = async (ids: readonly string[] | null) => {
    const { rows } = await owner.query<{ id: string }>(
      `select l.virtualtransaction as id
       from pg_locks l join pg_stat_activity a on a.pid = l.pid and a.datname = current_database()
       where l.locktype = 'virtualxid' and l.virtualxid = l.virtualtransaction and l.pid <> pg_backend_pid()
         and not starts_with(a.usename::text, 'shotkeeper_reader_')
         and ($1::text[] is null or l.virtualtransaction = any($1))`,
      [ids],
    );
    return rows.map((r) => r.id);
  };
  const end = Date.now() + patienceMs;
  for (let left = await running(null); left.length > 0; left = await running(left)) {
    if (Date.now() > end)
      throw new RemovalError("a transaction of a server does not end; run the command again");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function leftRows(owner: pg.ClientBase, tables: readonly TenantTable[], id: number) {
  await showTenant(owner, id);
  return countRows(owner, tables, id);
}

import { join, resolve } from "node:path";
import type pg from "pg";
import { type Config, databaseOf } from "../kernel/config.ts";
import { asOwner } from "../kernel/db/open.ts";
import { notifyServers } from "../kernel/event-relay.ts";
import { sha256OfFile } from "../kernel/files/write-file.ts";
import { exportManifestFile, exportTenant, readExport } from "../tenants/export-tenant.ts";
import { type Removal, removalFile, removeTenant } from "../tenants/remove-tenant.ts";
import { inUse, requireDatabase } from "./operator-db.ts";
import { take, UsageError } from "./usage.ts";

/** Maximum age of a tenant's export when the tenant is removed, ms. An older export is refused. */
const exportLifeMs = 24 * 3_600_000;
/**
 * Time between closing a tenant and deleting its rows, ms. Running servers cache sessions for three seconds, so after
 * this time none of them serves the tenant any more.
 */
const waitMs = 10_000;

async function owned<T>(config: Config, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  requireDatabase(config);
  return asOwner(databaseOf(config), work).catch((cause) => {
    throw inUse(config.dataDir, cause);
  });
}

export async function exportCommand(config: Config, args: readonly string[]): Promise<void> {
  const [code = "", dir = ""] = take(args, "code", "new directory");
  const m = await owned(config, (owner) =>
    exportTenant(owner, databaseOf(config).filesDir, code, resolve(dir)),
  );
  const rows = m.tables.reduce((n, t) => n + t.rows, 0);
  console.log(
    `${code} was exported: ${m.tables.length} tables, ${rows} rows, ${m.files.length} files (${m.madeAt})`,
  );
}

export interface RemoveValues {
  readonly confirm?: string | undefined;
  readonly export?: string | undefined;
  readonly "without-export"?: boolean | undefined;
}

/**
 * Returns the time and the hash of the export, which the proof of the removal contains. Returns null if the operator
 * chose --without-export. Throws unless the export is complete, of this tenant and at most 24 hours old.
 */
export async function requireExport(code: string, v: RemoveValues, now: number): Promise<Removal["export"]> {
  if (v["without-export"]) {
    if (v.export !== undefined) throw new UsageError("either --export or --without-export");
    return null;
  }
  if (v.export === undefined)
    throw new UsageError(
      `first shotkeeper tenant export ${code} DIRECTORY, then --export DIRECTORY; or --without-export`,
    );
  const m = await readExport(resolve(v.export));
  if (m.tenant.code !== code) throw new UsageError(`the export is of ${m.tenant.code}, not of ${code}`);
  if (now - Date.parse(m.madeAt) > exportLifeMs)
    throw new UsageError(`the export is of ${m.madeAt}: make one that is at most 24 hours old`);
  return { madeAt: m.madeAt, sha256: await sha256OfFile(join(resolve(v.export), exportManifestFile)) };
}

export async function removeCommand(config: Config, args: readonly string[], v: RemoveValues): Promise<void> {
  const [code = ""] = take(args, "code");
  if (v.confirm !== code) throw new UsageError(`--confirm ${code} is missing: the removal cannot be undone`);
  const made = await requireExport(code, v, Date.now());
  const { dataDir } = config;
  const proof = await owned(config, (owner) =>
    removeTenant(owner, {
      dataDir,
      filesDir: databaseOf(config).filesDir,
      code,
      export: made,
      waitMs: config.databaseUrl === undefined ? 0 : waitMs,
      onClosed: (id) => tellServers(owner, id),
    }),
  );
  const rows = proof.tables?.reduce((n, t) => n + t.before, 0) ?? 0;
  console.log(
    `${code} was removed: ${rows} rows of ${proof.tables?.length ?? 0} tables, ${proof.files?.before ?? 0} files. ` +
      `Every table has 0 rows of it, and other tenants have as many rows as before. ` +
      `Proof: ${removalFile(dataDir, code)}`,
  );
}

/**
 * Notifies running servers that a tenant was closed: its users, counters and gateways have changed. The servers then
 * drop their cached copies.
 */
async function tellServers(owner: pg.Client, tenantId: number): Promise<void> {
  for (const type of ["session", "counter", "gateway"] as const) {
    const { text, values } = notifyServers(tenantId, { type }).compile();
    await owner.query(text, [...values]);
  }
}

import { createReadStream, existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { publish, sha256OfFile, type WrittenFile, writePart } from "../kernel/files/write-file.ts";
import { showTenant, type TenantTable, tablesOfTenant } from "./tables-of-tenant.ts";

/**
 * Content of `export.json`. This file is written last, so a directory that contains it is a complete export. Paths are
 * relative to the directory.
 */
export interface ExportManifest {
  readonly format: 1;
  readonly kind: "shotkeeper-tenant";
  readonly tenant: {
    readonly id: number;
    readonly code: string;
    readonly name: string;
    readonly zone: string;
  };
  readonly madeAt: string;
  /** Name of the latest migration of the database. */
  readonly migration: string;
  readonly tables: readonly (WrittenFile & {
    readonly name: string;
    readonly path: string;
    readonly rows: number;
    readonly columns: TenantTable["columns"];
  })[];
  /** Uploaded files, and the Parquet files of the archive of readings. */
  readonly files: readonly (WrittenFile & { readonly path: string })[];
}

export const exportManifestFile = "export.json";
const batch = 2000;
/** An export has password hashes and personal data, so only its owner may read it. */
const folderMode = 0o700;
const fileMode = 0o600;

class ExportError extends Error {}

/** Yields the rows of a table as lines of JSON, through a cursor, so that a large table does not fill the memory. */
async function* linesOf(
  owner: pg.ClientBase,
  table: string,
  tenantId: number,
  count: { rows: number },
): AsyncGenerator<Buffer> {
  await owner.query(
    `declare tenant_rows no scroll cursor for
     select to_json(t)::text as line from ${pg.escapeIdentifier(table)} t where tenant_id = ${Number(tenantId)}`,
  );
  for (;;) {
    const { rows } = await owner.query<{ line: string }>(`fetch ${batch} from tenant_rows`);
    if (rows.length === 0) break;
    count.rows += rows.length;
    yield Buffer.from(`${rows.map((r) => r.line).join("\n")}\n`);
  }
  await owner.query("close tenant_rows");
}

async function filesBelow(dir: string, path = ""): Promise<string[]> {
  const entries = await readdir(join(dir, path), { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries
      .filter((e) => !e.name.endsWith(".part"))
      .map((e) => (e.isDirectory() ? filesBelow(dir, join(path, e.name)) : [join(path, e.name)])),
  );
  return found.flat().sort();
}

/**
 * Writes everything of one tenant into a new directory: the rows of every table with a column tenant_id as lines of
 * JSON, and the tenant's files. All tables are from one snapshot. So the server may keep running if the database is a
 * PostgreSQL server.
 */
export async function exportTenant(
  owner: pg.ClientBase,
  filesDir: string,
  code: string,
  target: string,
): Promise<ExportManifest> {
  if (existsSync(target)) throw new ExportError(`${target} already exists; an export never overwrites one`);
  await owner.query("begin isolation level repeatable read");
  try {
    const { rows: found } = await owner.query<{ tenant_id: number; full_name: string; zone: string }>(
      "select tenant_id, full_name, zone from tenant where code = $1",
      [code],
    );
    const tenant = found[0];
    if (!tenant) throw new ExportError(`there is no tenant "${code}"; shotkeeper tenant list shows them`);
    await mkdir(target, { recursive: true, mode: folderMode });
    await showTenant(owner, tenant.tenant_id);
    const { rows: latest } = await owner.query<{ name: string }>(
      "select max(name) as name from schema_migration",
    );
    const tables: ExportManifest["tables"][number][] = [];
    for (const { name, columns } of await tablesOfTenant(owner)) {
      const path = `tables/${name}.ndjson`;
      const count = { rows: 0 };
      const written = await writePart(
        join(target, path),
        linesOf(owner, name, tenant.tenant_id, count),
        fileMode,
      );
      await publish(join(target, path));
      tables.push({ name, path, rows: count.rows, ...written, columns });
    }
    // Copies the files after the snapshot has begun. An upload stores a file before its row, so no file of a row in the
    // snapshot is missing.
    const own = join(filesDir, String(tenant.tenant_id));
    const files: ExportManifest["files"][number][] = [];
    for (const name of await filesBelow(own)) {
      const path = `files/${name}`;
      // Skips a file that a job has removed meanwhile, because nobody needs it.
      if (!existsSync(join(own, name))) continue;
      const written = await writePart(
        join(target, path),
        createReadStream(join(own, name)) as AsyncIterable<Buffer>,
        fileMode,
      );
      await publish(join(target, path));
      files.push({ path, ...written });
    }
    const manifest: ExportManifest = {
      format: 1,
      kind: "shotkeeper-tenant",
      tenant: { id: tenant.tenant_id, code, name: tenant.full_name, zone: tenant.zone },
      madeAt: new Date().toISOString(),
      migration: String(latest[0]?.name),
      tables,
      files,
    };
    await writeFile(join(target, exportManifestFile), `${JSON.stringify(manifest, null, 1)}\n`, {
      mode: fileMode,
    });
    return manifest;
  } finally {
    await owner.query("rollback").catch(() => {});
  }
}

/** Reads an export and compares each file with its hash. Throws ExportError if the export is not complete. */
export async function readExport(dir: string): Promise<ExportManifest> {
  const path = join(dir, exportManifestFile);
  if (!existsSync(path))
    throw new ExportError(`${dir} is not a complete export: ${exportManifestFile} is missing`);
  const manifest = JSON.parse(readFileSync(path, "utf8")) as ExportManifest;
  if (manifest.format !== 1 || manifest.kind !== "shotkeeper-tenant")
    throw new ExportError(`${path} is no export of a tenant`);
  for (const f of [...manifest.tables, ...manifest.files]) {
    const whole = join(dir, f.path);
    if (!existsSync(whole) || (await sha256OfFile(whole)) !== f.sha256)
      throw new ExportError(`the export is damaged: ${f.path} is missing or has another checksum`);
  }
  return manifest;
}

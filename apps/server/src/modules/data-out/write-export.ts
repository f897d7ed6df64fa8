import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type DataFormat, type DatasetName, exportTarget } from "@shotkeeper/contract/data-out";
import { refusals } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { partOf, publish, type WrittenFile, writePart } from "../../kernel/files/write-file.ts";
import type { Registry } from "../../kernel/registry.ts";
import { exportRights } from "./datasets.ts";
import { encodeDataset, mediaTypes } from "./encode.ts";
import { ExportFailure } from "./failure.ts";
import { putS3 } from "./put-s3.ts";
import { readExportSettings } from "./settings.ts";

/** A file to write: its row of data_export_run with the settings of its schedule. */
export interface PlannedFile {
  readonly run_id: number;
  readonly export_id: string;
  readonly dataset: DatasetName;
  readonly data_from: string;
  readonly data_to: string;
  readonly attempts: number;
  readonly data_format: DataFormat;
  readonly export_target: string;
  readonly target_folder: string | null;
  readonly s3_endpoint: string | null;
  readonly s3_region: string | null;
  readonly s3_bucket: string | null;
  readonly s3_key_id: string | null;
}

export interface WrittenExport extends WrittenFile {
  readonly name: string;
  readonly rows: number;
}

/** Returns the purpose with which the secret key of a storage is encrypted. Decryption needs the same purpose. */
export const exportSecretPurpose = (exportId: string) => `export ${exportId}`;

const stamp = (time: string) => new Date(time).toISOString().replace(/[-:]|\.\d+/g, "");

/**
 * Returns the path of a file below the bucket or the tenant's export folder:
 * plant1/readings/readings-20260501T000000Z-20260502T000000Z.parquet. plant1 is a setting of the schedule.
 */
const fileName = (f: PlannedFile) =>
  [
    ...(f.target_folder ? [f.target_folder] : []),
    f.dataset,
    `${f.dataset}-${stamp(f.data_from)}-${stamp(f.data_to)}.${f.data_format}`,
  ].join("/");

async function secretOf(ctx: Ctx, exportId: string): Promise<string> {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql<{ secret: string }>`
      select secret from data_export_secret where tenant_id = ${tenantId} and export_id = ${exportId}
    `,
  ]);
  const secret = rows[0]?.secret;
  if (secret === undefined) throw new ExportFailure(refusals.exportNoSecret());
  return ctx.secrets.open(tenantId, exportSecretPurpose(exportId), secret);
}

/**
 * Writes a file to its target. The file gets its final name only when it is complete. For an S3 target, a temporary
 * file in `dataDir` holds the content until the upload ends.
 */
export async function writeExport(
  system: Ctx,
  registry: Registry,
  f: PlannedFile,
  dataDir: string,
): Promise<WrittenExport> {
  // Reads with the rights on all datasets: the job has checked that the owner may read these datasets (`isEntitled`).
  const ctx: Ctx = { ...system, who: { ...system.who, rights: exportRights } };
  const name = fileName(f);
  let rows = 0;
  const range = { from: Date.parse(f.data_from), to: Date.parse(f.data_to) };
  const content = () => {
    rows = 0;
    return encodeDataset(ctx, registry, { name: f.dataset, format: f.data_format, range }, (n) => {
      rows += n;
    });
  };
  if (f.export_target === exportTarget.values.folder) {
    const { dir } = readExportSettings();
    if (dir === undefined) throw new ExportFailure(refusals.exportNoFolder());
    const path = join(dir, ctx.who.tenantCode, name);
    const written = await writePart(path, content());
    await publish(path);
    return { ...written, name, rows };
  }
  const { s3_endpoint: endpoint, s3_region: region, s3_bucket: bucket, s3_key_id: keyId } = f;
  if (!endpoint || !region || !bucket || !keyId) throw new ExportFailure(refusals.exportNoStorage());
  const access = { keyId, region, secret: await secretOf(ctx, f.export_id) };
  const path = join(dataDir, "export", `${ctx.who.tenantId}-${f.run_id}`);
  try {
    const written = await writePart(path, content());
    const mediaType = mediaTypes[f.data_format];
    await putS3(access, { endpoint, bucket, name, file: partOf(path), mediaType, ...written });
    return { ...written, name, rows };
  } finally {
    await rm(partOf(path), { force: true });
  }
}

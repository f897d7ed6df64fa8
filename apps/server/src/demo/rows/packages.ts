import { join } from "node:path";
import { Readable } from "node:stream";
import type { App } from "../../app.ts";
import { sql } from "../../kernel/db/sql.ts";
import { FileStore } from "../../kernel/files/file-store.ts";

/** Returns a zip archive that contains only an empty file with this name. */
function archive(name: string): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length, 16);
  return Buffer.concat([head, Buffer.from(name), entry, Buffer.from(name), end]);
}

const packages = [
  { kind: "apk", version: "2.3.0", name: "shotkeeper-pda-2.3.0.zip", remark: "盘点与扫码绑定", used: false },
  { kind: "apk", version: "2.4.1", name: "shotkeeper-pda-2.4.1.zip", remark: "支持离线盘点", used: true },
  {
    kind: "client",
    version: "1.8.0",
    name: "shotkeeper-print-1.8.0.zip",
    remark: "标签打印服务",
    used: true,
  },
  { kind: "server", version: "0.1.0", name: "shotkeeper-server-0.1.0.zip", remark: "当前版本", used: true },
] as const;

/**
 * Adds versions of the programs that users can download (PDA app, print service, server). Each archive contains only
 * one empty file.
 */
export async function addPackages(app: App, tenantId: number, at: Date): Promise<void> {
  const store = new FileStore(join(app.config.dataDir, "packages"));
  for (const p of packages) {
    const entry = p.kind === "apk" ? "AndroidManifest.xml" : "README.txt";
    const file = await store.write(tenantId, p.name, Readable.from([archive(entry)]));
    await app.db.run(tenantId, [
      sql`insert into client_package (
          tenant_id, package_kind, version, package_name, file_id, package_size, sha256,
          in_use, activated_at, activated_by, remark,
          created_by, created_date, updated_by, updated_date
        )
        values (
          ${tenantId}, ${p.kind}, ${p.version}, ${p.name}, ${file.id}, ${file.size}, ${file.sha256},
          ${p.used}, ${at}, 'admin', ${p.remark}, 'admin', ${at}, 'admin', ${at}
        )`,
    ]);
  }
}

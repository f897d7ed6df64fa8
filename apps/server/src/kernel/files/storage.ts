import { errors } from "@shotkeeper/contract/kernel";
import type { CallerDb } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";

const megabyte = 1024 * 1024;

/** SQL expression: total size of a tenant's uploaded files and packages, in bytes. */
export const storedBytes = (tenantId: number): Sql => sql`
  (
    (select coalesce(sum(f.file_size), 0) from file_info f where f.tenant_id = ${tenantId})
    + (select coalesce(sum(p.package_size), 0) from client_package p where p.tenant_id = ${tenantId})
  )::bigint
`;

interface Usage {
  limitMb: number;
  /** Bytes of stored files. */
  stored: number;
  /** Resolves when `stored` was read from the database. Concurrent uploads share this read. */
  storedRead?: Promise<void>;
  /** Bytes of uploads that are under way. */
  arriving: number;
  uploads: number;
}

/** Storage space of the tenant that is reserved for one upload while it arrives. */
export interface Reservation {
  /** Counts further bytes. Throws storageFull (S0380) if the tenant has no space for them. */
  readonly take: (bytes: number) => void;
  /** Ends the reservation. `isStored`: the files were stored, so their bytes stay counted. */
  readonly end: (isStored: boolean) => void;
}

/** Limits the total size of each tenant's files. Concurrent uploads share the free space. */
export class Storage {
  private readonly usages = new Map<number, Usage>();

  constructor(
    private readonly db: CallerDb,
    private readonly usualMb: number,
  ) {}

  async reserve(tenantId: number): Promise<Reservation> {
    // Counts the upload before it reads the stored bytes. Otherwise another upload could be stored, and its usage
    // removed from memory, after the database has answered, and its bytes would be missing. If other uploads of the
    // tenant are running, uses the number in memory, because the number in the database may or may not contain their
    // files.
    const usage = this.usages.get(tenantId) ?? { limitMb: 0, stored: 0, arriving: 0, uploads: 0 };
    this.usages.set(tenantId, usage);
    usage.uploads++;
    const leave = () => {
      usage.uploads--;
      if (usage.uploads === 0) this.usages.delete(tenantId);
    };
    try {
      const reading = this.read(tenantId);
      usage.storedRead ??= reading.then(({ stored }) => {
        usage.stored = stored;
      });
      const [{ limitMb }] = await Promise.all([reading, usage.storedRead]);
      usage.limitMb = limitMb;
    } catch (cause) {
      leave();
      throw cause;
    }
    let taken = 0;
    return {
      take: (bytes) => {
        if (usage.stored + usage.arriving + bytes > usage.limitMb * megabyte)
          throw errors.storageFull(usage.limitMb);
        taken += bytes;
        usage.arriving += bytes;
      },
      end: (isStored) => {
        usage.arriving -= taken;
        if (isStored) usage.stored += taken;
        taken = 0;
        leave();
      },
    };
  }

  /** Reads the tenant's limit and the bytes of its files. */
  private async read(tenantId: number): Promise<{ limitMb: number; stored: number }> {
    const [rows] = await this.db.run(tenantId, [
      sql<{ limit_mb: number | null; stored: number }>`
        select t.storage_mb as limit_mb, ${storedBytes(tenantId)} as stored
        from tenant t
        where t.tenant_id = ${tenantId}
      `,
    ]);
    const { limit_mb: own = null, stored = 0 } = rows?.[0] ?? {};
    return { limitMb: own ?? this.usualMb, stored };
  }
}

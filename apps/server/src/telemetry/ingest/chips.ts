import { counterState } from "@shotkeeper/contract/counter";
import type { Db } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";

/** Data of a counter that the ingest by HTTP and MQTT needs, such as its tenant and the hash of its secret. */
export interface Chip {
  readonly code: string;
  readonly tenantId: number;
  readonly counterId: number;
  readonly writerId: string;
  readonly secretHash: string | null;
  readonly retired: boolean;
  readonly gpsEnabled: boolean;
  readonly gpsIntervalHours: number;
}

interface Entry {
  /** The counter with this chip code. Null: no such counter exists. */
  readonly chip: Chip | null;
  readonly readAt: number;
}

/** Lifetime of a cache entry, ms. A change made by another server takes effect here after this time at the latest. */
const lifeMs = 10_000;
/** Age from which an entry is refreshed in the background, ms. So callers rarely wait for the query. */
const refreshMs = 6000;
/** Lifetime of the entry of an unknown counter, ms. It is short, because the counter may be registered soon. */
const unknownLifeMs = 2000;
const maxEntries = 200_000;
/** Maximum number of chip codes in one query. More codes are loaded by several queries. */
const maxQuery = 5000;

/** Cache of counters by chip code, so that the ingest need not query the counter of each reading. */
export class Chips {
  private readonly entries = new Map<string, Entry>();
  private wanted = new Map<string, ((error?: unknown) => void)[]>();
  private scheduled = false;
  private readonly refreshing = new Set<string>();
  /**
   * Incremented by every invalidation. The result of a query that began before an invalidation must not be stored as
   * fresh.
   */
  private generation = 0;
  /**
   * Called with each counter that was loaded for the first time, or whose GPS settings have changed since it was last
   * loaded.
   */
  onSettings: ((chip: Chip) => void) | undefined;

  constructor(
    private readonly db: Db,
    private readonly now: () => number,
  ) {}

  /**
   * Returns the cached counter. Null: the counter does not exist. Undefined: the cache has no valid entry, so `load`
   * must be called first.
   */
  peek(code: string): Chip | null | undefined {
    const e = this.entries.get(code);
    if (!e) return undefined;
    const age = this.now() - e.readAt;
    if (age > (e.chip ? lifeMs : unknownLifeMs)) return undefined;
    if (age > refreshMs) this.refresh(code);
    return e.chip;
  }

  /**
   * Returns the counter as it was last loaded, even if the cache entry has expired. Null: no such counter. `latest`
   * does not query the database, so callers must first call `peek`, and `load` if the cache has no valid entry.
   */
  latest(code: string): Chip | null {
    return this.entries.get(code)?.chip ?? null;
  }

  private refresh(code: string): void {
    if (this.refreshing.has(code)) return;
    this.refreshing.add(code);
    const done = () => this.refreshing.delete(code);
    // Ignores errors of the background refresh. When the entry has expired, the next caller waits for a new query, and
    // gets the error if that query fails too.
    this.load([code]).then(done, done);
  }

  async get(code: string): Promise<Chip | null> {
    const known = this.peek(code);
    if (known !== undefined) return known;
    await this.load([code]);
    return this.latest(code);
  }

  /** Loads counters from the database. Calls in the same turn of the event loop share their queries. */
  load(codes: Iterable<string>): Promise<void> {
    const waits: Promise<void>[] = [];
    for (const code of codes) {
      waits.push(
        new Promise((resolve, reject) => {
          const settle = (error?: unknown) => (error === undefined ? resolve() : reject(error as Error));
          const others = this.wanted.get(code);
          if (others) others.push(settle);
          else this.wanted.set(code, [settle]);
        }),
      );
    }
    if (!this.scheduled && this.wanted.size > 0) {
      this.scheduled = true;
      setImmediate(() => {
        this.scheduled = false;
        const wanted = this.wanted;
        this.wanted = new Map();
        void this.read(wanted);
      });
    }
    return Promise.all(waits).then(() => {});
  }

  private async read(wanted: ReadonlyMap<string, readonly ((error?: unknown) => void)[]>): Promise<void> {
    const codes = [...wanted.keys()];
    for (let i = 0; i < codes.length; i += maxQuery) {
      const part = codes.slice(i, i + maxQuery);
      let error: unknown;
      try {
        await this.readSome(part);
      } catch (cause) {
        error = cause;
      }
      for (const code of part) for (const settle of wanted.get(code) ?? []) settle(error);
    }
  }

  private async readSome(codes: readonly string[]): Promise<void> {
    const generation = this.generation;
    const at = this.now();
    const [directory] = await this.db.platform(
      sql`select chip_code, tenant_id from chip where chip_code = any(${codes})`,
    );
    const byTenant = new Map<number, string[]>();
    for (const row of directory ?? []) {
      const tenantId = Number(row.tenant_id);
      const list = byTenant.get(tenantId);
      if (list) list.push(String(row.chip_code));
      else byTenant.set(tenantId, [String(row.chip_code)]);
    }
    const found = new Map<string, Chip>();
    for (const [tenantId, list] of byTenant) {
      const [rows] = await this.db.run(tenantId, [
        sql`select c.chip_code, c.counter_id, c.writer_id, c.secret_hash, c.state, c.gps_enabled, c.gps_interval_hours
          from counter c where c.tenant_id = ${tenantId} and c.chip_code = any(${list})`,
      ]);
      for (const r of rows ?? []) {
        found.set(String(r.chip_code), {
          code: String(r.chip_code),
          tenantId,
          counterId: Number(r.counter_id),
          writerId: String(r.writer_id),
          secretHash: typeof r.secret_hash === "string" ? r.secret_hash : null,
          retired: r.state === counterState.values.retired,
          gpsEnabled: r.gps_enabled === true,
          gpsIntervalHours: Number(r.gps_interval_hours),
        });
      }
    }
    // Stores the result as expired if the cache was invalidated during the query, because the result may be outdated.
    const readAt = generation === this.generation ? at : Number.NEGATIVE_INFINITY;
    for (const code of codes) this.store(code, { chip: found.get(code) ?? null, readAt });
  }

  private store(code: string, entry: Entry): void {
    const old = this.entries.get(code)?.chip;
    const { chip } = entry;
    // Deletes the entry and inserts it again, so that the map stays in order of loading. At the limit, the entry that
    // was loaded first is removed.
    this.entries.delete(code);
    if (this.entries.size >= maxEntries) {
      const oldest = this.entries.keys().next().value;
      if (oldest !== undefined) this.entries.delete(oldest);
    }
    this.entries.set(code, entry);
    if (
      chip &&
      (!old || old.gpsEnabled !== chip.gpsEnabled || old.gpsIntervalHours !== chip.gpsIntervalHours)
    )
      this.onSettings?.(chip);
  }

  /** Invalidates the cached counters of a tenant. Called after one of the counters was changed. */
  forget(tenantId: number): void {
    this.generation++;
    const again: string[] = [];
    for (const [code, e] of this.entries) {
      // Deletes an entry which says that no counter has this chip code, because such a counter may just have been
      // registered.
      if (e.chip === null) this.entries.delete(code);
      else if (e.chip.tenantId === tenantId) {
        this.entries.set(code, { chip: e.chip, readAt: Number.NEGATIVE_INFINITY });
        again.push(code);
      }
    }
    // Loads the counters at once. Otherwise `onSettings` would run only when the counter sends its next reading.
    if (this.onSettings && again.length > 0) void this.load(again).catch(() => {});
  }
}

import { counterState } from "@shotkeeper/contract/counter";
import type { Db } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";

/** What the doors know of a counter. */
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
  /** null: no such counter. */
  readonly chip: Chip | null;
  readonly readAt: number;
}

/** A change made by another server is seen after this time at the latest. */
const lifeMs = 10_000;
/** From this age on an entry is read again in the background, so that nobody waits for it. */
const refreshMs = 6000;
/** A counter that was registered a moment ago may report soon. */
const unknownLifeMs = 2000;
const maxEntries = 200_000;
/** Most chip codes in one query. */
const maxQuery = 5000;

/** Chip code → counter, in memory in front of the tables. */
export class Chips {
  private readonly entries = new Map<string, Entry>();
  private wanted = new Map<string, ((error?: unknown) => void)[]>();
  private scheduled = false;
  private readonly refreshing = new Set<string>();
  /** Raised by every invalidation: what was read before it is not stored after it. */
  private generation = 0;
  /** Told of every counter whose settings are not what they were when it was last read. */
  onSettings: ((chip: Chip) => void) | undefined;

  constructor(
    private readonly db: Db,
    private readonly now: () => number,
  ) {}

  /** The counter of a chip code; null: there is none; undefined: ask with `load` first. */
  peek(code: string): Chip | null | undefined {
    const e = this.entries.get(code);
    if (!e) return undefined;
    const age = this.now() - e.readAt;
    if (age > (e.chip ? lifeMs : unknownLifeMs)) return undefined;
    if (age > refreshMs) this.refresh(code);
    return e.chip;
  }

  /** The counter as it was read last, however long ago that is: for callers who have just loaded it. */
  latest(code: string): Chip | null {
    return this.entries.get(code)?.chip ?? null;
  }

  private refresh(code: string): void {
    if (this.refreshing.has(code)) return;
    this.refreshing.add(code);
    const done = () => this.refreshing.delete(code);
    // A failure shows itself when the entry has run out and somebody has to wait for it.
    this.load([code]).then(done, done);
  }

  async get(code: string): Promise<Chip | null> {
    const known = this.peek(code);
    if (known !== undefined) return known;
    await this.load([code]);
    return this.latest(code);
  }

  /** Reads counters from the database; callers of the same moment share one query. */
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
    // Something changed while this was read: what was read may be old, so it is as good as stale.
    const readAt = generation === this.generation ? at : Number.NEGATIVE_INFINITY;
    for (const code of codes) this.store(code, { chip: found.get(code) ?? null, readAt });
  }

  private store(code: string, entry: Entry): void {
    const old = this.entries.get(code)?.chip;
    const { chip } = entry;
    // Written anew, so that the map's order is that of reading: the oldest goes first when there are too many.
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

  /** Counters of a tenant changed in this process: they are read again before they are used again. */
  forget(tenantId: number): void {
    this.generation++;
    const again: string[] = [];
    for (const [code, e] of this.entries) {
      // A chip that was unknown may be known now.
      if (e.chip === null) this.entries.delete(code);
      else if (e.chip.tenantId === tenantId) {
        this.entries.set(code, { chip: e.chip, readAt: Number.NEGATIVE_INFINITY });
        again.push(code);
      }
    }
    // Whoever listens to settings hears of the change now, and not with the counter's next report.
    if (this.onSettings && again.length > 0) void this.load(again).catch(() => {});
  }
}

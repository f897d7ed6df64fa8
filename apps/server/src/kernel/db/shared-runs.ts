import type { DbRow } from "./statements.ts";

type Results = readonly DbRow[][];

interface Run<S> {
  readonly statements: readonly S[];
  readonly resolve: (results: Results) => void;
  readonly reject: (cause: unknown) => void;
}

interface Lane<S> {
  readonly waiting: Run<S>[];
  running: number;
  timer: NodeJS.Timeout | undefined;
}

/** How long a transaction may keep later ones from starting: it may hang on somebody's lock. */
const patienceMs = 25;
/** Most runs in a transaction. */
const largest = 64;

/**
 * Small reads or writes of a tenant that come while another is under way go together, each as if it were alone: one
 * transaction, one flush to disk and one round trip instead of many. When the database refuses one of them, all are
 * rolled back and run again by themselves, so that each gets its own answer (decision 15).
 */
export class SharedRuns<S> {
  private readonly lanes = new Map<number, Lane<S>>();

  /**
   * `atOnce` transactions of a tenant may be under way before others wait for them. `run` runs statements in one
   * transaction; `isRefusal` says of its failure that nothing at all has happened.
   */
  constructor(
    private readonly atOnce: number,
    private readonly run: (tenantId: number, statements: readonly S[]) => Promise<Results>,
    private readonly isRefusal: (cause: unknown) => boolean,
  ) {}

  /** All of the statements or none. */
  add(tenantId: number, statements: readonly S[]): Promise<Results> {
    return new Promise((resolve, reject) => {
      let lane = this.lanes.get(tenantId);
      if (!lane) {
        lane = { waiting: [], running: 0, timer: undefined };
        this.lanes.set(tenantId, lane);
      }
      lane.waiting.push({ statements, resolve, reject });
      if (lane.running < this.atOnce) this.start(tenantId, lane);
      else lane.timer ??= setTimeout(() => this.start(tenantId, lane), patienceMs);
    });
  }

  private start(tenantId: number, lane: Lane<S>): void {
    clearTimeout(lane.timer);
    lane.timer = undefined;
    lane.running++;
    void this.commit(tenantId, lane.waiting.splice(0, largest)).then(() => {
      lane.running--;
      if (lane.waiting.length > 0) this.start(tenantId, lane);
      else if (lane.running === 0) this.lanes.delete(tenantId);
    });
  }

  private async commit(tenantId: number, group: readonly Run<S>[]): Promise<void> {
    try {
      const results = await this.run(
        tenantId,
        group.flatMap((r) => r.statements),
      );
      let at = 0;
      for (const r of group) {
        const next = at + r.statements.length;
        r.resolve(results.slice(at, next));
        at = next;
      }
    } catch (cause) {
      // What may have been committed is not tried again.
      if (group.length === 1 || !this.isRefusal(cause)) for (const r of group) r.reject(cause);
      else await Promise.all(group.map((r) => this.commit(tenantId, [r])));
    }
  }
}

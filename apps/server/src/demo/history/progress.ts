import { gatherStatistics, writeCheckpoint } from "../../jobs/clean-up.ts";
import { sql } from "../../kernel/db/sql.ts";
import { log } from "../../kernel/server-log.ts";
import { demoParameters } from "../../modules/system/index.ts";
import type { Actor } from "../base/actor.ts";
import type { MoldSpec } from "../fleet/molds.ts";

/**
 * The demo updates the query planner's statistics when one of these numbers of molds has a complete history. An update
 * takes seconds, so it happens only a few times.
 */
const statisticsAfter: ReadonlySet<number> = new Set([10, 40, 80]);
/** Number of molds with a complete history after which a message about the progress is logged. */
const logEvery = 20;
/**
 * Number of molds with a complete history after which a checkpoint of the database is written. A checkpoint shortens
 * the write-ahead log.
 */
const checkpointEvery = 4;

/**
 * Counts the molds whose demo history is complete, and stores this number in a parameter of the tenant. After a restart
 * of the server, the generation of the history continues with the next mold.
 */
export class Progress {
  private readonly began = performance.now();
  /**
   * Indexes of molds whose history is complete while the history of an earlier mold is not. After a restart, the
   * histories of these molds are generated again, which is idempotent.
   */
  private readonly ahead = new Set<number>();
  private readings = 0;

  /**
   * @param total number of molds of the demo tenant
   * @param done number of molds whose history was complete when the server started. They are the first molds by index.
   */
  constructor(
    private readonly actor: Actor,
    private readonly total: number,
    private done: number,
  ) {}

  async add(mold: MoldSpec, readings: number): Promise<void> {
    const { app, tenantId } = this.actor;
    this.readings += readings;
    this.ahead.add(mold.index);
    const before = this.done;
    while (this.ahead.delete(this.done)) {
      this.done++;
      if (this.done % logEvery === 0) this.log();
      // Updates the statistics of the query planner. Without them, the planner would plan users' queries for empty
      // tables.
      if (statisticsAfter.has(this.done)) await gatherStatistics(app.db);
    }
    await app.db.run(tenantId, [
      sql`update parameter set prm_value = ${String(this.done)}, updated_date = ${new Date(app.now())}
        where tenant_id = ${tenantId} and prm_id = ${demoParameters.done}`,
    ]);
    const isCheckpointDue = Math.floor(this.done / checkpointEvery) > Math.floor(before / checkpointEvery);
    if (isCheckpointDue) await writeCheckpoint(app.db);
    app.events.emit(tenantId, { type: "board", molds: [mold.no] });
  }

  private log(): void {
    const seconds = Math.round((performance.now() - this.began) / 1000);
    log.info(`Demo history: ${this.done} of ${this.total} molds, ${this.readings} readings, ${seconds} s.`);
  }
}

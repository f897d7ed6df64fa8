import { gatherStatistics, writeCheckpoint } from "../../jobs/clean-up.ts";
import { sql } from "../../kernel/db/sql.ts";
import { demoParameters } from "../../modules/system/index.ts";
import type { Actor } from "../base/actor.ts";
import type { MoldSpec } from "../fleet/molds.ts";

/** After so many molds the planner's statistics are gathered again. It takes seconds each time. */
const statisticsAfter: ReadonlySet<number> = new Set([10, 40, 80]);
/** The log tells after so many molds how far the history has come. */
const logEvery = 20;
/** After so many molds the write-ahead log is cut. */
const checkpointEvery = 4;

/** Records how many molds have their past: after a restart the history goes on with the next one. */
export class Progress {
  private readonly began = performance.now();
  /** Molds that are complete while one before them is not. A restart begins them again, which changes nothing. */
  private readonly ahead = new Set<number>();
  private readings = 0;

  /** @param done the first so many molds of `total` have their past */
  constructor(
    private readonly actor: Actor,
    private readonly total: number,
    private done: number,
  ) {}

  async add(mold: MoldSpec, readings: number): Promise<void> {
    const { app, tenantId } = this.actor;
    this.readings += readings;
    this.ahead.add(mold.index);
    while (this.ahead.delete(this.done)) {
      this.done++;
      if (this.done % logEvery === 0) this.log();
      // Without statistics, queries of users would get plans for empty tables.
      if (statisticsAfter.has(this.done)) await gatherStatistics(app.db);
    }
    await app.db.run(tenantId, [
      sql`update parameter set prm_value = ${String(this.done)}, updated_date = ${new Date(app.now())}
        where tenant_id = ${tenantId} and prm_id = ${demoParameters.done}`,
    ]);
    if (this.done % checkpointEvery === 0) await writeCheckpoint(app.db);
    app.events.emit(tenantId, { type: "board", molds: [mold.no] });
  }

  private log(): void {
    const seconds = Math.round((performance.now() - this.began) / 1000);
    console.log(
      `Demo history: ${this.done} of ${this.total} molds, ${this.readings} readings, ${seconds} s.`,
    );
  }
}

import { AppError, isMessage } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { sql } from "../../kernel/db/sql.ts";
import type { Actor } from "../base/actor.ts";
import { day, hour } from "../base/catalog.ts";
import { between, chance, whole } from "../base/random.ts";
import type { CounterSpec } from "../fleet/counters.ts";
import type { MoldSpec } from "../fleet/molds.ts";

/** An action of a user at a time of the history. */
export interface Deed {
  readonly at: number;
  readonly run: () => Promise<unknown>;
  /** True if the action binds or unbinds a counter. */
  readonly isRebinding?: boolean;
  /**
   * True if the action neither uses nor changes data of the count ledger. Readings from before the action may then be
   * stored after it.
   */
  readonly isApart?: boolean;
}

/**
 * Runs an action of the demo's history. An interrupted generation of the history begins again and repeats actions. So
 * refusals that mean "already done" are ignored.
 */
export async function unlessDone(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (
      !(cause instanceof AppError) ||
      !isMessage(
        cause,
        "moldAlreadyBound",
        "counterAlreadyBound",
        "bindingExists",
        "wrongState",
        "noCounterBound",
        "timesOverlap",
      )
    )
      throw cause;
  }
}

const serviceStates = { repair: 1, trial: 2, storage: 3 } as const;

/** Returns the actions of users on a mold and its counters, in time order. */
export function deedsOf(
  actor: Actor,
  mold: MoldSpec,
  counters: readonly CounterSpec[],
  epoch: number,
  since: number,
): Deed[] {
  const deeds: Deed[] = [];
  const add = (at: number, run: () => Promise<unknown>, isRebinding = false) =>
    deeds.push({ at, run, isRebinding });
  const iso = (ms: number) => new Date(ms).toISOString();
  const isBound = async (writerId: string) => {
    const { tenantId, app } = actor;
    const [rows] = await app.db.run(tenantId, [
      sql`select 1 from binding b join counter c on c.tenant_id = ${tenantId} and c.counter_id = b.counter_id
        where b.tenant_id = ${tenantId} and c.writer_id = ${writerId}`,
    ]);
    return (rows?.length ?? 0) > 0;
  };
  counters.forEach((c, i) => {
    const before = counters[i - 1];
    const bind = async () => {
      if (await isBound(c.id)) return;
      if (before)
        await actor.run(
          "rf_ReplaceCounter",
          { MOLD_NO: mold.no, NEW_WRITER_ID: c.id, REASON: before.reason, ADD_MISSED: "Y" },
          c.boundAt,
        );
      else
        await actor.run(
          "rf_BindCounter",
          { MOLD_NO: mold.no, WRITER_ID: c.id, BIND_TIME: iso(c.boundAt), BIND_COUNT: c.firstCount },
          c.boundAt + 60_000,
        );
    };
    add(c.boundAt, bind, true);
    if (c.unboundAt === null) return;
    const at = c.unboundAt;
    const unbind = () => {
      const params = { WRITER_ID: c.id, REASON: c.reason, UNBIND_TIME: iso(at) };
      return actor.run("rf_UnbindCounter", params, at + 60_000);
    };
    if (!counters[i + 1]) add(at, unbind, true);
    if (c.after === "retired")
      add(at + 2 * hour, () =>
        actor.write(
          "update",
          [menus.counterRegistration, "BS_WRITER"],
          [{ WRITER_ID: c.id, WRITER_STAT: 2 }],
          at + 2 * hour,
        ),
      );
  });
  const edit = (at: number, change: Readonly<Record<string, unknown>>) =>
    add(at, () => actor.write("update", [menus.mold, "BS_MOLD"], [{ MOLD_NO: mold.no, ...change }], at));
  const { situation } = mold;
  if (situation === "scrapped") {
    const scrapped = { MOLD_NO: mold.no, REASON: "型腔磨损超差，不再维修" };
    // Scraps the mold some time after its counter was unbound, because a mold with a counter cannot be scrapped.
    const at = since + 2 * day + 3 * hour;
    add(at, () => actor.run("rf_ScrapMold", scrapped, at));
  }
  const changeState = (at: number, MOLD_STAT: number, REASON: string) =>
    add(at, () => actor.run("rf_ChangeMoldState", { MOLD_NO: mold.no, MOLD_STAT, REASON }, at));
  if (situation === "repair") changeState(since + hour, serviceStates.repair, "冷却水路渗漏，外送维修");
  if (situation === "storage") changeState(since + hour, serviceStates.storage, "本季停产，清洁防锈后入库");
  if (situation === "trial")
    changeState(Math.round(epoch - 1.4 * day), serviceStates.trial, "换料后重新试模");
  const middle = (key: string) =>
    Math.round(mold.startsAt + between(0.35, 0.8, key, mold.index) * (epoch - mold.startsAt));
  // Gives some molds a new, shorter standard cycle, as after an improvement of the process.
  if (mold.index % 17 === 2)
    edit(middle("standard"), { PRODUCT_CYCLE: Math.round(mold.cycleMs * 0.0099) / 10 });
  if (mold.index % 29 === 3) {
    const at = middle("correction");
    const qty = whole(20, 260, "qty", mold.index) * (chance("sign", mold.index) < 0.5 ? -1 : 1);
    add(at, async () => {
      const { tenantId, app } = actor;
      const [rows] = await app.db.run(tenantId, [
        sql`select 1 from mold where tenant_id = ${tenantId} and mold_no = ${mold.no} and corrected_shots <> 0`,
      ]);
      if (rows?.length) return;
      await actor.run(
        "rf_CorrectCount",
        { MOLD_NO: mold.no, QTY: qty, REASON: "年度盘点：与机台计数核对差异" },
        at,
      );
    });
  }
  return deeds.sort((a, b) => a.at - b.at);
}

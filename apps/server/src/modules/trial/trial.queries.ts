import { AppError, errors } from "@shotkeeper/contract/kernel";
import { moldAge } from "@shotkeeper/contract/mold";
import {
  moldTrial,
  readParameters,
  refuseTrialDelete,
  refuseTrialEdit,
  type TrialFacts,
  trialList,
} from "@shotkeeper/contract/trial";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";
import { ofMoldScope, seenMolds } from "../mold/index.ts";
import { trialColumns, trialJoins } from "./trial-facts.ts";

export const trialListImpl = implement(trialList, {
  from: "mold_trial",
  joins: trialJoins,
  where: ofMoldScope,
  columns: trialColumns,
  order: [{ field: "trialDate", direction: "desc" }],
});

type Rows = readonly Record<string, unknown>[];

interface Stored {
  readonly trial_id: string;
  readonly mold_no: string;
  readonly device_id: string | null;
  readonly audit_stat: TrialFacts["auditStat"];
  readonly updated_date: string;
}

async function storedOf(ctx: Ctx, rows: Rows): Promise<Map<string, Stored>> {
  const { tenantId } = ctx.who;
  const [found] = await ctx.db.run(tenantId, [
    sql<Stored>`select t.trial_id, t.mold_no, t.device_id, t.audit_stat, t.updated_date
      from mold_trial t
      where t.tenant_id = ${tenantId}
        and t.trial_id = any(${rows.map((r) => String(r.trialId))}::text[])
        and ${ofMoldScope(ctx)}`,
  ]);
  return new Map(found.map((r) => [r.trial_id, r]));
}

/**
 * Checks the facts of each trial. The mold must be in the caller's scope and must not be a new mold. The machine must
 * be at the mold's plant, and the machine settings (`parameters`) must be valid. Throws if a check fails.
 */
async function checkFacts(ctx: Ctx, rows: Rows, stored: ReadonlyMap<string, Stored>): Promise<void> {
  const { tenantId } = ctx.who;
  const merged = rows.map((r) => {
    const old = stored.get(String(r.trialId));
    if (readParameters(r.parameters) === undefined) throw errors.invalidField("parameters");
    return {
      moldNo: String(r.moldNo ?? old?.mold_no),
      deviceId: (r.deviceId === undefined ? old?.device_id : r.deviceId) as string | null | undefined,
    };
  });
  const moldOf = await seenMolds(
    ctx,
    merged.map((n) => n.moldNo),
    "plant_id, mold_age",
  );
  const [devices] = await ctx.db.run(tenantId, [
    sql<{ device_id: string; plant_id: string | null }>`select device_id, plant_id
      from device
      where tenant_id = ${tenantId} and device_id = any(${merged.flatMap((n) => n.deviceId ?? [])}::text[])`,
  ]);
  for (const n of merged) {
    const mold = moldOf(n.moldNo);
    if (mold.mold_age === moldAge.values.newMold) throw errors.newMoldTrial();
    if (!n.deviceId) continue;
    const device = devices.find((d) => d.device_id === n.deviceId);
    if (!device) throw errors.unknownReference("devId");
    if (device.plant_id !== mold.plant_id) throw errors.differentPlants();
  }
}

export const trialTable = table(moldTrial, {
  from: "mold_trial",
  where: ofMoldScope,
  writes: ["A", "M", "D"],
  async check(ctx, action, rows) {
    const stored = action === "A" ? new Map<string, Stored>() : await storedOf(ctx, rows);
    for (const row of rows) {
      const old = stored.get(String(row.trialId));
      if (!old) continue;
      const facts = { auditStat: old.audit_stat };
      const refusal = action === "D" ? refuseTrialDelete(facts) : refuseTrialEdit(facts);
      if (refusal) throw new AppError(refusal);
      // Optimistic lock: if another request changes the trial after this read, the update writes nothing.
      row.updatedDate ??= old.updated_date;
    }
    if (action !== "D") await checkFacts(ctx, rows, stored);
  },
  done: (ctx) => ctx.events.emit(ctx.who.tenantId, { type: "board" }),
});

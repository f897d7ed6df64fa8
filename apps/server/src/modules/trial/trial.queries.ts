import { moldAge } from "@shotkeeper/contract/basic";
import { AppError } from "@shotkeeper/contract/kernel";
import {
  moldTrial,
  readParameters,
  refuseTrialDelete,
  refuseTrialEdit,
  trialList,
} from "@shotkeeper/contract/trial";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";
import { ofMoldScope, seenMolds } from "../basic/index.ts";
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
  readonly audit_stat: Parameters<typeof refuseTrialEdit>[0]["auditStat"];
  readonly updated_date: string;
}

async function storedOf(ctx: Ctx, rows: Rows): Promise<Map<string, Stored>> {
  const { tenantId } = ctx.who;
  const [found] = await ctx.db.run(tenantId, [
    sql`select t.trial_id, t.mold_no, t.device_id, t.audit_stat, t.updated_date from mold_trial t
      where t.tenant_id = ${tenantId} and t.trial_id = any(${rows.map((r) => String(r.trialId))}::text[]) and ${ofMoldScope(ctx)}`,
  ]);
  return new Map((found ?? []).map((r) => [String(r.trial_id), r as unknown as Stored]));
}

/** The mold is there, for the asker, and no new one; the machine stands where the mold does; settings are settings. */
async function checkFacts(ctx: Ctx, rows: Rows, stored: ReadonlyMap<string, Stored>): Promise<void> {
  const { tenantId } = ctx.who;
  const now = rows.map((r) => {
    const old = stored.get(String(r.trialId));
    if (readParameters(r.parameters) === undefined) throw new AppError("S0200", "PARAMETERS");
    return {
      moldNo: String(r.moldNo ?? old?.mold_no),
      deviceId: (r.deviceId === undefined ? old?.device_id : r.deviceId) as string | null | undefined,
    };
  });
  const moldOf = await seenMolds(
    ctx,
    now.map((n) => n.moldNo),
    "plant_id, mold_age",
  );
  const [devices] = await ctx.db.run(tenantId, [
    sql`select device_id, plant_id from device where tenant_id = ${tenantId} and device_id = any(${now.flatMap((n) => n.deviceId ?? [])}::text[])`,
  ]);
  for (const n of now) {
    const mold = moldOf(n.moldNo);
    if (mold.mold_age === moldAge.values.newMold) throw new AppError("S0287");
    if (!n.deviceId) continue;
    const device = devices?.find((d) => d.device_id === n.deviceId);
    if (!device) throw new AppError("S0202", "DEV_ID");
    if (device.plant_id !== mold.plant_id) throw new AppError("S0227");
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
      if (refusal) throw new AppError(refusal.code);
      // Judged as it was read: if a step is taken meanwhile, nothing is written.
      row.updatedDate ??= old.updated_date;
    }
    if (action !== "D") await checkFacts(ctx, rows, stored);
  },
  done: (ctx) => ctx.events.emit(ctx.who.tenantId, { type: "board" }),
});

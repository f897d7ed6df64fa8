import { taskKind, taskState } from "@shotkeeper/contract/maintenance";
import { sql } from "../../kernel/db/sql.ts";
import type { Actor } from "../base/actor.ts";
import { day, hour, technicians } from "../base/catalog.ts";
import { between, chance, pick, whole } from "../base/random.ts";
import { resultsFor } from "../rows/upkeep-goods.ts";
import { unlessDone } from "./commands.ts";
import { tolerant } from "./steps.ts";

const contents = [
  "清洁型腔、型芯及分型面；顶针、导柱加注润滑油；检查冷却水路无泄漏，一切正常。",
  "分型面清洗、排气槽除垢；滑块及斜顶涂油，弹簧复位良好；计数器固定牢固。",
  "按日常点检表完成 12 项检查，更换密封圈 2 件，紧固螺栓，末件确认合格。",
  "热流道温控及接线检查正常；导套清洗上油；水路通畅，无渗漏。",
  "清理浇口残料，修整轻微飞边位置；润滑导向件；防锈处理后交回生产。",
];

export function technicianOf(plantId: string): string {
  return technicians[plantId]?.id ?? "admin";
}

export async function finishTask(actor: Actor, taskId: string, plantId: string, at: number): Promise<void> {
  const params = {
    TASK_ID: taskId,
    MAINTAIN_CONTENT: pick(contents, "content", taskId),
    MINUTES: whole(12, 45, "minutes", taskId),
    RESULTS: resultsFor("daily", taskId),
  };
  await unlessDone(() => actor.run("rf_FinishTask", params, at, technicianOf(plantId)));
}

/**
 * Returns the time between raising and finishing a maintenance task, ms: mostly less than a day, sometimes several
 * days.
 */
export function taskDelay(key: string): number {
  return chance("late", key) < 0.08 ? between(2, 4, "delay", key) * day : between(1, 22, "delay", key) * hour;
}

/** Finishes tasks of daily maintenance some time after they became due, in the name of the plants' technicians. */
export async function doTasks(actor: Actor, now: number): Promise<void> {
  if (!actor.can("rf_FinishTask")) return;
  const { tenantId, app } = actor;
  const [rows] = await app.db.run(tenantId, [
    sql`select k.task_id, k.raised_at, m.plant_id from maintenance_task k join mold m on m.tenant_id = ${tenantId}
      and m.mold_no = k.mold_no
      where k.tenant_id = ${tenantId}
        and k.kind = ${taskKind.values.daily}
        and k.state in (${taskState.values.due}, ${taskState.values.overdue})
        and k.raised_at < ${new Date(now - hour)}`,
  ]);
  for (const r of rows ?? []) {
    const taskId = String(r.task_id);
    if (Date.parse(String(r.raised_at)) + taskDelay(taskId) > now) continue;
    await finishTask(actor, taskId, String(r.plant_id), now);
  }
}

/**
 * Number of the newest open warnings of each kind that stay open for the demo's user. `attendWarnings` handles the
 * older ones.
 */
const leftWaiting = 2;

/**
 * Handles warnings as users would. Acknowledges most warnings within hours. Closes removal warnings when the counter is
 * back on its mold. Each action gets the time at which a user would have done it.
 */
export async function attendWarnings(
  actor: Actor,
  counterIds: readonly number[] | null,
  now: number,
): Promise<void> {
  if (!actor.can("rf_AcknowledgeWarning") || !actor.can("rf_ClearWarning")) return;
  const { tenantId, app } = actor;
  const since = new Date(counterIds ? 0 : now - 20 * day);
  const [rows] = await app.db.run(tenantId, [
    sql`select w.warning_id, w.kind, w.opened_at, w.ended_at, w.cleared_at, w.acknowledged_at, m.plant_id,
        w.cleared_at is null and (select count(*) from warning n where n.tenant_id = ${tenantId} and n.kind = w.kind
          and n.withdrawn_at is null and n.cleared_at is null and n.opened_at > w.opened_at) < ${leftWaiting} as waits
      from warning w
      left join binding b on b.tenant_id = ${tenantId} and b.counter_id = w.counter_id and b.unbound_at is null
      left join mold m on m.tenant_id = ${tenantId} and m.mold_id = coalesce(w.mold_id, b.mold_id)
      where w.tenant_id = ${tenantId} and w.withdrawn_at is null and w.opened_at > ${since}
        and (w.acknowledged_at is null or (w.kind = 'removal' and w.ended_at is not null and w.cleared_at is null))
        and (${counterIds}::bigint[] is null or w.counter_id = any(${counterIds}::bigint[]))`,
  ]);
  for (const r of rows ?? []) {
    const id = String(r.warning_id);
    const who = technicianOf(String(r.plant_id ?? ""));
    const opened = Date.parse(String(r.opened_at));
    const seenAt = opened + between(0.3, 13, "seen", opened) * hour;
    if (r.acknowledged_at === null && r.waits === false && seenAt < now && chance("seen?", opened) < 0.8)
      await tolerant(() =>
        actor.run(
          "rf_AcknowledgeWarning",
          { WARNING_ID: Number(id), ASSIGNEE: who },
          Math.round(seenAt),
          who,
        ),
      );
    if (r.kind !== "removal" || r.ended_at === null || r.cleared_at !== null) continue;
    const ended = Date.parse(String(r.ended_at));
    const clearedAt = ended + between(0.4, 9, "clear", opened) * hour;
    if (clearedAt < now)
      await tolerant(() =>
        actor.run(
          "rf_ClearWarning",
          { WARNING_ID: Number(id), NOTE: "已现场确认，标签重新固定" },
          Math.round(clearedAt),
          who,
        ),
      );
  }
}

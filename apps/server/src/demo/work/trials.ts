import { menus } from "@shotkeeper/contract/menus";
import { sql } from "../../kernel/db/sql.ts";
import type { Actor } from "../base/actor.ts";
import { day, hour } from "../base/catalog.ts";
import { between, chance, pick, whole } from "../base/random.ts";
import { Episodes } from "../fleet/episodes.ts";
import type { MoldSpec } from "../fleet/molds.ts";
import { production } from "../fleet/production.ts";
import type { Deed } from "./commands.ts";
import { technicianOf } from "./staff.ts";
import { remembered } from "./steps.ts";

const reasons = [
  "更换原料牌号，验证成型窗口",
  "修模后验证分型面飞边",
  "缩短冷却时间，验证周期优化",
  "更换机台，验证锁模力与工艺",
  "浇口修改后验证填充与熔接线",
];
const passed = [
  "填充完整，无飞边、缩水；尺寸全检合格，可恢复量产。",
  "外观及装配合格，周期稳定，工艺参数已固化。",
  "新料流动性良好，首件三坐标检测合格。",
];
const failed = [
  "分型面局部飞边 0.08 mm，需返修后再试。",
  "浇口附近有明显流痕，调整工艺无改善，建议修改浇口。",
];

/** Returns whether a mold in production had a trial. */
const isTried = (m: MoldSpec) =>
  m.row.MOLD_N_O === 1 && (m.situation === "trial" || (m.situation === undefined && m.index % 6 === 1));

const setting = (name: string, unit: string, planned: number, actual: number | null) => ({
  name,
  unit,
  planned: String(planned),
  actual: actual === null ? "" : String(actual),
});

function settings(m: MoldSpec, isDone: boolean) {
  const near = (n: number, key: string) =>
    isDone ? Math.round(n * between(0.97, 1.03, key, m.index)) : null;
  const melt = whole(210, 280, "melt", m.index);
  const cycle = Math.round(m.cycleMs / 100) / 10;
  return [
    setting("料筒温度", "℃", melt, near(melt, "melt now")),
    setting("模具温度", "℃", 60, near(60, "mold now")),
    setting("注射压力", "bar", 1100, near(1100, "pressure now")),
    setting("保压压力", "bar", 650, near(650, "hold now")),
    setting("冷却时间", "s", Math.round(cycle * 0.45), near(Math.round(cycle * 0.45), "cool now")),
    setting("成型周期", "s", cycle, isDone ? Math.round(cycle * 1.02 * 10) / 10 : null),
  ];
}

/**
 * Returns the actions of a trial up to `depth`: 1 entered, 2 submitted, 3 audited, 4 started, 5 with a result, 6
 * complete.
 */
function deedsTo(actor: Actor, m: MoldSpec, key: string, at: number, depth: number, epoch: number): Deed[] {
  const planned = new Date(at).toISOString();
  const plant = technicianOf(m.plantId);
  const isGood = chance("good", m.index, key) < 0.75;
  const found = remembered(async () => {
    const { tenantId, app } = actor;
    const [rows] = await app.db.run(tenantId, [
      sql`select trial_id from mold_trial where tenant_id = ${tenantId} and mold_no = ${m.no}
        and trial_date = ${planned}`,
    ]);
    return rows?.[0] ? String(rows[0].trial_id) : undefined;
  });
  const step = (name: string, when: number, who: string, more: object = {}): Deed => ({
    isApart: name === "Submit" || name === "Audit",
    at: Math.min(Math.round(when), epoch),
    run: async () => {
      const TRIAL_ID = await found();
      // If the trial has done this step already, the server refuses it with S0212. The caller ignores this refusal.
      if (TRIAL_ID)
        await actor.run(`rf_${name}Trial`, { TRIAL_ID, ...more }, Math.min(Math.round(when), epoch), who);
    },
  });
  const entered = Math.min(at - between(1, 4, "entered", m.index, key) * day, epoch - 6 * hour);
  const add: Deed = {
    isApart: true,
    at: Math.round(entered),
    run: async () => {
      if (await found()) return;
      const { tenantId, app } = actor;
      const now = Math.round(entered);
      const [machines] = await app.db.run(tenantId, [
        sql`select d.device_id from device_mold d join device x on x.tenant_id = ${tenantId}
          and x.device_id = d.device_id
          where d.tenant_id = ${tenantId} and d.mold_no = ${m.no} and x.plant_id = ${m.plantId} limit 1`,
      ]);
      const TRIAL_ID = await actor.run("rf_GetAutoDocNo", { DOC_ID: "TR" }, now);
      const row = {
        TRIAL_ID,
        MOLD_NO: m.no,
        TRIAL_REASON: pick(reasons, "reason", m.index, key),
        REQUESTER: m.project.moldPm,
        PLAN_DATE: planned,
        DEV_ID: machines?.[0]?.device_id ?? null,
        ROW_STOCK: m.part.material,
        PARAMETERS: settings(m, depth >= 5),
      };
      await actor.write("insert", [menus.oldMoldTrial, "MOLD_TRIAL"], [row], now);
    },
  };
  const length = between(3, 7, "length", m.index, key) * hour;
  return [
    add,
    step("Submit", entered + hour, plant),
    step("Audit", entered + 4 * hour, "admin"),
    step("Start", at, plant),
    step("Record", at + length, plant, {
      TRIAL_STAT: isGood ? 1 : 2,
      FINDINGS: pick(isGood ? passed : failed, "findings", m.index, key),
      SAMPLE_QTY: whole(5, 30, "samples", m.index, key),
      SAMPLE_NOTE: "首件送检 3 件，其余留样",
    }),
    step("Complete", at + length + 20 * hour, "admin"),
  ].slice(0, depth);
}

/**
 * Finds the first run after `after` that is longer than 8 hours. Returns the moment 15 minutes after its start, so that
 * a trial at this moment has shots. Returns undefined if no such run starts more than two days before the end of the
 * generated history (`epoch`).
 */
function whileItRuns(m: MoldSpec, epoch: number, after: number): number | undefined {
  for (const run of production(m, new Episodes(m, epoch))) {
    if (run.from > epoch - 2 * day) return undefined;
    if (run.from >= after && run.to - run.from > 8 * hour) return Math.round(run.from + hour / 4);
  }
  return undefined;
}

/** Returns the actions of the past, current and planned trials of a mold. */
export function trialDeedsOf(actor: Actor, m: MoldSpec, epoch: number): Deed[] {
  if (!isTried(m)) return [];
  const after = epoch - between(12, 120, "tried", m.index) * day;
  const past = after > m.startsAt + 20 * day ? whileItRuns(m, epoch, after) : undefined;
  const deeds = past === undefined ? [] : deedsTo(actor, m, "past", past, 6, epoch);
  if (m.situation === "trial")
    return [...deeds, ...deedsTo(actor, m, "now", Math.round(epoch - 1.3 * day), 4, epoch)];
  const next = epoch + between(1, 9, "planned", m.index) * day;
  const depth = [0, 1, 2, 3, 5][m.index % 5] ?? 0;
  const at = depth === 5 ? epoch - 12 * hour : next;
  return [...deeds, ...deedsTo(actor, m, "next", Math.round(at), depth, epoch)];
}

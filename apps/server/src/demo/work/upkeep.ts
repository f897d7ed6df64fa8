import { taskKind, taskSource, taskState } from "@shotkeeper/contract/maintenance";
import { sql } from "../../kernel/db/sql.ts";
import type { Actor } from "../base/actor.ts";
import { day, hour } from "../base/catalog.ts";
import { addPicture, type Flaw } from "../base/pictures.ts";
import { between, chance, pick, whole } from "../base/random.ts";
import type { MoldSpec } from "../fleet/molds.ts";
import { ownPartOf, resultsFor } from "../rows/upkeep-goods.ts";
import type { Deed } from "./commands.ts";
import { technicianOf } from "./staff.ts";
import { remembered, tolerant } from "./steps.ts";

const majorWork = [
  "拆模清洗，水路除垢并试压合格；更换密封圈一套，导柱导套上油；合模试动作正常。",
  "顶针、复位杆逐支测量，更换超差 4 支；滑块耐磨板修配，间隙恢复；分型面研配消除飞边。",
  "热流道加热圈、热电偶逐组检测，更换 2 组；顺序阀动作正常；末件与首件对比合格。",
];
const replacedParts = ["密封圈一套", "顶针 4 支、复位弹簧 2 根", "热流道加热圈 2 组", null];
/**
 * Breakdowns. For each: reason, work that was done, defect on the picture, and findings. A finding is a text of four
 * codes: fault, cause, component and measure.
 */
const faults: readonly (readonly [string, string, Flaw, readonly string[]])[] = [
  [
    "产品顶白、顶针卡死",
    "更换断裂顶针，顶针板清洗上油，试模 20 模正常。",
    "scratch",
    ["F11 C02 P06 A02", "F05 C07 P06 A01"],
  ],
  [
    "冷却水渗漏，型腔生锈",
    "更换密封圈，水路试压 8 bar 保压 30 分钟无渗漏。",
    "leak",
    ["F09 C04 P10 A02", "F15 C04 P01 A04"],
  ],
  ["分型面飞边超标", "分型面烧焊后研配，合模红丹检查通过。", "flash", ["F01 C01 P03 A06"]],
  ["热流道 3 区温度异常", "更换热电偶与加热圈，温控恢复。", "dirt", ["F14 C08 P08 A02"]],
  ["滑块拉伤，抽芯不到位", "滑块抛光修配，更换限位弹簧。", "scratch", ["F12 C03 P04 A02", "F04 C07 P04 A04"]],
];

/** Returns findings for rf_RecordFindings. Every second one names a cavity of the mold. */
const findingsOf = (codes: readonly string[], mold: MoldSpec, key: string) =>
  codes.map((text, n) => {
    const [FAULT_CODE, CAUSE_CODE, COMPONENT_CODE, MEASURE_CODE] = text.split(" ");
    const CAVITY = n % 2 === 0 ? whole(1, mold.part.cavities, "cavity", key, n) : null;
    return { FAULT_CODE, CAUSE_CODE, COMPONENT_CODE, MEASURE_CODE, CAVITY };
  });

const { due, working, submitted } = taskState.values;

interface MajorWork {
  readonly actor: Actor;
  readonly mold: MoldSpec;
  /**
   * Reads the id of the maintenance task from the database, so that the task is also found after a restart of the demo.
   */
  readonly taskId: () => Promise<string | undefined>;
  readonly key: string;
  readonly content: string;
  readonly replaced: string | null;
  readonly flaw: Flaw;
  /** Findings of a breakdown, in the format of rf_RecordFindings. */
  readonly findings?: readonly object[];
}

/** Returns the actions of a major maintenance: start, finish with a record, and acceptance by another user. */
function majorDeeds(w: MajorWork, at: number, workMs: number): Deed[] {
  const { actor, mold, key } = w;
  const who = technicianOf(mold.plantId);
  const doneAt = Math.round(at + workMs);
  const acceptedAt = Math.round(doneAt + between(1, 14, "accept", key) * hour);
  const step = async (type: string, when: number, user: string, more: object = {}) => {
    const TASK_ID = await w.taskId();
    if (TASK_ID) await tolerant(() => actor.run(type, { TASK_ID, ...more }, Math.round(when), user));
  };
  return [
    { at, run: () => step("rf_StartTask", at, who) },
    {
      at: doneAt,
      async run() {
        const id = await w.taskId();
        if (!id) return;
        const owner = { table: "MAINTAIN_TASK", id, userId: who, at: doneAt };
        const own = ownPartOf(mold);
        if (w.findings) await step("rf_RecordFindings", doneAt, who, { FINDINGS: w.findings });
        await step("rf_FinishTask", doneAt, who, {
          MAINTAIN_CONTENT: w.content,
          REPLACED: w.replaced,
          MINUTES: Math.round(workMs / 60_000),
          COST: whole(3, 42, "cost", key) * 100,
          IMG_URL: await addPicture(actor, owner, key, "none"),
          RESULTS: resultsFor("major", key),
          TAKEN_PARTS: own && chance("own part", key) < 0.5 ? [{ PART_NO: own, QTY: 1 }] : [],
        });
      },
    },
    {
      at: acceptedAt,
      run: () => step("rf_AcceptTask", acceptedAt, "admin", { ACCEPT_NOTE: "试模合格，同意验收" }),
    },
  ];
}

/**
 * Returns the ids of the mold's open daily task and of its open major task. Ignores major tasks that were not raised by
 * run hours or shots. An id is undefined if there is no such task.
 */
export async function openTasks(
  actor: Actor,
  moldNo: string,
): Promise<{ readonly daily: string | undefined; readonly major: string | undefined }> {
  const { tenantId, app } = actor;
  const [rows] = await app.db.run(tenantId, [
    sql<{ task_id: string; kind: number }>`select task_id, kind
      from maintenance_task
      where tenant_id = ${tenantId}
        and mold_no = ${moldNo}
        and (
          kind = ${taskKind.values.daily} and state <> ${taskState.values.done}
          or kind = ${taskKind.values.major}
            and task_source in (${taskSource.values.hours}, ${taskSource.values.shots})
            and state in (${due}, ${working}, ${submitted})
        )`,
  ]);
  const idOf = (kind: number) => rows.find((r) => r.kind === kind)?.task_id;
  return { daily: idOf(taskKind.values.daily), major: idOf(taskKind.values.major) };
}

/** Returns the actions on a due task of major maintenance. The task is assigned, and usually done within a week. */
export function majorOf(actor: Actor, mold: MoldSpec, taskId: string, at: number): Deed[] {
  const key = `major/${mold.no}/${taskId}`;
  const plannedAt = at + 4 * hour;
  const beginAt = at + between(0.8, chance("late", key) < 0.12 ? 12 : 5, "begin", key) * day;
  const plan = {
    TASK_ID: taskId,
    PLAN_DATE: new Date(at + 6 * day).toISOString().slice(0, 10),
    ASSIGNEE: technicianOf(mold.plantId),
  };
  const work: MajorWork = {
    actor,
    mold,
    taskId: async () => taskId,
    key,
    content: pick(majorWork, "work", key),
    replaced: pick(replacedParts, "replaced", key),
    flaw: "none",
  };
  return [
    {
      at: plannedAt,
      run: () => tolerant(() => actor.run("rf_PlanTask", plan, Math.round(plannedAt))),
      isApart: true,
    },
    ...majorDeeds(work, Math.round(beginAt), between(5, 18, "hours", key) * hour),
  ];
}

/** Returns the actions on the breakdowns of a mold. Breakdowns are rare and are repaired within hours. */
export function breakdownsOf(actor: Actor, mold: MoldSpec, epoch: number): Deed[] {
  if (["scrapped", "bare", "storage", "repair"].includes(mold.situation ?? "")) return [];
  const deeds: Deed[] = [];
  for (let n = 0; ; n++) {
    const at = Math.round(mold.startsAt + (n + chance("fault at", mold.index, n)) * 110 * day + 6 * day);
    if (at > epoch) return deeds;
    if (chance("fault", mold.index, n) > 0.42) continue;
    const key = `fault/${mold.no}/${n}`;
    const [reason, content, flaw, codes] = pick(faults, key);
    const taskId = remembered(async () => {
      const { tenantId, app } = actor;
      const [rows] = await app.db.run(tenantId, [
        sql`select task_id
          from maintenance_task
          where tenant_id = ${tenantId}
            and mold_no = ${mold.no}
            and task_source = ${taskSource.values.breakdown}
            and raised_at = ${new Date(at)}`,
      ]);
      return rows?.[0] ? String(rows[0].task_id) : undefined;
    });
    deeds.push({
      at,
      async run() {
        if (await taskId()) return;
        const task = { MT_TYPE: 2, MOLD_NO: mold.no, MT_SOURCE: 3, TASK_REASON: reason };
        await tolerant(() => actor.run("rf_AddTask", task, at, technicianOf(mold.plantId)));
      },
      isApart: true,
    });
    // One repair in eight has no findings, as in real life.
    const findings = chance("findings", key) < 0.125 ? [] : findingsOf(codes, mold, key);
    const work: MajorWork = { actor, mold, taskId, key, content, replaced: null, flaw, findings };
    deeds.push(
      ...majorDeeds(
        work,
        Math.round(at + between(0.3, 3, "begin", key) * hour),
        between(1.5, 11, key) * hour,
      ),
    );
  }
}

import { menus } from "@shotkeeper/contract/menus";
import type { Actor } from "../base/actor.ts";
import { applianceParts, carParts, day, hour, moldNameOf, type Project, projects } from "../base/catalog.ts";
import { between, chance, pick, whole } from "../base/random.ts";
import { historyMs, type MoldSpec } from "../fleet/molds.ts";

// New molds of the demo, from opening to acceptance. Some are in progress in three projects, at least one at each
// milestone. Others have been handed over.

const dateText = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const makers = ["MAKER01", "MAKER02"] as const;
const order = ["OPEN", "T0", "T1", "T2", "QA", "HO", "CA"] as const;
type Code = (typeof order)[number];

interface Making {
  readonly moldNo: string;
  readonly plantId: string;
  readonly material: string;
  readonly owner: string;
  /** Date of each milestone in the first plan, epoch ms. */
  readonly days: Readonly<Record<Exclude<Code, "T2">, number>>;
  /** Number of confirmed milestones, counted from the first one. T2 is among them only if `hasT2`. */
  readonly reached: number;
  readonly hasT2: boolean;
  /**
   * State of the milestone after the confirmed ones. `open`: nothing was entered. `reported`: reported but not
   * confirmed; a handover then has one of its two signatures.
   */
  readonly next: "open" | "reported";
  /** First milestone that is late, and the delay in days. All later milestones have the same delay. */
  readonly late: readonly [from: Code, days: number] | undefined;
  readonly approved: "review" | "approve" | "running" | "paused";
}

const findings: Readonly<Record<Code, string>> = {
  OPEN: "模架到厂，型腔开始粗加工，钢材证明已核对。",
  T0: "开合模、顶出顺畅，填充完整，水路无渗漏；不评价尺寸。",
  T1: "分型面局部飞边 0.06 mm，两处尺寸超差，安排修模后再试。",
  T2: "T1 问题已关闭，尺寸全检合格，周期稳定。",
  QA: "连续运行 6 小时，周期波动 3.2 %，三穴尺寸及外观合格。",
  HO: "模具及随模资料到厂，计数器读数双方确认。",
  CA: "投产三个月尺寸稳定、无批量质量问题；模次未到约定值部分以延长质保半年代替，同意支付验收款。",
};
const pack = ["最终版图纸", "钢材与热处理证明", "成型工艺卡", "首件检验报告", "随模备件", "水路图与试漏记录"];
const parameters = [
  { name: "料筒温度", unit: "℃", planned: "230", actual: "228" },
  { name: "模具温度", unit: "℃", planned: "60", actual: "62" },
  { name: "注射压力", unit: "bar", planned: "1100", actual: "1085" },
  { name: "成型周期", unit: "s", planned: "48", actual: "49.5" },
];

function reportOf(m: Making, code: Code): Record<string, unknown> {
  const isFailed = code === "T1" && m.hasT2;
  const text = code === "T1" && !m.hasT2 ? findings.T2.replace("T1 问题已关闭，", "") : findings[code];
  const base = { MILESTONE_NOTE: text };
  if (code === "OPEN") return base;
  if (code === "T0") return { ...base, TRIAL_STAT: 1, ROW_STOCK: m.material };
  if (code === "T1" || code === "T2")
    return {
      ...base,
      TRIAL_STAT: isFailed ? 2 : 1,
      ROW_STOCK: m.material,
      PARAMETERS: parameters,
      SAMPLE_QTY: whole(5, 20, "samples", m.moldNo, code),
      SAMPLE_NOTE: "每穴 5 件，3 件送三坐标",
      NEXT_ACTION: isFailed ? "研配分型面，修正两处尺寸后安排 T2" : "进入质量验收",
    };
  if (code === "HO")
    return {
      ...base,
      HANDOVER_PLANT_ID: m.plantId,
      HANDOVER_ITEMS: pack.map((name, i) => ({ name, ok: true, note: i === 0 ? "C 版" : "" })),
    };
  return {
    ...base,
    ACCEPT_RESULT: code === "QA" && chance("qa", m.moldNo) < 0.2 ? 3 : code === "CA" ? 3 : 1,
    DIMENSION_NOTE: code === "QA" ? "全尺寸 86 项，超差 0 项，Cpk ≥ 1.41" : null,
    APPEARANCE_NOTE: code === "QA" ? "无缩水、熔接线可接受，皮纹符合样板" : null,
    SAMPLE_REPORT: code === "QA" ? `FAI-${m.moldNo}` : null,
  };
}

async function follow(actor: Actor, m: Making, epoch: number): Promise<void> {
  const { days, moldNo } = m;
  const key = { MOLD_NO: moldNo };
  const begun = Math.min(days.OPEN - 20 * day, epoch - 2 * hour);
  const run = (type: string, at: number, more: object = {}, who = "admin") =>
    actor.run(type, { ...key, ...more }, Math.min(Math.round(at), epoch), who);
  const row = {
    MOLD_NO: moldNo,
    PLAN_OWNER: m.owner,
    OPEN_DATE: dateText(days.OPEN),
    T0_DATE: dateText(days.T0),
    T1_DATE: dateText(days.T1),
    QA_DATE: dateText(days.QA),
    HO_DATE: dateText(days.HO),
    CA_DATE: dateText(days.CA),
    CONTRACT_NO: `HT-${dateText(begun).slice(2, 7).replace("-", "")}-${whole(100, 999, "contract", moldNo)}`,
    CONTRACT_TERMS: "移交后连续生产达到约定模次且无重大质量问题，支付验收款；质保一年。",
    CONTRACT_AMOUNT: whole(28, 160, "amount", moldNo) * 10_000,
    AMOUNT_SHARE: pick([10, 20, 30], "share", moldNo),
    ACCEPTANCE_SHOTS: pick([30_000, 50_000, 100_000], "shots", moldNo),
    MODIFICATION_TARGET: pick([2, 2, 3], "target", moldNo),
  };
  await actor.write("insert", [menus.newMoldT0, "NEW_MOLD_PLAN"], [row], begun);
  if (m.approved === "review") return;
  await run("rf_ReviewNewMold", begun + hour, {}, "oem");
  if (m.approved === "approve") return;
  await run("rf_ApproveNewMold", begun + 5 * hour);
  const codes = order.filter((c) => c !== "T2" || m.hasT2);
  const lateFrom = m.late ? order.indexOf(m.late[0]) : order.length;
  const dayOf = (c: Code) => {
    const planned = c === "T2" ? days.T1 + 14 * day : days[c];
    return order.indexOf(c) >= lateFrom && m.late ? planned + m.late[1] * day : planned - day;
  };
  for (const [i, c] of codes.entries()) {
    const isNext = i === m.reached;
    if (i > m.reached || (isNext && m.next === "open")) break;
    const at = Math.min(dayOf(c), epoch - 6 * hour);
    const report = {
      MILESTONE_CODE: c,
      ACTUAL_DATE: dateText(at),
      DELAY_REASON: order.indexOf(c) >= lateFrom ? "热流道供货延期，修模顺延" : null,
      ...reportOf(m, c),
    };
    await run("rf_ReportMilestone", at + hour, report, "maker");
    if (c === "HO") {
      await run("rf_SignHandover", at + 2 * hour, { HANDOVER_SIDE: 1 }, "maker");
      if (!isNext) await run("rf_SignHandover", at + 3 * hour, { HANDOVER_SIDE: 2 }, "plant");
    }
    if (isNext) break;
    const next = c === "T1" && m.hasT2 ? { NEXT_TRIAL_DATE: dateText(days.T1 + 14 * day) } : {};
    await run("rf_ConfirmMilestone", at + 5 * hour, { MILESTONE_CODE: c, ...next }, "oem");
  }
  if (m.approved === "paused")
    await run("rf_PauseNewMold", epoch - 3 * day, { PLAN_NOTE: "产品设变冻结，等待客户确认" });
}

const reasons = [
  [1, "客户取消侧面卡扣，型芯改平"],
  [2, "加强筋根部缩水，减薄至 1.2 mm"],
  [3, "浇口改潜伏式，消除外观流痕"],
  [1, "增加零件号与回收标识"],
] as const;

async function modify(actor: Actor, m: Making, n: number, epoch: number): Promise<void> {
  for (let i = 0; i < n; i++) {
    const at = Math.min(m.days.T1 + (i * 9 + 4) * day, epoch - (5 - i) * day);
    const [kind, reason] = reasons[(i + m.moldNo.length + m.reached) % reasons.length] ?? reasons[0];
    const MOD_ID = await actor.run("rf_GetAutoDocNo", { DOC_ID: "MD" }, Math.round(at));
    const row = {
      MOD_ID,
      MOLD_NO: m.moldNo,
      MOD_TYPE: kind,
      MOD_REASON: reason,
      REQUESTER: pick(["刘洋", "周建国", "徐鹏"], "requester", m.moldNo, i),
      REQUEST_DATE: dateText(at),
      DRAWING_BEFORE: "ABCD"[i],
      DRAWING_AFTER: "BCDE"[i],
      MOD_DAYS: whole(3, 9, "days", m.moldNo, i),
      MOD_COST: whole(4, 30, "cost", m.moldNo, i) * 1000,
      COST_BEARER: kind === 1 ? 1 : 2,
      PLAN_DATE: dateText(at + 10 * day),
    };
    await actor.write("insert", [menus.newMoldModification, "NEW_MOLD_MODIFICATION"], [row], at);
    if (i === n - 1 && n > 1) continue;
    await actor.run("rf_SubmitModification", { MOD_ID }, at + hour, "maker");
    await actor.run("rf_AuditModification", { MOD_ID }, at + 2 * hour, "oem");
    if (at + 8 * day > epoch) continue;
    await actor.run(
      "rf_FinishModification",
      {
        MOD_ID,
        FINISH_DATE: dateText(at + 7 * day),
        MOD_DAYS: 7,
        MOD_RESULT: "修改部位已复测合格，图纸已换版。",
      },
      at + 8 * day,
      "maker",
    );
  }
}

/** Days from the opening of the mold to each milestone. */
const course = { OPEN: 0, T0: 62, T1: 84, QA: 118, HO: 132, CA: 222 } as const;
const planFrom = (opening: number) =>
  Object.fromEntries(Object.entries(course).map(([c, n]) => [c, opening + n * day])) as Making["days"];

/**
 * New molds in progress. `ago`: days since the opening (negative: days until it). `reached`: number of confirmed
 * milestones. `late`: first late milestone, and the delay in days.
 */
const stages = [
  { ago: -12, reached: 0, approved: "review" },
  { ago: -5, reached: 0, approved: "approve" },
  { ago: 8, reached: 1 },
  { ago: 71, reached: 1 },
  { ago: 63, reached: 1, next: "reported" },
  { ago: 90, reached: 3, hasT2: true },
  { ago: 86, reached: 2, next: "reported" },
  { ago: 104, reached: 3, approved: "paused" },
  { ago: 120, reached: 3, next: "reported", late: ["QA", 1] },
  { ago: 133, reached: 4, next: "reported" },
  { ago: 152, reached: 5, hasT2: true, late: ["T2", 9] },
  { ago: 180, reached: 5, late: ["HO", 6] },
] as const;

function rowOf(project: Project, i: number, days: Making["days"]) {
  const part = pick(project.oem === "OEM01" ? carParts : applianceParts, "new part", i);
  return {
    MOLD_NO: `${project.no}-N${String(i + 1).padStart(2, "0")}`,
    MOLD_NAME: moldNameOf(project, part),
    MOLD_TYPE: part.type,
    MOLD_N_O: 0,
    ENGINE_ID: project.oem,
    SAVE_ADDRESS: project.oem === "OEM01" ? "PLANT01" : "PLANT03",
    MOLD_MAKE_ID: makers[i % makers.length],
    PROJECT_NO: project.no,
    PROJECT_NAME: project.name,
    PROJECT_MANAGER: project.manager,
    MOLD_PM: project.moldPm,
    MOLD_STAT: 2,
    MOLD_LIFE: 50,
    MOLD_CAVE_NUM: part.cavities,
    PRODUCT_WEIGHT: part.weight,
    PRODUCT_CYCLE: part.cycle,
    ROW_STOCK: part.material,
    DEV_TON: part.tonnage,
    DAY_MAINTAIN_TIME: 400,
    BIG_MAINTAIN_TIME: 4000,
    MD_T0_TIME: dateText(days.T0),
    MD_OVER_TIME: dateText(days.HO),
  };
}

/**
 * Creates the new molds in progress and their plans. Also creates the plans of up to seven molds that went into
 * production in the second half of the generated history.
 */
export async function makeNewMolds(actor: Actor, molds: readonly MoldSpec[], epoch: number): Promise<void> {
  const chosen = projects.filter((p) => ["HC-M50", "HC-E21", "YJ-AC15"].includes(p.no));
  for (const [i, s] of stages.entries()) {
    const project = chosen[i % chosen.length];
    if (!project) continue;
    const days = planFrom(epoch - s.ago * day);
    const row = rowOf(project, i, days);
    await actor.write(
      "insert",
      [menus.mold, "BS_MOLD"],
      [row],
      Math.min(days.OPEN - 30 * day, epoch - 9 * hour),
    );
    const making: Making = {
      moldNo: row.MOLD_NO,
      plantId: row.SAVE_ADDRESS,
      material: row.ROW_STOCK,
      owner: project.moldPm,
      days,
      reached: s.reached,
      hasT2: "hasT2" in s,
      next: "next" in s ? s.next : "open",
      late: "late" in s ? s.late : undefined,
      approved: "approved" in s ? s.approved : "running",
    };
    await follow(actor, making, epoch);
    if (s.reached >= 2) await modify(actor, making, [1, 2, 3, 1][i % 4] ?? 1, epoch);
  }
  const handedOver = molds
    .filter((m) => m.row.MOLD_N_O === 0 && m.startsAt > epoch - historyMs / 2)
    .slice(0, 7);
  for (const m of handedOver) {
    const isLate = chance("late", m.index) < 0.35;
    const lag = Math.round(between(3, 15, "lag", m.index));
    const handover = m.startsAt - (isLate ? lag + 3 : 3) * day;
    await follow(
      actor,
      {
        moldNo: m.no,
        plantId: m.plantId,
        material: m.part.material,
        owner: m.project.moldPm,
        days: planFrom(handover - course.HO * day),
        // 6 confirmed milestones include the contract acceptance. The last mold has only 5, so that the list shows an
        // overdue milestone.
        reached: handover + (course.CA - course.HO + 25) * day < epoch && m !== handedOver.at(-1) ? 6 : 5,
        hasT2: false,
        next: "open",
        late: isLate ? ["HO", lag] : undefined,
        approved: "running",
      },
      epoch,
    );
  }
}

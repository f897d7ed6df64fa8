import { menus } from "@shotkeeper/contract/menus";
import { sql } from "../../kernel/db/sql.ts";
import type { Actor } from "../base/actor.ts";
import { day, hour } from "../base/catalog.ts";
import { addPicture, type Flaw } from "../base/pictures.ts";
import { between, chance, pick } from "../base/random.ts";
import type { MoldSpec } from "../fleet/molds.ts";
import type { Deed } from "./commands.ts";
import { technicianOf } from "./staff.ts";
import { remembered, tolerant } from "./steps.ts";

interface Finding {
  readonly type: number;
  readonly level: 1 | 2 | 3;
  readonly problem: string;
  readonly solution: string;
  readonly flaw: Flaw;
}

const findings: readonly Finding[] = [
  {
    type: 1,
    level: 2,
    flaw: "flash",
    problem: "分型面右侧有明显飞边，产品边缘需二次修剪。",
    solution: "分型面清洁后研配，锁模力按工艺卡恢复，连续 50 模无飞边。",
  },
  {
    type: 1,
    level: 2,
    flaw: "rust",
    problem: "停机两天未做防锈，型芯面出现锈点。",
    solution: "抛光去锈并喷涂防锈剂，已向当班说明停机防锈要求。",
  },
  {
    type: 1,
    level: 3,
    flaw: "leak",
    problem: "动模冷却水接头渗漏，水流到型腔。",
    solution: "更换接头与密封圈，试压 8 bar 保压 30 分钟无渗漏。",
  },
  {
    type: 2,
    level: 2,
    flaw: "scratch",
    problem: "产品外观面有拉伤，位置对应滑块边缘。",
    solution: "滑块边缘抛光，倒扣处补做脱模斜度，首件复检合格。",
  },
  {
    type: 3,
    level: 1,
    flaw: "dirt",
    problem: "日常点检表未按项填写，排气槽积垢明显。",
    solution: "当班完成排气槽清理，补做点检并重新培训。",
  },
  {
    type: 4,
    level: 3,
    flaw: "none",
    problem: "吊环未锁到位，锁模块缺失，存在吊装风险。",
    solution: "补齐锁模块，吊环按扭矩锁紧并做标识。",
  },
  {
    type: 5,
    level: 1,
    flaw: "dirt",
    problem: "模具存放区地面有油污，未垫木方。",
    solution: "完成 5S 清理，垫高存放并定置划线。",
  },
  {
    type: 6,
    level: 1,
    flaw: "none",
    problem: "计数器固定螺丝松动，标签翘边。",
    solution: "重新固定计数器并更换标签，读数核对一致。",
  },
  {
    type: 7,
    level: 1,
    flaw: "none",
    problem: "铭牌编号磨损，与台账核对困难。",
    solution: "更换铭牌并拍照归档。",
  },
];

const closings = ["现场复查确认", "抽检 30 件合格", "同意关闭", null];

/** Returns the actions on the inspection issues of a mold. Most issues are closed, except some of the last weeks. */
export function issuesOf(actor: Actor, mold: MoldSpec, epoch: number): Deed[] {
  if (["scrapped", "bare"].includes(mold.situation ?? "")) return [];
  const deeds: Deed[] = [];
  for (let n = 0; ; n++) {
    const at = Math.round(mold.startsAt + (n + chance("issue at", mold.index, n)) * 75 * day + 3 * day);
    if (at > epoch) break;
    if (chance("issue", mold.index, n) < 0.4) deeds.push(...issueDeeds(actor, mold, n, at));
  }
  // Adds the issues that an inspection in the last two weeks found. Many of them are still open.
  if (mold.index % 5 === 2)
    deeds.push(
      ...issueDeeds(actor, mold, 999, Math.round(epoch - between(0.3, 13, "round", mold.index) * day)),
    );
  return deeds.map((d) => ({ ...d, isApart: true }));
}

function issueDeeds(actor: Actor, mold: MoldSpec, n: number, at: number): Deed[] {
  const key = `issue/${mold.no}/${n}`;
  const f = pick(findings, key);
  const technician = technicianOf(mold.plantId);
  const finder = chance("finder", key) < 0.5 ? "admin" : mold.project.oem === "OEM01" ? "oem" : "admin";
  // One issue in five takes up to 30 days to be solved, the others at most 8.
  const solvedAt = Math.round(at + between(0.4, chance("slow", key) < 0.2 ? 30 : 8, "solved", key) * day);
  const backAt = solvedAt + 20 * hour;
  const isBack = chance("back", key) < 0.12;
  const closedAt = Math.round((isBack ? backAt + 3 * day : solvedAt) + between(0.2, 4, "closed", key) * day);
  const find = remembered(async () => {
    const { tenantId, app } = actor;
    const [rows] = await app.db.run(tenantId, [
      sql`select appoint_id from mold_appoint where tenant_id = ${tenantId} and mold_no = ${mold.no}
        and issue_found_at = ${new Date(at)}`,
    ]);
    return rows?.[0] ? String(rows[0].appoint_id) : undefined;
  });
  const picture = (id: string, flaw: Flaw, userId: string, when: number) =>
    addPicture(actor, { table: "MOLD_APPOINT", id, userId, at: when }, key, flaw);
  const step = async (type: string, when: number, user: string, params: (id: string) => object) => {
    const id = await find();
    if (id) await tolerant(() => actor.run(type, { ...params(id) }, when, user));
  };
  const solve = (when: number): Deed => ({
    at: when,
    async run() {
      const id = await find();
      if (!id) return;
      const SAVE_PROBLEM_URL = await picture(id, "none", technician, when);
      const solution = { APPOINT_ID: id, SAVE_PROBLEM: f.solution, SAVE_PROBLEM_URL };
      await tolerant(() => actor.run("rf_SolveAppoint", solution, when, technician));
    },
  });
  const deeds: Deed[] = [
    {
      at,
      async run() {
        if (await find()) return;
        const id = String(await actor.run("rf_GetAutoDocNo", { DOC_ID: "IN" }, at));
        const row = {
          APPOINT_ID: id,
          APPOINT_TYPE: f.type,
          MOLD_NO: mold.no,
          APPOINT_LEVEL: f.level,
          PROBLEM: f.problem,
          PROBLEM_URL: await picture(id, f.flaw, finder, at),
          FOUND_DATE: new Date(at).toISOString(),
          ASSIGNEE: technician,
        };
        await tolerant(() =>
          actor.write("insert", [menus.inspectionIssue, "MOLD_APPOINT"], [row], at, finder),
        );
      },
    },
  ];
  // Enters some issues twice, as by mistake, and deletes the second entry with a reason.
  if (chance("twice", key) < 0.03) {
    const gone = at + 2 * hour;
    const why = (id: string) => ({ APPOINT_IDS: [id], DELETE_REASON: "重复登记" });
    return [...deeds, { at: gone, run: () => step("rf_DeleteAppoint", gone, finder, why) }];
  }
  deeds.push(solve(solvedAt));
  if (isBack) {
    const why = (id: string) => ({ APPOINT_IDS: [id], SEND_BACK_REASON: "复查仍有轻微痕迹，请继续处理" });
    deeds.push(
      { at: backAt, run: () => step("rf_SendBackAppoint", backAt, finder, why) },
      solve(backAt + 2 * day),
    );
  }
  const close = (id: string) => ({ APPOINT_IDS: [id], CLOSE_NOTE: pick(closings, "note", key) });
  deeds.push({ at: closedAt, run: () => step("rf_CloseAppoint", closedAt, finder, close) });
  return deeds;
}

import { serviceState } from "@shotkeeper/contract/mold";
import { milestoneKind } from "@shotkeeper/contract/new-mold";
import { sql } from "../../kernel/db/sql.ts";
import type { Actor } from "../base/actor.ts";
import { day, hour } from "../base/catalog.ts";
import { chance, pick } from "../base/random.ts";
import { technicianOf } from "./staff.ts";

interface Plan {
  /** Name of the stock-take. Default: the month, as the application's form proposes it. */
  readonly name?: string;
  readonly plants: string;
  /** Time between the start of the stock-take and the end of the generated history, ms. */
  readonly ago: number;
  readonly windowDays: number;
  /** Phase that the stock-take has reached: counting, checking of differences, or closed. */
  readonly until: "counting" | "checking" | "closed";
  /** Set if the stock-take finds a mold of another plant. */
  readonly surplus?: true;
  readonly note?: string;
}

const plans: readonly Plan[] = [
  {
    plants: "PLANT01,PLANT02",
    ago: 96 * day,
    windowDays: 3,
    until: "closed",
    note: "差异已逐项核对",
  },
  {
    name: "月度盘点 · 青岛",
    plants: "PLANT03",
    ago: 63 * day,
    windowDays: 2,
    until: "closed",
    surplus: true,
  },
  {
    plants: "PLANT01,PLANT02",
    ago: 34 * day,
    windowDays: 3,
    until: "closed",
    surplus: true,
    note: "差异已逐项核对，借调模具补办手续",
  },
  {
    name: "月度盘点 · 青岛",
    plants: "PLANT03",
    ago: 2 * day,
    windowDays: 2,
    until: "checking",
    surplus: true,
  },
  { plants: "PLANT01,PLANT02", ago: 5 * hour, windowDays: 2, until: "counting" },
];

const places = ["三号库 B 区", "模修车间待修位", "返厂维修（模具厂）"];

/**
 * Creates closed stock-takes, one that waits for its audit, and one in progress. The molds must already have their
 * history.
 */
export async function makeInventories(actor: Actor, epoch: number): Promise<void> {
  const { tenantId, app } = actor;
  const [known] = await app.db.run(tenantId, [
    sql`select 1 from inventory_count where tenant_id = ${tenantId} limit 1`,
  ]);
  if (known?.length) return;
  for (const p of plans) await makeCount(actor, p, epoch);
}

/**
 * Removes from a stock-take the molds that had not been handed over to their plant at its time. The demo has all its
 * molds from the start, so a stock-take of the past would otherwise expect molds that were not built yet.
 */
async function leaveOutUnbuilt({ app, tenantId }: Actor, countId: string, at: number): Promise<void> {
  await app.db.run(tenantId, [
    sql`delete from inventory_line l
      where l.tenant_id = ${tenantId} and l.count_id = ${countId}
        and exists (
          select
          from new_mold_milestone h
          where h.tenant_id = ${tenantId} and h.mold_no = l.mold_no
            and h.milestone_kind = ${milestoneKind.values.handover}
            and (h.actual_date is null or h.actual_date > ${new Date(at)}::date)
        )
      returning 1`,
  ]);
}

async function makeCount(actor: Actor, p: Plan, epoch: number): Promise<void> {
  const { tenantId, app } = actor;
  const at = Math.round(epoch - p.ago);
  const [plant = ""] = p.plants.split(",");
  const who = technicianOf(plant);
  const iso = (ms: number) => new Date(ms).toISOString();
  const begun = (await actor.run(
    "rf_StartInventory",
    {
      IV_NAME: p.name ?? `${iso(at).slice(0, 7)} 模具盘点`,
      PLANT_IDS: p.plants,
      WIN_FROM: iso(at - p.windowDays * day),
    },
    at,
    who,
  )) as { IV_ID: string };
  const { IV_ID } = begun;
  await leaveOutUnbuilt(actor, IV_ID, at);
  const [open = []] = await app.db.run(tenantId, [
    sql`select mold_no, plant_id from inventory_line where tenant_id = ${tenantId} and count_id = ${IV_ID}
      and result = 'open' order by mold_no`,
  ]);
  let when = at;
  for (const [i, row] of open.entries()) {
    const MOLD_NO = String(row.mold_no);
    const luck = chance("inventory", p.ago, i);
    // Leaves half of the molds uncounted in the stock-take in progress, so that the demo's user can count them.
    if (p.until === "counting" && i % 2 === 0) continue;
    when = Math.min(when + 4 * 60_000, Math.round(epoch));
    const by = technicianOf(String(row.plant_id));
    if (luck < 0.72) await actor.run("rf_ScanMold", { IV_ID, SCAN_CODE: MOLD_NO }, when, by);
    else if (luck < 0.9)
      await actor.run(
        "rf_CountMold",
        {
          IV_ID,
          MOLD_NO,
          OUTCOME: 2,
          FOUND_PLACE: pick(places, "place", p.ago, i),
          NOTE: "现场核对编号一致",
        },
        when,
        by,
      );
  }
  if (p.surplus) {
    const [others] = await app.db.run(tenantId, [
      sql`select mold_no from mold where tenant_id = ${tenantId}
          and plant_id <> all(string_to_array(${p.plants}::text, ','))
          and service_state = ${serviceState.values.inService}
        order by mold_no offset 7 limit 1`,
    ]);
    const code = others?.[0]?.mold_no;
    if (code)
      await actor.run(
        "rf_ScanMold",
        { IV_ID, SCAN_CODE: String(code), FOUND_PLACE: "二车间门口" },
        when,
        who,
      );
  }
  if (p.until === "counting") return;
  const ended = Math.min(when + 3 * hour, Math.round(epoch));
  for (const SAVE_ADDRESS of p.plants.split(","))
    await actor.run(
      "rf_SubmitInventory",
      { IV_ID, SAVE_ADDRESS, REST_MISSING: "Y" },
      ended,
      technicianOf(SAVE_ADDRESS),
    );
  if (p.until === "checking") return;
  const [surplus = []] = await app.db.run(tenantId, [
    sql`select line_id from inventory_line where tenant_id = ${tenantId} and count_id = ${IV_ID}
      and result = 'surplus'`,
  ]);
  const audited = Math.min(ended + 20 * hour, Math.round(epoch));
  for (const { line_id } of surplus)
    await actor.run(
      "rf_AuditSurplus",
      { LINE_ID: String(line_id), IS_ACCEPTED: "Y", AUDIT_NOTE: "借调模具，补办调拨手续" },
      audited,
    );
  await actor.run("rf_CloseInventory", { IV_ID, END_NOTE: p.note ?? null }, audited);
}

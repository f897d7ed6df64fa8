import { jobs } from "../../jobs/index.ts";
import { hashSecret, tenantSecret } from "../../kernel/auth/secret.ts";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../job.ts";
import { freshCode, type TestServer, type TestUser } from "../server.ts";
import { TestTenant } from "../tenant.ts";
import { MaintenanceRecalculation } from "./maintenance-recalculation.ts";
import { OrderRecalculation } from "./order-recalculation.ts";
import {
  between,
  firstTick,
  lastTick,
  type MonthMold,
  makePlan,
  type Plan,
  places,
  type Random,
  type Reading,
  randomOf,
  stride,
} from "./plan.ts";
import { PlantUsers, writeRow } from "./plant-users.ts";
import { ShotRecalculation } from "./shot-recalculation.ts";
import { planEnd } from "./warning-recalculation.ts";

const iso = (ms: number) => new Date(ms).toISOString();
type Row = Record<string, unknown>;

/**
 * Simulates a month of a plant on the test server: counters send readings to /jsq, users work over /mitt, and jobs
 * run.
 */
export class Month {
  readonly arrivals: { readonly at: number; readonly r: Reading }[] = [];
  readonly plan: Plan;
  readonly users: PlantUsers;
  private readonly random: Random;
  private readonly codes = freshCode("m");
  private gateway = "";

  private constructor(
    seed: number,
    readonly t: TestTenant,
    users: { readonly worker: TestUser; readonly boss: TestUser },
  ) {
    this.plan = makePlan(seed);
    this.random = randomOf(seed + 77);
    this.users = new PlantUsers(t, users.worker, users.boss, this.random);
  }

  /** Creates a tenant and runs the whole month. */
  static async run(s: TestServer, seed: number): Promise<Month> {
    s.clock.now = firstTick;
    const t = await TestTenant.create(s);
    const m = new Month(seed, t, { worker: await t.user(null), boss: await t.user(null) });
    await m.build();
    for (let now = firstTick; now <= lastTick; now += stride) {
      s.clock.now = now;
      await m.tick(now);
    }
    return m;
  }

  /** Recalculates the month independently of the server, from the readings that arrived and the users' actions. */
  recalculate(until = lastTick): {
    counted: ShotRecalculation;
    maintenance: MaintenanceRecalculation;
    orders: OrderRecalculation;
  } {
    const counted = new ShotRecalculation(this.plan);
    const maintenance = new MaintenanceRecalculation(counted);
    const orders = new OrderRecalculation(counted);
    for (let now = firstTick; now <= until; now += stride) {
      for (const a of this.arrivals) if (a.at === now) counted.addReading(a.r);
      for (const a of this.users.taskActions) if (a.at === now) maintenance.apply(a);
      for (const a of this.users.orderActions) if (a.at === now) orders.apply(a);
      maintenance.tick(now);
      orders.tick(now);
    }
    return { counted, maintenance, orders };
  }

  private chipOf(chip: string): string {
    return `${this.codes}-${chip}`;
  }

  private async build(): Promise<void> {
    const { t } = this;
    this.gateway = tenantSecret(t.id);
    await t.rows(
      sql`insert into gateway (tenant_id, key_hash, name, created_at)
        values (${t.id}, ${hashSecret(this.gateway)}, 'g', ${new Date(firstTick)})`,
    );
    for (const p of ["P1", "P2"] as const)
      await writeRow(t.admin, "update", "SYS105", "SYS_ORG", {
        ORGANIZATION_ID: p,
        LONGITUDE: places[p][0],
        LATITUDE: places[p][1],
      });
    for (const m of this.plan.molds) await this.addMold(m);
    for (const chip of new Set(this.plan.bindings.map((b) => b.chip)))
      await writeRow(t.admin, "insert", "CT101", "BS_WRITER", {
        WRITER_ID: chip,
        WRITER_IMIE: this.chipOf(chip),
        WRITER_TYPE: "LTE",
        WRITER_STAT: 1,
        IS_VALID: "Y",
        ENABLE_GPS: "Y",
        INT_REPORT: 2,
        EX_DATE: chip === planEnd.chip ? planEnd.date : null,
      });
  }

  private addMold(m: MonthMold): Promise<unknown> {
    return this.t.mold(m.no, {
      SAVE_ADDRESS: m.plant,
      ENGINE_ID: m.oem,
      PRODUCT_CYCLE: m.cycle / 1000,
      MOLD_CAVE_NUM: m.cavities,
      PRODUCT_WEIGHT: m.weight,
      PRODUCT_NO: m.product,
      OPENING_TIMES: m.opening,
      DAY_MAINTAIN_TIME: m.dailyHours,
      BIG_MAINTAIN_TIME: m.majorHours,
      BIG_MAINTAIN_SHOTS: m.majorShots,
    });
  }

  private async tick(now: number): Promise<void> {
    await this.bind(now);
    await this.deliver(now);
    await this.users.act(now);
    const ctx = systemCtxOf(this.t);
    for (const j of jobs) if ("tenant" in j) await j.tenant(ctx);
  }

  private async bind(now: number): Promise<void> {
    const { admin } = this.t;
    for (const b of this.plan.bindings)
      if (b.until === now)
        await admin.run("rf_UnbindCounter", {
          WRITER_ID: b.chip,
          REASON: "worn",
          UNBIND_COUNT: b.untilCount,
        });
    for (const b of this.plan.bindings)
      if (b.from === now)
        await admin.run("rf_BindCounter", { WRITER_ID: b.chip, MOLD_NO: b.mold, BIND_COUNT: b.fromCount });
  }

  /** Sends the readings that arrive at this time: in random order, some twice, and some again days later. */
  private async deliver(now: number): Promise<void> {
    const { random } = this;
    const fresh = this.plan.readings.filter((r) => r.arrives === now);
    for (const r of fresh) this.arrivals.push({ at: now, r });
    const old = this.arrivals.filter(() => random() < 0.004).map((a) => a.r);
    const all = [...fresh, ...fresh.filter(() => random() < 0.12), ...old]
      .map((r) => ({ r, k: random() }))
      .sort((a, b) => a.k - b.k)
      .map(({ r }) => this.wire(r));
    for (let i = 0; i < all.length; ) {
      const size = between(random, 1, 30);
      const reply = await this.t.server.http.inject({
        method: "POST",
        url: "/jsq",
        headers: { "content-type": "application/json", authorizations: `Gateway ${this.gateway}` },
        payload: JSON.stringify({ Type: "report", Data: all.slice(i, i + size) }),
      });
      const answer = reply.json<{ Code: number; Msg: string; ReturnData: { rejected: unknown[] } }>();
      if (answer.Code !== 0 || answer.ReturnData.rejected.length > 0)
        throw new Error(`report: ${JSON.stringify(answer)}`);
      i += size;
    }
  }

  private wire(r: Reading): Row {
    return {
      WRITER_IMIE: this.chipOf(r.chip),
      COUNT_TIMES: r.count,
      sendTime: iso(r.at),
      percentage: r.battery,
      Electricity_Mark: r.battery <= 20 ? 1 : 0,
      rssi: r.rssi,
      coordinate: r.fix === null ? "" : r.fix.join(","),
      Remove_Sign: r.removed ? 1 : 0,
      ...(r.cycles === null ? {} : { cycles: r.cycles.map((c) => c / 1000) }),
    };
  }
}

import { countOutcome } from "@shotkeeper/contract/inventory";
import { jobs } from "../../jobs/index.ts";
import { hashSecret, tenantSecret } from "../../kernel/auth/secret.ts";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../job.ts";
import { freshCode, type TestServer, type TestUser, where } from "../server.ts";
import { TestTenant } from "../tenant.ts";
import { Books } from "./books.ts";
import { OrderBooks } from "./order-books.ts";
import {
  begin,
  between,
  countWindow,
  day,
  firstTick,
  hour,
  lastTick,
  type MonthMold,
  makePlan,
  moments,
  type Plan,
  places,
  type Random,
  type Reading,
  randomOf,
  stride,
  transferAt,
} from "./plan.ts";
import { type Deed, UpkeepBooks } from "./upkeep-books.ts";
import { planEnd } from "./watch-books.ts";

const iso = (ms: number) => new Date(ms).toISOString();
type Row = Record<string, unknown>;

/** What people did, beside maintenance, at which of the server's times: told to the books again. */
type OrderDeed =
  | {
      readonly at: number;
      readonly do: "start";
      readonly id: string;
      readonly mold: string;
      readonly planned: number;
    }
  | { readonly at: number; readonly do: "split"; readonly id: string; readonly shots: number }
  | { readonly at: number; readonly do: "close"; readonly id: string };

/** A month through the doors: what counters send through /jsq, what people do through /mitt, the server's own jobs. */
export class Month {
  readonly deeds: Deed[] = [];
  readonly orderDeeds: OrderDeed[] = [];
  readonly arrivals: { readonly at: number; readonly r: Reading }[] = [];
  countId = "";
  readonly plan: Plan;
  private readonly random: Random;
  private readonly codes = freshCode("m");
  private gateway = "";
  private readonly waiting = new Map<string, string>();

  private constructor(
    seed: number,
    readonly t: TestTenant,
    readonly worker: TestUser,
    readonly boss: TestUser,
  ) {
    this.plan = makePlan(seed);
    this.random = randomOf(seed + 77);
  }

  static async play(s: TestServer, seed: number): Promise<Month> {
    s.clock.now = firstTick;
    const t = await TestTenant.create(s);
    const m = new Month(seed, t, await t.user(null), await t.user(null));
    await m.build();
    for (let now = firstTick; now <= lastTick; now += stride) {
      s.clock.now = now;
      await m.tick(now);
    }
    return m;
  }

  /** The same month from the list of what was sent and done. */
  recalculate(until = lastTick): { books: Books; upkeep: UpkeepBooks; orders: OrderBooks } {
    const books = new Books(this.plan);
    const upkeep = new UpkeepBooks(books);
    const orders = new OrderBooks(books);
    for (let now = firstTick; now <= until; now += stride) {
      for (const a of this.arrivals) if (a.at === now) books.arrive(a.r);
      for (const d of this.deeds) if (d.at === now) upkeep.act(d);
      for (const d of this.orderDeeds) {
        if (d.at !== now) continue;
        if (d.do === "start") orders.start(d.id, d.mold, d.planned, now);
        else if (d.do === "split") orders.split(d.id, d.shots);
        else orders.close(d.id, now);
      }
      upkeep.tick(now);
      orders.tick(now);
    }
    return { books, upkeep, orders };
  }

  private async write(
    who: TestUser,
    Type: string,
    MENU_ID: string,
    TableName: string,
    row: Row,
  ): Promise<void> {
    const answer = await who.mitt({ Type, MENU_ID, TableName, Data: [row] });
    if (answer.Code !== 0) throw new Error(`${Type} ${TableName} ${JSON.stringify(row)}: ${answer.Msg}`);
  }

  private chipOf(chip: string): string {
    return `${this.codes}-${chip}`;
  }

  private async build(): Promise<void> {
    const { t } = this;
    this.gateway = tenantSecret(t.id);
    await t.rows(
      sql`insert into gateway values (${t.id}, ${hashSecret(this.gateway)}, 'g', ${new Date(firstTick)})`,
    );
    for (const p of ["P1", "P2"] as const)
      await this.write(t.admin, "update", "SYS105", "SYS_ORG", {
        ORGANIZATION_ID: p,
        LONGITUDE: places[p][0],
        LATITUDE: places[p][1],
      });
    for (const m of this.plan.molds) await this.addMold(m);
    for (const chip of new Set(this.plan.bindings.map((b) => b.chip)))
      await this.write(t.admin, "insert", "CT101", "BS_WRITER", {
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
    await this.once(now);
    const timeOfDay = (now - begin) % day;
    if (timeOfDay > 6 * hour && timeOfDay < 12 * hour) {
      await this.orders(now);
      await this.upkeep(now);
    }
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

  /** In any order, some of them twice, some again days later. */
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

  private async orders(now: number): Promise<void> {
    const { random, worker, boss } = this;
    for (const mold of ["M1", "M2", "M5", "M8"]) {
      const rows = await worker.list("PO101", "Q01", where("MOLD_NO", mold));
      const running = rows.find((r) => r.STATUS === 4);
      const id = String(running?.ORDER_ID ?? `${mold}-${rows.length + 1}`);
      const add = (deed: OrderDeed) => this.orderDeeds.push(deed);
      const chance = random();
      if (!running) {
        const planned = between(random, 1500, 7000);
        const row = { ORDER_ID: id, MOLD_NO: mold, ORDER_TIMES: planned, PE_DATE: iso(now + 6 * day) };
        await this.write(worker, "insert", "PO101", "PRD_ORDER", row);
        await worker.run("rf_SubmitOrder", { ORDER_ID: id });
        await boss.run("rf_AuditOrder", { ORDER_ID: id });
        await worker.run("rf_StartOrder", { ORDER_ID: id });
        add({ at: now, do: "start", id, mold, planned });
      } else if (chance < 0.06) {
        await boss.run("rf_CloseOrder", { ORDER_ID: id, CLOSE_REASON: "customer waits" });
        add({ at: now, do: "close", id });
      } else if (chance < 0.12) {
        const SPLIT_TIMES = 50;
        const answer = await boss.mitt({ Type: "rf_SplitOrder", InParams: { ORDER_ID: id, SPLIT_TIMES } });
        if (answer.Code === 0) add({ at: now, do: "split", id, shots: SPLIT_TIMES });
      }
    }
  }

  private async upkeep(now: number): Promise<void> {
    const { random, worker, boss } = this;
    const open = [...(await worker.list("MT101", "Q01")), ...(await worker.list("MT102", "Q01"))].filter(
      (r) => r.MT_STAT !== 4,
    );
    for (const r of open) {
      const TASK_ID = String(r.TASK_ID);
      const kind = r.MT_TYPE as 1 | 2;
      const at = { at: now, mold: String(r.MOLD_NO), kind, breakdown: r.MT_SOURCE === 3 };
      const finish = async () => {
        const cost = between(random, 0, 900);
        await worker.run("rf_FinishTask", { TASK_ID, MAINTAIN_CONTENT: "cleaned", COST: cost });
        this.deeds.push({ ...at, do: "finish", cost });
      };
      const chance = random();
      if (r.MT_STAT === 5) await finish();
      else if (r.MT_STAT === 6 && chance < 0.25) {
        await boss.run("rf_SendBackTask", { TASK_ID, SEND_BACK_REASON: "leaks" });
        this.deeds.push({ ...at, do: "sendBack" });
      } else if (r.MT_STAT === 6) {
        await boss.run("rf_AcceptTask", { TASK_ID });
        this.deeds.push({ ...at, do: "accept" });
      } else if (r.MT_STAT === 2) continue;
      else if (chance < 0.3) {
        const until = now + between(random, 1, 3) * day;
        const answer = await worker.mitt({
          Type: "rf_DeferTask",
          InParams: { TASK_ID, DEFER_TIME: iso(until), REASON: "busy" },
        });
        // A task may be put off twice, and no more.
        const most = r.DEFER_COUNT === 2 ? "S0222^2" : undefined;
        if (answer.Code === 0 ? most !== undefined : answer.Msg !== most)
          throw new Error(`deferred ${r.DEFER_COUNT} times: ${answer.Msg}`);
        if (answer.Code === 0) this.deeds.push({ ...at, do: "defer", until });
      } else if (chance < 0.4 && kind === 2) {
        const date = iso(now + 2 * day + 8 * hour).slice(0, 10);
        await boss.run("rf_PlanTask", { TASK_ID, PLAN_DATE: date, ASSIGNEE: worker.userId });
        this.deeds.push({ ...at, do: "plan", date });
      } else if (chance < 0.75 && kind === 2) {
        await worker.run("rf_StartTask", { TASK_ID });
        this.deeds.push({ ...at, do: "start" });
      } else if (chance < 0.75) await finish();
    }
    const mold = `M${between(random, 1, 6)}`;
    if (random() < 0.15 && !open.some((r) => r.MOLD_NO === mold && r.MT_SOURCE === 3)) {
      const input = { MT_TYPE: 2, MOLD_NO: mold, MT_SOURCE: 3, TASK_REASON: "pin broke" };
      await worker.run("rf_AddTask", input);
      this.deeds.push({ at: now, mold, kind: 2, breakdown: true, do: "breakdown" });
    }
  }

  /** What happens once in the month. */
  private async once(now: number): Promise<void> {
    const { worker, boss } = this;
    const admin = this.t.admin;
    if (now === transferAt)
      await this.write(admin, "update", "BS101", "BS_MOLD", { MOLD_NO: "M6", SAVE_ADDRESS: "P2" });
    if (now === moments.removalConfirmed) {
      const list = await worker.list("WA102", "Q01");
      const ids = list.filter((w) => w.CAUSE_GONE === "Y" && w.IS_OPEN === "Y").map((w) => w.WARNING_ID);
      await worker.run("rf_ClearWarnings", { WARNING_IDS: ids, NOTE: "back on" });
    }
    if (now === moments.issueFound)
      for (const id of ["I1", "I2", "I3"])
        await this.write(boss, "insert", "IN101", "MOLD_APPOINT", {
          APPOINT_ID: id,
          APPOINT_TYPE: 1,
          MOLD_NO: "M2",
          PROBLEM: "flash",
          APPOINT_LEVEL: 2,
          ASSIGNEE: worker.userId,
        });
    if (now === moments.issueFound + day) {
      const solve = (APPOINT_ID: string) =>
        worker.run("rf_SolveAppoint", { APPOINT_ID, SAVE_PROBLEM: "ground" });
      await solve("I1");
      await boss.run("rf_SendBackAppoint", { APPOINT_IDS: ["I1"], SEND_BACK_REASON: "still there" });
      await solve("I1");
      await solve("I2");
    }
    if (now === moments.issueClosed) await boss.run("rf_CloseAppoint", { APPOINT_IDS: ["I1"] });
    if (now === moments.trialBegan) {
      const row = {
        TRIAL_ID: "T1",
        MOLD_NO: "M8",
        TRIAL_REASON: "resin",
        REQUESTER: "Li",
        PLAN_DATE: iso(now),
      };
      await this.write(worker, "insert", "TR101", "MOLD_TRIAL", row);
      for (const step of ["Submit", "Audit", "Start"]) await boss.run(`rf_${step}Trial`, { TRIAL_ID: "T1" });
    }
    if (now === moments.trialEnded) {
      await worker.run("rf_RecordTrial", { TRIAL_ID: "T1", TRIAL_STAT: 1, FINDINGS: "good" });
      await boss.run("rf_CompleteTrial", { TRIAL_ID: "T1" });
    }
    if (now === moments.countBegan) {
      const WIN_FROM = iso(now - countWindow);
      const input = { IV_NAME: "June", WIN_FROM };
      this.countId = (await boss.run<{ IV_ID: string }>("rf_StartInventory", input)).IV_ID;
    }
    if (now === moments.countBegan + stride) {
      const input = { IV_ID: this.countId };
      for (const code of ["M9", "M9", "C9", "nothing"])
        this.waiting.set(
          code,
          String((await worker.run<Row>("rf_ScanMold", { ...input, SCAN_CODE: code })).RESULT),
        );
      await worker.run("rf_CountMold", {
        ...input,
        MOLD_NO: "M7",
        OUTCOME: countOutcome.values.elsewhere,
        FOUND_PLACE: "hall 3",
      });
      await worker.run("rf_CountMold", { ...input, MOLD_NO: "X-1", OUTCOME: countOutcome.values.surplus });
    }
    if (now === moments.countEnded) {
      const IV_ID = this.countId;
      await worker.run("rf_SubmitInventory", { IV_ID, REST_MISSING: "Y" });
      await boss.run("rf_AuditSurplus", { LINE_ID: `${IV_ID}/X-1`, IS_ACCEPTED: "Y" });
      await boss.run("rf_CloseInventory", { IV_ID });
    }
  }

  /** What the scanner answered to a code, the last time. */
  scanned(code: string): string | undefined {
    return this.waiting.get(code);
  }
}

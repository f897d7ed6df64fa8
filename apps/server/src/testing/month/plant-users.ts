import { countOutcome } from "@shotkeeper/contract/inventory";
import { taskKind, taskSource, taskState } from "@shotkeeper/contract/maintenance";
import { orderState } from "@shotkeeper/contract/production";
import { type TestUser, where } from "../server.ts";
import type { TestTenant } from "../tenant.ts";
import type { TaskAction } from "./maintenance-recalculation.ts";
import type { OrderAction } from "./order-recalculation.ts";
import { begin, between, countWindow, day, hour, moments, type Random, stride, transferAt } from "./plan.ts";

const iso = (ms: number) => new Date(ms).toISOString();
type Row = Record<string, unknown>;
const { done, working, submitted, deferred } = taskState.values;
const { major } = taskKind.values;
const { breakdown } = taskSource.values;

/** Inserts or updates a row over /mitt. Throws if the server refuses it. */
export async function writeRow(
  user: TestUser,
  Type: "insert" | "update",
  MENU_ID: string,
  TableName: string,
  row: Row,
): Promise<void> {
  const answer = await user.mitt({ Type, MENU_ID, TableName, Data: [row] });
  if (answer.Code !== 0) throw new Error(`${Type} ${TableName} ${JSON.stringify(row)}: ${answer.Msg}`);
}

/**
 * Simulated users of the plant, who work over /mitt. Each action is recorded, so that the recalculations can repeat
 * the action.
 */
export class PlantUsers {
  readonly taskActions: TaskAction[] = [];
  readonly orderActions: OrderAction[] = [];
  countId = "";
  private readonly scanResults = new Map<string, string>();

  constructor(
    private readonly t: TestTenant,
    private readonly worker: TestUser,
    private readonly boss: TestUser,
    private readonly random: Random,
  ) {}

  /** Performs all actions that users do at this time of the server's clock. */
  async act(now: number): Promise<void> {
    await this.doOnce(now);
    const timeOfDay = (now - begin) % day;
    if (timeOfDay <= 6 * hour || timeOfDay >= 12 * hour) return;
    await this.runOrders(now);
    await this.maintain(now);
  }

  private async runOrders(now: number): Promise<void> {
    const { random, worker, boss } = this;
    for (const mold of ["M1", "M2", "M5", "M8"]) {
      const rows = await worker.list("PO101", "Q01", where("MOLD_NO", mold));
      const running = rows.find((r) => r.STATUS === orderState.values.running);
      const id = String(running?.ORDER_ID ?? `${mold}-${rows.length + 1}`);
      const record = (action: OrderAction) => this.orderActions.push(action);
      const chance = random();
      if (!running) {
        const planned = between(random, 1500, 7000);
        const row = { ORDER_ID: id, MOLD_NO: mold, ORDER_TIMES: planned, PE_DATE: iso(now + 6 * day) };
        await writeRow(worker, "insert", "PO101", "PRD_ORDER", row);
        await worker.run("rf_SubmitOrder", { ORDER_ID: id });
        await boss.run("rf_AuditOrder", { ORDER_ID: id });
        await worker.run("rf_StartOrder", { ORDER_ID: id });
        record({ at: now, type: "start", id, mold, planned });
      } else if (chance < 0.06) {
        await boss.run("rf_CloseOrder", { ORDER_ID: id, CLOSE_REASON: "customer waits" });
        record({ at: now, type: "close", id });
      } else if (chance < 0.12) {
        const SPLIT_TIMES = 50;
        const answer = await boss.mitt({ Type: "rf_SplitOrder", InParams: { ORDER_ID: id, SPLIT_TIMES } });
        if (answer.Code === 0) record({ at: now, type: "split", id, shots: SPLIT_TIMES });
      }
    }
  }

  private async maintain(now: number): Promise<void> {
    const { random, worker, boss } = this;
    const open = [...(await worker.list("MT101", "Q01")), ...(await worker.list("MT102", "Q01"))].filter(
      (r) => r.MT_STAT !== done,
    );
    for (const r of open) {
      const TASK_ID = String(r.TASK_ID);
      const kind = r.MT_TYPE as 1 | 2;
      const action = { at: now, mold: String(r.MOLD_NO), kind, isBreakdown: r.MT_SOURCE === breakdown };
      const finish = async () => {
        const cost = between(random, 0, 900);
        await worker.run("rf_FinishTask", { TASK_ID, MAINTAIN_CONTENT: "cleaned", COST: cost });
        this.taskActions.push({ ...action, type: "finish", cost });
      };
      const chance = random();
      if (r.MT_STAT === working) await finish();
      else if (r.MT_STAT === submitted && chance < 0.25) {
        await boss.run("rf_SendBackTask", { TASK_ID, SEND_BACK_REASON: "leaks" });
        this.taskActions.push({ ...action, type: "sendBack" });
      } else if (r.MT_STAT === submitted) {
        await boss.run("rf_AcceptTask", { TASK_ID });
        this.taskActions.push({ ...action, type: "accept" });
      } else if (r.MT_STAT === deferred) continue;
      else if (chance < 0.3) {
        const until = now + between(random, 1, 3) * day;
        const answer = await worker.mitt({
          Type: "rf_DeferTask",
          InParams: { TASK_ID, DEFER_TIME: iso(until), REASON: "busy" },
        });
        // Expects a refusal of the third deferral of a task, because a task may be deferred only twice.
        const expectedRefusal = r.DEFER_COUNT === 2 ? "S0222^2" : undefined;
        if (answer.Code === 0 ? expectedRefusal !== undefined : answer.Msg !== expectedRefusal)
          throw new Error(`deferred ${r.DEFER_COUNT} times: ${answer.Msg}`);
        if (answer.Code === 0) this.taskActions.push({ ...action, type: "defer", until });
      } else if (chance < 0.4 && kind === major) {
        const date = iso(now + 2 * day + 8 * hour).slice(0, 10);
        await boss.run("rf_PlanTask", { TASK_ID, PLAN_DATE: date, ASSIGNEE: worker.userId });
        this.taskActions.push({ ...action, type: "plan", date });
      } else if (chance < 0.75 && kind === major) {
        await worker.run("rf_StartTask", { TASK_ID });
        this.taskActions.push({ ...action, type: "start" });
      } else if (chance < 0.75) await finish();
    }
    const mold = `M${between(random, 1, 6)}`;
    if (random() < 0.15 && !open.some((r) => r.MOLD_NO === mold && r.MT_SOURCE === breakdown)) {
      const input = { MT_TYPE: major, MOLD_NO: mold, MT_SOURCE: breakdown, TASK_REASON: "pin broke" };
      await worker.run("rf_AddTask", input);
      this.taskActions.push({ at: now, mold, kind: major, isBreakdown: true, type: "breakdown" });
    }
  }

  /** Performs the actions that happen only once in the month. */
  private async doOnce(now: number): Promise<void> {
    const { worker, boss } = this;
    const { admin } = this.t;
    if (now === transferAt)
      await admin.run("rf_TransferMold", { MOLD_NO: "M6", TO_PLANT_ID: "P2", REASON: "capacity" });
    if (now === moments.removalConfirmed) {
      const list = await worker.list("WA102", "Q01");
      const ids = list.filter((w) => w.CAUSE_GONE === "Y" && w.IS_OPEN === "Y").map((w) => w.WARNING_ID);
      await worker.run("rf_ClearWarnings", { WARNING_IDS: ids, NOTE: "back on" });
    }
    if (now === moments.issueFound)
      for (const id of ["I1", "I2", "I3"])
        await writeRow(boss, "insert", "IN101", "MOLD_APPOINT", {
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
      await writeRow(worker, "insert", "TR101", "MOLD_TRIAL", row);
      await worker.run("rf_SubmitTrial", { TRIAL_ID: "T1" });
      for (const step of ["Audit", "Start"]) await boss.run(`rf_${step}Trial`, { TRIAL_ID: "T1" });
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
        this.scanResults.set(
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

  /** Returns the result of the latest scan of a code in the stock-take. */
  scanned(code: string): string | undefined {
    return this.scanResults.get(code);
  }
}

import { auditStat } from "@shotkeeper/contract/enumerations";
import { appointState, appointSteps } from "@shotkeeper/contract/inspection";
import { countOutcome, countState, countSteps } from "@shotkeeper/contract/inventory";
import { taskKind, taskSource, taskState } from "@shotkeeper/contract/maintenance";
import { orderState, orderSteps } from "@shotkeeper/contract/production";
import { trialSteps } from "@shotkeeper/contract/trial";
import { pick } from "../pick.ts";
import type { Known, World } from "../world.ts";
import {
  type Chance,
  dayAfter,
  type Guide,
  type Guides,
  isAmong,
  isUsable,
  type Moment,
  minutesAfter,
  oneOf,
  openBinding,
  rowsOf,
  rowWith,
  whole,
} from "./guide.ts";

const isMoldUsable = (w: World, no: unknown) => {
  const mold = rowWith(w, "BS_MOLD", "moldNo", no);
  return mold !== undefined && isUsable(mold);
};

type OrderStep = keyof typeof orderSteps;
const order = (step: OrderStep, more: Guide = {}): Guide => ({
  about: "PRD_ORDER",
  fits: (o, w) =>
    isAmong(orderSteps[step].from, o.orderState) && (step === "close" || isMoldUsable(w, o.moldNo)),
  ...more,
});
const isDraftOrder = (o: Known) => o.orderState === orderState.values.draft;

const hasCounter = (w: World, mold: Known) => openBinding(w, "moldId", mold.moldId) !== undefined;

/** Returns true if the mold may start an order: it is neither in storage nor busy with another order. */
function isIdleMold(w: World, no: unknown): boolean {
  const mold = rowWith(w, "BS_MOLD", "moldNo", no);
  const isBusy = rowsOf(w, "PRD_ORDER").some(
    (o) => o.moldNo === no && o.orderState === orderState.values.running,
  );
  return mold !== undefined && isUsable(mold) && mold.serviceState !== 3 && !isBusy;
}

const productionGuides: Guides = {
  rf_SubmitOrder: order("submit"),
  rf_WithdrawOrder: order("withdraw", { weight: 1 }),
  rf_AuditOrder: order("audit", { notBy: (o) => o.submittedBy }),
  rf_StartOrder: order("start", {
    fits: (o, w) => isAmong(orderSteps.start.from, o.orderState) && isIdleMold(w, o.moldNo),
    values: () => ({ startTime: null }),
  }),
  // Closes only running orders. If sensible requests closed orders before their start, as random requests do, few
  // orders would be started.
  rf_CloseOrder: order("close", { fits: (o) => o.orderState === orderState.values.running, weight: 1 }),
  rf_SplitOrder: order("split", {
    fits: (o) => isAmong(orderSteps.split.from, o.orderState) && Number(o.plannedShots) > 10,
    values: (m) => ({ splitShots: whole(m, 1, 5), plannedEnd: null }),
  }),
  "insert PRD_ORDER": {
    weight: 6,
    values(m) {
      // Prefers molds with a counter, because only these get shots. Most orders are small, so that a few readings
      // complete them.
      const counted = oneOf(m, "BS_MOLD", (x) => isUsable(x) && hasCounter(m.world, x));
      const mold = counted && m.random() < 0.8 ? counted : oneOf(m, "BS_MOLD", isUsable);
      const plannedShots = m.random() < 0.7 ? whole(m, 20, 400) : whole(m, 1000, 50_000);
      return {
        moldNo: mold?.moldNo,
        plannedShots,
        cavities: null,
        plannedStart: null,
        plannedEnd: minutesAfter(m, whole(m, 3000, 20_000)),
      };
    },
  },
  "update PRD_ORDER": {
    about: "PRD_ORDER",
    fits: isDraftOrder,
    values: (m) => ({ plannedShots: whole(m, 20, 900) }),
  },
  "delete PRD_ORDER": { about: "PRD_ORDER", fits: isDraftOrder, weight: 1 },
};

const { comingUp, due, deferred, overdue, working, submitted } = taskState.values;
const notStarted = [comingUp, due, deferred, overdue];
const task = (states: readonly number[], kind: number | undefined, more: Guide = {}): Guide => ({
  about: "MAINTAIN_TASK",
  fits: (t, w) =>
    isAmong(states, t.state) && (kind === undefined || t.kind === kind) && isMoldUsable(w, t.moldNo),
  ...more,
});

/** Returns results that answer all items of the checklists for this kind of maintenance. */
function checkResults({ world, row }: Moment) {
  const lists = rowsOf(world, "MAINTAIN_CHECKLIST").filter((c) => c.checklistKind === row.kind && c.isValid);
  const items = lists.flatMap((c) =>
    String(c.items)
      .split("\n")
      .map((line) => line.split("|")[0]?.trim()),
  );
  return [...new Set(items)].filter(Boolean).map((ITEM) => ({ ITEM, RESULT: "ok", VALUE: null, NOTE: null }));
}

/** Returns one piece of a spare part that is in stock and fits every mold. Returns null in half of the cases. */
function usedParts(m: Moment) {
  const part = oneOf(m, "SPARE_PART", (p) => Number(p.stockQty) > 0 && !p.fitsMolds);
  return part && m.random() < 0.5 ? [{ PART_NO: part.partNo, QTY: 1 }] : null;
}

const maintenanceGuides: Guides = {
  rf_AddTask: {
    values(m) {
      const mold = oneOf(m, "BS_MOLD", isUsable);
      return { moldNo: mold?.moldNo, planDate: m.random() < 0.5 ? dayAfter(m, whole(m, 1, 9)) : null };
    },
  },
  rf_PlanTask: task(notStarted, undefined, { values: (m) => ({ planDate: dayAfter(m, whole(m, 1, 20)) }) }),
  rf_StartTask: task(notStarted, taskKind.values.major),
  rf_FinishTask: {
    about: "MAINTAIN_TASK",
    fits: (t) => (t.kind === taskKind.values.daily ? isAmong(notStarted, t.state) : t.state === working),
    values: (m) => ({
      results: checkResults(m),
      takenParts: usedParts(m),
      imageUrl: null,
      minutes: whole(m, 5, 200),
    }),
  },
  rf_RecordFindings: {
    about: "MAINTAIN_TASK",
    fits: (t) =>
      t.taskSource === taskSource.values.breakdown && isAmong([...notStarted, working, submitted], t.state),
    values: (m) => ({
      findings: [{ FAULT_CODE: pick(m.random, ["F01", "F09"]), CAUSE_CODE: "C04", CAVITY: null }],
    }),
  },
  rf_AcceptTask: task([submitted], taskKind.values.major, { notBy: (t) => t.doneBy }),
  rf_SendBackTask: task([submitted], taskKind.values.major, { notBy: (t) => t.doneBy }),
  rf_DeferTask: task(notStarted, undefined, {
    fits: (t) => isAmong(notStarted, t.state) && Number(t.deferCount) < Number(t.deferLimit ?? 1),
    values: (m) => ({ until: minutesAfter(m, whole(m, 60, 9000)) }),
  }),
  rf_RemoveTasks: task(notStarted, undefined, { values: ({ row }) => ({ taskIds: [row.taskId] }) }),
  rf_MovePart: {
    about: "SPARE_PART",
    values: (m) => ({ enteredMove: pick(m.random, [1, 4]), moveQty: whole(m, 1, 90) }),
  },
  "insert SPARE_PART": { values: (m) => ({ stockQty: whole(m, 1, 50), fitsMolds: null }) },
  "update SPARE_PART": { about: "SPARE_PART", values: (m) => ({ minimumQty: whole(m, 1, 20) }) },
  "insert MAINTAIN_CHECKLIST": { values: () => ({ items: "clearance | mm\nwater lines", moldType: null }) },
  "update MAINTAIN_CHECKLIST": { about: "MAINTAIN_CHECKLIST", values: () => ({ items: "ejectors\nguides" }) },
};

type TrialStep = keyof typeof trialSteps;
const trial = (step: TrialStep, fits: (t: Known) => boolean, more: Guide = {}): Guide => ({
  about: "MOLD_TRIAL",
  fits: (t, w) => isAmong(trialSteps[step].from, t.auditStat) && fits(t) && isMoldUsable(w, t.moldNo),
  ...more,
});
const isStarted = (t: Known) => t.startedAt !== null;
const isDraftTrial = (t: Known) => t.auditStat === auditStat.values.draft;

const trialGuides: Guides = {
  "insert MOLD_TRIAL": {
    values: (m) => ({
      moldNo: oneOf(m, "BS_MOLD", isUsable)?.moldNo,
      deviceId: null,
      parameters: [],
      trialDate: minutesAfter(m, whole(m, 10, 900)),
    }),
  },
  "update MOLD_TRIAL": {
    about: "MOLD_TRIAL",
    fits: isDraftTrial,
    values: (m) => ({ requester: `Li ${whole(m, 1, 99)}` }),
  },
  "delete MOLD_TRIAL": { about: "MOLD_TRIAL", fits: isDraftTrial },
  rf_SubmitTrial: trial("submit", () => true),
  rf_WithdrawTrial: trial("withdraw", (t) => !isStarted(t)),
  rf_AuditTrial: trial("audit", () => true, { notBy: (t) => t.submittedBy }),
  rf_StartTrial: trial("start", (t) => !isStarted(t), { values: () => ({ startTime: null }) }),
  rf_RecordTrial: trial("record", isStarted, {
    values: () => ({ endTime: null, parameters: [], imageUrl: null }),
  }),
  rf_CompleteTrial: trial("complete", (t) => isStarted(t) && t.trialStat !== null && t.endedAt !== null),
  rf_TrialShots: { about: "MOLD_TRIAL", fits: isStarted },
};

const appoint = (step: keyof typeof appointSteps, more: Guide = {}): Guide => ({
  about: "MOLD_APPOINT",
  fits: (a) => isAmong(appointSteps[step].from, a.appointState),
  ...more,
});
const oneIssue = { values: ({ row }: Moment) => ({ appointIds: [row.appointId] }) };
const judged = { ...oneIssue, notBy: (a: Known) => a.saveProblemBy };

const inspectionGuides: Guides = {
  "insert MOLD_APPOINT": {
    values: (m) => ({
      moldNo: oneOf(m, "BS_MOLD", isUsable)?.moldNo,
      problemUrl: null,
      issueFoundAt: minutesAfter(m, -5),
      dueOn: dayAfter(m, whole(m, 1, 9)),
    }),
  },
  "update MOLD_APPOINT": {
    about: "MOLD_APPOINT",
    fits: (a) => a.appointState === appointState.values.unsolved,
    values: (m) => ({ problem: `flash ${whole(m, 1, 99)}` }),
  },
  rf_SolveAppoint: appoint("solve", { values: () => ({ saveProblemUrl: null, saveProblemDate: null }) }),
  rf_CloseAppoint: appoint("close", judged),
  rf_SendBackAppoint: appoint("sendBack", judged),
  rf_DeleteAppoint: appoint("delete", oneIssue),
};

const isOpenCount = (c: Known | undefined) => c?.countState === countState.values.counting;
const count = (step: keyof typeof countSteps, more: Guide = {}): Guide => ({
  about: "INVENTORY_HD",
  fits: (c) => isAmong(countSteps[step].from, c.countState),
  values: () => ({ plantId: null, restMissing: "Y" }),
  ...more,
});
const countOf = (w: World, line: Known) => rowWith(w, "INVENTORY_HD", "countId", line.countId);

/** How a simulated user records a mold that an open stock-take expects and that has no result yet. */
const lineToCount: Guide = {
  about: "INVENTORY_DT",
  fits: (l, w) =>
    l.expected === true && l.isOpen === true && l.outcome === null && isOpenCount(countOf(w, l)),
};
const found = ({ random }: Chance) => ({
  outcome: pick(random, [
    countOutcome.values.here,
    countOutcome.values.elsewhere,
    countOutcome.values.missing,
  ]),
});

const inventoryGuides: Guides = {
  rf_StartInventory: {
    values(m) {
      const plant = oneOf(m, "SYS_ORG", (o) => o.type === "plant")?.orgId;
      // Starts a stock-take of one plant only, so that molds are left for the next stock-take.
      return {
        plantIds: plant,
        oemId: null,
        moldStates: null,
        windowFrom: minutesAfter(m, -600),
        windowTo: null,
      };
    },
  },
  rf_SubmitInventory: count("submit"),
  rf_ReopenInventory: count("reopen"),
  rf_CancelInventory: count("cancel", { values: () => ({ plantId: null }) }),
  rf_CloseInventory: count("close", { notBy: (c) => c.submittedBy }),
  rf_AuditSurplus: {
    about: "INVENTORY_DT",
    fits: (l, w) => l.auditStat !== null && countOf(w, l)?.countState === countState.values.checking,
    notBy: (l) => l.foundBy,
  },
  rf_ScanMold: {
    about: "INVENTORY_HD",
    fits: isOpenCount,
    values: (m) => ({ scanCode: oneOf(m, "BS_MOLD", isUsable)?.moldNo }),
  },
  rf_CountMold: { ...lineToCount, values: (m) => ({ ...found(m), imageUrl: null }) },
  rf_CountMolds: { ...lineToCount, values: (m) => ({ ...found(m), moldNos: [m.row.moldNo] }) },
  rf_UncountMold: {
    about: "INVENTORY_DT",
    fits: (l, w) => l.outcome !== null && isOpenCount(countOf(w, l)),
  },
};

/** How simulated users perform operations on documents of molds in use, so that most of them succeed. */
export const documentGuides: Guides = {
  ...productionGuides,
  ...maintenanceGuides,
  ...trialGuides,
  ...inspectionGuides,
  ...inventoryGuides,
};

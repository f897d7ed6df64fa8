import { counterChangeStat } from "@shotkeeper/contract/enumerations";
import { pick } from "../pick.ts";
import type { Known, World } from "../world.ts";
import {
  type Chance,
  dayAfter,
  freshKey,
  type Guides,
  isUsable,
  type Moment,
  minutesAfter,
  oneOf,
  openBinding,
  rowsOf,
  rowWith,
  whole,
} from "./guide.ts";

const { registered, passed, rejected } = counterChangeStat.values;

const isFreeMold = (m: Known, w: World) => isUsable(m) && !openBinding(w, "moldId", m.moldId);
const isFreeCounter = (c: Known, w: World) =>
  c.state !== 2 && c.approval === passed && !c.archivedDate && !openBinding(w, "counterId", c.counterId);
const freeCounter = (m: Chance) => oneOf(m, "BS_WRITER", (c) => isFreeCounter(c, m.world))?.writerId;
const moldOf = (w: World, b: Known) => rowWith(w, "BS_MOLD", "moldId", b.moldId);
const counterOf = (w: World, b: Known) => rowWith(w, "BS_WRITER", "counterId", b.counterId);

/** Returns the plants or makers that work for the OEM of a mold, except the mold's present one. */
function partners({ world, row }: Moment, table: string, column: "plantId" | "makerId") {
  return rowsOf(world, table)
    .filter((p) => p.oemId === row.oemId && p[column] !== row[column])
    .map((p) => p[column]);
}

const verdict = ({ random }: Chance) =>
  random() < 0.7 ? { approval: passed } : { approval: rejected, auditNote: "wrong chip" };

const isWaiting = (q: Known) => q.quarantined === true && q.releasedAt === null && q.discardedAt === null;
const waitingReading = { about: "QUARANTINE", fits: (q: Known) => isWaiting(q) && q.counterId !== null };

/** Returns the values of a mounting: a free machine, and a mold of the same plant that is on no machine. */
function mounting(m: Moment) {
  const isMounted = (column: string, id: unknown) =>
    rowsOf(m.world, "BS_DEVICE_MOLD").some((d) => d[column] === id && d.unmountedAt === null);
  if (isMounted("deviceId", m.row.deviceId)) return undefined;
  const mold = oneOf(
    m,
    "BS_MOLD",
    (x) => isUsable(x) && x.plantId === m.row.plantId && !isMounted("moldNo", x.moldNo),
  );
  return mold && { moldNo: mold.moldNo, reason: "the only free machine", mountTime: null };
}

/** Part of a guide: the operation concerns a mold that is neither scrapped nor archived. */
const usable = { about: "BS_MOLD", fits: isUsable } as const;

/** How simulated users perform operations on molds, machines, counters and bindings, so that most of them succeed. */
export const moldGuides: Guides = {
  rf_ExplainCount: { about: "BS_MOLD", values: () => ({ at: null }) },
  rf_CorrectCount: { ...usable, values: (m) => ({ qty: whole(m, 1, 500) }) },
  rf_TransferMold: {
    ...usable,
    values(m) {
      const toPlantId = pick(m.random, partners(m, "BS_MAIN_SUP", "plantId"));
      return toPlantId === undefined ? undefined : { toPlantId, documentTime: null };
    },
  },
  rf_ScrapMold: { about: "BS_MOLD", fits: isFreeMold, values: () => ({ documentTime: null }) },
  rf_ChangeMoldState: {
    ...usable,
    values: ({ random, row }) => ({
      toState: pick(
        random,
        [0, 1, 2, 3].filter((s) => s !== row.serviceState),
      ),
    }),
  },
  rf_ChangeMoldMaker: {
    ...usable,
    values(m) {
      const toMakerId = pick(m.random, partners(m, "BS_MAIN_MAKE", "makerId"));
      return toMakerId === undefined ? undefined : { toMakerId };
    },
  },
  "insert BS_MOLD": {
    values(m) {
      const pair = oneOf(m, "BS_MAIN_SUP");
      return {
        oemId: pair?.oemId,
        plantId: pair?.plantId,
        moldAge: m.random() < 0.5 ? 0 : 1,
        serviceState: 0,
        custId: null,
        plannedT0: dayAfter(m, -90),
        handoverDate: dayAfter(m, 9),
      };
    },
  },
  "update BS_MOLD": {
    ...usable,
    values: (m) => ({ moldName: `mold ${whole(m, 1, 999)}`, standardCycle: whole(m, 10, 60) }),
  },
  "delete BS_MOLD": { about: "BS_MOLD", fits: (m, w) => isFreeMold(m, w) && /^n/.test(String(m.moldNo)) },
  "archive BS_MOLD": { about: "BS_MOLD", fits: (m, w) => isFreeMold(m, w) && /^n/.test(String(m.moldNo)) },
  rf_MountMold: {
    about: "BS_DEVICE",
    fits: (d) => !d.archivedDate && d.deviceState === 0,
    values: mounting,
  },
  rf_UnmountMold: {
    about: "BS_DEVICE_MOLD",
    fits: (d) => d.unmountedAt === null,
    values: () => ({ unmountTime: null }),
  },
  rf_BindCounter: {
    about: "BS_MOLD",
    fits: isFreeMold,
    values(m) {
      const writerId = freeCounter(m);
      return writerId === undefined ? undefined : { writerId, bindTime: null, bindCount: null };
    },
  },
  rf_UnbindCounter: {
    about: "BS_MOLD_WRITER",
    fits: (b) => b.unboundAt === null,
    values: ({ world, row }) => ({
      writerId: counterOf(world, row)?.writerId,
      unbindTime: null,
      unbindCount: null,
    }),
  },
  rf_ChangeBinding: {
    about: "BS_MOLD_WRITER",
    values(m) {
      const later = new Date(Date.parse(String(m.row.boundAt)) + whole(m, 1, 60) * 60_000).toISOString();
      return m.random() < 0.7 ? { bindId: m.row.bindingId, bindTime: later } : { ...otherMold(m) };
    },
  },
  rf_ReplaceCounter: {
    about: "BS_MOLD",
    fits: (m, w) => isUsable(m) && openBinding(w, "moldId", m.moldId) !== undefined,
    values(m) {
      const newWriterId = freeCounter(m);
      return newWriterId === undefined
        ? undefined
        : { newWriterId, addMissed: m.random() < 0.5 ? "Y" : null };
    },
  },
  rf_JudgeReplacement: {
    about: "BS_WRITER_CHANGE",
    fits: (c) => c.approval === registered,
    notBy: (c) => c.createdBy,
    values: verdict,
  },
  rf_JudgeCounters: {
    about: "BS_WRITER",
    fits: (c) => c.approval === registered,
    notBy: (c) => c.createdBy,
    values: (m) => ({ writerIds: [m.row.writerId], ...verdict(m) }),
  },
  rf_RetireCounters: {
    about: "BS_WRITER",
    fits: (c, w) => c.state !== 2 && isFreeCounter(c, w),
    values: ({ row }) => ({ writerIds: [row.writerId] }),
  },
  rf_ImportBindings: {
    values(m) {
      const mold = oneOf(m, "BS_MOLD", (x) => isFreeMold(x, m.world));
      const writerId = freeCounter(m);
      if (!mold || writerId === undefined) return undefined;
      const BIND_TIME = minutesAfter(m, -1);
      return { rows: [{ MOLD_NO: mold.moldNo, WRITER_ID: writerId, BIND_TIME }], checkOnly: null };
    },
  },
  "insert BS_WRITER": {
    values: (m) => ({
      chipCode: freshKey(m),
      state: 0,
      isValid: "Y",
      gpsIntervalHours: 24,
      reportIntervalHours: 2,
    }),
  },
  "update BS_WRITER": {
    about: "BS_WRITER",
    fits: (c) => !c.archivedDate,
    values: (m) => ({ imei: `${whole(m, 1, 9e6)}` }),
  },
  "archive BS_WRITER": { about: "BS_WRITER", fits: (c) => c.state === 2 && !c.archivedDate },
  rf_CounterSecret: { about: "BS_WRITER", fits: (c) => !c.archivedDate && c.state !== 2 },
  rf_QuarantineCurve: { about: "QUARANTINE" },
  rf_ReleaseReadings: { ...waitingReading, values: ({ row }) => ({ quarantineIds: [row.quarantineId] }) },
  rf_PreviewRelease: { ...waitingReading, values: ({ row }) => ({ quarantineIds: [row.quarantineId] }) },
  rf_ReleaseReading: waitingReading,
  rf_DiscardReadings: {
    about: "QUARANTINE",
    fits: isWaiting,
    values: ({ row }) => ({ quarantineIds: [row.quarantineId] }),
  },
  "insert BS_MAIN_SUP": { values: (m) => newPair(m, "BS_MAIN_SUP", "plant") },
  "insert BS_MAIN_MAKE": { values: (m) => newPair(m, "BS_MAIN_MAKE", "maker") },
  rf_Recompute: { about: "BS_MOLD" },
  rf_NoteReturn: {
    about: "MOLD_VISIT",
    values: ({ world, row }) => ({ moldNo: moldOf(world, row)?.moldNo }),
  },
  rf_AcknowledgeWarning: { about: "MOLD_WARNING", fits: isOpenWarning },
  rf_ClearWarning: { about: "MOLD_WARNING", fits: isOpenWarning },
  rf_AcknowledgeWarnings: {
    about: "MOLD_WARNING",
    fits: isOpenWarning,
    values: ({ row }) => ({ warningIds: [row.warningId] }),
  },
  rf_ClearWarnings: {
    about: "MOLD_WARNING",
    fits: isOpenWarning,
    values: ({ row }) => ({ warningIds: [row.warningId] }),
  },
};

/** Returns an OEM, and a plant or maker that does not work for this OEM yet. */
function newPair(m: Moment, table: string, type: "plant" | "maker") {
  const column = `${type}Id`;
  const oemId = oneOf(m, "SYS_ORG", (o) => o.type === "oem")?.orgId;
  const isBound = (id: unknown) => rowsOf(m.world, table).some((p) => p.oemId === oemId && p[column] === id);
  const partner = oneOf(m, "SYS_ORG", (o) => o.type === type && !isBound(o.orgId));
  return partner && { oemId, [column]: partner.orgId };
}

function isOpenWarning(w: Known): boolean {
  return w.clearedAt === null;
}

/** Returns the values that move a binding to a mold without a counter. */
function otherMold(m: Moment) {
  const mold = oneOf(m, "BS_MOLD", (x) => isFreeMold(x, m.world));
  return { bindId: m.row.bindingId, moldNo: mold?.moldNo ?? null };
}

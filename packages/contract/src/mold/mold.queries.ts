import { defineQuery, field, pick, right, stamps } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mold } from "./mold.entity.ts";

/**
 * Columns with the present figures of a mold, such as total and live state. The list of molds and the list of live
 * states have these columns.
 */
export const moldLive = {
  ...pick(mold, "counterNo", "countTimes", "liveState", "removeSign"),
  lifeUsed: field.decimal(1, { unit: "%", virtual: true }),
  battery: field.int({ wire: "percentage", unit: "%", virtual: true }),
  rssi: field.int({ wire: "rssi", unit: "dBm", virtual: true }),
  coordinate: field.text(50, { wire: "coordinate", virtual: true }),
  lastReportAt: field.time({ wire: "sendTime", virtual: true }),
  lastShotAt: field.time({ virtual: true }),
  openWarnings: field.int({ virtual: true }),
} as const;

const {
  counterNo: _counterNo,
  countTimes: _countTimes,
  liveState: _liveState,
  removeSign: _removeSign,
  ...stored
} = mold.fields;

export const moldList = defineQuery({
  menu: menus.mold,
  id: "Q01",
  access: right(menus.mold, "Q"),
  key: ["moldNo"],
  columns: { ...stored, ...moldLive, ...stamps },
});

export const timelineKind = {
  bound: "bound",
  unbound: "unbound",
  warning: "warning",
  correction: "correction",
  estimated: "estimated",
  maintenance: "maintenance",
  inspection: "inspection",
  transferred: "transferred",
  scrapped: "scrapped",
  stateChanged: "stateChanged",
  makerChanged: "makerChanged",
  inventoried: "inventoried",
  missing: "missing",
  trialPassed: "trialPassed",
  trialFailed: "trialFailed",
  created: "created",
} as const;

/** Lists the events of a mold (bindings, warnings, tasks and so on), newest first. */
export const moldTimeline = defineQuery({
  menu: menus.mold,
  id: "Q02",
  access: right(menus.mold, "Q"),
  key: ["at", "kind", "reference"],
  columns: {
    moldNo: field.text(50),
    at: field.time({ wire: "EVENT_TIME" }),
    kind: field.text(20, { wire: "EVENT_KIND" }),
    /** Subject of the event, depending on its kind: a counter's number, a kind of warning, or a task's number. */
    reference: field.text(100, { wire: "EVENT_REF" }),
    detail: field.text(300, { wire: "EVENT_DETAIL" }),
    by: field.text(50, { wire: "EVENT_BY" }),
  },
});

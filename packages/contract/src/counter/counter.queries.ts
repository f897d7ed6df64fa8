import { electricityMark, removeSign } from "../enumerations.ts";
import { defineEnum, defineQuery, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { counter } from "./counter.entity.ts";
import { quarantineReason } from "./quarantine.queries.ts";

export const counterList = defineQuery({
  menu: menus.counterRegistration,
  id: "Q01",
  access: right(menus.counterRegistration, "Q"),
  key: ["writerId"],
  columns: {
    ...counter.fields,
    moldNo: field.text(50, { virtual: true }),
    moldName: field.text(100, { virtual: true }),
    plantName: field.text(100, { wire: "SAVE_ADDRESS_NAME", virtual: true }),
    countTimes: field.int({ unit: "shots", virtual: true }),
    battery: field.int({ wire: "percentage", unit: "%", virtual: true }),
    /** Same value as `battery`. Spec admin §3 also requires the wire name BATTERY. */
    batteryLevel: field.int({ wire: "BATTERY", unit: "%", virtual: true, aside: true }),
    lowBattery: field.choice(electricityMark, { wire: "Electricity_Mark", virtual: true }),
    rssi: field.int({ wire: "rssi", unit: "dBm", virtual: true }),
    coordinate: field.text(50, { wire: "coordinate", virtual: true }),
    removeSign: field.choice(removeSign, { wire: "Remove_Sign", virtual: true }),
    lastReportAt: field.time({ wire: "sendTime", virtual: true }),
    hasSecret: field.flag({ virtual: true }),
  },
});

export const channel = defineEnum("channel", { http: 1, mqtt: 2, import: 3 });

/**
 * Lists the readings of counters, each with its shots. A quarantined reading has the reason of the quarantine instead
 * of shots.
 */
export const counterLog = defineQuery({
  menu: menus.counterLog,
  id: "Q01",
  access: right(menus.counterLog, "Q"),
  key: ["writerId", "at", "countTimes"],
  columns: {
    writerId: field.text(50),
    chipCode: field.text(50, { wire: "WRITER_IMIE" }),
    moldNo: field.text(50),
    at: field.time({ wire: "sendTime" }),
    receivedAt: field.time({ wire: "RECEIVED_TIME" }),
    countTimes: field.int({ unit: "shots" }),
    shots: field.int({ unit: "shots" }),
    /** Time of the counter's previous counted reading. The shots of this reading were made after that time. */
    shotsSince: field.time({ wire: "SHOTS_SINCE" }),
    battery: field.int({ wire: "percentage", unit: "%" }),
    lowBattery: field.choice(electricityMark, { wire: "Electricity_Mark" }),
    rssi: field.int({ wire: "rssi", unit: "dBm" }),
    coordinate: field.text(50, { wire: "coordinate" }),
    removeSign: field.choice(removeSign, { wire: "Remove_Sign" }),
    readerId: field.text(50, { wire: "Reader_Id" }),
    channel: field.choice(channel),
    isLate: field.flag(),
    clockUnset: field.flag({ wire: "IS_CLOCK" }),
    isReset: field.flag(),
    quarantine: field.choice(quarantineReason),
    quarantineId: field.int(),
    released: field.flag({ wire: "IS_RELEASED" }),
  },
});

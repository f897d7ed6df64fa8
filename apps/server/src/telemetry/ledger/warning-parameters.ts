import {
  DAY_MS,
  DEFAULT_WARNING_RULES,
  HOUR_MS,
  rulesForInterval,
  type WarningRules,
} from "../core/index.ts";

/**
 * System parameters that override the default warning thresholds, with their units. Tenants set the parameters on the
 * screen for system parameters (BS109) or on a warning screen.
 */
const warningParameters = {
  WARN_BATTERY_LOW: "percent",
  WARN_BATTERY_URGENT: "percent",
  WARN_BATTERY_CLEAR: "percent",
  WARN_CYCLE_L1: "percent",
  WARN_CYCLE_L2: "percent",
  WARN_IDLE_L1: "days",
  WARN_IDLE_L2: "days",
  WARN_SILENT: "hours",
  WARN_OFFLINE: "days",
  WARN_RSSI: "dBm",
  WARN_UNBOUND: "days",
  WARN_VALIDITY: "days",
} as const;

/**
 * Returns the warning rules for a counter: the defaults, overridden by the parameters of its tenant. A parameter that
 * is not a number is ignored.
 */
export function readRules(p: Readonly<Record<string, string>>, reportIntervalMs: number): WarningRules {
  const base = rulesForInterval(DEFAULT_WARNING_RULES, reportIntervalMs);
  const number = (id: keyof typeof warningParameters, fallback: number, unit = 1) => {
    const n = Number(p[id]);
    return p[id] !== undefined && p[id] !== "" && Number.isFinite(n) ? n * unit : fallback;
  };
  const percent = (id: keyof typeof warningParameters, fallback: WarningRules["cycle"]["level1"]) =>
    p[id] === undefined ? fallback : { percent: number(id, "percent" in fallback ? fallback.percent : 5) };
  return {
    ...base,
    battery: {
      low: number("WARN_BATTERY_LOW", base.battery.low),
      urgent: number("WARN_BATTERY_URGENT", base.battery.urgent),
      clear: number("WARN_BATTERY_CLEAR", base.battery.clear),
    },
    cycle: {
      ...base.cycle,
      level1: percent("WARN_CYCLE_L1", base.cycle.level1),
      level2: percent("WARN_CYCLE_L2", base.cycle.level2),
    },
    idle: {
      level1Ms: number("WARN_IDLE_L1", base.idle.level1Ms, DAY_MS),
      level2Ms: number("WARN_IDLE_L2", base.idle.level2Ms, DAY_MS),
    },
    signal: {
      ...base.signal,
      silentMs: number("WARN_SILENT", base.signal.silentMs, HOUR_MS),
      offlineMs: number("WARN_OFFLINE", base.signal.offlineMs, DAY_MS),
      rssi: number("WARN_RSSI", base.signal.rssi),
    },
    unbound: { afterMs: number("WARN_UNBOUND", base.unbound.afterMs, DAY_MS) },
    validity: { beforeMs: number("WARN_VALIDITY", base.validity.beforeMs, DAY_MS) },
  };
}

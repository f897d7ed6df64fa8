import { limits } from "../enumerations.ts";
import { type Refusal, refusals, type Unit } from "../kernel/index.ts";

export type ParameterGroup =
  | "battery"
  | "cycle"
  | "idle"
  | "signal"
  | "counter"
  | "maintenance"
  | "indicator"
  | "shop"
  | "security";

/** A system parameter that Shotkeeper itself reads. The locale files contain its description under its id. */
export interface KnownParameter {
  readonly id: string;
  readonly group: ParameterGroup;
  readonly unit?: Unit;
  /** Default value; null if the default depends on the counter that a warning is about. */
  readonly standard: number | null;
  /** Smallest value. With `mayBeZero`, 0 is allowed too, as a special value outside of the range. */
  readonly min: number;
  readonly mayBeZero?: true;
  readonly max: number;
  readonly decimals?: number;
}

const known = <const T extends readonly KnownParameter[]>(list: T): T => list;

/**
 * Parameters with a numeric value, their defaults and their limits. Parameters that begin with WARN_ are thresholds of
 * warnings.
 */
export const knownParameters = known([
  { id: "WARN_BATTERY_LOW", group: "battery", unit: "%", standard: 20, min: 1, max: 99 },
  { id: "WARN_BATTERY_URGENT", group: "battery", unit: "%", standard: 10, min: 0, max: 98 },
  { id: "WARN_BATTERY_CLEAR", group: "battery", unit: "%", standard: 30, min: 2, max: 100 },
  { id: "WARN_CYCLE_L1", group: "cycle", unit: "%", standard: 5, min: 0.1, max: 100, decimals: 1 },
  { id: "WARN_CYCLE_L2", group: "cycle", unit: "%", standard: 10, min: 0.2, max: 200, decimals: 1 },
  { id: "WARN_IDLE_L1", group: "idle", unit: "days", standard: 7, min: 1, max: 3650 },
  { id: "WARN_IDLE_L2", group: "idle", unit: "days", standard: 30, min: 2, max: 3650 },
  { id: "WARN_SILENT", group: "signal", unit: "h", standard: null, min: 1, max: 8760 },
  { id: "WARN_OFFLINE", group: "signal", unit: "days", standard: 7, min: 1, max: 3650 },
  { id: "WARN_RSSI", group: "signal", unit: "dBm", standard: -110, min: -140, max: -40 },
  { id: "WARN_UNBOUND", group: "counter", unit: "days", standard: 3, min: 1, max: 3650 },
  { id: "WARN_VALIDITY", group: "counter", unit: "days", standard: 30, min: 1, max: 365 },
  { id: "COUNTER_AUDIT", group: "counter", standard: 0, min: 0, max: 1 },
  {
    id: "READING_MONTHS",
    group: "counter",
    unit: "months",
    standard: 0,
    min: 6,
    max: 240,
    mayBeZero: true,
  },
  { id: "MAINTAIN_TIMES", group: "maintenance", standard: 2, min: 0, max: 99 },
  { id: "MAINTAIN_DEFER_DAYS", group: "maintenance", unit: "days", standard: 30, min: 1, max: 365 },
  { id: "MAINTAIN_DAY_HOURS", group: "maintenance", unit: "h", standard: 7, min: 0.5, max: 24, decimals: 1 },
  { id: "MAINTAIN_DAY_TASKS", group: "maintenance", standard: 12, min: 1, max: 999 },
  { id: "ONE_PERSON_STEPS", group: "maintenance", standard: 0, min: 0, max: 1 },
  { id: "AVAILABLE_HOURS", group: "indicator", unit: "h", standard: 22, min: 1, max: 24, decimals: 1 },
  { id: "KPI_SET_COUNT", group: "indicator", unit: "%", standard: 95, min: 1, max: 100, decimals: 1 },
  { id: "KPI_CYCLE", group: "indicator", unit: "%", standard: 95, min: 1, max: 100, decimals: 1 },
  { id: "KPI_RETURNS", group: "indicator", standard: 3, min: 0.1, max: 1000, decimals: 1 },
  { id: "KPI_UTILIZATION", group: "indicator", unit: "%", standard: 60, min: 1, max: 120, decimals: 1 },
  { id: "KPI_IDLE", group: "indicator", unit: "%", standard: 15, min: 0.1, max: 100, decimals: 1 },
  { id: "KPI_MOVES", group: "indicator", standard: 8, min: 0.1, max: 1000, decimals: 1 },
  { id: "SHOP_OPEN", group: "shop", standard: 0, min: 0, max: 1 },
  { id: "SHOP_PAY_DAYS", group: "shop", unit: "days", standard: 7, min: 0, max: 365 },
  { id: "SHOP_FREE_AMOUNT", group: "shop", unit: "yuan", standard: 2000, min: 0, max: 999_999 },
  { id: "SHOP_FREE_QTY", group: "shop", standard: 5, min: 1, max: 99_999 },
  { id: "SHOP_POSTAGE_CITY", group: "shop", unit: "yuan", standard: 11, min: 0, max: 9999, decimals: 2 },
  { id: "SHOP_POSTAGE_PROVINCE", group: "shop", unit: "yuan", standard: 13, min: 0, max: 9999, decimals: 2 },
  { id: "SHOP_POSTAGE_ELSEWHERE", group: "shop", unit: "yuan", standard: 18, min: 0, max: 9999, decimals: 2 },
  { id: "PASSWORD_MIN_LENGTH", group: "security", standard: 10, min: 8, max: 64 },
]);

export type KnownParameterId = (typeof knownParameters)[number]["id"];

const byId: ReadonlyMap<string, KnownParameter> = new Map(knownParameters.map((p) => [p.id, p]));

/** Id of the parameter that sets the shortest length of a password. */
export const passwordMinLengthId = "PASSWORD_MIN_LENGTH" satisfies KnownParameterId;

/** Returns the default value of a parameter. */
export const standardOf = (id: KnownParameterId): number | null => byId.get(id)?.standard ?? null;

/**
 * Pairs of parameters whose first value must be below the second. `times` converts the second value to the unit of
 * the first.
 */
const order: readonly (readonly [below: string, above: string, times?: number])[] = [
  ["WARN_BATTERY_URGENT", "WARN_BATTERY_LOW"],
  ["WARN_BATTERY_LOW", "WARN_BATTERY_CLEAR"],
  ["WARN_CYCLE_L1", "WARN_CYCLE_L2"],
  ["WARN_IDLE_L1", "WARN_IDLE_L2"],
  ["WARN_SILENT", "WARN_OFFLINE", 24],
];

/** Id of the parameter that lists the projects on the board for key projects, separated by commas or semicolons. */
export const keyProjectsId = "KEY_PROJECTS";

/** Returns the project numbers in a value of the parameter KEY_PROJECTS, without duplicates. */
export const keyProjectsOf = (value: string): readonly string[] =>
  [...new Set(value.split(/[,，;；]/).map((no) => no.trim()))].filter((no) => no !== "");

/** Returns the number of UTF-8 bytes of a text. A Chinese character has three bytes. */
export function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Returns why a parameter cannot have this remark. Users who edit the parameter see the remark as a prompt. */
export const refusePrompt = (remark: string): Refusal | undefined =>
  bytesOf(remark) > limits.promptBytes ? refusals.promptTooLong() : undefined;

/** Returns why a parameter cannot have this value. Returns undefined if the value is valid. */
export function refuseValue(id: string, value: string): Refusal | undefined {
  if (bytesOf(value) > limits.configurationBytes) return refusals.configurationTooLong();
  const p = byId.get(id);
  if (!p) return undefined;
  const n = Number(value);
  // Refuses other spellings of the same number, such as "01" or "-0", because SQL compares some values as texts.
  const [, sign, fraction = ""] = /^(-?)(?:0|[1-9]\d{0,5})(?:\.(\d+))?$/.exec(value) ?? [];
  const isNumber = sign !== undefined && fraction.length <= (p.decimals ?? 0) && !(sign && n === 0);
  const isInRange = (n >= p.min && n <= p.max) || (p.mayBeZero === true && n === 0);
  return isNumber && isInRange ? undefined : refusals.invalidField("prmValue");
}

/**
 * Returns why the values of parameters contradict each other, for example an urgent limit above the normal limit.
 * Checks only pairs with a parameter in `changed`.
 */
export function refuseOrder(
  values: Readonly<Record<string, string | undefined>>,
  changed: ReadonlySet<string>,
): Refusal | undefined {
  const currentOf = (id: string) => {
    const own = values[id];
    return own === undefined ? (byId.get(id)?.standard ?? null) : Number(own);
  };
  for (const [below, above, times = 1] of order) {
    if (!changed.has(below) && !changed.has(above)) continue;
    const [a, b] = [currentOf(below), currentOf(above)];
    if (a !== null && b !== null && a >= b * times)
      return refusals.parameterOrder(changed.has(below) ? above : below);
  }
  return undefined;
}

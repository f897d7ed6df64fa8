import {
  applianceParts,
  carParts,
  day,
  moldNameOf,
  orgs,
  type Part,
  type Project,
  projects,
  runnerNames,
} from "../base/catalog.ts";
import { between, chance, pick, whole } from "../base/random.ts";

/** Situation of a mold at the end of the generated history. undefined: normal production. */
export type Situation =
  | "idle"
  | "longIdle"
  | "silent"
  | "removed"
  | "away"
  | "lowBattery"
  | "urgentBattery"
  | "weakSignal"
  | "slow"
  | "fast"
  | "repair"
  | "trial"
  | "storage"
  | "scrapped"
  | "unbound"
  | "unboundCounting"
  | "bare";

export interface MoldSpec {
  readonly index: number;
  readonly no: string;
  readonly part: Part;
  readonly project: Project;
  readonly name: string;
  readonly plantId: string;
  readonly makerId: string;
  readonly situation: Situation | undefined;
  /** Time at which a counter was bound to the mold for the first time, epoch ms. */
  readonly startsAt: number;
  readonly opening: number;
  /** Standard cycle time, ms. */
  readonly cycleMs: number;
  readonly tolerance: number | null;
  readonly dailyHours: number;
  /** Share of the time in which the mold is mounted on a machine and may produce, 0 to 1. */
  readonly duty: number;
  /** Row of the mold with wire names, as the application's form sends it. */
  readonly row: Readonly<Record<string, unknown>>;
}

/**
 * Situation by index of the mold. The situations are chosen so that the demo shows every kind of warning and every
 * state.
 */
const situations: Readonly<Record<number, Situation>> = {
  4: "slow",
  9: "idle",
  13: "weakSignal",
  17: "repair",
  21: "silent",
  26: "lowBattery",
  30: "idle",
  33: "fast",
  38: "longIdle",
  42: "removed",
  45: "slow",
  49: "trial",
  52: "idle",
  56: "unbound",
  59: "silent",
  61: "away",
  64: "lowBattery",
  68: "idle",
  71: "scrapped",
  74: "urgentBattery",
  77: "slow",
  80: "storage",
  83: "unboundCounting",
  86: "longIdle",
  88: "repair",
  91: "silent",
  93: "weakSignal",
  96: "removed",
  98: "lowBattery",
  101: "fast",
  103: "longIdle",
  105: "repair",
  107: "silent",
  109: "away",
  111: "trial",
  112: "unbound",
  114: "bare",
  115: "bare",
  117: "scrapped",
  119: "bare",
};

const moldCount = 120;
export const historyMs = 730 * day;

export const plantsOf = { OEM01: ["PLANT01", "PLANT02"], OEM02: ["PLANT03", "PLANT02", "PLANT03"] } as const;
const makers = orgs.filter((o) => o.type === "maker").map((o) => o.id);
const dateText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * Returns the demo's molds. `epoch` is the end of the generated history, epoch ms. The same `epoch` always gives the
 * same molds.
 */
export function moldSpecs(epoch: number): MoldSpec[] {
  return Array.from({ length: moldCount }, (_, index) => moldSpec(index, epoch));
}

function productNo(oem: keyof typeof plantsOf, index: number): string {
  const serial = 100_000 + Math.floor(chance("no", index) * 899_999);
  return `${oem === "OEM01" ? "8" : "5"}${serial}-${pick(["A", "B", "C"], "rev", index)}`;
}

function moldSpec(index: number, epoch: number): MoldSpec {
  const isCar = index % 5 < 3;
  const ofOem = projects.filter((p) => p.oem === (isCar ? "OEM01" : "OEM02"));
  const project = pick(ofOem, "project", index);
  const part = pick(isCar ? carParts : applianceParts, "part", index);
  const situation = situations[index];
  const plantId = pick(plantsOf[project.oem], "plant", index);
  const makerId = pick(makers, "maker", index);
  // Makes a tenth of the molds new, with a first counter late in the history. Most other molds get their first counter
  // in the first months. So the number of molds with a counter grows over the two years.
  const isNew = index % 10 === 6;
  const startsAt =
    epoch -
    historyMs +
    (isNew ? between(0.55, 0.92, "new", index) : between(0, 0.32, "start", index) ** 1.2) * historyMs;
  const handover = isNew ? startsAt - 3 * day : startsAt - between(60, 1500, "age", index) * day;
  const cycle = Math.round(part.cycle * between(0.94, 1.07, "cycle", index) * 2) / 2;
  // Lets molds run most of the time if their situation shows only with many shots: abnormal cycle times, and shots of
  // an unbound counter.
  const isOdd = situation === "slow" || situation === "fast" || situation === "unboundCounting";
  const duty = isOdd ? 0.93 : between(0.45, 0.7, "duty", index);
  const opening = isNew ? whole(300, 2500, "opening", index) : whole(20_000, 420_000, "opening", index);
  const expected = opening + ((epoch - startsAt) / (cycle * 1000)) * duty * 0.85;
  const life = Math.max(20, Math.ceil(expected / between(0.3, 1, "life", index) / 100_000) * 10);
  const serial = String(index + 1).padStart(3, "0");
  const tolerance = index % 4 === 0 ? null : pick([5, 5, 6, 8], "tolerance", index);
  const dailyHours = pick([300, 400, 400, 500, 600], "daily", index);
  const no = `${project.no}-${serial}`;
  const name = moldNameOf(project, part);
  return {
    index,
    no,
    part,
    project,
    name,
    plantId,
    makerId,
    situation,
    startsAt: Math.round(startsAt),
    opening,
    cycleMs: cycle * 1000,
    tolerance,
    dailyHours,
    duty,
    row: {
      MOLD_NO: no,
      MOLD_NAME: name,
      MOLD_TYPE: part.type,
      MOLD_N_O: isNew ? 0 : 1,
      ENGINE_ID: project.oem,
      SAVE_ADDRESS: plantId,
      MOLD_MAKE_ID: makerId,
      PROJECT_NO: project.no,
      PROJECT_NAME: project.name,
      PROJECT_MANAGER: project.manager,
      MOLD_PM: project.moldPm,
      MOLD_STAT: 0,
      MOLD_LIFE: life,
      MOLD_CAVE_NUM: part.cavities,
      PRODUCT_NO: productNo(project.oem, index),
      PRODUCT_TERRACE_NAME: project.platform,
      PRODUCT_WEIGHT: Math.round(part.weight * between(0.93, 1.08, "weight", index) * 10) / 10,
      PRODUCT_CYCLE: cycle,
      CYCLE_TOLERANCE: tolerance,
      ROW_STOCK: part.material,
      DEV_TON: part.tonnage,
      DAY_MAINTAIN_TIME: dailyHours,
      BIG_MAINTAIN_TIME: dailyHours * 10,
      MD_T0_TIME: dateText(handover - between(70, 140, "t0", index) * day),
      MD_OVER_TIME: dateText(handover),
      RUNWAY: part.runner,
      RUNWAY_NAME: runnerNames[part.runner],
      OPENING_TIMES: opening,
    },
  };
}

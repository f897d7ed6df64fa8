import { day, hour } from "../base/catalog.ts";
import { between, chance, pick, whole } from "../base/random.ts";
import type { MoldSpec } from "./molds.ts";

/** A simulated counter and its binding to a mold. */
export interface CounterSpec {
  readonly id: string;
  readonly chip: string;
  /** Serial number of the counter among all counters of the demo. */
  readonly number: number;
  /** Mold to which the counter is bound. undefined: a spare counter that was never bound. */
  readonly mold: MoldSpec | undefined;
  readonly boundAt: number;
  /** End of the binding, epoch ms. null: the counter is still bound. */
  readonly unboundAt: number | null;
  readonly reason: string;
  /**
   * Behaviour after the unbinding. `retired`: sends nothing. `drawer`: sends readings with a constant count.
   * `counting`: continues to count.
   */
  readonly after: "retired" | "drawer" | "counting";
  /** Cumulative count of the counter when it was bound. */
  readonly firstCount: number;
  /** Time at which the count restarts at 0, epoch ms. null: the count never restarts. */
  readonly resetAt: number | null;
  /** Period in which the counter's clock is not set, epoch ms. null: the clock is always set. */
  readonly clockless: { readonly from: number; readonly to: number } | null;
  readonly gps: boolean;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Number of spare counters, which were never bound. */
const spares = 4;
const dateText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function counter(
  number: number,
  epoch: number,
  c: Pick<CounterSpec, "mold" | "boundAt" | "unboundAt" | "reason" | "after">,
): CounterSpec {
  const id = `CT-${String(24_001 + number)}`;
  const chip = `SKD${String(860_400_000_000 + whole(0, 899_999, "imei", number) * 1000 + number)}`;
  const type = pick(["NB", "NB", "NB", "LTE", "LTE", "LORA"], "type", number);
  const gps = c.mold?.situation === "away" || (type !== "LORA" && number % 7 !== 3);
  // Days from the end of the history to the end of the counter's data plan. Three plans end within a month, one has
  // expired.
  const soon = [5, 36, 79].includes(number);
  const ends = soon ? between(4, 26, "plan", number) : number === 50 ? -9 : between(70, 1100, "plan", number);
  const spare = c.mold === undefined;
  return {
    id,
    chip,
    number,
    ...c,
    firstCount:
      c.mold && number % 3 !== 0 ? whole(0, 60, "first", number) : whole(900, 90_000, "first", number),
    resetAt:
      number % 37 === 11
        ? Math.round(c.boundAt + between(0.4, 0.8, "reset", number) * (epoch - c.boundAt))
        : null,
    clockless: number % 53 === 20 ? clockless(number, c.boundAt, epoch) : null,
    gps,
    row: {
      WRITER_ID: id,
      WRITER_IMIE: chip,
      WRITER_TYPE: type,
      WRITER_STAT: spare ? 0 : 1,
      IS_VALID: "Y",
      EX_DATE: dateText(epoch + ends * day),
      ENABLE_GPS: gps ? "Y" : "N",
      INT_GPS: 24,
      INT_REPORT: 12,
      IMEI: String(860_400_000_000_000 + whole(0, 899_999_999, "no", number)),
      FIRMWARE: pick(["2.3.1", "2.4.0", "2.4.0", "2.4.2"], "firmware", number),
    },
  };
}

function clockless(number: number, boundAt: number, epoch: number): { from: number; to: number } {
  const from = Math.round(boundAt + between(0.2, 0.7, "clock", number) * (epoch - boundAt));
  return { from, to: from + between(8, 30, "clockFor", number) * hour };
}

/**
 * Returns when and why a counter was unbound for the last time, and how it behaved afterwards. All three depend on the
 * situation of the mold.
 */
function ending(mold: MoldSpec, since: number): Pick<CounterSpec, "unboundAt" | "reason" | "after"> {
  switch (mold.situation) {
    case "scrapped":
      return { unboundAt: since + 2 * day, reason: "模具报废", after: "retired" };
    case "unbound":
      return { unboundAt: since + 4 * hour, reason: "模具返厂大修，计数器拆下", after: "drawer" };
    case "unboundCounting":
      return { unboundAt: since - 5 * day, reason: "绑定错误，待重新确认", after: "counting" };
    default:
      return { unboundAt: null, reason: "", after: "retired" };
  }
}

/**
 * Returns all counters of the demo, in the order of their molds. `since` returns the time at which a mold's current
 * situation began.
 */
export function counterSpecs(
  molds: readonly MoldSpec[],
  epoch: number,
  since: (mold: MoldSpec) => number,
): CounterSpec[] {
  const list: CounterSpec[] = [];
  const add = (c: Parameters<typeof counter>[2]) => list.push(counter(list.length, epoch, c));
  for (const mold of molds) {
    if (mold.situation === "bare") continue;
    const last = ending(mold, since(mold));
    const isReplaced = mold.index % 13 === 5;
    if (isReplaced) {
      const at = Math.round(
        mold.startsAt + between(0.35, 0.75, "replaced", mold.index) * (epoch - mold.startsAt),
      );
      const reason = pick(["电池耗尽", "外壳破损", "信号模块故障"], "why", mold.index);
      add({ mold, boundAt: mold.startsAt, unboundAt: at, reason, after: "retired" });
      add({ mold, boundAt: at, ...last });
    } else add({ mold, boundAt: mold.startsAt, ...last });
  }
  for (let i = 0; i < spares; i++)
    add({ mold: undefined, boundAt: 0, unboundAt: null, reason: "", after: "drawer" });
  return list;
}

/**
 * Returns the battery charge of a counter at a time, percent. The charge falls from 100 to 11, or to 3 in the situation
 * "urgentBattery". Then the battery is replaced and the charge is 100 again.
 */
export function batteryAt(c: CounterSpec, at: number, epoch: number): number {
  const life = between(900, 2000, "life", c.number) * day;
  const situation = c.mold?.situation;
  const now =
    situation === "urgentBattery"
      ? 8
      : situation === "lowBattery"
        ? between(13, 19, "low", c.number)
        : between(28, 97, "battery", c.number);
  const lowest = situation === "urgentBattery" ? 3 : 11;
  const used = (((100 - now) / (100 - lowest)) * life + (at - epoch)) % life;
  return Math.round(100 - (100 - lowest) * ((used < 0 ? used + life : used) / life));
}

/** Returns the signal strength with which a counter sends at a time, dBm. */
export function rssiAt(c: CounterSpec, at: number, epoch: number): number {
  const isWeak = c.mold?.situation === "weakSignal" && at > epoch - between(6, 40, "weak", c.number) * day;
  const base = isWeak ? -114 : between(-96, -68, "rssi", c.number);
  return Math.round(base + (chance("fade", c.number, at) - 0.5) * (isWeak ? 6 : 12));
}

/**
 * Plan of a plant's month: molds, bindings, readings and the times at which readings arrive. A seed determines
 * everything.
 */

const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
/** Beginning of the month: midnight in Shanghai, epoch ms. */
export const begin = Date.parse("2026-05-31T16:00:00Z");
const days = 30;
/**
 * Step of the server's clock, ms. The first tick is half an hour after midnight, so that no tick lies on a full hour.
 */
export const stride = 6 * hour;
export const firstTick = begin + 30 * minute;
export const lastTick = firstTick + days * day;
/** Report interval of the counters, ms. A counter is silent after two intervals without a reading. */
export const reportMs = 2 * hour;

export interface MonthMold {
  readonly no: string;
  readonly plant: "P1" | "P2";
  readonly oem: "O1" | "O2";
  /** Cycle time of the mold, ms. */
  readonly cycle: number;
  readonly cavities: number;
  readonly weight: number;
  readonly product: string;
  readonly opening: number;
  readonly dailyHours: number;
  readonly majorHours: number;
  readonly majorShots: number | null;
}

export interface Reading {
  readonly chip: string;
  readonly at: number;
  readonly count: number;
  readonly battery: number;
  readonly rssi: number;
  readonly removed: boolean;
  readonly fix: readonly [number, number] | null;
  /** Cycles that the reading reports, ms. */
  readonly cycles: readonly number[] | null;
  /** Tick (step of the server's clock) at which the server receives the reading, epoch ms. */
  readonly arrives: number;
}

export interface Binding {
  readonly chip: string;
  readonly mold: string;
  readonly from: number;
  readonly fromCount: number | null;
  readonly until: number;
  readonly untilCount: number | null;
}

export interface Plan {
  readonly molds: readonly MonthMold[];
  readonly bindings: readonly Binding[];
  readonly readings: readonly Reading[];
}

export const places = { P1: [113.5, 23.25], P2: [113.9, 23.4], road: [113.7, 23.3] } as const;
const swapAt = tickOf(begin + 20 * day);
/**
 * Time of the transfer document of mold M6. The mold is moved to the other plant some days before this document. A week
 * after the document, the mold is on the road for two days and then at the other plant again.
 */
export const transferAt = tickOf(begin + 13 * day);

/** Times of the actions that happen only once in the month. Each is a tick (step) of the server's clock. */
export const moments = {
  removalConfirmed: tickOf(begin + 10 * day + 8 * hour),
  issueFound: tickOf(begin + 4 * day + 8 * hour),
  issueClosed: tickOf(begin + 9 * day + 8 * hour),
  trialBegan: tickOf(begin + 21 * day + 8 * hour),
  trialEnded: tickOf(begin + 21 * day + 16 * hour),
  countBegan: tickOf(begin + 25 * day + 8 * hour),
  countEnded: tickOf(begin + 26 * day + 8 * hour),
} as const;
/** Duration of the month's stock-take, ms. */
export const countWindow = day;

/** Returns the first tick (step of the server's clock) at or after a time, epoch ms. */
function tickOf(at: number): number {
  return firstTick + Math.max(0, Math.ceil((at - firstTick) / stride)) * stride;
}

export function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
}

export type Random = ReturnType<typeof randomOf>;
export const between = (random: Random, low: number, high: number) =>
  low + Math.floor(random() * (high - low + 1));

const isIn = (at: number, fromDay: number, toDay: number) =>
  at >= begin + fromDay * day && at < begin + toDay * day;

export function makePlan(seed: number): Plan {
  const random = randomOf(seed);
  const molds = Array.from({ length: 9 }, (_, i): MonthMold => {
    const n = i + 1;
    return {
      no: `M${n}`,
      plant: n === 5 ? "P2" : "P1",
      oem: n % 3 === 0 ? "O2" : "O1",
      cycle: n === 8 ? 60_000 : 1000 * between(random, 20, 45),
      cavities: between(random, 1, 8),
      weight: between(random, 20, 900) / 10,
      product: `8001-${n % 4}`,
      opening: n === 2 ? 120_000 : 0,
      dailyHours: between(random, 40, 70),
      majorHours: n === 3 || n === 7 ? 9000 : between(random, 150, 260),
      majorShots: n === 3 ? 20_000 : null,
    };
  });
  const readings: Reading[] = [];
  // Only the first eight molds have counters that send readings. C9 is a spare counter that replaces C4 on M4.
  for (const m of molds.slice(0, 8)) readings.push(...readingsOf(m, `C${m.no.slice(1)}`, random));
  const m4 = molds[3] as MonthMold;
  const spare = readingsOf(m4, "C9", random, swapAt);
  const old = readings.filter((r) => r.chip === "C4" && r.at <= swapAt).sort((a, b) => a.at - b.at);
  const unboundCount = (old.at(-1)?.count ?? 0) + between(random, 0, 40);
  const bindings: Binding[] = molds.slice(0, 8).map((m) => ({
    chip: `C${m.no.slice(1)}`,
    mold: m.no,
    from: firstTick,
    fromCount: null,
    until: m.no === "M4" ? swapAt : Number.POSITIVE_INFINITY,
    untilCount: m.no === "M4" ? unboundCount : null,
  }));
  bindings.push({
    chip: "C9",
    mold: "M4",
    from: swapAt,
    fromCount: 0,
    until: Number.POSITIVE_INFINITY,
    untilCount: null,
  });
  return {
    molds,
    bindings,
    readings: [
      ...readings.filter((r) => r.chip !== "C4" || r.at <= swapAt),
      ...spare,
      ...implausibleReadings(readings),
    ],
  };
}

/** Returns implausible readings: a count that is too high, and two different counts at the same time. */
function implausibleReadings(readings: readonly Reading[]): Reading[] {
  const of = (chip: string, d: number) => readings.find((r) => r.chip === chip && r.at > begin + d * day);
  const rate = of("C1", 5);
  const twin = of("C2", 7);
  return [
    ...(rate ? [{ ...rate, at: rate.at + 7 * minute, count: rate.count + 900_000, cycles: null }] : []),
    ...(twin ? [{ ...twin, count: twin.count + 1, cycles: null }] : []),
  ].map((r) => ({ ...r, arrives: tickOf(r.at + hour) }));
}

function readingsOf(m: MonthMold, chip: string, random: Random, from = begin): Reading[] {
  const list: Reading[] = [];
  let count = chip === "C9" ? 0 : between(random, 1000, 60_000);
  const end = between(random, 20, 24);
  const factors = Array.from({ length: days + 1 }, () =>
    random() < 0.15 ? (random() < 0.5 ? 0.88 : 1.13) : 1 + (random() - 0.5) * 0.06,
  );
  for (let before = from, n = 0; ; n++) {
    const at = before + reportMs + between(random, -9, 4) * minute + between(random, 0, 59_999);
    if (at > lastTick) return list;
    const d = Math.floor((at - begin) / day);
    const factor = factors[d] ?? 1;
    const isResting = (chip === "C7" && isIn(at, 8, 17)) || (d % 7 === 6 && chip !== "C1");
    const shift = { from: begin + d * day + 8 * hour, to: begin + d * day + end * hour };
    const worked = isResting ? 0 : Math.max(0, Math.min(at, shift.to) - Math.max(before, shift.from));
    const shots = Math.floor(worked / (m.cycle * factor));
    const restarts = chip === "C1" && n === 130;
    count = restarts ? between(random, 0, 20) : count + shots;
    before = at;
    // Skips the readings of C4 for more than a day. The missing readings are never sent later.
    if (chip === "C4" && isIn(at, 6, 7.3)) continue;
    list.push({
      chip,
      at,
      count,
      battery: chip === "C2" ? (d < 24 ? Math.max(7, 33 - d) : 96) : 80,
      rssi: chip === "C8" && isIn(at, 18, 18.6) ? -115 : -80 - between(random, 0, 9),
      removed: chip === "C3" && isIn(at, 9, 9.5),
      fix: n % 2 === 0 ? fixOf(chip, at, m, random) : null,
      cycles: chip === "C8" && shots > 0 ? cyclesOf(shots, m.cycle * factor, random) : null,
      arrives: arrival(chip, at, random),
    });
  }
}

function cyclesOf(shots: number, mean: number, random: Random): number[] {
  // Drops the oldest cycles of some readings, as a counter may do. One of the cycles includes a stop.
  const known = Math.max(1, shots - between(random, 0, 3));
  return Array.from({ length: known }, (_, i) =>
    i === 3 ? Math.round(mean * 4) : Math.round(mean * (0.97 + random() * 0.06)),
  );
}

function fixOf(chip: string, at: number, m: MonthMold, random: Random): [number, number] {
  let place: readonly [number, number] = places[m.plant];
  if (chip === "C6") {
    if (at > begin + 10 * day && at <= begin + 11 * day) place = places.road;
    else if (at > begin + 11 * day && !isIn(at, 20, 22)) place = places.P2;
    else if (isIn(at, 20, 22)) place = places.road;
  }
  const near = () => (random() - 0.5) * 0.004;
  return [Number((place[0] + near()).toFixed(6)), Number((place[1] + near()).toFixed(6))];
}

function arrival(chip: string, at: number, random: Random): number {
  const latency = between(random, 1, 20) * minute;
  // C5 sends all its late readings at once. Other counters have single late readings.
  if (chip === "C5" && isIn(at, 13, 14.5)) return tickOf(begin + 15 * day);
  const late = random() < 0.08 ? between(random, 1, 20) * hour : 0;
  return Math.min(lastTick, tickOf(at + latency + late));
}

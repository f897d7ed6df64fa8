/** Forecasts from a mold's own recent past, each with a range. Pure functions; days are of any zone, times epoch ms. */

const dayMs = 86_400_000;

export interface Forecast {
  readonly at: number;
  /** The range into which four of five such moments fall; a hind-cast on the demo's history holds it to that. */
  readonly earliest: number;
  /** null: at the slowest it is further away than anything can be said of. */
  readonly latest: number | null;
}

/** History looked at, days; less than the least says nothing. */
export const forecastHistoryDays = 56;
const leastDays = 14;
const blockDays = 7;
/** Further away than this a forecast says nothing. */
const farthestDays = 5 * 365;
/**
 * Half-width of the range in standard deviations: 1.28 holds four of five by the book. On the demo's two years it holds
 * 82 to 92 of a hundred, because molds stand still in blocks and the weeks' variance is the larger one.
 */
export const forecastWidth = 1.28;
/** A battery's line has fewer surprises, but its charge does not fall quite straight. */
const chargeWidth = 1.75;

function variance(values: readonly number[]): number {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return values.reduce((a, b) => a + (b - mean) ** 2, 0) / Math.max(1, values.length - 1);
}

/**
 * When something is used up that is used day by day: a mold's life by shots, the way to its next maintenance by run
 * hours. Σ of T days has mean μT and variance vT + vT²/n, where v is that of a day in blocks of weeks (a day resembles
 * the one before it) and n the days that μ was learned from.
 * @param remaining what is left, in the unit of `daily`
 * @param daily use of each whole day up to now, oldest first
 */
export function forecastUse(remaining: number, daily: readonly number[], now: number): Forecast | null {
  if (remaining <= 0) return { at: now, earliest: now, latest: now };
  const days = daily.slice(-forecastHistoryDays);
  const n = days.length;
  const mean = days.reduce((a, b) => a + b, 0) / n;
  if (n < leastDays || !(mean > 0)) return null;
  const blocks: number[] = [];
  for (let end = n; end >= blockDays; end -= blockDays)
    blocks.push(days.slice(end - blockDays, end).reduce((a, b) => a + b, 0));
  const v = forecastWidth ** 2 * Math.max(variance(days), variance(blocks) / blockDays);
  // (R − μT)² = v(T + T²/n): the smaller root is the earliest day, the larger one the latest.
  const a = mean ** 2 - v / n;
  const half = remaining * mean + v / 2;
  const root = Math.sqrt(Math.max(0, half ** 2 - a * remaining ** 2));
  const earliest = remaining ** 2 / (half + root);
  const latest = a > 0 ? (half + root) / a : Number.POSITIVE_INFINITY;
  const usual = remaining / mean;
  if (usual > farthestDays) return null;
  return {
    at: now + usual * dayMs,
    earliest: now + Math.min(usual, earliest) * dayMs,
    latest: latest > farthestDays ? null : now + Math.max(usual, latest) * dayMs,
  };
}

export interface Charge {
  readonly at: number;
  /** % */
  readonly level: number;
}

/** A jump upwards of so much is a new battery. */
const replacedBy = 15;
const leastChargeDays = 10;
const leastDrop = 1;
/** A counter tells its charge in whole percent: no line through such points is better than this. */
const leastScatter = 0.5;

/** The day on which a battery is empty, by a line through its charges since it was put in. Oldest first. */
export function forecastBattery(charges: readonly Charge[], now: number): Forecast | null {
  let first = 0;
  for (let i = 1; i < charges.length; i++)
    if ((charges[i]?.level ?? 0) - (charges[i - 1]?.level ?? 0) >= replacedBy) first = i;
  const own = charges.slice(first);
  const [begin, end] = [own[0], own.at(-1)];
  if (!begin || !end || end.at - begin.at < leastChargeDays * dayMs) return null;
  const x = own.map((c) => (c.at - end.at) / dayMs);
  const mx = x.reduce((a, b) => a + b, 0) / x.length;
  const my = own.reduce((a, c) => a + c.level, 0) / own.length;
  const sxx = x.reduce((a, v) => a + (v - mx) ** 2, 0);
  const slope = own.reduce((a, c, i) => a + ((x[i] ?? 0) - mx) * (c.level - my), 0) / sxx;
  if (slope * (x[0] ?? 0) < leastDrop) return null;
  const level = my - slope * mx;
  const residual = own.reduce((a, c, i) => a + (c.level - level - slope * (x[i] ?? 0)) ** 2, 0);
  const scatter = Math.max(leastScatter, Math.sqrt(residual / Math.max(1, own.length - 2)));
  const error = chargeWidth * Math.hypot(scatter / Math.sqrt(sxx), 0.08 * slope);
  const days = level / -slope;
  if (days > farthestDays) return null;
  const slow = -slope - error;
  const latest = slow > 0 ? level / slow : Number.POSITIVE_INFINITY;
  const at = (d: number) => Math.max(now, end.at + d * dayMs);
  return {
    at: at(days),
    earliest: at(level / (-slope + error)),
    latest: latest > farthestDays ? null : at(latest),
  };
}

export interface CycleDay {
  /** Shots with a known cycle, and the sum of those cycles, s. */
  readonly known: number;
  readonly seconds: number;
}

export interface CycleDrift {
  /** Median of the days of its own past, and the shot-weighted mean of the last week, s. */
  readonly usual: number;
  readonly recent: number;
  /** recent ÷ usual − 1, %. */
  readonly percent: number;
  /** More than chance: beyond three times the scatter of its own days. */
  readonly isReal: boolean;
}

const recentDays = 7;
const leastKnown = 100;
const leastUsualDays = 10;
const realTimes = 3;
/** Less than this nobody needs to hear of, %. */
const leastDriftPercent = 1;

const median = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
};

/** Returns the drift of a mold's cycle against its own past, not against the standard. Days are sorted oldest first. */
export function cycleDrift(days: readonly CycleDay[]): CycleDrift | null {
  const recent = days.slice(-recentDays);
  const past = days
    .slice(0, -recentDays)
    .filter((d) => d.known >= leastKnown / 2)
    .map((d) => d.seconds / d.known);
  const known = recent.reduce((n, d) => n + d.known, 0);
  if (known < leastKnown || past.length < leastUsualDays) return null;
  const usual = median(past);
  const scatter = 1.4826 * median(past.map((v) => Math.abs(v - usual)));
  const mean = recent.reduce((n, d) => n + d.seconds, 0) / known;
  const percent = (mean / usual - 1) * 100;
  return {
    usual: Math.round(usual * 100) / 100,
    recent: Math.round(mean * 100) / 100,
    percent: Math.round(percent * 100) / 100,
    isReal: Math.abs(mean - usual) > realTimes * scatter && Math.abs(percent) >= leastDriftPercent,
  };
}

/**
 * This file has forecasts that are computed from a mold's own recent past, each with a range. The functions are pure.
 * All times are epoch ms. The caller groups the data into days and thereby decides when a day begins.
 */

const dayMs = 86_400_000;

export interface Forecast {
  readonly at: number;
  /**
   * Start of the forecast range. The range is meant to contain 80 % of the actual times. A back-test on the demo's
   * history checks this share.
   */
  readonly earliest: number;
  /** End of the forecast range. Null if this end lies beyond the longest forecast (five years). */
  readonly latest: number | null;
}

/**
 * Largest number of past days from which a forecast is computed. With less than `leastDays` days there is no forecast.
 */
export const forecastHistoryDays = 56;
const leastDays = 14;
const blockDays = 7;
/** Longest forecast, days. If the result lies further ahead, there is no forecast. */
const farthestDays = 5 * 365;
/**
 * Half-width of the forecast range, in standard deviations. In theory, a range of this width contains 80 % of the
 * actual times. On the two years of the demo it contains 82 to 92 % of them, because `forecastUse` takes the larger one
 * of two estimates of the variance.
 */
export const forecastWidth = 1.28;
/**
 * Half-width of the range of battery forecasts, in standard deviations. This range is wider than the range of other
 * forecasts, because charge does not fall linearly.
 */
const chargeWidth = 1.75;

function variance(values: readonly number[]): number {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return values.reduce((a, b) => a + (b - mean) ** 2, 0) / Math.max(1, values.length - 1);
}

/**
 * Returns a forecast of the time when a quantity that is used daily will be used up, for example the rest of a mold's
 * life in shots. Returns null if the history is too short, or if the quantity lasts longer than five years.
 *
 * Statistics: the use in T days has mean μT and variance s(T + T²/n). μ and s are mean and variance of the daily use,
 * and n is the number of days from which they are computed. s is estimated from days and from weeks, and the larger
 * estimate counts: if successive days resemble each other, the estimate from days is too small.
 * @param remaining quantity that is left, in the unit of `daily`
 * @param daily use of each whole day up to now, oldest first
 * @param now epoch ms
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
  // The ends of the range are the two times T, in days, that solve (R − μT)² = v(T + T²/n). R is the remaining
  // quantity, μ the mean daily use, n the number of days, and v the daily variance times the square of `forecastWidth`.
  // The smaller T gives the earliest day, the larger T the latest.
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
  /** Battery charge, percent. */
  readonly level: number;
}

/** If the charge rises by at least this many percent, the battery was replaced. Earlier charges are then ignored. */
const replacedBy = 15;
/** Least time from the first to the last reported charge, days. With less time there is no battery forecast. */
const leastChargeDays = 10;
const leastDrop = 1;
/**
 * Lower limit for the standard error of a charge, percent. Counters report whole percents, so a smaller measured error
 * is not real.
 */
const leastScatter = 0.5;

/**
 * Returns a forecast of the time when a battery will be empty. Fits a regression line through the charges since the
 * battery was installed. Returns null if these charges span less than ten days or do not fall.
 * @param charges in time order, oldest first
 * @param now epoch ms
 */
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
  /** Number of shots with a known cycle time. */
  readonly known: number;
  /** Sum of the known cycle times, s. */
  readonly seconds: number;
}

export interface CycleDrift {
  /** Usual cycle, s: median of the past daily means. */
  readonly usual: number;
  /** Recent cycle, s: shot-weighted mean of the last week. */
  readonly recent: number;
  /** Change of the cycle time in percent: recent ÷ usual − 1. */
  readonly percent: number;
  /** True if the drift is significant: at least 1 %, and more than three times the scatter of the daily means. */
  readonly isReal: boolean;
}

const recentDays = 7;
const leastKnown = 100;
const leastUsualDays = 10;
const realTimes = 3;
/** Drifts below this many percent never count as significant. */
const leastDriftPercent = 1;

const median = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
};

/**
 * Compares a mold's recent cycle time with its own past, not with the standard cycle. Returns null if there are too few
 * shots or days.
 * @param days in time order, oldest first
 */
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

export interface CycleChange {
  /** Index of the first day after the change, in the list of days that `cycleChange` got. */
  readonly day: number;
  /** Shot-weighted mean cycles before and since the change, s. */
  readonly before: number;
  readonly after: number;
}

/**
 * Finds the day on which a mold's cycle changed most. Splits the days into two parts so that the sum of squared
 * deviations from the parts' means, weighted by shots, is least. Days with few shots are ignored. Returns null if no
 * two days differ.
 * @param days in time order, oldest first
 */
export function cycleChange(days: readonly CycleDay[]): CycleChange | null {
  const used = days.flatMap((d, day) => (d.known >= leastKnown / 2 ? [{ ...d, day }] : []));
  const total = used.reduce((a, d) => ({ known: a.known + d.known, seconds: a.seconds + d.seconds }), {
    known: 0,
    seconds: 0,
  });
  const round = (seconds: number) => Math.round(seconds * 100) / 100;
  let best: CycleChange | null = null;
  let most = 0;
  let [known, seconds] = [0, 0];
  for (const d of used) {
    const rest = { known: total.known - known, seconds: total.seconds - seconds };
    if (known > 0) {
      const [before, after] = [seconds / known, rest.seconds / rest.known];
      // Sum of squares between the two parts. The best split has the largest such sum, because its sum of squares
      // within the parts is then smallest.
      const between = ((known * rest.known) / total.known) * (after - before) ** 2;
      if (between > most) {
        most = between;
        best = { day: d.day, before: round(before), after: round(after) };
      }
    }
    known += d.known;
    seconds += d.seconds;
  }
  return best;
}

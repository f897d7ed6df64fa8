import { wallTime } from "@shotkeeper/datagrid/core";
import { type LocaleCode, languageTags } from "@shotkeeper/locales";

type Value = number | null | undefined;
type Instant = string | number | Date | null | undefined;

/** Text that is shown in place of a missing value. */
export const missing = "–";

export interface Formats {
  /** Formats an integer: "1,234,567". */
  readonly whole: (n: Value) => string;
  readonly decimal: (n: Value, digits: number) => string;
  /** Formats a number in short form for cards and axes: 123.5万 in Chinese, 1.235M in English. */
  readonly compact: (n: Value) => string;
  /** Formats a percentage: 97.25 becomes "97.3%". */
  readonly percent: (n: Value, digits?: number) => string;
  /** Formats a share that has thresholds, such as used life. Rounds down: 99.6 becomes "99%" without digits. */
  readonly progress: (n: Value, digits?: number) => string;
  /** Formats a time span given in seconds, with the two largest units of the span: "3 h 20 min". */
  readonly duration: (seconds: Value) => string;
  readonly date: (t: Instant) => string;
  readonly dateTime: (t: Instant) => string;
  readonly clock: (t: Instant) => string;
  /**
   * Formats a past time, for example as "3 minutes ago". A time after `now` (epoch ms) counts as now. Times older than
   * 30 days are shown as a date.
   */
  readonly relative: (t: Instant, now: number) => string;
}

export interface TimeWords {
  readonly never: string;
  readonly justNow: string;
  readonly seconds: (n: number) => string;
  readonly minutes: (n: number) => string;
  readonly hours: (n: number) => string;
  readonly days: (n: number) => string;
}

const isNumber = (n: Value): n is number => typeof n === "number" && Number.isFinite(n);

function msOf(t: Instant): number | undefined {
  if (t === null || t === undefined || t === "") return undefined;
  const ms = new Date(t).getTime();
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * Returns an instant as 'YYYY-MM-DD HH:mm:ss' in the tenant's zone. A day without a time is not converted, because a
 * day has no zone.
 */
function wallOf(t: Instant): string | undefined {
  const ms = msOf(t);
  if (ms === undefined) return undefined;
  return typeof t === "string" && t.length === 10 ? `${t} 00:00:00` : wallTime(ms);
}

/** Units of numbers in short form such as 1.235M: [smallest number, divisor, suffix], the largest unit first. */
const scales: Readonly<Record<LocaleCode, readonly (readonly [number, number, string])[]>> = {
  zh_CN: [
    [1e8, 1e8, "亿"],
    [1e4, 1e4, "万"],
  ],
  zh_TW: [
    [1e8, 1e8, "億"],
    [1e4, 1e4, "萬"],
  ],
  en: [
    [1e9, 1e9, "B"],
    [1e6, 1e6, "M"],
    [1e4, 1e3, "k"],
  ],
};

export function formatsOf(code: LocaleCode, words: TimeWords): Formats {
  const tag = languageTags[code];
  // Uses the English digits and separators in all languages, so that the numbers of a column line up.
  const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
  const decimals = new Map<number, Intl.NumberFormat>();
  const fixed = (digits: number) => {
    const known = decimals.get(digits);
    if (known) return known;
    const made = new Intl.NumberFormat("en-US", {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      // Formats -0.04 as "0.0" and not as "-0.0".
      signDisplay: "negative",
    });
    decimals.set(digits, made);
    return made;
  };
  const short = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 4 });
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: "auto", style: "short" });

  return {
    whole: (n) => (isNumber(n) ? whole.format(n) : missing),
    decimal: (n, digits) => (isNumber(n) ? fixed(digits).format(n) : missing),
    compact(n) {
      if (!isNumber(n)) return missing;
      const scale = scales[code].find(([from]) => Math.abs(n) >= from);
      return scale ? short.format(n / scale[1]) + scale[2] : whole.format(n);
    },
    percent: (n, digits = 1) => (isNumber(n) ? `${fixed(digits).format(n)}%` : missing),
    progress: (n, digits = 1) =>
      // The small summand evens out the error of binary fractions, such as 64.1 * 10.
      isNumber(n) ? `${fixed(digits).format(Math.floor(n * 10 ** digits + 1e-6) / 10 ** digits)}%` : missing,
    duration(seconds) {
      if (!isNumber(seconds)) return missing;
      const s = Math.round(Math.abs(seconds));
      const units: readonly (readonly [number, (n: number) => string])[] = [
        [86_400, words.days],
        [3600, words.hours],
        [60, words.minutes],
        [1, words.seconds],
      ];
      const at = units.findIndex(([size]) => s >= size);
      const [size, name] = units[at] ?? [1, words.seconds];
      const first = name(Math.floor(s / size));
      const [nextSize, nextName] = units[at + 1] ?? [0, words.seconds];
      const rest = nextSize > 0 ? Math.floor((s % size) / nextSize) : 0;
      const text = rest > 0 && at >= 0 ? `${first} ${nextName(rest)}` : first;
      return seconds < 0 ? `-${text}` : text;
    },
    date(t) {
      return wallOf(t)?.slice(0, 10) ?? missing;
    },
    dateTime(t) {
      return wallOf(t) ?? missing;
    },
    clock(t) {
      return wallOf(t)?.slice(11, 16) ?? missing;
    },
    relative(t, now) {
      const at = msOf(t);
      if (at === undefined) return words.never;
      // Shows a time in the future as now. The clock of a counter may be fast, so a reported time may lie in the
      // future.
      const seconds = Math.min(0, Math.round((at - now) / 1000));
      const size = Math.abs(seconds);
      if (size < 45) return words.justNow;
      if (size < 3600) return relative.format(Math.round(seconds / 60), "minute");
      if (size < 86_400) return relative.format(Math.round(seconds / 3600), "hour");
      if (size < 30 * 86_400) return relative.format(Math.round(seconds / 86_400), "day");
      return wallTime(at).slice(0, 10);
    },
  };
}

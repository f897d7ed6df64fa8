import { begin, day, hour, places, reportMs, transferAt } from "./plan.ts";
import type { CheckedReading, ShotRecalculation } from "./shot-recalculation.ts";

export interface RecalculatedWarning {
  readonly kind: string;
  readonly chip: string;
  readonly openedAt: number;
  level: number;
  times: number;
  closedAt: number | null;
}

const moldWarnings = new Set(["cycleFast", "cycleSlow", "position", "idle"]);
/**
 * Counter whose data plan ends soon after the month. Its `validity` warning opens 30 days before that end, so it opens
 * within the month. The plan ends with its last day in the tenant's time zone.
 */
export const planEnd = { chip: "C5", date: "2026-07-10", at: Date.parse("2026-07-11T00:00:00+08:00") };

/** Independent recalculation of a counter's warnings: replays its readings once, in order of time. */
export function warningsOf(counted: ShotRecalculation, chip: string, now: number): RecalculatedWarning[] {
  const entries: RecalculatedWarning[] = [];
  const raise = (kind: string, level: number, at: number) => {
    const last = entries.filter((e) => e.kind === kind).at(-1);
    if (!last || (last.closedAt !== null && at - last.closedAt > day))
      entries.push({ kind, chip, openedAt: at, level, times: 0, closedAt: null });
    else if (last.closedAt !== null) Object.assign(last, { closedAt: null, level, times: last.times + 1 });
    else last.level = Math.max(last.level, level);
  };
  const clear = (kind: string, at: number) => {
    const open = entries.find((e) => e.kind === kind && e.closedAt === null);
    if (open) open.closedAt = at;
  };
  const raiseSilent = (from: number, until: number) => {
    if (until - from > 2 * reportMs) raise("silent", 1, from + 2 * reportMs);
    if (until - from > 7 * day) raise("silent", 2, from + 7 * day);
  };
  const { readings } = counted.counter(chip, now);
  const bindings = counted.bindingsOf(chip, now);
  let last: CheckedReading | undefined;
  let quiet: number | null = null;
  let signals: boolean[] = [];
  let outside = 0;
  let outsideSince: number | null = null;
  let cycles = { ms: 0, n: 0 };
  for (const r of readings) {
    if (!last || Math.floor(last.at / day) !== Math.floor(r.at / day)) cycles = { ms: 0, n: 0 };
    if (!last || last.mold !== r.mold) quiet = r.mold === null ? null : r.since;
    const heardAt = last?.at ?? (r.mold === null ? null : r.since);
    if (heardAt !== null) raiseSilent(heardAt, r.at);
    clear("silent", r.at);
    if (r.battery <= 20) raise("battery", r.battery <= 10 ? 2 : 1, r.at);
    else if (r.battery >= 30) clear("battery", r.at);
    if (r.removed) raise("removal", 1, r.at);
    else clear("removal", r.at);
    signals = [...signals, r.rssi <= -110].slice(-5);
    if (signals.filter(Boolean).length >= 3) raise("weakSignal", 1, r.at);
    else if (signals.filter((x) => !x).length >= 3) clear("weakSignal", r.at);
    last = r;
    if (r.mold === null) continue;
    clear("unbound", Math.max(entries.find((e) => e.kind === "unbound")?.openedAt ?? 0, r.since ?? 0));
    if (r.fix) {
      if (isHome(r.mold, counted.mold(r.mold).plant, r.fix, r.at)) {
        outside = 0;
        outsideSince = null;
        clear("position", r.at);
      } else if (outside < 3) {
        const isLong = outsideSince !== null && r.at - outsideSince >= hour;
        outsideSince ??= r.at;
        outside++;
        if (isLong || outside === 3) {
          outside = 3;
          raise("position", 1, r.at);
        }
      }
    }
    cycles = { ms: cycles.ms + r.cycleMs, n: cycles.n + r.cycleCount };
    if (r.cycleCount > 0 && cycles.n >= 20) {
      const off = cycles.ms / cycles.n / counted.mold(r.mold).cycle - 1;
      cycles = { ms: 0, n: 0 };
      const level = Math.abs(off) > 0.1 ? 2 : 1;
      if (off >= -0.05) clear("cycleFast", r.at);
      if (off <= 0.05) clear("cycleSlow", r.at);
      if (off < -0.05) raise("cycleFast", level, r.at);
      if (off > 0.05) raise("cycleSlow", level, r.at);
    }
    if (r.shots > 0) {
      quiet = r.at;
      clear("idle", r.at);
    } else if (quiet !== null && r.at - quiet >= 7 * day) raise("idle", 1, quiet + 7 * day);
    quiet ??= r.at;
  }
  // Closes the warnings about the mold at the end of the counter's last binding.
  const off = bindings.every((b) => b.until <= now) ? bindings.at(-1)?.until : undefined;
  if (off !== undefined) for (const kind of moldWarnings) clear(kind, off);
  // Opens the warnings that depend only on time, not on a new reading.
  const heardAt = last?.at ?? bindings.at(-1)?.from;
  if (heardAt !== undefined) raiseSilent(heardAt, now);
  const free = bindings.length === 0 ? begin : off;
  if (free !== undefined && now >= free + 3 * day) raise("unbound", 1, free + 3 * day);
  if (chip === planEnd.chip && now >= planEnd.at - 30 * day) raise("validity", 1, planEnd.at - 30 * day);
  return entries;
}

function isHome(mold: string, plant: "P1" | "P2", fix: readonly [number, number], at: number): boolean {
  const home = mold === "M6" && at >= transferAt ? places.P2 : places[plant];
  return metres(fix, home) <= 2000;
}

/**
 * Returns the distance in metres between two places some kilometres apart, computed on a flat map. The error is below
 * 0.1 %.
 */
export function metres(a: readonly [number, number], b: readonly [number, number]): number {
  const degree = 111_195;
  const y = (a[1] - b[1]) * degree;
  const x = (a[0] - b[0]) * degree * Math.cos(((a[1] + b[1]) / 2) * (Math.PI / 180));
  return Math.hypot(x, y);
}

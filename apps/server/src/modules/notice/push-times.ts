import { pushCycle } from "@shotkeeper/contract/system";
import { startOfDay } from "../../kernel/zone.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

interface PushRule {
  readonly push_cycle: string;
  readonly push_time: string | null;
  readonly up_time: number | null;
}

/** When an event of `at` is told: after it has lasted long enough, and then at once, on the hour, or at the day's time. */
export function pushAt(r: PushRule, at: number, zone: string, now: number): number {
  const ready = Math.max(now, at + (r.up_time ?? 0) * minuteMs);
  if (r.push_cycle === pushCycle.values.atOnce) return ready;
  // Of the plant's clock, whose hours need not be UTC's.
  const midnight = startOfDay(zone, ready);
  if (r.push_cycle === pushCycle.values.hourly)
    return midnight + (Math.floor((ready - midnight) / hourMs) + 1) * hourMs;
  const [h = 0, m = 0] = (r.push_time ?? "08:00").split(":").map(Number);
  const time = h * hourMs + m * minuteMs;
  return midnight + time > ready ? midnight + time : startOfDay(zone, ready, 1) + time;
}

import { pushCycle } from "@shotkeeper/contract/notice";
import { startOfDay } from "../../kernel/zone.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

interface PushRule {
  readonly push_cycle: string;
  readonly push_time: string | null;
  readonly up_time: number | null;
}

/**
 * Returns when a notice of an event at `at` is due, epoch ms. It waits for the rule's minutes first, then for the next
 * hour or the time of day where the rule collects messages.
 */
export function pushAt(r: PushRule, at: number, zone: string, now: number): number {
  const ready = Math.max(now, at + (r.up_time ?? 0) * minuteMs);
  if (r.push_cycle === pushCycle.values.atOnce) return ready;
  // Hours of the tenant's zone: its offset from UTC may include half an hour.
  const midnight = startOfDay(zone, ready);
  if (r.push_cycle === pushCycle.values.hourly)
    return midnight + (Math.floor((ready - midnight) / hourMs) + 1) * hourMs;
  const [h = 0, m = 0] = (r.push_time ?? "08:00").split(":").map(Number);
  const time = h * hourMs + m * minuteMs;
  return midnight + time > ready ? midnight + time : startOfDay(zone, ready, 1) + time;
}

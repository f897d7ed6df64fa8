import { pushCycle } from "@shotkeeper/contract/notice";
import { startOfDay, timeOfDay } from "../../kernel/zone.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

interface PushRule {
  readonly push_cycle: string;
  readonly push_time: string | null;
  readonly up_time: number | null;
}

/**
 * Returns the time at which a notice is due, epoch ms. First the notice waits the minutes of the rule (`up_time`). If
 * the rule collects messages, the notice then waits for the next full hour or for the rule's time of day.
 * @param at time of the event, epoch ms
 */
export function pushAt(r: PushRule, at: number, zone: string, now: number): number {
  const ready = Math.max(now, at + (r.up_time ?? 0) * minuteMs);
  if (r.push_cycle === pushCycle.values.atOnce) return ready;
  if (r.push_cycle === pushCycle.values.hourly) {
    // Computes full hours in the tenant's time zone, whose offset from UTC may include half an hour.
    const midnight = startOfDay(zone, ready);
    return midnight + (Math.floor((ready - midnight) / hourMs) + 1) * hourMs;
  }
  const [h = 0, m = 0] = (r.push_time ?? "08:00").split(":").map(Number);
  const today = timeOfDay(zone, ready, h * 60 + m);
  return today > ready ? today : timeOfDay(zone, ready, h * 60 + m, 1);
}

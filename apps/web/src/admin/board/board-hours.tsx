import type { PlantBoard } from "@shotkeeper/contract/board";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { zoneTitle } from "@shotkeeper/ui/time";
import { BoardBars } from "./board-bars.tsx";

/** Bar chart of today's shots by hour. */
export function BoardHours({ hours }: { readonly hours: PlantBoard["hours"] }) {
  const { board: t, code } = useLocale();
  const f = useFormats();
  const highest = Math.max(1, ...hours.map((h) => h.shots));
  // Labels only the first of several highest bars, because numbers of neighbouring bars would overlap.
  const labelled = hours.findIndex((h) => h.shots === highest);
  const bars = hours.map((h, i) => {
    const age = hours.length - 1 - i;
    return {
      key: h.time,
      value: h.shots,
      ...(i === labelled ? { label: f.compact(h.shots) } : {}),
      tick: age % 3 === 0 ? f.clock(h.time) : "",
      isMinor: age % 6 !== 0,
      isNow: age === 0,
    };
  });
  return (
    <section className="sk-board-panel">
      <h2>
        {t.perHour} <small>{zoneTitle(code)}</small>
      </h2>
      <BoardBars className="sk-board-day" bars={bars} />
    </section>
  );
}

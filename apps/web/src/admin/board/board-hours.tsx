import type { PlantBoard } from "@shotkeeper/contract/board";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { zoneName } from "@shotkeeper/ui/time";

/** Bar chart of today's shots by hour. The bars are HTML, so that they scale with the screen. */
export function BoardHours({ hours }: { readonly hours: PlantBoard["hours"] }) {
  const { board: t } = useLocale();
  const f = useFormats();
  const highest = Math.max(1, ...hours.map((h) => h.shots));
  // Labels only the first of several highest bars, because numbers of neighbouring bars would overlap.
  const labelled = hours.findIndex((h) => h.shots === highest);
  return (
    <section className="sk-board-panel">
      <h2>
        {t.perHour} <small>{zoneName()}</small>
      </h2>
      <div className="sk-board-hours sk-board-day">
        {hours.map((h, i) => (
          <div key={h.time} data-now={i === hours.length - 1 || undefined}>
            <span style={{ height: `${(h.shots / highest) * 100}%` }}>
              {i === labelled && <b>{f.compact(h.shots)}</b>}
            </span>
            <small>{i % 3 === (hours.length - 1) % 3 ? f.clock(h.time) : ""}</small>
          </div>
        ))}
      </div>
    </section>
  );
}

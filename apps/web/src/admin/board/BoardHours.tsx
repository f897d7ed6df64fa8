import type { PlantBoard } from "@shotkeeper/contract/board";
import { useFormats, useLocale } from "@shotkeeper/ui/app";

/** Shots of the last hours as bars; drawn by hand, because a wall at 4K wants everything to grow with the glass. */
export function BoardHours({ hours }: { readonly hours: PlantBoard["HOURS"] }) {
  const { board: t } = useLocale();
  const f = useFormats();
  const most = Math.max(1, ...hours.map((h) => h.SHOTS));
  // Of several hours alike one says how many: beside each other the numbers would run into one.
  const highest = hours.findIndex((h) => h.SHOTS === most);
  return (
    <section className="sk-board-panel">
      <h2>{t.perHour}</h2>
      <div className="sk-board-hours sk-board-day">
        {hours.map((h, i) => (
          <div key={h.TIME} data-now={i === hours.length - 1 || undefined}>
            <span style={{ height: `${(h.SHOTS / most) * 100}%` }}>
              {i === highest && <b>{f.compact(h.SHOTS)}</b>}
            </span>
            <small>{i % 3 === (hours.length - 1) % 3 ? f.clock(h.TIME) : ""}</small>
          </div>
        ))}
      </div>
    </section>
  );
}

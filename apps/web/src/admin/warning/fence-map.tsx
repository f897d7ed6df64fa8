import type { WarningPicture } from "@shotkeeper/contract/warning";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { MapOutline } from "../places/map-outline.tsx";
import { MapTiles } from "../places/map-tiles.tsx";
import { nameHeight, planOf } from "./fence-projection.ts";
import { metresText } from "./metres.ts";

const [width, height] = [560, 210];
/** Smallest radius of the fence's circle in the drawing, so that the fence stays visible if the mold is far away. */
const minRadius = 5;
/**
 * Least distance of the plant's name from the left and right edge, in units of the drawing. The distance is half the
 * width of a long name on a phone, so that no name is cut off.
 */
const halfNameWidth = 130;

/**
 * Map of the plant's fence and the counter's positions, to scale. The background is an outline of
 * countries and provinces, covered by a street map if one is configured.
 */
export function FenceMap({
  fence,
  fixes,
}: {
  readonly fence: WarningPicture["fence"];
  readonly fixes: WarningPicture["fixes"];
}) {
  const { warning: t } = useLocale();
  const f = useFormats();
  if (!fence) return <p className="sk-faint">{t.map.noFence}</p>;
  const plan = planOf(fence, fixes, width, height);
  const newest = plan.spots[0];
  const radius = Math.max(minRadius, plan.radius);
  const inside = plan.distance !== null && plan.distance <= fence.radius;
  const caption =
    plan.distance === null
      ? t.map.noFix
      : t.map.distance(metresText(plan.distance, f), metresText(fence.radius, f));
  const side = (x: number) =>
    x < width / 2 ? ({ dx: 9, anchor: "start" } as const) : ({ dx: -9, anchor: "end" } as const);
  return (
    <>
      <p className="sk-kind-note" data-level={inside ? undefined : "bad"}>
        {caption}
      </p>
      <svg className="sk-fence" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={caption}>
        <MapOutline sheet={plan.sheet} />
        <MapTiles sheet={plan.sheet} />
        <circle cx={plan.x} cy={plan.y} r={radius} className="sk-fence-area" />
        <circle cx={plan.x} cy={plan.y} r="3" className="sk-fence-plant" />
        {plan.spots.slice(1).map((s) => (
          <circle key={s.time} cx={s.x} cy={s.y} r="2.5" className="sk-fence-past">
            <title>{f.dateTime(s.time)}</title>
          </circle>
        ))}
        {newest && (
          <>
            <line x1={plan.x} y1={plan.y} x2={newest.x} y2={newest.y} className="sk-fence-line" />
            <path
              d={`M${newest.x} ${newest.y - 6}l6 6l-6 6l-6 -6z`}
              className="sk-fence-now"
              data-inside={inside}
            />
            {!inside && (
              <text x={newest.x + side(newest.x).dx} y={newest.y + 4} textAnchor={side(newest.x).anchor}>
                {f.dateTime(newest.time).slice(0, 16)}
              </text>
            )}
          </>
        )}
        {/* Name of the plant. It is not beside the fence, because a long name would not fit there on a phone. */}
        <text
          x={Math.min(Math.max(plan.x, halfNameWidth), width - halfNameWidth)}
          y={nameHeight(plan.y, radius, height)}
          textAnchor="middle"
        >
          {fence.name}
        </text>
      </svg>
    </>
  );
}

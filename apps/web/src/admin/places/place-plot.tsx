import { type ListFigure, moldsFigure } from "@shotkeeper/contract/board";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { EmptyHint } from "@shotkeeper/ui/cells";
import { FigureLink } from "../figures.tsx";
import { MapOutline } from "./map-outline.tsx";
import { MapTiles } from "./map-tiles.tsx";
import { enlarged } from "./mercator.ts";
import { type Place, viewOf } from "./place-view.ts";
import "./places.css";

const width = 360;
/**
 * Least distance of a parallel (line of latitude) with a label from the upper edge, in units of the drawing. Closer to
 * the edge, the label would not fit above the line.
 */
const labelHeight = 12;

interface PlacePlotProps {
  readonly places: readonly Place[];
  readonly label: string;
  readonly empty: string;
  /**
   * True for a higher drawing that fills the height of the parent element. Default: a width to height ratio of 3 : 2.
   */
  readonly fill?: boolean;
  /** Returns the list to which a plant's number of molds links. Default: all molds of the plant. */
  readonly figureOf?: (plantId: string) => ListFigure;
}

const allMolds = (plantId: string) => moldsFigure({ plantId });

const degrees = (d: number, positive: string, negative: string) =>
  `${Math.abs(d)}°${d < 0 ? negative : positive}`;

/**
 * Map of the plants. The size of a plant's circle shows the number of molds, and the ring around it the share of
 * running molds. The background is an outline of countries and provinces, covered by the operator's street map if one
 * is configured.
 */
export function PlacePlot({ places, label, empty, fill = false, figureOf = allMolds }: PlacePlotProps) {
  const { workplace: t } = useLocale();
  const f = useFormats();
  const height = fill ? 300 : 240;
  const { spots, meridians, parallels, sheet } = viewOf(places, width / height);
  if (!sheet) return <EmptyHint title={empty} />;
  // Leaves out the label of a circle of latitude near a plant, because the plant's name would cover the label.
  const hasLabel = (y: number) =>
    y > labelHeight && spots.every((s) => Math.abs(s.y * height - y + labelHeight / 2) > labelHeight * 1.5);
  return (
    <svg className="sk-map" data-fill={fill || undefined} viewBox={`0 0 ${width} ${height}`}>
      <title>{label}</title>
      <MapOutline sheet={enlarged(sheet, width)} />
      <MapTiles sheet={enlarged(sheet, width)} />
      <g className="sk-map-grid">
        {meridians.map((m) => (
          <g key={m.degrees}>
            <line x1={m.share * width} x2={m.share * width} y1="0" y2={height} />
            <text x={m.share * width + 3} y={height - 4}>
              {degrees(m.degrees, "E", "W")}
            </text>
          </g>
        ))}
        {parallels.map((p) => (
          <g key={p.degrees}>
            <line x1="0" x2={width} y1={p.share * height} y2={p.share * height} />
            {hasLabel(p.share * height) && (
              <text x="4" y={p.share * height - 3}>
                {degrees(p.degrees, "N", "S")}
              </text>
            )}
          </g>
        ))}
      </g>
      {spots.map(({ place, x, y, radius }) => {
        const share = place.molds > 0 ? place.running / place.molds : 0;
        const r = radius * width;
        // Circumference of the ring around a plant's circle. The coloured part of the ring is as long as the share of
        // running molds.
        const length = 2 * Math.PI * r;
        const [cx, cy] = [x * width, y * height];
        return (
          <FigureLink key={place.plantId} figure={figureOf(place.plantId)} rows={place.molds}>
            <circle cx={cx} cy={cy} r={r} className="sk-map-place">
              <title>{`${t.molds(f.whole(place.molds))} · ${t.running(f.whole(place.running))}`}</title>
            </circle>
            <circle
              cx={cx}
              cy={cy}
              r={r}
              className="sk-map-running"
              strokeDasharray={`${length * share} ${length}`}
              transform={`rotate(-90 ${cx} ${cy})`}
            />
            <text x={cx} y={cy + 4} className="sk-map-count">
              {f.whole(place.molds)}
            </text>
            {/* The name is right of the circle, or left of it in the right part of the map, so that it fits. */}
            <text
              x={x < 0.55 ? cx + r + 7 : cx - r - 7}
              y={cy + 4}
              className="sk-map-name"
              style={{ textAnchor: x < 0.55 ? "start" : "end" }}
            >
              {place.plant}
            </text>
          </FigureLink>
        );
      })}
    </svg>
  );
}

import type { WorkplaceFigures } from "@shotkeeper/contract/board";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { EmptyHint, listLink } from "@shotkeeper/ui/screen";
import { Link } from "react-router";
import { spotsOf } from "./place-projection.ts";

const [width, height] = [360, 240];

/** Where the molds are, without a map server: places to scale, sized by molds, the running share in green. */
export function PlaceMap({ places }: { readonly places: WorkplaceFigures["PLACES"] }) {
  const { dashboard: t } = useLocale();
  const f = useFormats();
  const spots = spotsOf(places, width / height);
  if (spots.length === 0) return <EmptyHint title={t.noPlaces} />;
  return (
    <>
      <svg className="sk-map" viewBox={`0 0 ${width} ${height}`}>
        <title>{t.places}</title>
        <g className="sk-map-grid">
          {[1, 2, 3, 4, 5].map((n) => (
            <line key={`v${n}`} x1={n * 60} x2={n * 60} y1="0" y2={height} />
          ))}
          {[1, 2, 3].map((n) => (
            <line key={`h${n}`} x1="0" x2={width} y1={n * 60} y2={n * 60} />
          ))}
        </g>
        {spots.map(({ place, x, y, radius }) => {
          const share = place.MOLDS > 0 ? place.RUNNING / place.MOLDS : 0;
          // The ring shows the share: its length is 2πr, of which so much is drawn.
          const length = 2 * Math.PI * radius;
          const [cx, cy] = [x * width, y * height];
          return (
            <Link
              key={place.PLANT}
              to={listLink("/order/status", [{ field: "plantName", operator: "EQ", value: place.PLANT }])}
            >
              <circle cx={cx} cy={cy} r={radius} className="sk-map-place">
                <title>{`${t.molds(f.whole(place.MOLDS))} · ${t.running(f.whole(place.RUNNING))}`}</title>
              </circle>
              <circle
                cx={cx}
                cy={cy}
                r={radius}
                className="sk-map-running"
                strokeDasharray={`${length * share} ${length}`}
                transform={`rotate(-90 ${cx} ${cy})`}
              />
              <text x={cx} y={cy + 4} className="sk-map-count">
                {f.whole(place.MOLDS)}
              </text>
              {/* Beside the circle, on the side where there is room: names of neighbours stand on lines of their own. */}
              <text
                x={x < 0.55 ? cx + radius + 7 : cx - radius - 7}
                y={cy + 4}
                className="sk-map-name"
                style={{ textAnchor: x < 0.55 ? "start" : "end" }}
              >
                {place.PLANT}
              </text>
            </Link>
          );
        })}
      </svg>
      <p className="sk-faint sk-workplace-note">{t.placesHint}</p>
    </>
  );
}

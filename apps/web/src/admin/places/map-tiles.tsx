import { mapSettings } from "@shotkeeper/contract/system";
import { useCommandData } from "@shotkeeper/ui/data";
import { type Sheet, tilesOf } from "./mercator.ts";
import "./places.css";

/** Tiles of a street map behind an SVG drawing. Renders nothing unless the operator has set MAP_TILE_URL. */
export function MapTiles({ sheet }: { readonly sheet: Sheet }) {
  const { data } = useCommandData(mapSettings, {});
  const url = data?.tileUrl;
  if (!url) return null;
  return (
    <g className="sk-map-tiles">
      {tilesOf(sheet).map((t) => (
        <image
          key={`${t.left} ${t.top}`}
          href={url.replace("{z}", String(t.z)).replace("{x}", String(t.x)).replace("{y}", String(t.y))}
          x={t.left}
          y={t.top}
          width={t.size}
          height={t.size}
          preserveAspectRatio="none"
        />
      ))}
      {data.attribution && (
        <text x={sheet.width - 4} y="10" className="sk-map-source">
          {data.attribution}
        </text>
      )}
    </g>
  );
}

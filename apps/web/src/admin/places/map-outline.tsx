import { useQuery } from "@tanstack/react-query";
import type { Sheet } from "./mercator.ts";
import { outlineOf, pathOf } from "./outline.ts";

/**
 * Coasts and borders behind an SVG drawing. The outline is part of the application, so that the map is readable without
 * a tile server. All borders look alike and have no labels, because some borders are disputed. Renders nothing until
 * outline.json is loaded.
 */
export function MapOutline({ sheet }: { readonly sheet: Sheet }) {
  const { data } = useQuery({
    queryKey: ["map-outline"],
    queryFn: async () => outlineOf((await import("./outline.json")).default),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return null;
  return (
    <g className="sk-map-outline" aria-hidden>
      <path className="sk-map-land" d={pathOf(data.land, sheet, true)} />
      <path className="sk-map-borders" d={pathOf(data.borders, sheet, false)} />
    </g>
  );
}

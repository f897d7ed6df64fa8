import { defineWireCommand, signedIn } from "../kernel/index.ts";

/** Where street maps come from, as the operator has set it. */
export interface MapSettings {
  /** Address of a tile with {z}, {x} and {y}, Web Mercator, 256 px; null: maps do without. */
  readonly TILE_URL: string | null;
  /** Whose map it is, to be shown on it. */
  readonly ATTRIBUTION: string | null;
}

export const mapSettings = defineWireCommand<MapSettings>()({
  type: "rf_MapSettings",
  access: signedIn,
  input: {},
});

import { type CommandOutput, defineCommand, field, signedIn } from "../kernel/index.ts";

/** Returns the source of street maps that the operator has set up. */
export const mapSettings = defineCommand({
  type: "rf_MapSettings",
  access: signedIn,
  input: {},
  output: {
    /** Address of a tile with {z}, {x} and {y}, Web Mercator, 256 px; null: no street map. */
    tileUrl: field.text(500),
    /** The copyright notice that the map must show. */
    attribution: field.text(500),
  },
});

export type MapSettings = CommandOutput<typeof mapSettings>;

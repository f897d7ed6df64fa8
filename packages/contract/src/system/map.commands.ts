import { type CommandOutput, defineCommand, field, signedIn } from "../kernel/index.ts";

/** Returns the address from which street maps are loaded, as the server's operator has configured it. */
export const mapSettings = defineCommand({
  type: "rf_MapSettings",
  access: signedIn,
  readOnly: true,
  input: {},
  output: {
    /** URL template of a map tile with {z}, {x} and {y} (Web Mercator, 256 px). Null: no street map is shown. */
    tileUrl: field.text(500),
    /** Copyright notice that the map must show. */
    attribution: field.text(500),
  },
});

export type MapSettings = CommandOutput<typeof mapSettings>;

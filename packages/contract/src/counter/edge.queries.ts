import { defineQuery, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { edgeSource, edgeSourceState } from "./edge.entity.ts";

/** Lists the sources of the edge gateways, with the latest report of the gateway about each source. */
export const edgeSourceList = defineQuery({
  menu: menus.connector,
  id: "Q04",
  access: right(menus.connector, "Q", { only: ["staff"] }),
  key: ["connectorId", "sourceId"],
  columns: {
    ...edgeSource.fields,
    edgeSourceState: field.choice(edgeSourceState, { virtual: true }),
    /** Reason why the source cannot be read, in the words of the operating system or the protocol. */
    sourceError: field.text(300, { virtual: true }),
    lastReadAt: field.time({ virtual: true }),
    /**
     * Count that was read last, as the device stores it. For a source with several counters: the count of the first
     * counter.
     */
    lastRead: field.int({ virtual: true }),
    /** Number of counters that the gateway has found at this source. */
    counterCount: field.int({ virtual: true }),
  },
});

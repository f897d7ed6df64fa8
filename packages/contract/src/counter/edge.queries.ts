import { defineQuery, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { edgeSource, edgeSourceState } from "./edge.entity.ts";

/** Lists the sources of the edge gateways, with what the gateways reported about them last. */
export const edgeSourceList = defineQuery({
  menu: menus.connector,
  id: "Q04",
  access: right(menus.connector, "Q", { only: ["staff"] }),
  key: ["connectorId", "sourceId"],
  columns: {
    ...edgeSource.fields,
    edgeSourceState: field.choice(edgeSourceState, { virtual: true }),
    /** Reason in the words of the operating system or the protocol. */
    sourceError: field.text(300, { virtual: true }),
    lastReadAt: field.time({ virtual: true }),
    /** Count that was read last, as the device has it. Sources with several counters: that of the first one. */
    lastRead: field.int({ virtual: true }),
    /** Number of counters that were found. */
    counterCount: field.int({ virtual: true }),
  },
});

import { refusals } from "@shotkeeper/contract/kernel";
import { valueAt } from "../pointer.ts";
import { shown } from "../values.ts";
import type { Kind } from "./kind.ts";

const deaths = ["NDEATH", "DDEATH"];

/**
 * Messages of Sparkplug B nodes, as the broker has decoded them (`SparkplugNode`). A node sends only the metrics that
 * have changed, so most messages do not contain the count.
 */
export const sparkplug: Kind = {
  open(body) {
    const [type, id] = [valueAt(body, "/type"), valueAt(body, "/device")];
    const deviceId = typeof id === "string" ? id : undefined;
    if (typeof type !== "string") return { refusal: refusals.connectorNoValue("/type") };
    if (valueAt(body, "/isUnborn") === true) return { notice: refusals.sparkplugUnborn(shown(id)), deviceId };
    if (deaths.includes(type)) return { notice: refusals.connectorEvent(shown(type)), deviceId };
    const samples = valueAt(body, "/samples");
    // A birth (the message with which a node or device presents its metrics) may contain names of metrics without any
    // values. Such a message gives no reading, only a notice about the device.
    if (Array.isArray(samples) && samples.length === 0)
      return { notice: refusals.connectorEvent(shown(type)), deviceId };
    return { body, isSparse: true };
  },
};

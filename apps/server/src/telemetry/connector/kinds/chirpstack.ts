import { refusals } from "@shotkeeper/contract/kernel";
import { valueAt } from "../pointer.ts";
import { shown } from "../values.ts";
import type { Kind } from "./kind.ts";

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/**
 * Messages of ChirpStack v4. The name of the event is the parameter `event` of the address, or the last level of the
 * topic `application/<id>/device/<DevEUI>/event/<event>`. Only the event `up` has a payload. ChirpStack drops a frame
 * whose frame counter is lower than before or repeated. It reports the drop only in the event `log`.
 */
export const chirpstack: Kind = {
  open(body, { query, topic }) {
    const event = topic === undefined ? (query.event ?? "") : (topic.split("/").at(-1) ?? "");
    const deviceId = text(valueAt(body, "/deviceInfo/devEui"));
    if (event === "up") {
      const port = valueAt(body, "/fPort");
      return { body, framePort: typeof port === "number" ? port : 0, zeros: ["/fCnt", "/fPort"] };
    }
    if (event === "log") {
      const code = text(valueAt(body, "/code")) ?? "";
      const told = text(valueAt(body, "/description")) ?? "";
      if (code === "UPLINK_F_CNT_RESET")
        return { notice: refusals.frameCounterReset(deviceId ?? ""), deviceId };
      if (code === "UPLINK_F_CNT_RETRANSMISSION")
        return { notice: refusals.frameRepeated(deviceId ?? ""), deviceId };
      return { notice: refusals.connectorLog(shown(`${code}: ${told}`)), deviceId };
    }
    return event === ""
      ? { refusal: refusals.connectorNoValue("?event=") }
      : { notice: refusals.connectorEvent(shown(event)), deviceId };
  },
};

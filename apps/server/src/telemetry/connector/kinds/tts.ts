import { refusals } from "@shotkeeper/contract/kernel";
import { valueAt } from "../pointer.ts";
import { shown } from "../values.ts";
import type { Kind } from "./kind.ts";

/** Fields that every message has. The other field of the body, such as `uplink_message`, names the event. */
const envelope = ["end_device_ids", "correlation_ids", "received_at", "simulated"];
/** Fields that The Things Stack leaves out of a message if they are 0. Zeros in `decoded_payload` are sent. */
const zeros = ["/uplink_message/f_cnt", "/uplink_message/f_port"];

/** Messages of The Things Stack v3. Only `uplink_message` has a payload. */
export const tts: Kind = {
  open(body) {
    if (typeof body !== "object" || body === null) return { refusal: refusals.malformedBody() };
    const id = valueAt(body, "/end_device_ids/dev_eui");
    const deviceId = typeof id === "string" ? id : undefined;
    if ("uplink_message" in body) {
      const port = valueAt(body, "/uplink_message/f_port");
      return { body, framePort: typeof port === "number" ? port : 0, zeros };
    }
    const event = Object.keys(body).find((name) => !envelope.includes(name));
    return event === undefined
      ? { refusal: refusals.connectorNoValue("/uplink_message") }
      : { notice: refusals.connectorEvent(shown(event)), deviceId };
  },
};

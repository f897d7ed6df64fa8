import { refusals } from "@shotkeeper/contract/kernel";
import { valueAt } from "../pointer.ts";
import { shown } from "../values.ts";
import type { Kind } from "./kind.ts";

/** Messages that CTWing (AEP) pushes. Only `dataReport` has a payload. */
export const ctwing: Kind = {
  open(body) {
    const type = valueAt(body, "/messageType");
    if (typeof type !== "string") return { refusal: refusals.connectorNoValue("/messageType") };
    if (type === "dataReport") return { body };
    const id = valueAt(body, "/deviceId");
    return {
      notice: refusals.connectorEvent(shown(type)),
      deviceId: typeof id === "string" && id !== "" ? id : undefined,
    };
  },
};

import { createHash } from "node:crypto";
import type { ExpressRoute } from "@shotkeeper/contract/carrier";
import type { Carrier, Sender } from "./carrier.ts";

const hour = 3_600_000;

/** Simulated tracking events of a parcel. For each: hours after the shipping, event code of SF Express, and text. */
const steps: readonly (readonly [number, string, string])[] = [
  [1, "50", "快件已揽收"],
  [4, "30", "快件已从佛山顺德集散中心发出"],
  [16, "31", "快件已到达目的地中转场"],
  [30, "44", "快件派送中，请保持电话畅通"],
  [36, "80", "快件已签收，感谢使用"],
];

/** Simulated tracking for the demo. The text of every event says that it is simulated. */
export const simulated: Carrier = {
  name: "simulated",
  async routes({ sentAt, now }) {
    return steps
      .filter(([hours]) => sentAt + hours * hour <= now)
      .map(
        ([hours, opCode, remark]): ExpressRoute => ({
          acceptTime: new Date(sentAt + hours * hour + 8 * hour).toISOString().slice(0, 19).replace("T", " "),
          remark: `【模拟】${remark}`,
          acceptAddress: "",
          opCode,
        }),
      );
  },
};

/** Simulated waybills for the demo. The order shows the carrier name "模拟承运商" (simulated carrier). */
export const simulatedSender: Sender = {
  title: "模拟承运商",
  async waybill({ parcelNo }) {
    const digits = createHash("sha256").update(parcelNo).digest().readBigUInt64BE() % 1_000_000_000_000n;
    return `SF0${String(digits).padStart(12, "0")}`;
  },
};

import { createHash } from "node:crypto";
import { type Carrier, CarrierFailure, list, postForm, record, text } from "./carrier.ts";
import type { CarrierSettings } from "./settings.ts";

type Settings = NonNullable<CarrierSettings["kdniao"]>;

const address = "https://api.kdniao.com/Ebusiness/EbusinessOrderHandle.aspx";

export function dataSign(requestData: string, key: string): string {
  const hex = createHash("md5")
    .update(requestData + key)
    .digest("hex");
  return Buffer.from(hex).toString("base64");
}

/**
 * Event codes of SF Express, by the code with which Kdniao reports the state of a parcel. Pages know only the codes of
 * SF Express. Kdniao reports no state for single events, so only the latest event gets a code.
 */
const opCodes: Readonly<Record<string, string>> = { 1: "50", 2: "36", 3: "80", 4: "33" };

/** Returns a tracking client of Kdniao, an aggregator that tracks parcels of many carriers. */
export function kdniao({ businessId, key, paid }: Settings, send: typeof fetch): Carrier {
  return {
    name: "kdniao",
    async routes({ waybill, phoneTail, orderNo }) {
      const requestData = JSON.stringify({
        OrderCode: orderNo,
        CustomerName: phoneTail,
        ShipperCode: "SF",
        LogisticCode: waybill,
      });
      const answer = record(
        await postForm(
          address,
          {
            RequestData: requestData,
            EBusinessID: businessId,
            RequestType: paid ? "8001" : "1002",
            DataSign: dataSign(requestData, key),
            DataType: "2",
          },
          send,
        ),
      );
      if (answer.Success !== true && answer.Success !== "true")
        throw new CarrierFailure(text(answer.Reason) || "not successful");
      const traces = list(answer.Traces).map(record);
      const latest = traces
        .map((t) => text(t.AcceptTime))
        .sort()
        .at(-1);
      return traces.map((t) => ({
        acceptTime: text(t.AcceptTime),
        remark: text(t.AcceptStation),
        acceptAddress: text(t.Location),
        opCode: text(t.AcceptTime) === latest ? (opCodes[text(answer.State)] ?? "") : "",
      }));
    },
  };
}

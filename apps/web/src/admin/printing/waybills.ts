import type { LabelAccess } from "@shotkeeper/contract/carrier";
import {
  type Dialogs,
  type Driver,
  type LabelEvent,
  LabelPrinter,
  type PrintOptions,
  type PrintResult,
  type WireContent,
  type WireItem,
} from "@shotkeeper/label-print";

/** Data of a parcel that the shop knows. The carrier adds the rest of the waybill's data. */
export interface Parcel {
  readonly waybill: string;
  readonly receiver: string;
  readonly phone: string;
  readonly place: string;
  /** Numbers of the orders in the parcel. */
  readonly orderNos: readonly string[];
}

/**
 * Code of a waybill's size; `waybillMm` has the millimetres. The name of the carrier's label template contains this
 * code.
 */
export type WaybillSize = "150" | "180" | "210" | "76130";

/** Width and height of a waybill's size, mm. */
export const waybillMm = {
  "150": [100, 150],
  "180": [100, 180],
  "210": [100, 210],
  "76130": [76, 130],
} as const;

const hidden = (phone: string) => phone.replace(/^(\d{3})\d+(\d{4})$/, "$1****$2");

/** Returns a waybill for demo tenants, clearly marked as a sample, because no carrier accepts it. */
function simulatedWaybill(parcel: Parcel, size: WaybillSize): WireContent {
  const [width, height] = waybillMm[size];
  const wide = { left: 4, width: width - 8 };
  const items: WireItem[] = [
    { type: "rectangle", left: 2, top: 2, width: width - 4, height: height - 4 },
    {
      type: "text",
      ...wide,
      top: 4,
      height: 9,
      value: "模拟面单 不可寄件",
      color: "#ffffff",
      fontSize: 16,
      halignment: 1,
      valignment: 1,
    },
    {
      type: "barcode",
      left: 8,
      width: width - 16,
      top: 18,
      height: 18,
      value: parcel.waybill,
      showBarText: true,
    },
    { type: "line", left: 2, top: 40, width: width - 4, height: 0 },
    {
      type: "text",
      ...wide,
      top: 43,
      height: 8,
      value: `收件：${parcel.receiver} ${hidden(parcel.phone)}`,
      fontSize: 12,
      bold: true,
      textScale: 1,
    },
    { type: "text", ...wide, top: 52, height: 18, value: parcel.place, fontSize: 12, textScale: 1 },
    { type: "line", left: 2, top: 72, width: width - 4, height: 0, lineStyle: 1 },
    {
      type: "barcode",
      codeType: "qrcode",
      // Leaves a light margin of four modules (squares of the code) right of the QR code, because scanners need it.
      left: width - 34,
      top: 77,
      width: 26,
      height: 26,
      value: parcel.waybill,
    },
    {
      type: "text",
      left: 4,
      top: 76,
      width: width - 42,
      height: 28,
      value: `订单\n${parcel.orderNos.join("\n")}`,
      fontSize: 10,
      textScale: 1,
    },
  ];
  return { page: { width, height }, items };
}

interface WaybillJob {
  /** Answer of rf_GetLabelAccess: carrier and credentials with which labels are requested. */
  readonly access: LabelAccess;
  readonly driver: Driver;
  readonly printer?: string | undefined;
  readonly parcels: readonly Parcel[];
  readonly size: WaybillSize;
  readonly requestId: string;
  readonly options?: PrintOptions;
  /**
   * Asks the user whether to send a failed batch of labels to the printer again. `reason` is the printer's message.
   */
  readonly retry?: (reason: string) => Promise<boolean>;
  /** Asks the user what to do with labels that may or may not have been printed. */
  readonly unsure?: NonNullable<Dialogs["unsure"]>;
  readonly onLabel?: (event: LabelEvent) => void;
  /** Signal that cancels the job. */
  readonly signal?: AbortSignal;
}

/** Prints or previews waybills. A waybill may be printed repeatedly. Resolves with the result, also after a failure. */
export function printWaybills(job: WaybillJob): Promise<PrintResult> {
  const { access, parcels, size } = job;
  const byWaybill = new Map(parcels.map((p) => [p.waybill, p]));
  const simulated = async (_: RequestInfo | URL, init?: RequestInit) => {
    const { documents } = JSON.parse((init?.body as URLSearchParams | undefined)?.get("msgData") ?? "{}");
    const parcel = byWaybill.get(documents[0].masterWaybillNo);
    const contents = parcel ? [simulatedWaybill(parcel, size)] : [];
    return Response.json({
      apiResultCode: "A1000",
      apiResultData: { success: true, obj: { files: [{ contents }] } },
    });
  };
  const isReal = access.carrier === "sf";
  const labels = new LabelPrinter({
    driver: job.driver,
    partnerID: access.partnerId || "DEMO",
    ...(isReal ? { env: access.env } : { fetch: simulated }),
    ...(access.aesKey !== "" && { aesKey: access.aesKey }),
    // Turns the label SDK's own messages off, because the waybill dialog shows failures itself.
    notips: true,
    dialogs: {
      tip: async () => {},
      retry: async (_, reason) => (await job.retry?.(reason)) ?? false,
      ...(job.unsure && { unsure: job.unsure }),
    },
    ...(job.onLabel && { onLabel: job.onLabel }),
  });
  job.signal?.addEventListener("abort", () => labels.abort(), { once: true });
  labels.setPrinter(job.printer);
  const request = {
    requestID: job.requestId,
    accessToken: access.accessToken || "simulated",
    templateCode: `fm_${size}_standard_${access.partnerId || "DEMO"}`,
    documents: parcels.map((p) => ({ masterWaybillNo: p.waybill })),
  };
  return labels.print(request, undefined, job.options);
}

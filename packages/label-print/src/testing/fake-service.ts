import type { WireContent, WireItem } from "../job/wire.ts";

/** A request as the fake service received it. */
export interface SeenCall {
  readonly url: string;
  readonly headers: Headers;
  readonly credentials: RequestCredentials | undefined;
  /** Body of the request: the fields of a form, or a JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly waybillNo: string;
}

/** Answer that replaces the default answer of the fake service: any JSON with an HTTP status, or a network failure. */
export type FakeAnswer = { readonly json: unknown; readonly status?: number } | { readonly network: string };

export interface FakeService {
  readonly fetch: typeof fetch;
  readonly calls: SeenCall[];
}

export const waybill = (n: number): string => `SF${String(1_000_000_000_000 + n)}`;

/** Returns a simple label for tests: the waybill number as bar code and QR code, and a text. */
export function sampleContent(waybillNo: string, width = 76, height = 130): WireContent {
  const items: WireItem[] = [
    { type: "barcode", codeType: "128", value: waybillNo, left: 6, top: 6, width: width - 12, height: 16 },
    {
      type: "barcode",
      codeType: "qrcode",
      value: waybillNo,
      left: 6,
      top: 30,
      width: 25,
      height: 25,
    },
    { type: "text", value: waybillNo, left: 6, top: 60, width: width - 12, height: 8, fontSize: 12 },
  ];
  return { area: "main", page: { width, height }, items };
}

export const parsed = (waybillNo: string, contents: readonly WireContent[]): object => ({
  success: true,
  requestId: "r",
  obj: { files: [{ waybillNo, contents }] },
});

/** Creates a fake of the carrier's service that returns labels as data. `answerOf` may replace its default answer. */
export function fakeService(
  answerOf: (call: SeenCall, n: number) => FakeAnswer | undefined = () => undefined,
): FakeService {
  const calls: SeenCall[] = [];
  const fake: typeof fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers);
    const isForm = init.body instanceof URLSearchParams;
    const body: Record<string, unknown> = isForm
      ? Object.fromEntries(init.body as URLSearchParams)
      : JSON.parse(String(init.body));
    const message = isForm ? JSON.parse(String(body.msgData)) : body;
    const waybillNo = String(message.documents[0].masterWaybillNo);
    const call: SeenCall = { url: String(input), headers, credentials: init.credentials, body, waybillNo };
    calls.push(call);
    const answer = answerOf(call, calls.length - 1);
    if (answer && "network" in answer) throw new TypeError(answer.network);
    const usual = parsed(waybillNo, [sampleContent(waybillNo)]);
    const json =
      answer?.json ?? (isForm ? { apiResultCode: "A1000", apiResultData: JSON.stringify(usual) } : usual);
    return new Response(JSON.stringify(json), { status: answer?.status ?? 200 });
  };
  return { fetch: fake, calls };
}

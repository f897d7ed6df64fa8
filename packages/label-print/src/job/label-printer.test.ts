import { createCipheriv } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import type { Dialogs } from "../dialogs.ts";
import { plugInDriver } from "../drivers/plug-in.ts";
import { roughMeasure } from "../model/text-layout.ts";
import {
  type FakeAnswer,
  type FakePlugInOptions,
  fakePlugIn,
  fakeService,
  parsed,
  type SeenCall,
  sampleContent,
  waybill,
} from "../testing/index.ts";
import type { PrintResult } from "./job.ts";
import { LabelPrinter, type LabelPrinterSettings } from "./label-printer.ts";
import type { ExternalRequest, InternalRequest } from "./request.ts";
import { decryptSegments, encryptSegment } from "./segments.ts";

interface Setup extends FakePlugInOptions {
  readonly answer?: (call: SeenCall, n: number) => FakeAnswer | undefined;
  readonly settings?: Partial<LabelPrinterSettings>;
  readonly retries?: boolean[];
  /** Number of checks in which the fake plug-in is not ready yet. */
  readonly absent?: number;
}

function setUp({ answer, settings, retries = [], absent = 0, ...fake }: Setup = {}) {
  const service = fakeService(answer);
  const plugIn = fakePlugIn(fake);
  let looks = 0;
  const tips: string[] = [];
  const questions: string[] = [];
  const dialogs: Dialogs = {
    tip: async (m) => void tips.push(m),
    retry: async (m) => {
      questions.push(m);
      return retries.shift() ?? false;
    },
  };
  const driver = plugInDriver({
    find: () => (looks++ < absent ? undefined : plugIn),
    poll: 1,
    tries: 5,
    patience: 20,
    measure: roughMeasure,
  });
  const printer = new LabelPrinter({
    driver,
    dialogs,
    fetch: service.fetch,
    now: () => 1_700_000_000_000,
    ...settings,
  });
  return { printer, service, plugIn, tips, questions };
}

const documents = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ masterWaybillNo: waybill(from + i) }));

const external = (count = 1, more: Partial<ExternalRequest> = {}): ExternalRequest => ({
  partnerID: "P1",
  requestID: "R1",
  accessToken: "T1",
  templateCode: "fm_76130_standard_P1",
  documents: documents(count),
  ...more,
});

const internal = (more: Partial<InternalRequest> = {}): InternalRequest => ({
  requestId: "R2",
  reqTime: 1_700_000_000_000,
  signature: "S",
  templateCode: "fm_76130_standard_P1",
  documents: documents(1),
  sysCode: "SYS",
  ...more,
});

/** Returns the number of labels in each batch. In a batch, each page begins with a call that sets the paper size. */
const pagesOf = (plugIn: ReturnType<typeof fakePlugIn>) =>
  plugIn.batches.map((b) => b.filter(([name]) => name === "SET_PRINT_PAGESIZE").length);

describe("validation", () => {
  const order = [
    ["partnerID", "请传入客户编码"],
    ["requestID", "请传入requestID"],
    ["accessToken", "请传入accessToken"],
    ["templateCode", "请传入templateCode"],
    ["documents", "请传入documents"],
  ] as const;

  // spec: shop B2.1, B2.2, B3.1, B5.4, B5.5
  it("reports the missing fields of an external request one by one", async () => {
    const { printer, service, tips } = setUp();
    const request: Record<string, unknown> = {};
    const ask = (lodopFn: string) =>
      printer.print(request as unknown as ExternalRequest, undefined, { lodopFn: lodopFn as "PRINT" });
    expect(await ask("print")).toMatchObject({ code: 10, msg: "lodopFn参数仅支持PRINT、PREVIEW" });
    for (const [name, msg] of order) {
      expect(await ask("PRINT")).toMatchObject({ code: 10, msg });
      request[name] = name === "documents" ? documents(1) : "x";
    }
    expect(await ask("PRINT")).toMatchObject({ code: 1 });
    expect(service.calls).toHaveLength(1);
    expect(tips).toEqual(["lodopFn参数仅支持PRINT、PREVIEW", ...order.map(([, m]) => m)]);
  });

  // spec: shop B3.4, B5.1-B5.3
  it("reports the missing fields of an internal request one by one", async () => {
    const hosts = { innerSit: "https://sit.example/parsed" };
    const { printer } = setUp({ settings: { env: "innerSit", hosts } });
    const request: Record<string, unknown> = {};
    const ask = (lodopFn = "PREVIEW") =>
      printer.print(request as unknown as InternalRequest, undefined, { lodopFn: lodopFn as "PRINT" });
    expect((await ask("")).msg).toBe("lodopFn参数仅支持PRINT、PREVIEW");
    for (const [name, msg] of [
      ["requestId", "请传入requestId"],
      ["reqTime", "请传入reqTime"],
      ["templateCode", "请传入templateCode"],
      ["documents", "请传入documents"],
      ["signature", "请传入签名"],
    ] as const) {
      expect((await ask()).msg).toBe(msg);
      request[name] = name === "documents" ? documents(1) : "x";
    }
    expect(await ask()).toMatchObject({ code: 1, labels: 1 });
  });

  it("uses the customer number of the settings", async () => {
    const { printer } = setUp({ settings: { partnerID: "P9" } });
    const { partnerID: _, ...rest } = external();
    expect((await printer.print(rest)).code).toBe(1);
  });
});

describe("calls", () => {
  // spec: shop B3.2, B3.3, B4.7, B5.9, B7.1, B7.6, B7.8, B9.1
  it("posts a form per document without empty fields", async () => {
    const { printer, service } = setUp();
    await printer.print(external(2, { extJson: { a: 1 }, templateVersion: "" }));
    expect(service.calls.map((c) => c.waybillNo)).toEqual([waybill(0), waybill(1)]);
    const [call] = service.calls;
    expect(call).toMatchObject({ url: "https://bspgw.sf-express.com/std/service", credentials: "include" });
    expect(call?.body).toEqual({
      timestamp: "1700000000000",
      partnerID: "P1",
      requestID: "R1",
      accessToken: "T1",
      serviceCode: "COM_RECE_CLOUD_PRINT_PARSEDDATA",
      msgData: JSON.stringify({
        templateCode: "fm_76130_standard_P1",
        templateVersion: "",
        extJson: { a: 1 },
        documents: [{ masterWaybillNo: waybill(0) }],
        version: "2.0",
        sdkVersion: "2.6",
      }),
    });
  });

  // spec: shop B3.13
  it("passes the template of the customer", async () => {
    const { printer, service } = setUp();
    await printer.print(external(1, { customTemplateCode: "fm_own" }));
    const { msgData } = (service.calls[0]?.body ?? {}) as { msgData: string };
    expect(JSON.parse(msgData)).toMatchObject({ customTemplateCode: "fm_own" });
  });

  // spec: shop B7.7
  it("chooses the host by environment; a path is a proxy on the page's origin", async () => {
    for (const [env, url] of [
      ["sbox", "https://sfapi-sbox.sf-express.com/std/service"],
      ["/carrier/", "/carrier/std/service"],
      ["uat", "https://uat.example/std/service"],
    ] as const) {
      const { printer, service } = setUp({ settings: { env, hosts: { uat: "https://uat.example" } } });
      await printer.print(external());
      expect(service.calls[0]?.url).toBe(url);
    }
  });

  // spec: shop B3.4, B7.3, B7.4, B7.9, B9.1
  it("posts JSON in internal mode with the signature in the header", async () => {
    const hosts = { innerProd: "https://in.example/parsed" };
    const { printer, service } = setUp({ settings: { env: "innerProd", hosts } });
    expect((await printer.print(internal())).code).toBe(1);
    const [call] = service.calls;
    expect(call?.url).toBe("https://in.example/parsed");
    expect(call?.headers.get("content-type")).toBe("application/json");
    expect(
      ["reqTime", "signature", "sysCode", "sdkVersion", "sdkType"].map((h) => call?.headers.get(h)),
    ).toEqual(["1700000000000", "S", "SYS", "2.6", "lodop"]);
    expect(call?.body).toEqual({
      requestId: "R2",
      templateCode: "fm_76130_standard_P1",
      version: "2.0",
      documents: documents(1),
    });
  });

  it("reports an internal environment without an address", async () => {
    const { printer } = setUp({ settings: { env: "innerFast" } });
    expect(await printer.print(internal())).toMatchObject({ code: 11, msg: "未配置环境 innerFast 的地址" });
  });

  // spec: shop B7.2, B8.1, B8.4
  it("accepts the business answer as text or object", async () => {
    for (const [data, code] of [
      [{ ...parsed("1", [sampleContent("1")]), success: "true" }, 1],
      [JSON.stringify(parsed("1", [sampleContent("1")])), 1],
      ["{", 13],
      [{ ...parsed("1", [sampleContent("1")]), success: "false" }, 13],
      [null, 13],
    ] as const) {
      const json = { apiResultCode: "A1000", apiResultData: data };
      const { printer } = setUp({ answer: () => ({ json }) });
      expect((await printer.print(external())).code).toBe(code);
    }
  });
});

describe("failures", () => {
  const broken = "，打印任务中断，请解决问题后继续打印";
  const refusal = (apiResultCode: string, apiErrorMsg = "拒绝") => ({ json: { apiResultCode, apiErrorMsg } });

  const cases: readonly [string, FakeAnswer, object, string][] = [
    ["network", { network: "fetch failed" }, { code: 11, msg: "fetch failed" }, `fetch failed${broken}`],
    ["401", { json: {}, status: 401 }, { code: 11, msg: "鉴权失败" }, `鉴权失败${broken}`],
    ["500", { json: {}, status: 500 }, { code: 11, msg: "HTTP 500" }, `HTTP 500${broken}`],
    ...(["A1005", "A1007", "A1008", "A1009", "A1099"] as const).map(
      (c) =>
        [c, refusal(c), { code: 12, msg: "拒绝", apiResultCode: c }, `拒绝${broken}`] as [
          string,
          FakeAnswer,
          object,
          string,
        ],
    ),
    ["A1006", refusal("A1006"), { code: 12, msg: "拒绝", apiResultCode: "A1006" }, "拒绝"],
    ["A1011 without words", refusal("A1011", ""), { code: 12, msg: "获取数据失败" }, "获取数据失败"],
    [
      "business",
      { json: { apiResultCode: "A1000", apiResultData: { success: false, errorMessage: "运单号不存在" } } },
      { code: 13, msg: "运单号不存在" },
      `运单号不存在${broken}`,
    ],
    [
      "nothing in it",
      { json: { apiResultCode: "A1000", apiResultData: { success: true, obj: { files: [] } } } },
      { code: 13, msg: "获取数据失败" },
      `获取数据失败${broken}`,
    ],
  ];

  // spec: shop B8.2-B8.4, B8.7-B8.10
  it.each(cases)("reports %s by code and message", async (_, answer, result, tip) => {
    const { printer, tips } = setUp({ answer: () => answer });
    expect(await printer.print(external())).toMatchObject(result);
    expect(tips).toEqual([tip]);
  });

  // spec: shop B2.3
  it("shows no message if switched off", async () => {
    const { printer, tips } = setUp({ answer: () => ({ network: "x" }), settings: { notips: true } });
    expect((await printer.print(external())).code).toBe(11);
    expect((await printer.print(external(0))).code).toBe(10);
    expect(tips).toEqual([]);
  });

  // spec: shop B4.1-B4.3, B4.7, B7.6
  it("clears the queue after the first failure, notifies each job once, and recovers", async () => {
    let down = true;
    const { printer, service, tips } = setUp({
      answer: (call) => (down && call.waybillNo === waybill(1) ? { network: "down" } : undefined),
    });
    const results: PrintResult[] = [];
    const jobs = [
      printer.print(external(1, { requestID: "a" }), (r) => results.push(r)),
      printer.print(external(3, { requestID: "b" }), (r) => results.push(r)),
      printer.print(external(1, { requestID: "c", documents: documents(1, 50) }), (r) => results.push(r)),
    ];
    expect(printer.waiting).toBe(3);
    await Promise.all(jobs);
    expect(results.map((r) => [r.requestId, r.code, r.labels, r.documents])).toEqual([
      ["a", 1, 1, 1],
      ["b", 11, 1, 1],
      ["c", 11, 0, 0],
    ]);
    expect(tips).toHaveLength(1);
    expect(service.calls.map((c) => c.waybillNo)).toEqual([waybill(0), waybill(0), waybill(1)]);
    down = false;
    expect((await printer.print(external(3))).code).toBe(1);
  });

  // spec: shop B5.6, B5.7, B8.11, B8.12
  it("refuses codes that cannot be drawn, and skips empty bar codes and pictures", async () => {
    const item = (more: object) => ({ left: 1, top: 1, width: 20, height: 20, ...more });
    for (const [items, result] of [
      [[item({ type: "barcode", codeType: "qrcode", value: "" })], { code: 13, msg: "No input text" }],
      [
        [item({ type: "barcode", codeType: "qrcode", value: "A", version: 41 })],
        { code: 13, msg: "Invalid version: 41" },
      ],
      [
        [item({ type: "barcode", codeType: "qrcode", value: "A", mask: 8 })],
        { code: 13, msg: "Invalid mask: 8" },
      ],
      [
        [item({ type: "barcode", codeType: "qrcode", value: "x".repeat(3000) })],
        { code: 13, msg: "The amount of data is too big to be stored in a QR Code" },
      ],
      [[item({ type: "barcode", value: "中文" })], { code: 13, msg: "Not a text for a bar code: 中文" }],
      [[item({ type: "barcode", value: "" }), item({ type: "image", value: "" })], { code: 1 }],
    ] as const) {
      const content = { page: { width: 50, height: 50 }, items };
      const { printer, plugIn } = setUp({
        answer: () => ({ json: { apiResultCode: "A1000", apiResultData: parsed("1", [content]) } }),
      });
      expect(await printer.print(external())).toMatchObject(result);
      if (result.code === 1)
        expect(plugIn.batches[0]?.some(([name]) => String(name).startsWith("ADD"))).toBe(false);
    }
  });

  // spec: shop B7.5, B8.2, B8.4, B8.10
  it.each([
    [{ network: "fetch failed" }, { code: 11, msg: "fetch failed" }],
    [
      { json: {}, status: 401 },
      { code: 11, msg: "鉴权失败" },
    ],
    [{ json: { success: false, errorMessage: "签名错误" } }, { code: 13, msg: "签名错误" }],
    [{ json: { success: "false" } }, { code: 13, msg: "获取数据失败" }],
    [{ json: [] }, { code: 13, msg: "获取数据失败" }],
  ] as const)("reports failures of an internal service in the same way: %j", async (answer, result) => {
    const settings = { env: "innerFast", hosts: { innerFast: "https://in.example/parsed" } };
    const { printer, tips } = setUp({ answer: () => answer, settings });
    expect(await printer.print(internal())).toMatchObject({ ...result, requestId: "R2" });
    expect(tips).toEqual([`${result.msg}${broken}`]);
  });

  it("decrypts what another program encrypted, with a key in characters or hex", async () => {
    const key = "0123456789abcdef";
    const sealed = (value: string) => {
      const cipher = createCipheriv("aes-128-ecb", key, null);
      return `AES##${Buffer.concat([cipher.update(value, "utf8"), cipher.final()]).toString("hex")}##AES`;
    };
    // The second text is exactly as long as an AES block. The padding (PKCS#7) is then a whole block, which decryption
    // must remove.
    const value = `A${sealed("张三丰 13800000000")}B${sealed("sixteen letters!").toUpperCase()}C${sealed("")}`;
    expect(decryptSegments(value, key)).toBe("A张三丰 13800000000Bsixteen letters!C");
    expect(decryptSegments(value, Buffer.from(key).toString("hex"))).toBe(decryptSegments(value, key));
    expect(decryptSegments("AES## alone", key)).toBe("AES## alone");
  });

  // spec: shop B3.12
  it("decrypts parts with the key, and reports a missing key", async () => {
    const key = "0123456789abcdef";
    const value = `收件人：${encryptSegment("张三丰", key)} 电话：${encryptSegment("138****0000", key)}`;
    const items = [{ type: "text", value, left: 0, top: 0, width: 60, height: 6 }];
    const json = {
      apiResultCode: "A1000",
      apiResultData: parsed("1", [{ page: { width: 76, height: 130 }, items }]),
    };
    const { printer, plugIn } = setUp({ answer: () => ({ json }), settings: { aesKey: key } });
    expect((await printer.print(external())).code).toBe(1);
    expect(plugIn.batches[0]).toContainEqual(expect.arrayContaining(["收件人：张三丰 电话：138****0000"]));
    for (const settings of [{}, { aesKey: "fedcba9876543210" }, { aesKey: "short" }]) {
      const other = setUp({ answer: () => ({ json }), settings });
      expect((await other.printer.print(external())).code).toBe(13);
      expect(other.plugIn.batches).toEqual([]);
    }
  });
});

describe("batches", () => {
  // spec: shop B4.5, B4.6, B4.8, B9.2
  it.each([
    ["", 14, [1, 6, 6, 1]],
    // An A4 sheet has two labels. The batch sizes count labels, but the expected numbers are sheets.
    ["A4", 14, [1, 3, 3]],
    ["A4", 3, [1, 1]],
    ["A4_copy", 8, [1, 6, 1]],
  ] as const)("of page type %s: %i labels", async (pageType, count, sizes) => {
    const { printer, plugIn } = setUp();
    expect(await printer.print(external(count), undefined, { pageType })).toMatchObject({
      code: 1,
      labels: count,
    });
    expect(pagesOf(plugIn)).toEqual(sizes);
  });

  // spec: shop B2.2, B4.9, B8.6
  it("previews six at a time or all, and reports each step", async () => {
    const { printer, plugIn } = setUp();
    const results: PrintResult[] = [];
    await printer.print(external(8), (r) => results.push(r), { lodopFn: "PREVIEW" });
    expect(results.map((r) => [r.code, r.labels])).toEqual([
      [15, 6],
      [15, 8],
      [1, 8],
    ]);
    await printer.print(external(8), undefined, { lodopFn: "PREVIEW", allPreview: true });
    expect(pagesOf(plugIn)).toEqual([6, 2, 8]);
    expect(plugIn.commands).toEqual(["PREVIEW", "PREVIEW", "PREVIEW"]);
  });

  it("uses other sizes from the settings", async () => {
    const { printer, plugIn } = setUp({ settings: { batch: { first: 3, next: 4 } } });
    await printer.print(external(8));
    expect(pagesOf(plugIn)).toEqual([3, 4, 1]);
  });

  it("reports how many documents are completely printed", async () => {
    const contents = (no: string) => [sampleContent(no), sampleContent(no)];
    const { printer } = setUp({
      answer: ({ waybillNo: no }) => ({
        json: { apiResultCode: "A1000", apiResultData: parsed(no, contents(no)) },
      }),
      // The printer accepts one label, then six, then refuses.
      answers: [true, true, false],
    });
    expect(await printer.print(external(6))).toMatchObject({ code: 14, labels: 7, documents: 3 });
  });

  // spec: shop B4.1, B4.2
  it("prints jobs one after another in their order", async () => {
    const { printer, plugIn } = setUp();
    await Promise.all(["a", "b", "c"].map((requestID) => printer.print(external(2, { requestID }))));
    expect(plugIn.batches.map((b) => b[0]?.at(-1))).toEqual(["a", "a", "b", "b", "c", "c"]);
    expect(printer.waiting).toBe(0);
  });
});

describe("the plug-in", () => {
  it("prints nothing after the batch timed out while its pictures were loaded", async () => {
    let finish: () => void = () => {};
    const loaded = new Promise<void>((resolve) => {
      finish = resolve;
    });
    vi.stubGlobal(
      "Image",
      class {
        decode = () => loaded;
      },
    );
    try {
      const plugIn = fakePlugIn();
      const driver = plugInDriver({ find: () => plugIn, measure: roughMeasure });
      await driver.ready(new AbortController().signal);
      const stop = new AbortController();
      const item = { kind: "image", left: 0, top: 0, width: 9, height: 9, rotation: 0 } as const;
      const picture = { ...item, href: "data:,", opacity: 1, stretch: false };
      const page = { width: 76, height: 130, items: [picture] };
      const print = driver.print([page], { jobName: "j", signal: stop.signal });
      stop.abort(new Error("too late"));
      finish();
      await expect(print).rejects.toThrow("too late");
      expect([plugIn.batches, plugIn.commands]).toEqual([[], []]);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("is given up after 10 s if its printers are asked for", async () => {
    vi.useFakeTimers();
    try {
      const printers = new LabelPrinter({ driver: plugInDriver({ find: () => undefined }) }).getPrinters();
      const refused = expect(printers).rejects.toThrow("打印机没有应答");
      await vi.advanceTimersByTimeAsync(10_000);
      await refused;
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is waited for, with a timeout", async () => {
    const soon = setUp({ absent: 3 });
    expect((await soon.printer.print(external())).code).toBe(1);
    const never = setUp({ absent: 99 });
    expect(await never.printer.print(external())).toMatchObject({ code: 14, msg: "推送打印机失败" });
    expect(never.questions).toEqual(["推送打印机失败：未检测到打印插件，请安装并启动打印插件"]);
  });

  // spec: shop B4.4, B9.2
  it("is checked every 100 ms until it is ready or the job is cancelled", async () => {
    vi.useFakeTimers();
    try {
      const looks: number[] = [];
      const from = Date.now();
      const late = fakePlugIn();
      const onWaiting = vi.fn(() => {
        throw new Error("a fault of the page");
      });
      const find = () => {
        looks.push(Date.now() - from);
        return Date.now() - from >= 90_000 ? late : undefined;
      };
      const found = plugInDriver({ find, onWaiting }).ready(new AbortController().signal);
      await vi.advanceTimersByTimeAsync(100_000);
      await found;
      expect(looks).toEqual(Array.from({ length: 901 }, (_, i) => i * 100));
      expect(onWaiting).toHaveBeenCalledTimes(1);
      const stop = new AbortController();
      const never = plugInDriver({ find: () => undefined }).ready(stop.signal);
      const cancelled = expect(never).rejects.toThrow("cancelled");
      await vi.advanceTimersByTimeAsync(60_000);
      stop.abort(new Error("cancelled"));
      await cancelled;
    } finally {
      vi.useRealTimers();
    }
  });

  // spec: shop B4.10, B4.11, B8.5
  it.each([true, false])("gets a failed batch again if the user agrees (late answers: %s)", async (later) => {
    const { printer, plugIn, questions, tips } = setUp({
      later,
      answers: [true, false, false, true],
      retries: [true, true],
    });
    expect(await printer.print(external(3))).toMatchObject({ code: 1, labels: 3 });
    expect(pagesOf(plugIn)).toEqual([1, 2, 2, 2]);
    expect(questions).toEqual(["推送打印机失败", "推送打印机失败"]);
    expect(tips).toEqual([]);
  });

  // spec: shop B4.11, B8.5
  it("ends the job with code 14 otherwise, also if it never answers", async () => {
    for (const answer of [false, "never"] as const) {
      const { printer, tips } = setUp({ answers: [true, answer] });
      const behind = [printer.print(external(2)), printer.print(external(1))];
      expect((await Promise.all(behind)).map((r) => [r.code, r.labels])).toEqual([
        [14, 1],
        [14, 0],
      ]);
      expect(tips).toEqual(["推送打印机失败"]);
    }
  });

  // spec: shop B7.11
  it("lists its printers and prints on the chosen one", async () => {
    const { printer, plugIn } = setUp();
    expect(await printer.getPrinters()).toEqual([{ name: "Label printer" }, { name: "Office printer" }]);
    printer.setPrinter("Office printer");
    await printer.print(external());
    expect(plugIn.batches[0]).toContainEqual(["SET_PRINTER_INDEX", "Office printer"]);
    printer.setPrinter("Gone");
    expect(await printer.print(external())).toMatchObject({ code: 14, detail: "没有找到打印机 Gone" });
  });

  it("stops when the job is cancelled", async () => {
    const { printer, service, tips } = setUp({
      answer: (_, n) => {
        if (n === 3) printer.abort();
        return undefined;
      },
    });
    const results = await Promise.all([printer.print(external(20)), printer.print(external(1))]);
    expect(results.map((r) => [r.code, r.msg])).toEqual([
      [11, "打印任务已取消"],
      [11, "打印任务已取消"],
    ]);
    expect(service.calls).toHaveLength(4);
    expect(tips).toEqual([]);
    expect((await printer.print(external(1))).code).toBe(1);
  });

  it("calls the settings' callback too", async () => {
    const callback = vi.fn();
    const { printer } = setUp({ settings: { callback } });
    await printer.print(external());
    expect(callback).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 1 }));
  });
});

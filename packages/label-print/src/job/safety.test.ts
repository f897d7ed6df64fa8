import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Driver, type Push, UnsureFailure } from "../drivers/driver.ts";
import type { Page } from "../model/page.ts";
import {
  type FakeAnswer,
  fakeService,
  parsed,
  type SeenCall,
  samplePicture,
  waybill,
} from "../testing/index.ts";
import { LabelPrinter, type LabelPrinterSettings } from "./label-printer.ts";
import type { LabelEvent, LabelReport } from "./label-states.ts";
import type { ExternalRequest } from "./request.ts";

type Print = (pages: readonly Page[], push: Push, n: number) => Promise<void>;

/** Creates a printer whose driver calls `print` for each batch, with the number of the batch from 0. */
function setUp(
  print: Print = async () => {},
  settings: Partial<LabelPrinterSettings> = {},
  answer?: (call: SeenCall, n: number) => FakeAnswer | undefined,
) {
  let batches = 0;
  const driver: Driver = {
    name: "test",
    ready: async () => {},
    printers: async () => [],
    print: (pages, push) => print(pages, push, batches++),
    preview: async () => {},
  };
  const events: LabelEvent[] = [];
  const printer = new LabelPrinter({
    driver,
    dialogs: { tip: async () => {}, retry: async () => false },
    fetch: fakeService(answer).fetch,
    onLabel: (e) => void events.push(e),
    ...settings,
  });
  return { printer, events };
}

const request = (count = 1, requestID = "R1"): ExternalRequest => ({
  partnerID: "P1",
  requestID,
  accessToken: "T1",
  templateCode: "fm_76130",
  documents: Array.from({ length: count }, (_, i) => ({ masterWaybillNo: waybill(i) })),
});

const statesOf = (report: readonly LabelReport[]) => report.map((l) => l.state).join(" ");
const never = () => new Promise<never>(() => {});
const down = () => ({ network: "down" });
const fail = () => {
  throw new Error("a fault of the page");
};

let errors: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  errors = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => void errors.mockRestore());

describe("a queue that cannot be stuck", () => {
  it.each([
    ["callback", {}],
    ["callback of the settings", { callback: fail }],
    ["label callback", { onLabel: fail }],
    ["dialog", { dialogs: { tip: fail, retry: fail } }],
  ] as const)("goes on after a throwing %s", async (_, settings) => {
    let isDown = true;
    const { printer } = setUp(
      async () => {},
      settings,
      () => (isDown ? down() : undefined),
    );
    expect((await printer.print(request(), fail)).code).toBe(11);
    isDown = false;
    const behind = [printer.print(request(1, "a"), fail), printer.print(request(1, "b"))];
    expect((await Promise.all(behind)).map((r) => r.code)).toEqual([1, 1]);
    expect(printer.waiting).toBe(0);
    expect(errors).toHaveBeenCalled();
  });

  it("goes on after a callback whose promise rejects", async () => {
    const { printer } = setUp();
    const rejects = (async () => fail()) as () => void;
    expect((await printer.print(request(), rejects)).code).toBe(1);
    expect((await printer.print(request())).code).toBe(1);
  });

  it("gives a silent carrier up after the timeout, also while its answer is read", async () => {
    const slow = async () => new Response(new ReadableStream({ start: () => {} }));
    for (const fetch of [never, slow]) {
      const { printer } = setUp(async () => {}, { fetch, timeouts: { carrier: 30 } });
      const results = await Promise.all([printer.print(request()), printer.print(request())]);
      expect(results.map((r) => [r.code, r.msg])).toEqual([
        [11, "快递服务 0.03 秒内没有应答"],
        [11, "快递服务 0.03 秒内没有应答"],
      ]);
    }
  });

  it("gives a silent printer up after the timeout, and reports its labels as unsure", async () => {
    const { printer } = setUp(never, { timeouts: { push: 30 } });
    const result = await printer.print(request(3));
    expect([result.code, result.detail, statesOf(result.report)]).toEqual([
      14,
      "打印机没有应答",
      "unsure waiting waiting",
    ]);
    expect(printer.waiting).toBe(0);
  });

  it("gives a driver the time that it needs for each page", async () => {
    const driver: Driver = {
      name: "slow",
      batch: 3,
      pageMs: 100,
      ready: async () => {},
      printers: async () => [],
      print: () => new Promise((resolve) => setTimeout(resolve, 100)),
      preview: async () => {},
    };
    const { printer } = setUp(never, { driver, timeouts: { push: 30 } });
    expect(statesOf((await printer.print(request(3))).report)).toBe("printed printed printed");
  });

  it("stops a driver that timed out, and no later attempt", async () => {
    const signals: AbortSignal[] = [];
    const print: Print = (_, push, n) => {
      signals.push(push.signal);
      return n === 0 ? never() : Promise.resolve();
    };
    const dialogs = { tip: async () => {}, retry: async () => true };
    const { printer } = setUp(print, { dialogs, timeouts: { push: 30 } });
    expect((await printer.print(request())).code).toBe(1);
    expect(signals.map((s) => s.aborted)).toEqual([true, false]);
  });

  it("can be cancelled while the carrier, the driver or a dialog is silent", async () => {
    const refused: Print = async () => fail();
    for (const [print, settings] of [
      [never, {}],
      [async () => {}, { fetch: never }],
      [refused, { dialogs: { tip: async () => {}, retry: never } }],
    ] as const) {
      const { printer } = setUp(print, settings);
      const cancelled = printer.print(request());
      await new Promise((resolve) => setTimeout(resolve, 20));
      printer.abort();
      expect(await cancelled).toMatchObject({ code: 11, msg: "打印任务已取消" });
      expect(printer.waiting).toBe(0);
    }
  });
});

describe("states of labels", () => {
  it("are events and a report", async () => {
    const { printer, events } = setUp(async (pages, push, n) => {
      push.onState?.(0, pages.length, "sent");
      if (n < 2) push.onState?.(0, pages.length, "printed");
      else throw new Error("jam");
    });
    const result = await printer.print(request(15), undefined, { jobId: "J1" });
    expect(result).toMatchObject({ code: 14, labels: 7, documents: 7 });
    expect(statesOf(result.report)).toBe(
      [...Array(7).fill("printed"), ...Array(6).fill("failed"), "waiting", "waiting"].join(" "),
    );
    expect(result.report[8]).toEqual({ index: 8, document: 8, name: waybill(8), state: "failed", notes: [] });
    const ofFirst = events.filter((e) => e.index === 0).map((e) => e.state);
    expect(ofFirst).toEqual(["waiting", "sent", "printed"]);
    expect(events[0]).toMatchObject({ requestId: "R1", jobId: "J1", name: waybill(0) });
  });

  it("are right on sheets of two labels", async () => {
    const { printer } = setUp(
      async (pages, push) => {
        push.onState?.(0, pages.length, "sent");
        push.onState?.(0, 1, "printed");
        throw new UnsureFailure("silent", 1, 1);
      },
      { batch: { firstA4: 3 } },
    );
    const result = await printer.print(request(4), undefined, { pageType: "A4" });
    expect(statesOf(result.report)).toBe("printed printed unsure waiting");
  });

  it("give each batch the same identity when the job is started again", async () => {
    const keys: (string | undefined)[] = [];
    const { printer } = setUp(async (_, { key }) => void keys.push(key));
    await printer.print(request(8), undefined, { jobId: "J1" });
    await printer.print(request(8), undefined, { jobId: "J1" });
    await printer.print(request(8));
    expect(keys.slice(0, 3)).toEqual(["J1/0+1", "J1/1+6", "J1/7+1"]);
    expect(keys.slice(3, 6)).toEqual(keys.slice(0, 3));
    expect(keys.slice(6).some((k) => k?.startsWith("J1/"))).toBe(false);
  });

  it("ask the user about labels that may be on paper", async () => {
    for (const [answer, prints, states] of [
      ["again", 4, "printed"],
      ["printed", 3, "printed"],
      ["stop", 2, "unsure"],
    ] as const) {
      const questions: unknown[] = [];
      let count = 0;
      const unsure = async (message: string, labels: object) => {
        questions.push(message, labels);
        return answer;
      };
      const { printer } = setUp(
        async (pages, push, n) => {
          count++;
          push.onState?.(0, pages.length, "sent");
          if (n === 1) throw new UnsureFailure("silent", 0, pages.length);
          push.onState?.(0, pages.length, "printed");
        },
        { dialogs: { tip: async () => {}, retry: async () => false, unsure } },
      );
      const result = await printer.print(request(8));
      expect(questions).toEqual([
        "第 2–7 张标签（共 8 张）可能已打印，是否再次打印？",
        { from: 2, to: 7, total: 8, names: [1, 2, 3, 4, 5, 6].map(waybill) },
      ]);
      expect([answer, count, result.report[3]?.state]).toEqual([answer, prints, states]);
    }
  });

  it("pass the user's decision to a print service that asked for it", async () => {
    const decisions: boolean[] = [];
    const { printer } = setUp(
      async (pages, _, n) => {
        if (n === 0)
          throw new UnsureFailure("unsure", 0, pages.length, async (again) => void decisions.push(again));
      },
      { dialogs: { tip: async () => {}, retry: async () => false, unsure: async () => "printed" } },
    );
    expect((await printer.print(request())).code).toBe(1);
    expect(decisions).toEqual([false]);
  });
});

describe("strict labels", () => {
  const box = { left: 1, top: 1, width: 30, height: 10 };
  const text = "第一行很长的文字需要换行".repeat(4);
  const of = (items: unknown) => () => {
    const content = { page: { width: 50, height: 50 }, items };
    return { json: { apiResultCode: "A1000", apiResultData: parsed("1", [content as never]) } };
  };

  it.each([
    ["no items", null, "面单数据没有内容"],
    ["an unknown type", [{ ...box, type: "sound" }], "面单元素类型未知：sound"],
    [
      "a wrong number",
      [{ ...box, type: "text", value: "a", fontSize: "big" }],
      "面单元素的 fontSize 不正确：big",
    ],
    ["a broken picture", [{ ...box, type: "image", value: "bm90IGEgcGljdHVyZQ==" }], /^面单图片无法加载/],
    [
      "a missing picture",
      [{ ...box, type: "image", value: "http://127.0.0.1:9/a.png" }],
      /^面单图片无法加载/,
    ],
    ["a text that cannot fit", [{ ...box, type: "text", value: text.repeat(99) }], /^面单文字超出区域/],
  ])("refuse %s, and print nothing", async (_, items, message) => {
    const print = vi.fn(async () => {});
    const { printer } = setUp(print, {}, of(items));
    expect(await printer.print(request())).toMatchObject({ code: 13, msg: expect.stringMatching(message) });
    expect(print).not.toHaveBeenCalled();
  });

  it("accept good pictures", async () => {
    const { printer } = setUp(async () => {}, {}, of([{ ...box, type: "image", value: samplePicture }]));
    expect((await printer.print(request())).report[0]).toMatchObject({ state: "printed", notes: [] });
  });

  it("note each fallback in the report", async () => {
    const items = [
      { ...box, type: "text", value: text, mystery: 1 },
      { ...box, type: "image", value: "bm90" },
    ];
    const pages: (readonly Page[])[] = [];
    const print: Print = async (p) => void pages.push(p);
    const { printer } = setUp(print, { fallbacks: { picture: "omit" } }, of(items));
    const result = await printer.print(request());
    expect(result.code).toBe(1);
    expect(result.report[0]?.notes).toEqual([
      "面单元素包含未知字段：mystery",
      expect.stringMatching(/^面单文字超出区域/),
      expect.stringMatching(/^面单图片无法加载/),
    ]);
    expect(pages[0]?.[0]?.items).toMatchObject([{ kind: "text", shrink: true }]);
    for (const fallbacks of [{ overflow: "error" }, { unknownField: "error", picture: "omit" }, {}] as const)
      expect((await setUp(print, { fallbacks }, of(items)).printer.print(request())).code).toBe(13);
  });

  it("give a picture up that never loads", async () => {
    const settings = { loadPicture: never, timeouts: { picture: 20 } };
    const { printer } = setUp(
      async () => {},
      settings,
      of([{ ...box, type: "image", value: samplePicture }]),
    );
    expect((await printer.print(request())).msg).toMatch(/^面单图片无法加载.*（超时）$/);
  });
});

// spec: shop B7.10
it("gives callers the data of the body only, never headers or the status", async () => {
  const seen: object[] = [];
  const answer = fakeService();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const made = await answer.fetch(input, init);
    return new Response(await made.text(), { headers: { "x-secret": "of the header" }, status: 200 });
  };
  const { printer } = setUp(async () => {}, { fetch });
  const result = await printer.print(request(), (r) => void seen.push(r));
  const names = ["code", "documents", "labels", "msg", "report", "requestId"];
  for (const r of [result, ...seen]) expect(Object.keys(r).sort()).toEqual(names);
  expect(JSON.stringify(seen)).not.toContain("of the header");
});

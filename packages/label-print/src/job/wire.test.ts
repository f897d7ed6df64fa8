import { describe, expect, it } from "vitest";
import type { Item } from "../model/page.ts";
import { pagesOf, type WireFile, type WireItem } from "./wire.ts";

const box = { left: 1, top: 2, width: 30, height: 10 };
const of = (...items: WireItem[]): readonly Item[] =>
  pagesOf([{ contents: [{ page: { width: 100, height: 150 }, items }] }]).flatMap((p) => p.items);
const item = (raw: WireItem) => of({ ...box, ...raw })[0];

describe("a label's items", () => {
  // spec: shop B5.8
  it.each([
    ["http://a.example/b.png", "http://a.example/b.png"],
    ["https://a.example/b.png", "https://a.example/b.png"],
    ["ftp://a.example/b.png", "ftp://a.example/b.png"],
    ["iVBORw0KGgo=", "data:image/png;base64,iVBORw0KGgo="],
    [" iVBO\nRw0KGgo= ", "data:image/png;base64,iVBORw0KGgo="],
    ["httpAA==", "data:image/png;base64,httpAA=="],
  ])("accept a picture by URL or as PNG: %j", (value, href) => {
    expect(item({ type: "image", value })).toMatchObject({ kind: "image", href });
  });

  // spec: shop B3.7, B3.8
  it("stretch a picture at scale 1 and keep its aspect ratio at 0", () => {
    const stretch = (scale: unknown) => item({ type: "image", value: "AA==", scale });
    expect([stretch(1), stretch("1"), stretch(0), stretch(undefined)]).toMatchObject(
      [true, true, false, false].map((s) => ({ stretch: s })),
    );
  });

  // spec: shop B3.8
  it("have opacity from 0 to 255; unset and out of range mean opaque", () => {
    const opacity = (transparency: unknown) => item({ type: "text", value: "a", transparency });
    expect([51, "51", 0, undefined, 255, 300].map(opacity)).toMatchObject(
      [0.2, 0.2, 1, 1, 1, 1].map((o) => ({ opacity: o })),
    );
  });

  it.each([
    ["#FFFFFF", "#ffffff", "#000000"],
    ["#fff", "#ffffff", "#000000"],
    ["255,255,255", "#ffffff", "#000000"],
    ["rgb(255, 255, 255)", "#ffffff", "#000000"],
    ["white", "#ffffff", "#000000"],
    ["#fe0102", "#fe0102", undefined],
    ["300,0,10", "#ff000a", undefined],
    ["", "#000000", undefined],
    ['"/><script>', "#000000", undefined],
  ])("put a dark box behind white text only: %s", (color, kept, background) => {
    const found = item({ type: "text", value: "a", color }) as Extract<Item, { kind: "text" }>;
    expect([found.color, found.background]).toEqual([kept, background]);
  });

  // spec: shop B3.8, B3.10, B3.11
  it("read numbers and flags given as text", () => {
    const raw = { left: "1.5mm", top: "2", width: "30", height: "x", rotation: "2", fontSize: "12" };
    const more = { bold: "1", italic: "true", underLine: 0, halignment: "2", valignment: 9, textScale: "1" };
    expect(of({ type: "TEXT", value: 7, ...raw, ...more })).toMatchObject([
      {
        ...{ left: 1.5, top: 2, width: 30, height: 0, rotation: 2, text: "7", size: 12 },
        ...{ bold: true, italic: true, underline: false, align: 2, valign: 0, shrink: true },
      },
    ]);
  });

  // spec: shop B3.10, B9.6
  it("use the larger of two font sizes, by default 9 pt", () => {
    const size = (fontSize: unknown, fontSizeLarge?: unknown) =>
      item({ type: "text", value: "a", fontSize, fontSizeLarge });
    expect([size(10, 14), size(10, 8), size(undefined), size(0)]).toMatchObject(
      [14, 10, 9, 9].map((s) => ({ size: s })),
    );
  });

  // spec: shop B3.7, B3.8
  it("draw horizontal and vertical lines, dotted by 2 and 3", () => {
    expect(
      of(
        { type: "line", left: 4, top: 5, width: 20, height: 0, lineStyle: 1 },
        { type: "line", left: 4, top: 5, width: 20, height: -1, lineStyle: 2 },
        { type: "line", left: 4, top: 5, width: 0, height: 20, lineStyle: "3" },
        { type: "line", left: 4, top: 5, width: 3, height: 20, lineStyle: 7 },
      ),
    ).toMatchObject([
      { x1: 4, y1: 5, x2: 24, y2: 5, style: 1, thickness: 1 },
      { x1: 4, y1: 5, x2: 24, y2: 5, style: 2 },
      { x1: 4, y1: 5, x2: 4, y2: 25, style: 3 },
      { x1: 4, y1: 5, x2: 4, y2: 25, style: 0 },
    ]);
  });

  // spec: shop B3.7, B3.9, B9.8
  it("hide the text below a bar code by default, and draw QR codes by their type", () => {
    expect(
      of(
        { ...box, type: "barcode", value: "A1" },
        { ...box, type: "barcode", codeType: "128A", value: "A1", showBarText: "true" },
        { ...box, type: "barcode", codeType: "QRCode", value: "A1" },
      ),
    ).toMatchObject([
      { kind: "barcode", showText: false },
      { kind: "barcode", showText: true },
      { kind: "qr", text: "A1" },
    ]);
  });

  it("have a known type", () => {
    expect(() => of({ ...box, type: "sound", value: "a" })).toThrow("面单元素类型未知：sound");
    expect(() => of({})).toThrow("面单元素类型未知");
  });

  it("pass the version and mask of a QR code", () => {
    const qr = { type: "barcode", codeType: "qrcode", value: "A1" };
    expect(item({ ...qr, version: "4", mask: 0 })).toMatchObject({ kind: "qr", version: 4, mask: 0 });
    expect(item({ ...qr, version: "", mask: null })).not.toHaveProperty("version");
  });
});

describe("an answer's pages", () => {
  const page = { width: "76", height: "130" };

  // spec: shop B3.5, B3.6, B9.9
  it("are in its order, one per content, with their own size", () => {
    const items = [{ ...box, type: "line" }];
    const contents = [
      { page, items },
      { page: { width: 100, height: 150 }, items },
    ];
    expect(pagesOf([{ contents }, { contents: { page, items } }]).map((p) => [p.width, p.height])).toEqual([
      [76, 130],
      [100, 150],
      [76, 130],
    ]);
  });

  it("need content", () => {
    const broken = [
      {},
      { contents: [] },
      ...[null, undefined, [], "x"].map((items) => ({ contents: [{ page, items }] })),
    ];
    for (const file of broken) expect(() => pagesOf([file as WireFile])).toThrow("面单数据没有内容");
  });

  it("need a size", () => {
    expect(() => pagesOf([{ contents: [{ page: { width: 76 } }] }])).toThrow("面单数据缺少纸张尺寸");
  });
});

import type { WireContent, WireItem } from "../job/wire.ts";

/** A picture of 4 × 2 pixels, red with a white corner. Its shape shows whether the aspect ratio is kept. */
export const samplePicture =
  "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAYAAAB/qH1jAAAAG0lEQVR4AWM8ISf3nwEKzB8+ZGBiQAIn5eUZAGn7BQc1ZcrKAAAAAElFTkSuQmCC";

const address = "广东省佛山市顺德区北滘镇工业大道三十六号精密模具产业园八栋二层西侧第三车间收货处";

/** Returns a waybill in the usual layout of carriers, for a paper size in mm. */
export function sampleWaybill(waybillNo: string, width: number, height: number): WireContent {
  const right = width - 4;
  const items: WireItem[] = [
    { type: "rectangle", left: 2, top: 2, width: width - 4, height: height - 4, lineStyle: 0 },
    { type: "text", value: "示例快递", left: 4, top: 4, width: 34, height: 8, fontSize: 16, bold: true },
    {
      type: "text",
      value: "次日达",
      left: width - 28,
      top: 4,
      width: 24,
      height: 8,
      fontSize: 14,
      color: "#FFFFFF",
      halignment: 1,
      valignment: 1,
    },
    { type: "line", left: 2, top: 14, width: width - 4, height: 0, lineStyle: 0 },
    { type: "barcode", value: waybillNo, left: 8, top: 17, width: width - 16, height: 16, showBarText: true },
    { type: "line", left: 2, top: 36, width: width - 4, height: 0, lineStyle: 1 },
    {
      type: "text",
      value: "755A-011-007",
      left: 4,
      top: 38,
      width: right - 4,
      height: 12,
      fontSize: 28,
      bold: true,
      halignment: 1,
      valignment: 1,
      fontName: "Arial",
    },
    { type: "line", left: 2, top: 52, width: width - 4, height: 0, lineStyle: 2 },
    {
      type: "text",
      value: `收件：张三丰 138****0000\n${address}`,
      left: 4,
      top: 54,
      width: width - 36,
      height: 26,
      fontSize: 11,
      textScale: 1,
    },
    {
      type: "barcode",
      codeType: "qrcode",
      value: `MMM={'k1':'755A','k5':'${waybillNo}'}`,
      left: right - 26,
      top: 54,
      width: 26,
      height: 26,
    },
    { type: "line", left: 2, top: 82, width: width - 4, height: 0, lineStyle: 0 },
    {
      type: "text",
      value: "寄件：示例模具有限公司 0757-****0000\n广东省佛山市顺德区容桂街道",
      left: 4,
      top: 84,
      width: width - 8,
      height: 12,
      fontSize: 8,
      lineSpacing: 1,
    },
    { type: "line", left: 2, top: 98, width: width - 4, height: 0, lineStyle: 3 },
    {
      type: "text",
      value: "托寄物：模具配件 1 件",
      left: 4,
      top: 100,
      width: 50,
      height: 5,
      fontSize: 9,
      underLine: true,
    },
    { type: "image", value: samplePicture, left: right - 24, top: 100, width: 20, height: 16, scale: 0 },
    {
      type: "text",
      value: "签收：",
      left: 4,
      top: height - 12,
      width: 30,
      height: 6,
      fontSize: 10,
      italic: true,
    },
  ];
  return { area: "main", page: { width, height }, items };
}

/** Returns a label for tests with items of every kind in every rotation. */
export function sampleTurns(): WireContent {
  const items: WireItem[] = [0, 1, 2, 3].flatMap((rotation): WireItem[] => {
    const top = 4 + rotation * 36;
    const swaps = rotation === 1 || rotation === 2;
    const box = swaps ? { width: 12, height: 32 } : { width: 36, height: 14 };
    return [
      { type: "rectangle", left: 4, top, ...box, lineStyle: 2 },
      { type: "text", value: `第${rotation}种方向 Turn`, left: 4, top, ...box, rotation, fontSize: 11 },
      {
        type: "barcode",
        value: `R${rotation}-12345`,
        left: 44,
        top,
        ...(swaps ? { width: 14, height: 33 } : { width: 34, height: 14 }),
        rotation,
        showBarText: true,
      },
      {
        type: "barcode",
        codeType: "qrcode",
        value: `turn ${rotation}`,
        left: 82,
        top,
        width: 14,
        height: 14,
        rotation,
      },
      {
        type: "image",
        value: samplePicture,
        left: 82,
        top: top + 16,
        width: 14,
        height: 14,
        rotation,
        scale: rotation % 2,
      },
    ];
  });
  return { area: "main", page: { width: 100, height: 150 }, items };
}

/** Returns a label for tests with texts: white on black, every alignment, opacity, shrinking, overflow, spacing. */
export function sampleTexts(): WireContent {
  const items: WireItem[] = [];
  for (const valignment of [0, 1, 2])
    for (const halignment of [0, 1, 2]) {
      const box = { left: 4 + halignment * 31, top: 4 + valignment * 16, width: 29, height: 14 };
      items.push(
        { type: "rectangle", ...box, lineStyle: 1 },
        {
          type: "text",
          ...box,
          value: `位置${halignment}${valignment}`,
          halignment,
          valignment,
          fontSize: 10,
        },
      );
    }
  items.push(
    {
      type: "text",
      value: "黑底白字 WHITE",
      left: 4,
      top: 56,
      width: 60,
      height: 10,
      color: "255,255,255",
      fontSize: 18,
      halignment: 1,
      valignment: 1,
    },
    {
      type: "text",
      value: "半透明",
      left: 66,
      top: 56,
      width: 30,
      height: 10,
      transparency: 100,
      fontSize: 18,
      bold: true,
    },
    { type: "rectangle", left: 4, top: 70, width: 92, height: 8, lineStyle: 0 },
    {
      type: "text",
      value: `${address}${address}`,
      left: 4,
      top: 70,
      width: 92,
      height: 8,
      fontSize: 14,
      textScale: 1,
    },
    { type: "rectangle", left: 4, top: 82, width: 44, height: 36, lineStyle: 0 },
    { type: "text", value: `${address}，${address}`, left: 4, top: 82, width: 44, height: 36, fontSize: 9 },
    { type: "rectangle", left: 52, top: 82, width: 44, height: 36, lineStyle: 0 },
    {
      type: "text",
      value:
        "Long words such as antidisestablishmentarianism, break where they must; 中英混排 mixed text too.",
      left: 52,
      top: 82,
      width: 44,
      height: 36,
      fontSize: 10,
      lineSpacing: 4,
    },
    {
      type: "text",
      value: "红色 <b>&amp; 不是标签",
      left: 4,
      top: 124,
      width: 60,
      height: 6,
      color: "#FF0000",
      fontSize: 12,
    },
    { type: "text", value: "6 pt 小字 small type", left: 4, top: 134, width: 60, height: 4, fontSize: 6 },
    { type: "line", left: 80, top: 122, width: 0, height: 24, lineStyle: 1 },
  );
  return { area: "main", page: { width: 100, height: 150 }, items };
}

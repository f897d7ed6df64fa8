import type { Length } from "../drivers/plug-in-protocol.ts";
import { code128 } from "../model/codes.ts";

/** Calls of the plug-in that `fakePlugIn` has recorded. */
type Calls = readonly (readonly unknown[])[];

interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly parts: Part[];
}

interface Part {
  readonly call: readonly unknown[];
  readonly style: Record<string, string | number>;
}

function mm(length: unknown): number {
  if (typeof length === "number") return (length * 25.4) / 96;
  const [, n, unit] = /^(-?[\d.]+)(mm|pt)$/.exec(String(length as Length)) ?? [];
  if (n === undefined) throw new Error(`Not a length: ${length}`);
  return Number(n) * (unit === "mm" ? 1 : 25.4 / 72);
}

const escaped = (s: unknown) => String(s).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

function sheetsOf(calls: Calls): Sheet[] {
  const sheets: Sheet[] = [];
  for (const call of calls) {
    const [name, ...args] = call;
    if (name === "SET_PRINT_PAGESIZE") {
      const [orientation, width, height, paper] = args as [number, number, number, string];
      const sheet = paper === "A4" ? [2100, 2970] : [width, height];
      // The plug-in expects width and height in whole tenths of a millimetre, for portrait format. Orientation 2 swaps
      // them to landscape.
      if (!sheet.every((n) => Number.isInteger(n))) throw new Error(`Not a size of paper: ${sheet}`);
      const [w = 0, h = 0] = orientation === 2 ? sheet.reverse() : sheet;
      sheets.push({ width: w / 10, height: h / 10, parts: [] });
    } else if (name === "SET_PRINT_STYLEA") {
      const part = sheets.at(-1)?.parts.at(-1);
      if (part && args[0] === 0) part.style[String(args[1])] = args[2] as string | number;
    } else if (String(name).startsWith("ADD_")) sheets.at(-1)?.parts.push({ call, style: {} });
  }
  return sheets;
}

function drawn({ call, style }: Part): string {
  const [name, a, b, c, d, e, f, g] = call;
  const color = String(style.Color ?? style.FontColor ?? "#000000");
  const turn = (x: number, y: number) =>
    style.Angle === undefined ? "" : ` transform="rotate(${-Number(style.Angle)} ${x} ${y})"`;
  const dash = (at: unknown, wide: number) =>
    at === 0 ? "" : ` stroke-dasharray="${(at === 1 ? [4, 3] : [1, 2]).map((n) => n * wide).join(" ")}"`;
  if (name === "ADD_PRINT_LINE") {
    const wide = mm(f);
    const ends = `y1="${mm(a)}" x1="${mm(b)}" y2="${mm(c)}" x2="${mm(d)}"`;
    return `<line ${ends} stroke="#000" stroke-width="${wide}"${dash(e, wide)}/>`;
  }
  const [top, left, width, height] = name === "ADD_PRINT_SHAPE" ? [b, c, d, e].map(mm) : [a, b, c, d].map(mm);
  const box = `x="${left}" y="${top}" width="${width}" height="${height}"`;
  switch (name) {
    case "ADD_PRINT_SHAPE":
      return `<rect ${box} fill="${call[8]}" shape-rendering="crispEdges"/>`;
    case "ADD_PRINT_RECT":
      return `<rect ${box} fill="none" stroke="#000" stroke-width="${mm(f)}"${dash(e, mm(f))}/>`;
    case "ADD_PRINT_IMAGE": {
      const href = /src="([^"]*)"/.exec(String(e))?.[1] ?? "";
      const ratio = style.Stretch === 1 ? "none" : "xMinYMin meet";
      return `<image ${box} preserveAspectRatio="${ratio}" href="${href}"${turn(left ?? 0, top ?? 0)}/>`;
    }
    case "ADD_PRINT_BARCODE": {
      if (e !== "128Auto") throw new Error(`Not a kind of bar code: ${e}`);
      const { modules, runs } = code128(String(f));
      const [x = 0, y = 0, w = 0, h = 0] = [left, top, width, height];
      const size = (9 * 25.4) / 72;
      const strip = style.ShowBarText === 1 ? Math.min(size * 1.3, h / 2) : 0;
      const middle = `x="${x + w / 2}" y="${y + h - strip / 2 + size * 0.38}" text-anchor="middle"`;
      const type = `font-family="'Noto Sans CJK SC'" font-size="${size}"`;
      const below = strip > 0 ? `<text ${middle} ${type}>${escaped(f)}</text>` : "";
      const path = runs.map((r) => `M${r.at} 0h${r.length}v1h-${r.length}z`).join("");
      const place = `translate(${x} ${y}) scale(${w / modules} ${h - strip})`;
      return `<path transform="${place}" fill="${color}" shape-rendering="crispEdges" d="${path}"/>${below}`;
    }
    case "ADD_PRINT_TEXT": {
      const size = (Number(style.FontSize) * 25.4) / 72;
      const more = [
        style.Bold === 1 && 'font-weight="700"',
        style.Italic === 1 && 'font-style="italic"',
        style.Underline === 1 && 'text-decoration="underline"',
      ].filter(Boolean);
      const font = style.FontName === "SimHei" ? "Noto Sans CJK SC" : style.FontName;
      const attributes = [
        `x="${left}" y="${(top ?? 0) + size}"`,
        `font-family="${escaped(font)},'Noto Sans CJK SC'" font-size="${size}" fill="${color}"`,
        more.join(" "),
        `xml:space="preserve"${turn(left ?? 0, top ?? 0)}`,
      ];
      return `<text ${attributes.join(" ")}>${escaped(e)}</text>`;
    }
    default:
      throw new Error(`Not a call of the plug-in: ${name} ${g}`);
  }
}

/** Draws the recorded pages of one batch as SVG, by the plug-in's own rules of units, rotation and order. */
export function fakePaper(
  calls: Calls,
): { readonly width: number; readonly height: number; readonly svg: string }[] {
  return sheetsOf(calls).map(({ width, height, parts }) => ({
    width,
    height,
    svg: [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm"`,
      ` viewBox="0 0 ${width} ${height}" text-rendering="geometricPrecision" font-kerning="none">`,
      '<rect width="100%" height="100%" fill="#fff"/>',
      ...parts.map(drawn),
      "</svg>",
    ].join(""),
  }));
}

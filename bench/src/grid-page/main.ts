import { createRoot } from "react-dom/client";
import { fields, type Row, rowsOf, traffic } from "./data.ts";

type Ours = typeof import("./ours.tsx");
/**
 * Functions of a grid library in this benchmark. The optional ones are missing if the library cannot group rows or
 * paste a range of cells.
 */
type Side = Pick<Ours, "render" | "shown"> &
  Partial<Pick<Ours, "renderGroups" | "groupCount" | "renderEditable" | "pastedCount" | "pasteAt">>;

const sides: Readonly<Record<string, () => Promise<Side>>> = {
  ours: () => import("./ours.tsx"),
  ag: () => import("./ag.tsx"),
  rdg: () => import("./rdg.tsx"),
  glide: () => import("./glide.tsx"),
};

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
const root = createRoot(document.getElementById("root") as HTMLElement);
let rows: Row[] | undefined;
let side: Side | undefined;
/** Duration of the latest paste, ms. */
let pasted = Promise.resolve(0);
/** The .xlsx file that the latest export has produced. */
let exported = new Blob();

async function settled(): Promise<void> {
  for (let still = 0; still < 10; still++) {
    const began = performance.now();
    await frame();
    if (performance.now() - began > 20) still = 0;
  }
}

/** Returns the element that can scroll furthest. In every library, this is the element that scrolls the rows. */
function longest(): Element | undefined {
  const over = (e: Element): number => e.scrollHeight - e.clientHeight;
  return [...document.querySelectorAll("#root *")]
    .filter((e) => /auto|scroll/.test(getComputedStyle(e).overflowY))
    .sort((a, b) => over(b) - over(a))[0];
}

/**
 * Waits until all visible rows of the grid have data and the first row differs from `before`. Returns the time that
 * this took, ms.
 */
async function untilFilled(before: string): Promise<number> {
  const began = performance.now();
  await frame();
  await frame();
  const isFilled = () => {
    const { all, filled, one } = side?.shown() ?? { all: 0, filled: 0, one: before };
    return all > 0 && filled === all && one !== before;
  };
  while (!isFilled() && performance.now() - began < 3000) await frame();
  return performance.now() - began;
}

/**
 * Result of an export or import. Durations are in ms, `bytes` is the size of the file, and `longest` is the longest
 * task of the main thread.
 */
interface Work {
  ms: number;
  bytes: number;
  cells: number;
  longest: number;
}

async function watched(work: () => Promise<number>): Promise<Work> {
  let longest = 0;
  const watch = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
  });
  await settled();
  watch.observe({ type: "longtask" });
  const began = performance.now();
  const cells = await work();
  const ms = performance.now() - began;
  await new Promise((resolve) => setTimeout(resolve, 300));
  watch.disconnect();
  return { ms, bytes: exported.size, cells, longest };
}

/** Functions that run in the page. The benchmark calls them by Playwright. */
const bench = {
  /** Loads the code of a grid library and creates the rows. This is done before the measurement begins. */
  async prepare(name: string, count: number | undefined): Promise<void> {
    side = await sides[name]?.();
    rows = count === undefined ? undefined : rowsOf(count);
    await settled();
  },
  /** Passes the rows to the grid. Returns the time until they are painted, ms. */
  async firstRows(): Promise<number> {
    const began = performance.now();
    side?.render(root, rows);
    while ((side?.shown().filled ?? 0) < 10) await frame();
    await frame();
    return performance.now() - began;
  },
  /**
   * Records the frames until `stop` is called: the length of each frame, and the time from its start until it was
   * rendered, ms.
   */
  frames(): void {
    const lengths: number[] = [];
    const ready: number[] = [];
    let last = 0;
    let on = true;
    const stopFrames = () => {
      on = false;
      return { lengths, ready };
    };
    Object.assign(window, { stopFrames });
    const { port1, port2 } = new MessageChannel();
    // The browser handles this message as the first task after it has rendered the frame. So the time from the start of
    // the frame until the message is the time of rendering.
    port1.onmessage = ({ data }: MessageEvent<number>) => ready.push(performance.now() - data);
    const next = (now: number): void => {
      if (last > 0) lengths.push(now - last);
      last = now;
      port2.postMessage(now);
      if (on) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  },
  /**
   * Scrolls from the top to the end in `count` jumps, as by clicks on the scroll bar. Returns the time without rows
   * after each jump, ms.
   */
  async jumps(count: number): Promise<number[]> {
    const element = longest();
    const blanks: number[] = [];
    for (let i = 1; element && i <= count; i++) {
      const before = side?.shown().one ?? "";
      element.scrollTop = (element.scrollHeight - element.clientHeight) * (i / count);
      blanks.push(await untilFilled(before));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return blanks;
  },
  /**
   * Drags the scroll bar from the end to the middle, one step per frame. Returns the time without rows after the end
   * of the drag, ms.
   */
  async drag(frames: number): Promise<number> {
    const element = longest();
    if (!element) return 0;
    const end = element.scrollHeight - element.clientHeight;
    for (let i = 1; i <= frames; i++) {
      element.scrollTop = end * (1 - i / frames / 2);
      await frame();
    }
    return untilFilled("");
  },
  /**
   * Shows the rows in groups. Returns the time until the groups are painted, ms; undefined if the library cannot group
   * rows.
   */
  async groups(): Promise<number | undefined> {
    if (!side?.renderGroups || !side.groupCount) return undefined;
    const began = performance.now();
    side.renderGroups(root, rows ?? []);
    while (side.groupCount() < 2) {
      if (performance.now() - began > 60_000) throw new Error("No groups are shown");
      await frame();
    }
    await frame();
    return performance.now() - began;
  },
  /**
   * Shows rows that can be edited, and copies numbers to the clipboard: `count` rows with `columns` columns. Returns a
   * point in the cell where they are pasted; undefined if the library cannot paste a range.
   */
  async editable(count: number, columns: number): Promise<{ x: number; y: number } | undefined> {
    if (!side?.renderEditable || !side.pasteAt) return undefined;
    side.renderEditable(root, rows ?? []);
    await settled();
    const line = (row: number) =>
      Array.from({ length: columns }, (_, c) => `${row + 1}.${c + 10}`).join("\t");
    await navigator.clipboard.writeText(Array.from({ length: count }, (_, row) => line(row)).join("\n"));
    return side.pasteAt();
  },
  /** Begins to wait until `cells` cells are pasted. `bench.pasted` returns the time from the event until then, ms. */
  awaitPaste(event: "paste" | "keydown", cells: number): void {
    pasted = new Promise((resolve, reject) => {
      const start = async (): Promise<void> => {
        const began = performance.now();
        while (side?.pastedCount?.() !== cells) {
          if (performance.now() - began > 60_000) return reject(new Error("The paste has not ended"));
          await frame();
        }
        await frame();
        resolve(performance.now() - began);
      };
      window.addEventListener(event, () => void start(), { capture: true, once: true });
    });
  },
  pasted: (): Promise<number> => pasted,
  traffic: () => ({ ...traffic }),
  lastText: (): string => document.body.textContent?.match(/P-1000000/)?.[0] ?? "",
  /** Exports all rows as an .xlsx file, with the library `name`. */
  async write(name: string): Promise<Work> {
    const all = rows ?? [];
    const { exportRows } = await import("./ours.tsx");
    const sheet = await import("@e965/xlsx");
    return watched(async () => {
      if (name === "ours") exported = await exportRows(all);
      else {
        const book = sheet.utils.book_new();
        sheet.utils.book_append_sheet(book, sheet.utils.json_to_sheet(all), "Parts");
        exported = new Blob([sheet.write(book, { type: "array", bookType: "xlsx", compression: true })]);
      }
      return all.length * fields.length;
    });
  },
  forgetRows(): void {
    rows = undefined;
  },
  /** Reads all values of the file that the latest export has produced, with the library `name`. */
  async read(name: string): Promise<Work> {
    const { importRows } = await import("./ours.tsx");
    const sheet = await import("@e965/xlsx");
    return watched(async () => {
      if (name === "ours") return importRows(new File([exported], "parts.xlsx"));
      const book = sheet.read(await exported.arrayBuffer(), { dense: true });
      const read = sheet.utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ""] ?? {}, {
        header: 1,
      });
      return read.slice(1).reduce((n, row) => n + row.length, 0);
    });
  },
  /** Saves the file that the latest export has produced as a download. */
  save(): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(exported);
    link.download = "parts.xlsx";
    link.click();
  },
};

export type Bench = typeof bench;
Object.assign(window, { bench });

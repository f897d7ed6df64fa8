import { createRoot } from "react-dom/client";
import { type Row, rowsOf } from "./data.ts";

type Side = typeof import("./ours.tsx");

const sides: Readonly<Record<string, () => Promise<Omit<Side, "exportRows">>>> = {
  ours: () => import("./ours.tsx"),
  ag: () => import("./ag.tsx"),
};

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
const root = createRoot(document.getElementById("root") as HTMLElement);
let rows: Row[] | undefined;
let side: Omit<Side, "exportRows"> | undefined;

async function settled(): Promise<void> {
  for (let still = 0; still < 10; still++) {
    const began = performance.now();
    await frame();
    if (performance.now() - began > 20) still = 0;
  }
}

/** What scrolls, whatever it is called. */
function longest(): Element | undefined {
  const over = (e: Element): number => e.scrollHeight - e.clientHeight;
  return [...document.querySelectorAll("#root *")]
    .filter((e) => /auto|scroll/.test(getComputedStyle(e).overflowY))
    .sort((a, b) => over(b) - over(a))[0];
}

/** What the driver asks for, one after the other. */
const bench = {
  /** Loads the code and makes the rows; neither counts. */
  async prepare(name: string, count: number | undefined): Promise<void> {
    side = await sides[name]?.();
    rows = count === undefined ? undefined : rowsOf(count);
    await settled();
  },
  /** ms from handing the rows over until rows have been painted. */
  async firstRows(): Promise<number> {
    const began = performance.now();
    side?.render(root, rows);
    while ((side?.shown().filled ?? 0) < 10) await frame();
    await frame();
    return performance.now() - began;
  },
  /** Lengths of all frames, ms, until `stop` is called. */
  frames(): void {
    const list: number[] = [];
    let last = performance.now();
    let on = true;
    const stopFrames = (): number[] => {
      on = false;
      return list;
    };
    Object.assign(window, { stopFrames });
    const next = (now: number): void => {
      list.push(now - last);
      last = now;
      if (on) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  },
  /** Scrolls from the top to the end in jumps as of a scroll bar; answers how long each stood without its rows, ms. */
  async jumps(count: number): Promise<number[]> {
    const element = longest();
    if (!element || !side) return [];
    const blanks: number[] = [];
    for (let i = 1; i <= count; i++) {
      const before = side.shown().one;
      element.scrollTop = (element.scrollHeight - element.clientHeight) * (i / count);
      const began = performance.now();
      await frame();
      await frame();
      const isFilled = () => {
        const { all, filled, one } = side?.shown() ?? { all: 0, filled: 0, one: before };
        return all > 0 && filled === all && one !== before;
      };
      while (!isFilled() && performance.now() - began < 3000) await frame();
      blanks.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return blanks;
  },
  lastText: (): string => document.body.textContent?.match(/P-1000000/)?.[0] ?? "",
  /** Writes all rows to an .xlsx; ms, bytes, and the longest task of the page's thread, ms. */
  async write(name: string): Promise<{ ms: number; bytes: number; longest: number }> {
    const all = rows ?? [];
    let longest = 0;
    const watch = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
    });
    const { exportRows } = await import("./ours.tsx");
    const sheet = await import("@e965/xlsx");
    await settled();
    watch.observe({ type: "longtask" });
    const began = performance.now();
    let blob: Blob;
    if (name === "ours") blob = await exportRows(all);
    else {
      const book = sheet.utils.book_new();
      sheet.utils.book_append_sheet(book, sheet.utils.json_to_sheet(all), "Parts");
      blob = new Blob([sheet.write(book, { type: "array", bookType: "xlsx", compression: true })]);
    }
    const ms = performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, 300));
    watch.disconnect();
    return { ms, bytes: blob.size, longest };
  },
};

export type Bench = typeof bench;
Object.assign(window, { bench });

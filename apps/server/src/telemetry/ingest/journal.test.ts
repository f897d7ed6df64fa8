import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errors } from "@shotkeeper/contract/kernel";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { IncomingReading } from "../ledger/incoming.ts";
import { Journal, type JournalOptions } from "./journal.ts";
import { type JournalLine, lineText } from "./journal-file.ts";
import { parseReport } from "./report.ts";

const line = (count: number, counterId = 1): JournalLine => [
  7,
  parseReport({ COUNT_TIMES: count, sendTime: 1_700_000_000_000 + count }, counterId, 5) as IncomingReading,
];
const tick = (ms = 0) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const folders: string[] = [];
const folder = () => {
  const dir = mkdtempSync(join(tmpdir(), "shotkeeper-journal-"));
  folders.push(dir);
  return dir;
};
afterEach(() => {
  for (const dir of folders.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** Fake ledger that can be unavailable and records the lines it receives. */
class Sink {
  readonly accepted: JournalLine[] = [];
  away = false;
  readonly take = async (lines: readonly JournalLine[]) => {
    await tick();
    if (this.away) throw errors.databaseUnavailable();
    this.accepted.push(...lines);
  };
  get counts(): number[] {
    return this.accepted.map(([, r]) => r.count);
  }
}

/** Copies the files as a crash would leave them, without the lock of the running process. Returns the new directory. */
function crashed(dir: string): string {
  const copy = folder();
  for (const name of files(dir))
    try {
      copyFileSync(join(dir, name), join(copy, name));
    } catch (cause) {
      // The file was deleted meanwhile, because the ledger has stored all of its lines.
      if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    }
  return copy;
}
const files = (dir: string) => readdirSync(dir).filter((name) => name !== "lock");
/** Returns the written part of a journal file, without the zeros at its end. */
const textIn = (dir: string, name = "") => readFileSync(join(dir, name), "utf8").replace(/\0+$/, "");
const range = (n: number) => Array.from({ length: n }, (_, i) => i);
const opened = (dir: string, sink: Sink, o: JournalOptions = {}) =>
  Journal.open(dir, sink.take, { waitMs: 2, ...o });

describe("the journal", () => {
  it("acknowledges lines that are on disk, passes them on in order, and leaves no files", async () => {
    const [dir, sink] = [folder(), new Sink()];
    const journal = await opened(dir, sink);
    sink.away = true;
    await Promise.all(range(50).map((n) => journal.add([line(n)])));
    expect(journal.length).toBe(50);
    expect(textIn(dir, files(dir)[0]).split("\n")).toHaveLength(51);
    sink.away = false;
    await journal.drained();
    expect(sink.accepted).toEqual(range(50).map((n) => line(n)));
    await journal.close();
    expect(files(dir)).toEqual([]);
  });

  it("writes lines like JSON.stringify", () => {
    const r = line(1)[1];
    for (const more of [
      {},
      { readerId: 'a"b\\c\n中' },
      { cycles: [1, 2.5] },
      { lng: -0.000001, sentAt: null },
    ])
      expect(JSON.parse(lineText([7, { ...r, ...more }]))).toEqual([7, { ...r, ...more }]);
  });

  it("passes on all lines after a crash, except a truncated one", async () => {
    const [dir, sink] = [folder(), new Sink()];
    sink.away = true;
    const journal = await opened(dir, sink);
    await journal.add(range(5).map((n) => line(n)));
    const copy = crashed(dir);
    const path = join(copy, files(copy)[0] ?? "");
    writeFileSync(path, `${textIn(copy, files(copy)[0])}[7,{"counterId":1,"cou\0\0\0`);
    const next = new Sink();
    const again = await opened(copy, next);
    expect(next.accepted).toEqual(range(5).map((n) => line(n)));
    await again.add([line(99)]);
    await again.close();
    expect(next.counts).toEqual([0, 1, 2, 3, 4, 99]);
    expect(files(copy)).toEqual([]);
    await journal.close();
  });

  it("keeps a damaged file and reads its valid lines", async () => {
    const [dir, sink] = [folder(), new Sink()];
    const text = `${JSON.stringify(line(1))}\n\0\0\0\n${JSON.stringify(line(2))}\n`;
    writeFileSync(join(dir, "000000000007.journal"), text);
    const journal = await opened(dir, sink);
    expect(sink.counts).toEqual([1, 2]);
    await journal.add([line(3)]);
    await journal.close();
    expect(files(dir)).toEqual(["000000000007.journal.damaged"]);
  });

  it("starts in linear time with a damaged file, which it keeps", async () => {
    const seconds: number[] = [];
    for (const megabytes of [2, 16]) {
      const [dir, sink] = [folder(), new Sink()];
      const odd = Buffer.alloc(megabytes * 1024 * 1024);
      // Megabytes of zeros that are not at the end of the file. A search for zeros at the end by a regular expression
      // would try each of them and take quadratic time.
      odd.write("x\n", odd.length - 2);
      const lines = Array.from({ length: 20 }, (_, i) => `${JSON.stringify(line(i + 1))}\n`);
      writeFileSync(
        join(dir, "000000000007.journal"),
        Buffer.concat([Buffer.from(lines.join("")), odd, Buffer.from(lines[0] ?? ""), Buffer.alloc(4096)]),
      );
      const began = performance.now();
      const journal = await opened(dir, sink);
      seconds.push((performance.now() - began) / 1000);
      expect(sink.counts).toEqual([...Array.from({ length: 20 }, (_, i) => i + 1), 1]);
      await journal.close();
      expect(files(dir)).toEqual(["000000000007.journal.damaged"]);
    }
    expect(Math.max(...seconds)).toBeLessThan(3);
  });

  it("acknowledges while the ledger is down, until the journal is full", async () => {
    const [dir, sink] = [folder(), new Sink()];
    const journal = await opened(dir, sink, { capacity: 20 });
    sink.away = true;
    await Promise.all(range(20).map((n) => journal.add([line(n)])));
    let late = false;
    const beyond = journal.add([line(20)]).then(() => {
      late = true;
    });
    await tick(50);
    expect(late).toBe(false);
    sink.away = false;
    await beyond;
    await journal.drained();
    expect(sink.counts).toEqual(range(21));
    await journal.close();
  });

  it("stores the remaining lines at the next start", async () => {
    const [dir, sink] = [folder(), new Sink()];
    const journal = await opened(dir, sink, { fileBytes: 500 });
    sink.away = true;
    for (const n of range(10)) await journal.add([line(n)]);
    expect(files(dir).length).toBeGreaterThan(2);
    await journal.close();
    await expect(journal.add([line(11)])).rejects.toThrow("S0210");
    sink.away = false;
    await (await opened(dir, sink)).close();
    expect(sink.counts).toEqual(range(10));
    expect(files(dir)).toEqual([]);
  });

  it("deletes files after the ledger has stored their lines", async () => {
    const [dir, sink] = [folder(), new Sink()];
    const journal = await opened(dir, sink, { fileBytes: 1000 });
    for (const n of range(100)) await journal.add([line(n)]);
    await journal.drained();
    await tick(20);
    // There are two files: the current one, and the next one, which is created in advance.
    expect(files(dir)).toHaveLength(2);
    expect(sink.counts).toEqual(range(100));
    await journal.close();
  });

  it("rejects lines that cannot be written, and accepts the next ones", async () => {
    const [dir, sink] = [folder(), new Sink()];
    const journal = await opened(dir, sink, { fileBytes: 1 });
    // Each line needs a separate file, and one file is created in advance. The third file cannot be created, because
    // a directory has its name.
    mkdirSync(join(dir, "000000000003.journal"));
    await journal.add([line(1)]);
    await journal.add([line(2)]);
    await expect(journal.add([line(3)])).rejects.toThrow(/EEXIST/);
    await journal.add([line(4)]);
    await journal.drained();
    expect(sink.counts).toEqual([1, 2, 4]);
    await journal.close();
  });

  it("adds a single line without a promise, and calls back when it is on disk or could not be written", async () => {
    const [dir, sink] = [folder(), new Sink()];
    const journal = await opened(dir, sink, { fileBytes: 1, capacity: 3 });
    const addOne = (n: number) =>
      new Promise<string>((resolve) => {
        const isAdded = journal.addOne(line(n), (error) => {
          const texts = files(dir).map((name) => (name.includes("3.") ? "" : textIn(dir, name)));
          resolve(error?.message ?? texts.find((text) => text.includes(`"count":${n},`)) ?? "not on disk");
        });
        if (!isAdded) resolve("full");
      });
    sink.away = true;
    mkdirSync(join(dir, "000000000003.journal"));
    expect(JSON.parse(await addOne(1))).toEqual(line(1));
    expect(JSON.parse(await addOne(2))).toEqual(line(2));
    expect(await addOne(3)).toContain("EEXIST");
    expect(JSON.parse(await addOne(4))).toEqual(line(4));
    expect(await addOne(5)).toBe("full");
    sink.away = false;
    await journal.drained();
    await journal.close();
    expect(await addOne(6)).toBe("full");
    expect(sink.counts).toEqual([1, 2, 4]);
  });

  it("goes on after an error in the callback of a caller", async () => {
    const sink = new Sink();
    const journal = await Journal.open(folder(), sink.take, { waitMs: 1 });
    journal.addOne(line(1), () => {
      throw new Error("broken caller");
    });
    await journal.add([line(2)]);
    await journal.add([line(3)]);
    await journal.close();
    expect(sink.counts).toEqual([1, 2, 3]);
  });

  it("can be opened by one process only", async () => {
    const dir = folder();
    const journal = await opened(dir, new Sink());
    await expect(opened(dir, new Sink())).rejects.toThrow(/in use/);
    await journal.close();
    await (await opened(dir, new Sink())).close();
  });

  it("loses no acknowledged line, wherever it crashes", async () => {
    const step = fc.oneof(
      fc.record({ add: fc.integer({ min: 1, max: 6 }), wait: fc.boolean() }),
      fc.record({ away: fc.boolean() }),
      fc.record({ pause: fc.integer({ min: 0, max: 3 }) }),
      fc.constant({ crash: true }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 25 }),
        fc.integer({ min: 1, max: 800 }),
        async (steps, fileBytes) => {
          const sink = new Sink();
          let dir = folder();
          let journal = await opened(dir, sink, { fileBytes, waitMs: 1, enough: 5 });
          const abandoned: Journal[] = [];
          const acknowledged = new Set<number>();
          const adds: Promise<unknown>[] = [];
          let n = 0;
          for (const s of steps) {
            if ("add" in s) {
              const mine = range(s.add).map(() => line(n++));
              const added = journal.add(mine).then(() => {
                for (const [, r] of mine) acknowledged.add(r.count);
              });
              adds.push(added);
              if (s.wait) await added;
            } else if ("away" in s) sink.away = s.away;
            else if ("pause" in s) await tick(s.pause);
            else {
              // Waits for all acknowledgements before the copy. A line that is acknowledged after the copy would be
              // missing in it.
              abandoned.push(journal);
              await Promise.all(adds);
              dir = crashed(dir);
              sink.away = false;
              journal = await opened(dir, sink, { fileBytes, waitMs: 1, enough: 5 });
            }
          }
          sink.away = false;
          await Promise.all(adds);
          await journal.drained();
          const accepted = new Set(sink.counts);
          for (const count of acknowledged) expect(accepted.has(count)).toBe(true);
          expect(accepted.size).toBe(n);
          for (const j of [journal, ...abandoned]) await j.close();
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);
});

import { describe, expect, it } from "vitest";
import type { IncomingReading, Ingest, IngestOutcome } from "../ledger/incoming.ts";
import { Gather, type GatherOptions } from "./gather.ts";
import { parseReport } from "./report.ts";
import { Tally } from "./tally.ts";

const made = (counterId: number, count: number) =>
  parseReport({ COUNT_TIMES: count }, counterId, 0) as IncomingReading;
const tick = (ms = 0) => new Promise<void>((resolve) => setTimeout(resolve, ms));

class Recorder implements Ingest {
  readonly calls: { tenantId: number; readings: readonly IncomingReading[] }[] = [];
  most = 0;
  private now = 0;
  constructor(private readonly work: (r: readonly IncomingReading[]) => Promise<void> = async () => {}) {}
  async ingest(tenantId: number, readings: readonly IncomingReading[]): Promise<IngestOutcome[]> {
    this.calls.push({ tenantId, readings });
    this.most = Math.max(this.most, ++this.now);
    try {
      await this.work(readings);
    } finally {
      this.now--;
    }
    return readings.map((r) => (r.count % 3 === 0 ? "duplicate" : r.count % 3 === 1 ? "accepted" : "rate"));
  }
}

const gather = (ledger: Ingest, o: GatherOptions = {}) => new Gather(ledger, new Tally(), o);

describe("Gather", () => {
  it("batches single readings of many callers and returns each caller its own outcome", async () => {
    const r = new Recorder();
    const g = gather(r);
    const outcomes = await Promise.all([0, 1, 2, 3].map((n) => g.add(1, [made(2, n)])));
    expect(outcomes).toEqual([["duplicate"], ["accepted"], ["rate"], ["duplicate"]]);
    expect(r.calls.length).toBe(1);
    expect(g.length).toBe(0);
  });

  it("keeps each counter's order, and returns outcomes in the caller's order", async () => {
    const r = new Recorder(() => tick(1));
    const g = gather(r, { batch: 7, enough: 5 });
    const callers = Array.from({ length: 20 }, (_, c) =>
      Array.from({ length: (c % 9) + 1 }, (_, i) => made(1 + ((c + i) % 3), c * 100 + i)),
    );
    const outcomes = await Promise.all(callers.map((list) => g.add(1, list)));
    for (const [c, list] of callers.entries())
      expect(outcomes[c]).toEqual(
        list.map((x) => (x.count % 3 === 0 ? "duplicate" : x.count % 3 === 1 ? "accepted" : "rate")),
      );
    for (const counter of [1, 2, 3]) {
      const seen = r.calls.flatMap((c) => c.readings).filter((x) => x.counterId === counter);
      const sent = callers.flat().filter((x) => x.counterId === counter);
      expect(seen.map((x) => x.count)).toEqual(sent.map((x) => x.count));
    }
    expect(Math.max(...r.calls.map((c) => c.readings.length))).toBeLessThanOrEqual(7);
    expect(r.most).toBeLessThanOrEqual(2);
  });

  it("never mixes tenants, and limits concurrent calls", async () => {
    const r = new Recorder(() => tick(2));
    const g = gather(r, { concurrency: 3 });
    await Promise.all(Array.from({ length: 40 }, (_, i) => g.add(i % 10, [made(i, i)])));
    expect(r.most).toBe(3);
    expect(r.calls.reduce((n, c) => n + c.readings.length, 0)).toBe(40);
  });

  it("reports a failed call to every caller and continues", async () => {
    let fail = true;
    const g = gather(
      new Recorder(async () => {
        if (fail) throw new Error("away");
      }),
    );
    await expect(Promise.all([g.add(1, [made(1, 1)]), g.add(1, [made(1, 2)])])).rejects.toThrow("away");
    fail = false;
    await expect(g.add(1, [made(1, 1)])).resolves.toEqual(["accepted"]);
    expect(g.length).toBe(0);
  });

  it("refuses callers while the queue is full, and resolves when it is empty", async () => {
    let open: () => void = () => {};
    const closed = new Promise<void>((resolve) => {
      open = resolve;
    });
    const g = gather(new Recorder(() => closed), { capacity: 10 });
    const first = g.add(
      1,
      Array.from({ length: 10 }, (_, i) => made(1, i)),
    );
    await expect(g.add(1, [made(1, 99)])).rejects.toMatchObject({ code: "S0204", status: 503 });
    const drained = g.drained();
    open();
    await first;
    await drained;
    await expect(g.add(1, [made(1, 1)])).resolves.toEqual(["accepted"]);
  });

  it("waits until as many readings wait as the last call had, and no longer than the time limit", async () => {
    const r = new Recorder();
    const g = gather(r, { waitMs: 50 });
    const add = (numbers: readonly number[]) => Promise.all(numbers.map((n) => g.add(1, [made(n, n)])));
    await add([1, 2, 3, 4]);
    const began = performance.now();
    for (let i = 0; i < 20; i++) await add([1, 2, 3, 4]);
    expect(performance.now() - began).toBeLessThan(500);
    expect(r.calls.map((c) => c.readings.length)).toEqual(new Array(21).fill(4));
    const late = performance.now();
    await add([1, 2]);
    expect(performance.now() - late).toBeGreaterThan(40);
    await add([1, 2]);
    expect(r.calls.slice(21).map((c) => c.readings.length)).toEqual([2, 2]);
  });

  it("uses one call for few readings of a tenant, and two calls at a time for many", async () => {
    const few = new Recorder(() => tick(2));
    const one = gather(few);
    const send = async (counter: number) => {
      for (let n = 0; n < 10; n++) await one.add(1, [made(counter, n)]);
    };
    await Promise.all(Array.from({ length: 20 }, (_, counter) => send(counter)));
    expect(few.most).toBe(1);
    const many = new Recorder(() => tick(2));
    const two = gather(many, { waitMs: 5 });
    await Promise.all(Array.from({ length: 300 }, (_, n) => two.add(1, [made(n, n)])));
    expect(many.most).toBe(2);
    expect(many.calls.flatMap((c) => c.readings)).toHaveLength(300);
  });
});

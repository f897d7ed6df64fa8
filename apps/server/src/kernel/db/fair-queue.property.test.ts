import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Caller, FairQueue, type Line, recentMs } from "./fair-queue.ts";

type Step =
  | { readonly do: "arrive"; readonly tenantId: number; readonly line: Line }
  | { readonly do: "leave" | "giveUp"; readonly at: number }
  | { readonly do: "sleep"; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("arrive" as const),
      tenantId: fc.nat({ max: 4 }),
      line: fc.constantFrom<Line>("lists", "reports", "other"),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("leave" as const), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("giveUp" as const), at: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("sleep" as const), ms: fc.nat({ max: 3 * recentMs }) }),
  },
);

/** A call that the test has sent to the queue. `state` is the state in which the queue must now hold the call. */
interface Call extends Caller {
  readonly number: number;
  readonly giveUp: AbortController;
  state: "waiting" | "running" | "left" | "gaveUp";
}

const flowOf = (c: Caller) => `${c.tenantId} ${c.line}`;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Runs calls against a queue and checks the invariants of the queue after each step. */
class Checker {
  readonly calls: Call[] = [];
  private now = 0;
  private readonly queue: FairQueue;
  /**
   * For each flow (a tenant's lists, its reports, or its other calls) that waits without a slot: the other flows that
   * have got a slot meanwhile.
   */
  private readonly overtaken = new Map<string, Set<string>>();

  constructor(
    private readonly size: number,
    private readonly busyReads: number,
  ) {
    const onTimeout = () => new Error("never");
    this.queue = new FairQueue({ size, busyReads, waitMs: 0, onTimeout, now: () => this.now });
  }

  private those(state: Call["state"], flow?: string): Call[] {
    return this.calls.filter((c) => c.state === state && (flow === undefined || flowOf(c) === flow));
  }

  async apply(s: Step): Promise<void> {
    if (s.do === "arrive") this.arrive(s);
    else if (s.do === "sleep") this.now += s.ms;
    else {
      const some = this.those(s.do === "leave" ? "running" : "waiting");
      const call = some[s.at % Math.max(1, some.length)];
      if (call && s.do === "leave") this.leave(call);
      else if (call) {
        call.state = "gaveUp";
        call.giveUp.abort(new Error("gave up"));
      }
    }
    await settled();
    this.check();
  }

  private arrive({ tenantId, line }: Caller): void {
    const call: Call = {
      tenantId,
      line,
      number: this.calls.length,
      giveUp: new AbortController(),
      state: "waiting",
    };
    this.calls.push(call);
    this.queue.enter(call, call.giveUp.signal).then(
      () => this.granted(call),
      () => expect(call.state).toBe("gaveUp"),
    );
  }

  private granted(call: Call): void {
    expect(call.state).toBe("waiting");
    const flow = flowOf(call);
    // Checks the order of a flow: no earlier call of the flow still waits.
    for (const c of this.those("waiting", flow)) expect(c.number).toBeGreaterThanOrEqual(call.number);
    call.state = "running";
    this.overtaken.delete(flow);
    // Checks the turns of the flows: while a flow waits without a slot, every other flow gets at most one slot.
    for (const [other, by] of this.overtaken) {
      if (other === flow) continue;
      expect(by).not.toContain(flow);
      by.add(flow);
    }
  }

  leave(call: Call): void {
    call.state = "left";
    this.queue.leave(call);
  }

  private check(): void {
    const running = this.those("running");
    const waiting = this.those("waiting");
    expect(running.length).toBeLessThanOrEqual(this.size);
    expect(this.queue.waiting).toBe(waiting.length);
    expect(this.queue.free).toBe(this.size - running.length);
    const flows = new Set(waiting.map(flowOf));
    for (const flow of this.overtaken.keys()) if (!flows.has(flow)) this.overtaken.delete(flow);
    for (const c of waiting) {
      const flow = flowOf(c);
      const held = this.those("running", flow).length;
      if (held === 0 && !this.overtaken.has(flow)) this.overtaken.set(flow, new Set());
      if (held > 0) this.overtaken.delete(flow);
      // A slot may stay free while this call waits, but only if the flow of the call already has a slot. In addition,
      // one of two things must hold: the tenant has at least three times as many slots as are free, or the call is a
      // read and so many reads are running that one more would slow down other tenants.
      const { free } = this.queue;
      const all = running.filter((r) => r.tenantId === c.tenantId).length;
      if (free > 0)
        expect(
          held > 0 && (all >= 3 * free || (c.line !== "other" && this.reads() >= this.busyReads)),
          flow,
        ).toBe(true);
    }
  }

  private reads(): number {
    return this.those("running").filter((c) => c.line !== "other").length;
  }

  /** Lets all running calls end until none waits. */
  async drain(): Promise<void> {
    for (let round = 0; this.those("waiting").length > 0; round++) {
      expect(round).toBeLessThan(1000);
      const [first] = this.those("running");
      expect(first, "somebody waits although nobody runs").toBeDefined();
      if (first) this.leave(first);
      await settled();
      this.check();
    }
    for (const c of this.those("running")) this.leave(c);
    expect(this.queue.free).toBe(this.size);
  }
}

describe("the fair queue", () => {
  it("loses no call, keeps each flow in order, starves nobody, and leaves no slot unused without need", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 14 }),
        fc.integer({ min: 1, max: 6 }),
        fc.array(step, { maxLength: 120 }),
        async (size, busyReads, steps) => {
          const c = new Checker(size, busyReads);
          for (const s of steps) await c.apply(s);
          await c.drain();
          expect(c.calls.every((call) => call.state === "left" || call.state === "gaveUp")).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });

  const queue = (size: number, busyReads = 2, now = { ms: 0 }) =>
    new FairQueue({
      size,
      busyReads,
      waitMs: 0,
      onTimeout: () => new Error("late"),
      now: () => now.ms,
    });
  const read = (tenantId: number): Caller => ({ tenantId, line: "lists" });
  /** Takes slots until the caller would have to wait. Returns their number. */
  const fill = (q: FairQueue, c: Caller) => {
    let n = 0;
    while (n < 100 && q.tryEnter(c)) n++;
    return n;
  };

  it("gives a tenant alone three quarters of the slots, and others the rest", () => {
    const q = queue(12);
    expect(fill(q, read(1))).toBe(9);
    // A write of the same tenant does not wait behind its reads: it gets one slot. More writes have to wait, because
    // the limit of a tenant covers reads and writes.
    expect(fill(q, { tenantId: 1, line: "other" })).toBe(1);
    expect(q.tryEnter(read(2))).toBe(true);
    expect(q.tryEnter(read(3))).toBe(true);
  });

  it("gives the only connection in turns", async () => {
    const q = queue(1);
    const order: number[] = [];
    q.tryEnter(read(1));
    const entered = [1, 1, 1, 2].map((tenantId) => q.enter(read(tenantId)).then(() => order.push(tenantId)));
    for (let i = 0; i < entered.length; i++) {
      q.leave(read(order.at(-1) ?? 1));
      await settled();
    }
    expect(order).toEqual([2, 1, 1, 1]);
  });

  it("leaves the processors to a second tenant that reads, and gives them back when it has ended", () => {
    const clock = { ms: 0 };
    const q = queue(12, 2, clock);
    expect(q.tryEnter(read(2))).toBe(true);
    expect(fill(q, read(1))).toBe(1);
    q.leave(read(2));
    expect(fill(q, read(1))).toBe(1);
    clock.ms = recentMs - 1;
    expect(fill(q, read(1))).toBe(0);
    clock.ms = recentMs;
    expect(fill(q, read(1))).toBe(7);
  });

  it("lets a tenant list while its own reports keep the processors busy and another tenant reads", () => {
    const q = queue(12);
    const report: Caller = { tenantId: 1, line: "reports" };
    expect([q.tryEnter(report), q.tryEnter(report)]).toEqual([true, true]);
    expect(q.tryEnter(read(2))).toBe(true);
    expect(q.tryEnter(report)).toBe(false);
    expect(fill(q, read(1))).toBe(1);
  });

  it("does not take a tenant's lists and reports for two tenants", () => {
    const q = queue(12);
    expect(q.tryEnter({ tenantId: 1, line: "reports" })).toBe(true);
    expect(fill(q, read(1))).toBe(8);
  });

  it("refuses a call that waits too long, and one whose caller has gone", async () => {
    const q = new FairQueue({ size: 1, busyReads: 1, waitMs: 10, onTimeout: () => new Error("late") });
    q.tryEnter(read(1));
    await expect(q.enter(read(2))).rejects.toThrow("late");
    await expect(q.enter(read(2), AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
    expect(q.waiting).toBe(0);
    q.leave(read(1));
    expect(q.tryEnter(read(2))).toBe(true);
  });
});

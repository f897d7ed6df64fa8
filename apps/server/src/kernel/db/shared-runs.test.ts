import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SharedRuns } from "./shared-runs.ts";
import type { DbRow } from "./statements.ts";

class Refused extends Error {}

/** A database of numbers: a transaction appends all of its numbers or, with a negative one, none. */
function numbers() {
  const stored: number[] = [];
  const transactions: number[][] = [];
  const run = async (_tenantId: number, statements: readonly number[]): Promise<DbRow[][]> => {
    transactions.push([...statements]);
    await sleep(1);
    const bad = statements.find((n) => n < 0);
    if (bad !== undefined) throw new Refused(String(bad));
    stored.push(...statements);
    return statements.map((n) => [{ n }]);
  };
  return { stored, transactions, run };
}

describe("runs that share a transaction", () => {
  it("have each its own answer, happen once, and share transactions", async () => {
    let shared = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ statements: fc.integer({ min: 1, max: 3 }), refused: fc.boolean(), wait: fc.nat(2) }),
          { minLength: 1, maxLength: 30 },
        ),
        async (plan) => {
          const db = numbers();
          const group = new SharedRuns(1, db.run, (cause) => cause instanceof Refused);
          let next = 1;
          const wanted: number[] = [];
          const checks: Promise<void>[] = [];
          for (const p of plan) {
            const mine = Array.from({ length: p.statements }, () => next++);
            if (p.refused) mine[mine.length - 1] = -next++;
            else wanted.push(...mine);
            const answer = group.add(1, mine);
            checks.push(
              p.refused
                ? expect(answer).rejects.toThrow(String(mine.at(-1)))
                : expect(answer).resolves.toEqual(mine.map((n) => [{ n }])),
            );
            if (p.wait) await sleep(p.wait);
          }
          await Promise.all(checks);
          expect([...db.stored].sort((a, b) => a - b)).toEqual(wanted);
          if (db.transactions.some((t) => t.length > 3)) shared++;
        },
      ),
      { numRuns: 60 },
    );
    expect(shared).toBeGreaterThan(5);
  });

  it("are not tried again when nobody knows whether they were committed", async () => {
    const runs: number[][] = [];
    const group = new SharedRuns<number>(
      1,
      async (_t, statements) => {
        runs.push([...statements]);
        await sleep(2);
        throw new Error("the connection is gone");
      },
      () => false,
    );
    const answers = await Promise.allSettled([1, 2, 3].map((n) => group.add(1, [n])));
    expect(answers.map((a) => a.status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(runs).toEqual([[1], [2, 3]]);
  });

  it("do not wait for one that hangs, nor for another tenant's", async () => {
    let free = () => {};
    const stuck = new Promise<void>((resolve) => {
      free = resolve;
    });
    const group = new SharedRuns<string>(
      1,
      async (_t, statements) => {
        if (statements.includes("stuck")) await stuck;
        return statements.map((s) => [{ s }]);
      },
      () => false,
    );
    const first = group.add(1, ["stuck"]);
    const other = await Promise.race([group.add(2, ["other"]), sleep(15).then(() => "late")]);
    expect(other).not.toBe("late");
    expect(await group.add(1, ["next"])).toEqual([[{ s: "next" }]]);
    free();
    expect(await first).toEqual([[{ s: "stuck" }]]);
  });
});

import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BatchedTransactions } from "./batched-transactions.ts";
import type { DbRow } from "./sql.ts";

class Refused extends Error {}

/** Fake database: a transaction stores all of its numbers, or none if one of them is negative. */
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

describe("batched transactions", () => {
  it("return each request its own results, commit once, and share transactions", async () => {
    let shared = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ statements: fc.integer({ min: 1, max: 3 }), refused: fc.boolean(), wait: fc.nat(2) }),
          { minLength: 1, maxLength: 30 },
        ),
        async (plan) => {
          const db = numbers();
          const batched = new BatchedTransactions(1, db.run, (cause) => cause instanceof Refused);
          let next = 1;
          const expected: number[] = [];
          const checks: Promise<void>[] = [];
          for (const p of plan) {
            const own = Array.from({ length: p.statements }, () => next++);
            if (p.refused) own[own.length - 1] = -next++;
            else expected.push(...own);
            const answer = batched.add(1, own);
            checks.push(
              p.refused
                ? expect(answer).rejects.toThrow(String(own.at(-1)))
                : expect(answer).resolves.toEqual(own.map((n) => [{ n }])),
            );
            if (p.wait) await sleep(p.wait);
          }
          await Promise.all(checks);
          expect([...db.stored].sort((a, b) => a - b)).toEqual(expected);
          if (db.transactions.some((t) => t.length > 3)) shared++;
        },
      ),
      { numRuns: 60 },
    );
    expect(shared).toBeGreaterThan(5);
  });

  it("share a transaction if they are added in one turn", async () => {
    const db = numbers();
    const batched = new BatchedTransactions(1, db.run, (cause) => cause instanceof Refused);
    await Promise.all([batched.add(1, [1]), batched.add(1, [2, 3]), batched.add(2, [4])]);
    expect(db.transactions).toEqual([[1, 2, 3], [4]]);
  });

  it("are not run again if they may have been committed", async () => {
    const runs: number[][] = [];
    const batched = new BatchedTransactions<number>(
      1,
      async (_t, statements) => {
        runs.push([...statements]);
        await sleep(20);
        throw new Error("the connection is gone");
      },
      () => false,
    );
    const first = batched.add(1, [1]);
    await sleep(0);
    const answers = await Promise.allSettled([first, ...[2, 3].map((n) => batched.add(1, [n]))]);
    expect(answers.map((a) => a.status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(runs).toEqual([[1], [2, 3]]);
  });

  it("wait neither for a hanging transaction nor for another tenant", async () => {
    let free = () => {};
    const stuck = new Promise<void>((resolve) => {
      free = resolve;
    });
    const batched = new BatchedTransactions<string>(
      1,
      async (_t, statements) => {
        if (statements.includes("stuck")) await stuck;
        return statements.map((s) => [{ s }]);
      },
      () => false,
    );
    const first = batched.add(1, ["stuck"]);
    const other = await Promise.race([batched.add(2, ["other"]), sleep(15).then(() => "late")]);
    expect(other).not.toBe("late");
    expect(await batched.add(1, ["next"])).toEqual([[{ s: "next" }]]);
    free();
    expect(await first).toEqual([[{ s: "stuck" }]]);
  });
});

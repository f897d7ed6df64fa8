import { codes } from "@shotkeeper/contract/kernel";
import { beforeAll, describe, expect, it } from "vitest";
import { type TestServer, withServer } from "../server.ts";
import { TestTenant } from "../tenant.ts";
import { faultsOf, fingerprint } from "./checker.ts";
import { type ClerkRun, runClerks } from "./clerk.ts";

// Ten clumsy users send random commands and writes: valid, absurd, repeated, stale, several at once. Afterwards the
// stored rows must agree with each other. CLERK_SEEDS (1,2,3) and CLERK_STEPS make it run longer.
const seeds = (process.env.CLERK_SEEDS ?? "1").split(",").map(Number);
const steps = Number(process.env.CLERK_STEPS ?? 250);

/** Answers that no input may cause: internal errors, and a database that does not answer. */
const internal: readonly string[] = [codes.internalError, codes.databaseUnavailable];

let s: TestServer;
let other: number;
beforeAll(async () => {
  s = await withServer();
  const tenant = await TestTenant.create(s);
  await tenant.counter("C1", await tenant.mold("M1"));
  other = tenant.id;
});

describe.each(seeds)("clumsy users, seed %i", (seed) => {
  let run: ClerkRun;
  let before: Readonly<Record<string, string>>;
  beforeAll(async () => {
    s = await withServer();
    before = await fingerprint(s, other);
    run = await runClerks(s, seed, steps);
  }, 3_600_000);

  it("cause no internal error", () => {
    const failed = run.deeds.filter((d) => internal.includes(d.msg.split("^")[0] ?? ""));
    expect(failed.map((d) => `${d.user} ${JSON.stringify(d.body)} → ${d.msg}`)).toEqual([]);
  });

  it("leave figures, stock, money and bindings consistent", async () => {
    expect(await faultsOf(s, run.tenantId)).toEqual([]);
  });

  it("change nothing in another tenant", async () => {
    expect(await fingerprint(s, other)).toEqual(before);
  });

  it("succeed with some requests and are refused for many reasons", () => {
    const counts = new Map<string, number>();
    for (const d of run.deeds) {
      const code = d.msg.split("^")[0] ?? "";
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
    if (process.env.CLERK_REPORT)
      console.log(
        [...counts]
          .sort((a, b) => b[1] - a[1])
          .map(([code, n]) => `${code} ${n}`)
          .join(", "),
      );
    const done = [codes.done, codes.added, codes.updated, codes.deleted];
    expect(done.filter((code) => counts.has(code)).length).toBeGreaterThan(2);
    expect(counts.size).toBeGreaterThan(10);
  });
});

import { codes } from "@shotkeeper/contract/kernel";
import { beforeAll, describe, expect, it } from "vitest";
import { isCluster } from "../cluster.ts";
import { type TestServer, withServer } from "../server.ts";
import { TestTenant } from "../tenant.ts";
import { fingerprint } from "./checker.ts";
import { answersOf } from "./coverage.ts";
import { type CheckedRun, checkedRun } from "./run.ts";

// Ten simulated users send random commands and writes: valid, absurd, repeated, stale, several at once. Afterwards the
// stored rows must agree with each other. `npm run torture` runs many seeds. For this test, the environment variables
// CLERK_SEEDS (such as 1,2,3) and CLERK_STEPS choose other seeds and another number of steps.
/**
 * Seeds with which the test once found a fault of the server. If the random requests change, a seed sends other
 * requests, and the old fault is not tested any more.
 */
const kept: readonly number[] = [1, 5, 14, 15];
/** The seeds take turns: a short run of all tests runs one or two of them (scripts/lib/turn.mjs). */
const { TEST_TURN: turn = "all" } = process.env;
const own = kept.filter((_, i) => turn === "all" || i % 3 === Number(turn));
const seeds = process.env.CLERK_SEEDS?.split(",").map(Number) ?? own;
const steps = Number(process.env.CLERK_STEPS ?? 250);

let s: TestServer;
let other: number;
beforeAll(async () => {
  s = await withServer();
  const tenant = await TestTenant.create(s);
  await tenant.counter("C1", await tenant.mold("M1"));
  other = tenant.id;
});

// The recorder's triggers write into a table of one server, and the rows of a cluster change on all nodes. So the
// changes cannot be recorded there.
describe.skipIf(isCluster).each(seeds)("clumsy users, seed %i", (seed) => {
  let run: CheckedRun;
  let before: Readonly<Record<string, string>>;
  /** Returns the faults that a check found, as text, so that a failed test shows them. */
  const told = (check: string) => (run.faults[check] ?? [`${check}: not checked`]).join("\n");
  beforeAll(async () => {
    s = await withServer();
    before = await fingerprint(s, other);
    run = await checkedRun(s, seed, steps);
  }, 3_600_000);

  it("cause no internal error", () => {
    expect(told("failures")).toBe("");
  });

  it("leave figures, stock, money and bindings consistent", () => {
    expect(told("rows")).toBe("");
    expect(told("money")).toBe("");
    expect(told("prices")).toBe("");
  });

  it("change states only along the declared moves, with a record", () => {
    expect(told("states")).toBe("");
  });

  it("change rows if and only if the answer says so", () => {
    expect(told("effects")).toBe("");
  });

  it("change nothing of a foreign company", () => {
    expect(told("scope")).toBe("");
  });

  it("change nothing in another tenant", async () => {
    expect(await fingerprint(s, other)).toEqual(before);
  });

  it("succeed with some requests and are refused for many reasons", () => {
    const answers = answersOf(run.coverage);
    if (process.env.CLERK_REPORT) console.log(JSON.stringify(answers));
    const done = [codes.done, codes.added, codes.updated, codes.deleted];
    expect(done.filter((code) => answers[code] !== undefined).length).toBeGreaterThan(2);
    expect(Object.keys(answers).length).toBeGreaterThan(10);
  });
});

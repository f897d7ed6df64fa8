import { join } from "node:path";
import { afterAll } from "vitest";
import { Lease } from "../kernel/db/fair-pool.ts";
import type { Statement } from "../kernel/db/statements.ts";
import { rowChecker } from "./row-types.ts";

/** Vitest set-up: checks every row that a server test reads against the type that its statement declares. */
const state = globalThis as { rowFaults?: Set<string> };
if (!state.rowFaults) {
  const faults = new Set<string>();
  state.rowFaults = faults;
  const check = rowChecker(join(import.meta.dirname, "..", ".."));
  const { run } = Lease.prototype;
  Lease.prototype.run = async function (statements: readonly Statement[]) {
    const results = await run.call(this, statements);
    statements.forEach(({ template }, i) => {
      if (template)
        for (const row of (results[i] ?? []).slice(0, 100))
          for (const fault of check(template, row)) faults.add(fault);
    });
    return results;
  };
}

afterAll(() => {
  const faults = [...(state.rowFaults ?? [])];
  state.rowFaults?.clear();
  if (faults.length > 0) throw new Error(`rows differ from their declared types:\n${faults.join("\n")}`);
});

import { codes, messageName } from "@shotkeeper/contract/kernel";
import type { App } from "../../app.ts";
import type { TestServer } from "../server.ts";
import { faultsOf } from "./checker.ts";
import { type Observer, runClerks, type Step } from "./clerk.ts";
import { Coverage, type CoverageData } from "./coverage.ts";
import { Effects } from "./effects.ts";
import { Money } from "./money.ts";
import { Scope } from "./scope.ts";
import { Transitions } from "./transitions.ts";
import { allModules } from "./world.ts";

export interface CheckedRun {
  readonly tenantId: number;
  /** Contradictions to the specification, one line of text each, by the name of the check that found them. */
  readonly faults: Readonly<Record<string, readonly string[]>>;
  readonly coverage: CoverageData;
}

/** Codes of answers that no input may cause: internal errors, and a database that does not answer. */
const internal: readonly string[] = [codes.internalError, codes.databaseUnavailable];

class Failures implements Observer {
  readonly faults: string[] = [];
  see({ number, deeds }: Step): void {
    for (const d of deeds) {
      const code = d.msg.split("^")[0] ?? "";
      if (internal.includes(code) || messageName(code) === undefined)
        this.faults.push(`step ${number}: ${d.person.userId} ${JSON.stringify(d.body)} → ${d.msg}`);
    }
  }
}

/** Runs the simulated users with one seed, and all checks. */
export async function checkedRun(s: TestServer, seed: number, steps: number): Promise<CheckedRun> {
  const transitions = new Transitions();
  const coverage = new Coverage();
  const checks = {
    failures: new Failures(),
    states: transitions,
    effects: new Effects(),
    scope: new Scope(s.app.db),
    money: new Money(s.app.db),
  };
  const tenantId = await runClerks(s, { seed, steps, observers: [...Object.values(checks), coverage] });
  const faults = Object.fromEntries(Object.entries(checks).map(([name, c]) => [name, c.faults]));
  return {
    tenantId,
    faults: { ...faults, rows: await faultsOf(s, tenantId) },
    coverage: coverage.data(transitions.reached),
  };
}

/**
 * Returns the names of all operations that a simulated user may call: commands, and each type of write of each table.
 */
export function allOperations(app: App): string[] {
  const types = { A: "insert", M: "update", D: "delete" } as const;
  return allModules(app).flatMap((m) => [
    ...(m.commands ?? []).map((c) => c.command.type),
    ...(m.tables ?? []).flatMap((t) => t.writes.map((w) => `${types[w]} ${t.entity.wire}`)),
  ]);
}

import { codes, isArchivable, messageName } from "@shotkeeper/contract/kernel";
import type { App } from "../../app.ts";
import type { TestServer } from "../server.ts";
import { faultsOf } from "./checker.ts";
import { type Observer, runClerks, type Step } from "./clerk.ts";
import { Coverage, type CoverageData } from "./coverage.ts";
import { Effects } from "./effects.ts";
import { Money } from "./money.ts";
import { Prices } from "./prices.ts";
import { Scope } from "./scope.ts";
import { Transitions } from "./transitions.ts";
import { allModules } from "./world.ts";

export interface CheckedRun {
  readonly tenantId: number;
  /** Faults of the server, one line of text each, by the name of the check that found them. */
  readonly faults: Readonly<Record<string, readonly string[]>>;
  readonly coverage: CoverageData;
}

/** Codes of answers that are faults for any input: internal errors, and a database that does not answer. */
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

/** Prints the requests and changes of each step that contains `text`, to find the cause of a fault. */
class Trace implements Observer {
  constructor(private readonly text: string) {}
  see({ number, deeds, changes }: Step): void {
    const found = changes.filter((c) => JSON.stringify(c).includes(this.text));
    const isAsked = deeds.some((d) => JSON.stringify(d.body).includes(this.text));
    if (found.length === 0 && !isAsked) return;
    for (const d of deeds)
      console.log(`${number} ${d.person.userId} ${JSON.stringify(d.body).slice(0, 300)} → ${d.msg}`);
    for (const { op, table, before, after } of found) {
      const changed = Object.entries(after ?? {}).filter(
        ([column, value]) => JSON.stringify(before?.[column]) !== JSON.stringify(value),
      );
      console.log(`  ${number} ${op} ${table} ${JSON.stringify(Object.fromEntries(changed)).slice(0, 600)}`);
    }
  }
}

/** Runs the simulated users with one seed and all checkers. Prints the steps that contain the text `trace`. */
export async function checkedRun(
  s: TestServer,
  seed: number,
  steps: number,
  trace?: string,
): Promise<CheckedRun> {
  const transitions = new Transitions();
  const coverage = new Coverage();
  const checks = {
    failures: new Failures(),
    states: transitions,
    effects: new Effects(),
    scope: new Scope(s.app.db),
    money: new Money(s.app.db),
    prices: new Prices(s.app.db),
  };
  const traces = trace === undefined ? [] : [new Trace(trace)];
  const observers = [...Object.values(checks), coverage, ...traces];
  // Flushes the counts of refused readings that earlier tests left in memory. A later flush would look like an effect
  // of a simulated user's step.
  await s.app.ingest.refused.counts.flush();
  const tenantId = await runClerks(s, { seed, steps, observers });
  const faults = Object.fromEntries(Object.entries(checks).map(([name, c]) => [name, c.faults]));
  return {
    tenantId,
    faults: { ...faults, rows: await faultsOf(s, tenantId) },
    coverage: coverage.data(transitions.reached),
  };
}

/**
 * Returns the names of all operations that a simulated user may call: commands, their previews, and each type of write
 * of each table.
 */
export function allOperations(app: App): string[] {
  const types = { A: "insert", M: "update", D: "delete" } as const;
  return allModules(app).flatMap((m) => [
    ...(m.commands ?? []).map((c) => c.command.type),
    ...(m.commands ?? []).flatMap((c) => (c.preview ? [`preview ${c.command.type}`] : [])),
    ...(m.tables ?? []).flatMap((t) => [
      ...t.writes.map((w) => `${types[w]} ${t.entity.wire}`),
      ...(isArchivable(t.entity.fields) ? [`archive ${t.entity.wire}`, `restore ${t.entity.wire}`] : []),
    ]),
  ]);
}

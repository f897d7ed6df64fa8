import { messageName } from "@shotkeeper/contract/kernel";
import type { Observer, Step } from "./clerk.ts";
import { lives } from "./transitions.ts";

/** Part of the server that one or several test runs have reached: number of answers, and states of rows. */
export interface CoverageData {
  /** Number of answers by operation and message. */
  readonly operations: Record<string, Record<string, number>>;
  /** States that rows reached, as "table.column=state". */
  readonly states: string[];
}

/** Names of the messages that report a success. */
const successes = new Set([
  "done",
  "fetched",
  "added",
  "updated",
  "deleted",
  "archived",
  "restored",
  "loggedOut",
]);

const codeOf = (msg: string) => msg.split(/[ ^]/)[0] ?? "";
const isSuccess = (msg: string) =>
  !msg.includes(" of no rows") && successes.has(messageName(codeOf(msg)) ?? "");

export class Coverage implements Observer {
  private readonly operations: CoverageData["operations"] = {};

  see(step: Step): void {
    for (const { name, msg, count, done } of step.deeds) {
      // Counts the message code together with its argument if the argument is a wire name. Leaves out other arguments,
      // such as a number of rows, because they differ in each answer.
      const isFieldNamed = /^S\d+\^[A-Z_]+$/.test(msg);
      // Counts an import or a scan of no rows separately. The server reports a success for it, although nothing was
      // done.
      const isEmpty = count === 0 && isSuccess(msg);
      const key = isEmpty ? `${codeOf(msg)} of no rows` : isFieldNamed ? msg : codeOf(msg);
      for (const operation of done && isSuccess(msg) ? done : [name]) {
        const counts = this.operations[operation] ?? {};
        this.operations[operation] = counts;
        counts[key] = (counts[key] ?? 0) + 1;
      }
    }
  }

  data(states: Iterable<string>): CoverageData {
    return { operations: this.operations, states: [...states] };
  }
}

/** Returns the number of answers by message code. */
export function answersOf(c: CoverageData): Record<string, number> {
  const answers: Record<string, number> = {};
  for (const counts of Object.values(c.operations))
    for (const [msg, n] of Object.entries(counts)) answers[codeOf(msg)] = (answers[codeOf(msg)] ?? 0) + n;
  return answers;
}

export function merged(all: readonly CoverageData[]): CoverageData {
  const operations: CoverageData["operations"] = {};
  for (const one of all)
    for (const [name, counts] of Object.entries(one.operations)) {
      const sums = operations[name] ?? {};
      operations[name] = sums;
      for (const [msg, n] of Object.entries(counts)) sums[msg] = (sums[msg] ?? 0) + n;
    }
  return { operations, states: [...new Set(all.flatMap((one) => one.states))] };
}

/**
 * Returns a report as text: how many of all operations were called, how many of all states were reached, and the number
 * of answers by code.
 */
export function coverageText(c: CoverageData, all: readonly string[]): string {
  const of = (names: readonly string[]) => `${names.length} of ${all.length}`;
  const called = all.filter((name) => c.operations[name]);
  const done = all.filter((name) => Object.keys(c.operations[name] ?? {}).some(isSuccess));
  const missing = (names: readonly string[]) =>
    all.filter((name) => !names.includes(name)).join(", ") || "none";
  const refused = (name: string) =>
    Object.entries(c.operations[name] ?? {})
      .map(([msg, n]) => `${msg} ${n}`)
      .join(", ");
  const lines = [
    `Operations called: ${of(called)} (not called: ${missing(called)})`,
    `Operations that succeeded: ${of(done)}`,
    ...all.filter((name) => !done.includes(name)).map((name) => `  never ${name}: ${refused(name)}`),
    "States reached:",
  ];
  const reached = new Set(c.states);
  const declared = new Map<string, Set<unknown>>();
  for (const { table, column, first, moves } of lives) {
    const states = declared.get(`${table}.${column}`) ?? new Set<unknown>();
    declared.set(`${table}.${column}`, states);
    for (const state of [...first, ...moves.flat()]) states.add(state);
  }
  for (const [name, states] of declared) {
    const known = [...states].sort();
    const found = known.filter((state) => reached.has(`${name}=${JSON.stringify(state)}`));
    const never = known.filter((state) => !found.includes(state));
    lines.push(
      `  ${name.padEnd(36)} ${found.length} of ${known.length}${never.length > 0 ? `, never ${never.join(", ")}` : ""}`,
    );
  }
  lines.push("Answers by code:");
  for (const [code, n] of Object.entries(answersOf(c)).sort((a, b) => b[1] - a[1]))
    lines.push(`  ${code} ${(messageName(code) ?? "").padEnd(24)} ${n}`);
  return lines.join("\n");
}

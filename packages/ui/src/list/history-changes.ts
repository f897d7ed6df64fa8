import { type Fields, snake } from "@shotkeeper/contract/kernel";
import { isInput } from "../form/field-rules.ts";

export interface Change {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Returns the changes in a log entry that concern fields which users fill in. A log entry has the whole row before and
 * after, by column name.
 */
export function changesOf(before: unknown, after: unknown, fields: Fields): Change[] {
  const [old, fresh] = [record(before), record(after)];
  return Object.entries(fields).flatMap(([name, f]): Change[] => {
    if (!isInput(f)) return [];
    const column = snake(name);
    const [a, b] = [old[column] ?? null, fresh[column] ?? null];
    return JSON.stringify(a) === JSON.stringify(b) ? [] : [{ name, before: a, after: b }];
  });
}

function record(x: unknown): Readonly<Record<string, unknown>> {
  return typeof x === "object" && x !== null ? (x as Readonly<Record<string, unknown>>) : {};
}

import type { Db } from "../../kernel/db/db.ts";
import type { Observer, Step } from "./clerk.ts";
import { Mirror } from "./mirror.ts";
import type { Row } from "./recorder.ts";
import { namesOf } from "./transitions.ts";

/** Converts an amount in yuan into whole units, such as cents (100 `unitsPerYuan`), so that sums are exact. */
export const inUnits = (v: unknown, unitsPerYuan: number): number =>
  Math.round(Number(v ?? 0) * unitsPerYuan);

/** Returns an amount in yuan as whole cents. */
export const cents = (v: unknown): number => inUnits(v, 100);

/**
 * Base of checkers that judge whether a step of a simulated user was allowed to change rows as it did. It keeps a copy
 * of the rows before the step (`mirror`), and collects the faults.
 */
export abstract class MirrorChecker implements Observer {
  readonly faults: string[] = [];
  /** The rows before the step that is being checked. */
  protected readonly mirror = new Mirror();

  constructor(private readonly db: Db) {}

  begin(tenantId: number): Promise<void> {
    return this.mirror.load(this.db, tenantId);
  }

  see(step: Step): void {
    this.check(step);
    this.mirror.apply(step.changes);
  }

  protected abstract check(step: Step): void;

  /** Returns the rows that a step of a simulated user has inserted into a table. */
  protected inserted(step: Step, table: string): readonly Row[] {
    return step.changes
      .filter((c) => c.table === table && c.op === "insert")
      .flatMap((c) => (c.after ? [c.after] : []));
  }

  protected fault(step: Step, text: string): void {
    this.faults.push(`step ${step.number}: ${text}, by ${namesOf(step)}`);
  }
}

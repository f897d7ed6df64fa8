import type { ScriptEngine } from "../script/engine.ts";
import type { CallLimits } from "./call-limits.ts";
import type { AnyStatement, CallerDb, RowsOf, Tx } from "./tx.ts";

/** Database whose methods take the limits of a call (`CallLimits`, such as the maximum time of a statement). */
interface Limitable extends CallerDb {
  run<const S extends readonly AnyStatement[]>(
    tenantId: number,
    statements: S,
    limits?: CallLimits,
  ): Promise<RowsOf<S>>;
  tx<T>(tenantId: number, work: (tx: Tx) => Promise<T>, limits?: CallLimits): Promise<T>;
  dryRun<T>(tenantId: number, work: (db: CallerDb) => Promise<T>, limits?: CallLimits): Promise<T>;
}

/** Database that passes the same limits (`CallLimits`, such as the maximum time of a statement) to every call. */
export class LimitedDb implements CallerDb {
  readonly engine: CallerDb["engine"];
  readonly scripts: ScriptEngine;

  constructor(
    private readonly db: Limitable,
    private readonly limits: CallLimits,
  ) {
    this.engine = db.engine;
    this.scripts = db.scripts;
  }

  limited(limits: CallLimits): CallerDb {
    return new LimitedDb(this.db, this.limits.readOnly ? { ...limits, readOnly: true } : limits);
  }

  run<const S extends readonly AnyStatement[]>(tenantId: number, statements: S): Promise<RowsOf<S>> {
    return this.db.run(tenantId, statements, this.limits);
  }

  write<const S extends readonly AnyStatement[]>(tenantId: number, statements: S): Promise<RowsOf<S>> {
    return this.limits.readOnly ? this.run(tenantId, statements) : this.db.write(tenantId, statements);
  }

  lookUp<const S extends AnyStatement>(tenantId: number, statement: S): Promise<RowsOf<readonly [S]>> {
    if (this.limits.readOnly) return this.run(tenantId, [statement] as const);
    return this.db.lookUp(tenantId, statement);
  }

  platform<const S extends readonly AnyStatement[]>(...statements: S): Promise<RowsOf<S>> {
    return this.db.platform(...statements);
  }

  tx<T>(tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.tx(tenantId, work, this.limits);
  }

  dryRun<T>(tenantId: number, work: (db: CallerDb) => Promise<T>): Promise<T> {
    return this.db.dryRun(tenantId, work, this.limits);
  }
}

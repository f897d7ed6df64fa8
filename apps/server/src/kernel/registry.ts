import type {
  Action,
  Command,
  CommandInput,
  CommandOutput,
  Condition,
  Entity,
  Fields,
  Query,
  SortKey,
} from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";

/** How a query's or table's rows are found. Every table in `from` is joined on tenant_id too: security is not routing. */
export interface Source {
  /**
   * FROM clause; `t` is where plain columns live. `asked` are the caller's conditions, which are added to WHERE in
   * any case: a source over very many rows finds its way by them.
   */
  readonly from: (ctx: Ctx, asked: readonly Condition[]) => Sql;
  /**
   * Look-ups added to `from`, each with at most one row to a row of `t`, and none of them named in `where`: they neither
   * add rows nor take any away, so that a page may be found and counted without them.
   */
  readonly joins?: (ctx: Ctx) => Sql;
  /** Rows of the tenant that the asker may see. */
  readonly where: (ctx: Ctx) => Sql;
  /** Column expressions; by default t.<snake_case of the field>. */
  readonly columns: Readonly<Record<string, Sql | ((ctx: Ctx) => Sql)>>;
  /** Order where the caller asks for none, over columns that are never null; by default that of the key. */
  readonly order?: readonly SortKey[];
}

export interface QueryImpl extends Source {
  readonly query: Query;
}

export interface TableImpl extends Source {
  readonly entity: Entity;
  /** May rows be inserted, updated, deleted as rows? What is written by commands only allows none. */
  readonly writes: readonly Exclude<Action, "Q">[];
  /** Fields that are read without the screen's right, and without a log-in: what anybody may see in the shop. */
  readonly open?: readonly string[];
  /** Refuses rows that the declaration alone cannot judge. */
  readonly check?: (
    ctx: Ctx,
    action: Action,
    rows: readonly Record<string, unknown>[],
  ) => void | Promise<void>;
  /** Values that the server sets in new rows. */
  readonly defaults?: (ctx: Ctx) => Readonly<Record<string, unknown>>;
  /** An INSERT that goes with an insert in the same statement, from `done`: the new rows with all their columns. */
  readonly along?: Sql;
  /** Statements that travel in the same transaction, after the rows. */
  readonly after?: (ctx: Ctx, action: Action, rows: readonly Record<string, unknown>[]) => Sql[];
  /** After the commit. */
  readonly done?: (ctx: Ctx, action: Action, rows: readonly Record<string, unknown>[]) => void;
}

export interface CommandImpl {
  readonly command: Command;
  readonly handler: (ctx: Ctx, input: never) => Promise<unknown>;
}

/** What an area brings to the server. */
export interface Module {
  readonly queries?: readonly QueryImpl[];
  readonly tables?: readonly TableImpl[];
  readonly commands?: readonly CommandImpl[];
}

interface SourceSpec {
  /** FROM clause, or the table's name. */
  from: ((ctx: Ctx, asked: readonly Condition[]) => Sql) | string;
  joins?: (ctx: Ctx) => Sql;
  where?: (ctx: Ctx) => Sql;
  columns?: Readonly<Record<string, Sql | string | ((ctx: Ctx) => Sql)>>;
  order?: readonly SortKey[];
}

function source(s: SourceSpec): Source {
  const { from, where } = s;
  const columns: Record<string, Sql | ((ctx: Ctx) => Sql)> = {};
  for (const [name, c] of Object.entries(s.columns ?? {}))
    columns[name] = typeof c === "string" ? sql.raw(c) : c;
  const table = typeof from === "string" ? sql`${sql.id(from)} t` : undefined;
  return {
    from: typeof from === "string" ? () => table ?? sql.empty : from,
    where: (ctx) =>
      where
        ? sql`t.tenant_id = ${ctx.who.tenantId} and ${where(ctx)}`
        : sql`t.tenant_id = ${ctx.who.tenantId}`,
    columns,
    ...(s.joins ? { joins: s.joins } : {}),
    ...(s.order ? { order: s.order } : {}),
  };
}

/** Says how a query is computed. `where` is added to the tenant's own condition on `t`. */
export function implement<F extends Fields>(
  query: Query<F>,
  s: SourceSpec & {
    columns?: Partial<Readonly<Record<keyof F & string, Sql | string | ((ctx: Ctx) => Sql)>>>;
  },
): QueryImpl {
  return { query: query as unknown as Query, ...source(s as SourceSpec) };
}

/** Registers a table for QueryBySelf and, where it says so, for insert, update and delete. */
export function table<F extends Fields>(
  entity: Entity<F>,
  s: SourceSpec & Omit<TableImpl, keyof Source | "entity">,
): TableImpl {
  const { from: _f, joins: _j, where: _w, columns: _c, order: _o, ...rest } = s;
  return { entity: entity as unknown as Entity, ...rest, ...source(s) };
}

/** Puts a handler behind a command. */
export function handle<C extends Command>(
  command: C,
  handler: (ctx: Ctx, input: CommandInput<C>) => Promise<CommandOutput<C>>,
): CommandImpl {
  return { command, handler: handler as CommandImpl["handler"] };
}

/** All that the server can do, found by its name on the wire. */
export class Registry {
  readonly queries = new Map<string, QueryImpl>();
  readonly tables = new Map<string, TableImpl>();
  readonly commands = new Map<string, CommandImpl>();

  constructor(modules: readonly Module[]) {
    const add = <T>(map: Map<string, T>, key: string, value: T) => {
      if (map.has(key)) throw new Error(`${key} is registered twice`);
      map.set(key, value);
    };
    for (const m of modules) {
      for (const q of m.queries ?? []) add(this.queries, `${q.query.menu}/${q.query.id}`, q);
      for (const t of m.tables ?? []) add(this.tables, t.entity.wire, t);
      for (const c of m.commands ?? []) add(this.commands, c.command.type, c);
    }
  }
}

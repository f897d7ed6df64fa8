import type {
  Action,
  Command,
  CommandInput,
  CommandOutput,
  CommandPreview,
  Condition,
  Entity,
  Fields,
  Query,
  SortKey,
} from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";
import { type Joins, joinsOf } from "./joins.ts";
import type { PageQuery, PageRequest, PageSource, TotalSource } from "./page-request.ts";
import type { Sample } from "./page-total.ts";

/**
 * Fields that name the row of another table to which a row belongs (its owner). For example, a file belongs to a mold.
 */
export interface OwnerFields {
  /** Name of the field that holds the wire name of the owner's table. */
  readonly table: string;
  /** Name of the field that holds the owner's key as text: the values of its key fields, joined by "/". */
  readonly key: string;
  /** SQL condition for rows that the caller may see even if the caller may not see their owner. */
  readonly also?: (ctx: Ctx) => Sql;
}

/**
 * Defines how the rows of a query or table are computed. Every join compares tenant_id, in addition to row-level
 * security.
 */
export interface Source {
  /**
   * FROM clause. The alias `t` is the table from which columns without an SQL expression are read. `conditions` come
   * from the caller. The kernel always adds them to WHERE; a large FROM clause may also use them to narrow its search
   * early.
   */
  readonly from: (ctx: Ctx, conditions: readonly Condition[]) => Sql;
  /**
   * Returns left joins that find at most one row for each row of `t` and are not used in `where`. So the kernel finds
   * and counts the rows of a page without them, unless the request filters or sorts by joined columns. With `asked`,
   * the kernel joins all rows that meet the conditions `asked`. Without `asked`, it joins only few rows, such as those
   * of one page. Undefined: `from` already contains the joins for this caller. If the joins have names (`Joins`), the
   * kernel filters and sorts with only those joins that conditions and order use.
   */
  readonly joins?: (ctx: Ctx, asked?: readonly Condition[]) => Sql | Joins | undefined;
  /**
   * Condition for the rows of the tenant that the caller may see. The condition of a table that callers may update or
   * delete uses no alias but `t`, because these writes have no joins.
   */
  readonly where: (ctx: Ctx) => Sql;
  /**
   * Present if each row belongs to a row of another table. Whether a caller may see a row then depends on that other
   * row.
   */
  readonly owner?: OwnerFields;
  /** SQL expressions of the columns. A field that is not listed is read from t.<snake_case of the field>. */
  readonly columns: Readonly<Record<string, Sql | ((ctx: Ctx) => Sql)>>;
  /** Default order, over columns that are never null. If undefined, rows are ordered by key. */
  readonly order?: readonly SortKey[];
  /**
   * Finds the rows of a page before the columns of these rows are computed. Returns undefined if the request needs all
   * rows, for example because it sorts by a computed column.
   */
  readonly page?: (ctx: Ctx, request: PageRequest) => PageSource | undefined;
  /**
   * Present if counting the rows of the list takes much longer than reading a page. If the tenant has many rows of the
   * kind that `size` selects, the total is then estimated from a sample (`Sample`). Undefined: the list is counted.
   */
  readonly sample?: (ctx: Ctx, conditions: readonly Condition[]) => Sample | undefined;
  /**
   * Fields with SQL expressions that are never null. Their order needs no NULLS LAST, so an index can deliver it.
   */
  readonly neverNull?: readonly string[];
  /**
   * Returns a cheaper source for the requested page, for example one that reads stored facts. Undefined: the kernel
   * uses this source.
   */
  readonly instead?: (ctx: Ctx, request: PageQuery) => Promise<Source | undefined>;
  /**
   * Returns another way to compute the total and the sums of a list, for example from stored sums of its rows.
   * Undefined: the kernel counts and adds up the rows.
   */
  readonly total?: (ctx: Ctx, conditions: readonly Condition[]) => TotalSource | undefined;
  /**
   * True if all rows must be computed for each page of a list, because `from` computes them from other tables. The
   * statement that reads the page then also counts the rows and adds them up, so the rows are computed only once. Has
   * an effect only if `page` is absent or returns undefined.
   */
  readonly isOnePass?: boolean;
}

export interface QueryImpl extends Source {
  readonly query: Query;
}

export interface TableImpl extends Source {
  readonly entity: Entity;
  /**
   * Text fields whose values are equal if they differ only in upper and lower case. A unique index on lower() of the
   * field enforces it.
   */
  readonly caseless?: readonly string[];
  /** Write actions that callers may run on rows directly. Empty for a table that only commands write. */
  readonly writes: readonly Exclude<Action, "Q">[];
  /** Checks rules that the declarations of the fields cannot express. Throws to refuse the rows. */
  readonly check?: (
    ctx: Ctx,
    action: Action,
    rows: readonly Record<string, unknown>[],
  ) => void | Promise<void>;
  /**
   * Returns statements that run before the write, in the same transaction. They fail if the rows break a rule that
   * depends on stored rows.
   */
  readonly expect?: (ctx: Ctx, action: Action, rows: readonly Record<string, unknown>[]) => Sql[];
  /** Returns values that the server sets in new rows. */
  readonly defaults?: (ctx: Ctx) => Readonly<Record<string, unknown>>;
  /**
   * INSERT of related rows that belong to new rows, such as the first stock move of a new product. It runs in the same
   * statement as the insert of the new rows. The CTE `done` of this statement holds the new rows with all columns.
   */
  readonly afterInsert?: Sql;
  /**
   * Returns statements that count how many other rows use certain rows of the table. The subquery `keys` selects the
   * keys of these rows as text. Each statement selects the name of a use (`wire`), such as "PRD_ORDER.MOLD_NO", and the
   * number of other rows with this use (`n`).
   */
  readonly uses?: (ctx: Ctx, keys: Sql) => readonly Sql[];
  /**
   * Returns statements that count obstacles to archiving rows: a state that must end first, or active rows that use
   * them, such as the open binding of a mold. `keys`: subquery for the keys of the rows, as text. Columns of the
   * statements: `wire` (name of the obstacle) and `n` (number).
   */
  readonly activeIn?: (ctx: Ctx, keys: Sql) => readonly Sql[];
  /** Returns statements that run after the rows were written, in the transaction of the write. */
  readonly after?: (ctx: Ctx, action: Action, rows: readonly Record<string, unknown>[]) => Sql[];
  /** Function that runs after the commit, for example to emit events. */
  readonly done?: (ctx: Ctx, action: Action, rows: readonly Record<string, unknown>[]) => void;
}

export interface CommandImpl {
  readonly command: Command;
  /** Runs the command with the decoded input, which has every declared field. */
  readonly handler: (ctx: Ctx, input: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /**
   * Runs the command and returns what it changed. The context's database is a dry run: nothing is committed.
   * Present if the command declares a preview.
   */
  readonly preview?: (ctx: Ctx, input: Readonly<Record<string, unknown>>) => Promise<unknown>;
}

/** Operations of one area, such as molds: queries, tables and commands. */
export interface Module {
  readonly queries?: readonly QueryImpl[];
  readonly tables?: readonly TableImpl[];
  readonly commands?: readonly CommandImpl[];
}

interface SourceSpec {
  /** FROM clause, or the name of the table. */
  from: ((ctx: Ctx, conditions: readonly Condition[]) => Sql) | string;
  joins?: Source["joins"];
  where?: (ctx: Ctx) => Sql;
  owner?: OwnerFields;
  columns?: Readonly<Record<string, Sql | string | ((ctx: Ctx) => Sql)>>;
  order?: readonly SortKey[];
  page?: Source["page"];
  instead?: Source["instead"];
  sample?: Source["sample"];
  isOnePass?: boolean;
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
    ...(s.owner ? { owner: s.owner } : {}),
    ...(s.page ? { page: s.page } : {}),
    ...(s.instead ? { instead: s.instead } : {}),
    ...(s.sample ? { sample: s.sample } : {}),
    ...(s.isOnePass ? { isOnePass: true } : {}),
  };
}

/**
 * Returns `from` and `joins` of a query source (`Source`) whose condition `where` uses the joined tables. For callers
 * with tenant scope, who see all rows, `where` needs no joined tables. Then the kernel counts the rows of `table` and
 * joins only the rows of the page.
 */
export const joinsByScope = (
  table: Sql,
  joins: (ctx: Ctx) => Sql | Joins,
): Required<Pick<Source, "joins" | "from">> => ({
  from: (ctx) => (ctx.who.scope.kind === "tenant" ? table : sql`${table} ${joinsOf(joins(ctx))}`),
  joins: (ctx) => (ctx.who.scope.kind === "tenant" ? joins(ctx) : undefined),
});

/** Returns the FROM clause of a query source with its joins, for statements that need all rows or columns. */
export function fromAll(s: Source, ctx: Ctx, conditions: readonly Condition[] = []): Sql {
  const from = s.from(ctx, conditions);
  const joins = s.joins?.(ctx, conditions);
  return joins ? sql`${from} ${joinsOf(joins)}` : from;
}

/**
 * Connects a declared query with the SQL that computes its rows. The condition `where` is added to the condition that
 * rows of the main table (`t`) belong to the tenant.
 */
export function implement<F extends Fields>(
  query: Query<F>,
  s: SourceSpec & {
    columns?: Partial<Readonly<Record<keyof F & string, Sql | string | ((ctx: Ctx) => Sql)>>>;
  },
): QueryImpl {
  return { query: query as unknown as Query, ...source(s as SourceSpec) };
}

/**
 * Connects an entity with the table that stores its rows. Callers may then read rows by the name of the table
 * (`QueryBySelf`) and, if `writes` lists the action, insert, update and delete them.
 */
export function table<F extends Fields>(
  entity: Entity<F>,
  s: SourceSpec & Omit<TableImpl, keyof Source | "entity">,
): TableImpl {
  const {
    from: _f,
    joins: _j,
    where: _w,
    columns: _c,
    order: _o,
    owner: _n,
    page: _p,
    instead: _in,
    sample: _s,
    isOnePass: _i,
    ...rest
  } = s;
  return { entity: entity as unknown as Entity, ...rest, ...source(s) };
}

/** Function that runs a command in a dry run and returns what the command changed. `run` runs the command itself. */
export type PreviewOf<C extends Command> = (
  ctx: Ctx,
  input: CommandInput<C>,
  run: () => Promise<CommandOutput<C>>,
) => Promise<CommandPreview<C>>;

/** Connects a command with its handler, and with its preview if the command declares one. */
export function handle<C extends Command>(
  command: C,
  handler: (ctx: Ctx, input: CommandInput<C>) => Promise<CommandOutput<C>>,
  preview?: PreviewOf<C>,
): CommandImpl {
  if ((preview === undefined) !== (command.preview === undefined))
    throw new Error(`${command.type}: the command and its handler must agree about the preview`);
  return {
    command,
    handler: (ctx, input) => handler(ctx, input as CommandInput<C>),
    ...(preview && {
      preview: (ctx, input) =>
        preview(ctx, input as CommandInput<C>, () => handler(ctx, input as CommandInput<C>)),
    }),
  };
}

/** Holds all operations of the server by their wire names. */
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

import type { Condition, Fields, Query } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type Joins, joinsOf } from "../../kernel/joins.ts";
import { implement, type QueryImpl } from "../../kernel/registry.ts";
import { moldScope } from "../mold/index.ts";
import { moldsOf } from "./listed-molds.ts";
import { requestedPeriod } from "./period.ts";

/** Joins the organizations of the mold with alias `m`. */
const orgNames = (ctx: Ctx): Joins => {
  const id = ctx.who.tenantId;
  return {
    oem: sql`left join organization oem on oem.tenant_id = ${id} and oem.org_id = m.oem_id`,
    plant: sql`left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id`,
    maker: sql`left join organization maker on maker.tenant_id = ${id} and maker.org_id = m.maker_id`,
  };
};
/** Joins the mold (alias `m`) of a row (alias `t`), and the mold's organizations. */
const moldNames = (ctx: Ctx) =>
  sql`join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_id = t.mold_id
    ${joinsOf(orgNames(ctx))}`;
const moldColumns = {
  moldNo: "m.mold_no",
  moldName: "m.mold_name",
  oemId: "m.oem_id",
  oemName: "oem.org_name",
  plantId: "m.plant_id",
  plantName: "plant.org_name",
  makerId: "m.maker_id",
  makerName: "maker.org_name",
  projectNo: "m.project_no",
  projectName: "m.project_name",
};

type Columns = Readonly<Record<string, string | Sql | ((ctx: Ctx) => Sql)>>;

export interface PageFinder {
  /**
   * Columns that `counted` gives besides the fields of molds and the period. If a list is filtered and sorted only by
   * columns that `counted` gives, the server first finds the rows of the page and computes only their figures.
   * Otherwise it computes the figures of all rows first.
   */
  readonly fields: readonly string[];
  /**
   * Returns a FROM clause with one row for each row of the list, without the computed figures, so that it is fast.
   * Aliases: `m` mold, `t` the period and the columns named in `fields`. The organizations are joined if needed.
   */
  readonly counted: (ctx: Ctx, conditions: readonly Condition[]) => Sql;
  /** Present if counting takes long for many molds: returns the FROM clause `counted` for a sample of the molds. */
  readonly sampled?: (ctx: Ctx, conditions: readonly Condition[]) => Sql;
  /** Joins the mold (alias `m`), if `counted` does not contain it. */
  readonly mold?: (ctx: Ctx) => Sql;
  /** Columns by which a row of the list is found again after the rows of a page were selected. */
  readonly keys: string;
  /**
   * Returns the statement that computes the figures of the rows of one page. `keys` is a sub-select of the keys of
   * these rows.
   */
  readonly rows: (ctx: Ctx, conditions: readonly Condition[], keys: Sql) => Sql;
}

/**
 * Largest page, in rows, for which the server first finds the rows and then computes only their figures. For a larger
 * page, such as an export, it computes the figures of all rows at once.
 */
const mostFound = 1000;

export interface ListSpec {
  /** Returns the statement that selects the list's rows within the period, with their mold_id. */
  readonly rows: (ctx: Ctx, conditions: readonly Condition[]) => Sql;
  /** Present if the server can find the rows of a page before it computes their figures. */
  readonly finder?: PageFinder;
  readonly joins?: (ctx: Ctx) => Sql;
  readonly columns: Columns;
  readonly order: { readonly field: string; readonly direction: "asc" | "desc" };
}

/** Returns a FROM clause: the requested period, added to the rows that a statement selects (alias `t`). */
export function withPeriod(ctx: Ctx, conditions: readonly Condition[], rows?: Sql): Sql {
  const { first, last } = requestedPeriod(ctx, conditions);
  const period = sql`${ctx.who.tenantId}::int as tenant_id, ${first}::date as period_from, ${last}::date as period_to`;
  return rows ? sql`(select ${period}, r.* from (${rows}) r) t` : sql`(select ${period}) t`;
}

export function list<F extends Fields>(query: Query<F>, s: ListSpec): QueryImpl {
  const from = (ctx: Ctx, conditions: readonly Condition[], rows: Sql) =>
    sql`${withPeriod(ctx, conditions, rows)} ${moldNames(ctx)} ${s.joins?.(ctx) ?? sql.empty}`;
  return implement<Fields>(query, {
    from: (ctx, conditions) => from(ctx, conditions, s.rows(ctx, conditions)),
    page: (ctx, { conditions, order, limit, where, orderAndLimit }) => {
      const { finder } = s;
      const isPlain = ({ field }: { readonly field: string }) =>
        field in moldColumns ||
        finder?.fields.includes(field) ||
        field === "periodFrom" ||
        field === "periodTo";
      if (!finder || limit > mostFound || ![...conditions, ...order].every(isPlain)) return undefined;
      const counted = finder.counted(ctx, conditions);
      const joins: Joins = { ...(finder.mold && { m: finder.mold(ctx) }), ...orgNames(ctx) };
      const found = sql`${counted} ${joinsOf(joins, [where, orderAndLimit])}`;
      const keys = sql`(select ${sql.raw(finder.keys)} from ${found} where ${where} ${orderAndLimit})`;
      return {
        counted: sql`${counted} ${joinsOf(joins, [where])}`,
        rows: from(ctx, conditions, finder.rows(ctx, conditions, keys)),
      };
    },
    ...(s.finder?.sampled && {
      sample: (ctx, conditions) => ({
        size: sql`select from ${moldsOf(ctx, conditions)} c`,
        rows: sql`${s.finder?.sampled?.(ctx, conditions) ?? sql.empty} ${joinsOf(orgNames(ctx))}`,
      }),
    }),
    isOnePass: true,
    where: (ctx) => moldScope(ctx, "m"),
    columns: { ...moldColumns, ...s.columns },
    order: [s.order],
  });
}

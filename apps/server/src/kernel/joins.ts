import { Sql, sql } from "./db/sql.ts";

/**
 * Left joins, by alias of the joined table, in the order in which they are written. Each adds at most one row to a row.
 * A join may use the aliases of earlier joins.
 */
export type Joins = Readonly<Record<string, Sql>>;

const contains = (pattern: RegExp) => (x: Sql) => x.parts.some((part) => pattern.test(part));
const otherAlias = contains(/\b(?!t\.)[a-z_]\w*\./);

/**
 * Returns the joins that the expressions `used` need: those whose alias they contain, and the joins on which these
 * depend. Joins without names are all needed if an expression contains an alias other than `t`. Without `used`, returns
 * all joins.
 */
export function joinsOf(joins: Sql | Joins, used?: readonly Sql[]): Sql {
  if (joins instanceof Sql) return !used || used.some(otherAlias) ? joins : sql.empty;
  const needed: Sql[] = [];
  for (const [alias, join] of Object.entries(joins).reverse())
    if (!used || [...used, ...needed].some(contains(new RegExp(`\\b${alias}\\.`)))) needed.unshift(join);
  return sql.join(needed, " ");
}

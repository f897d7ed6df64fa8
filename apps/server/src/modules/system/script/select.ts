import { sizeLimits } from "./allowed.ts";
import {
  checkAll,
  checkExpression,
  checkNamed,
  checkSort,
  checkWindow,
  type Place,
  requireFields,
} from "./expressions.ts";
import { resultName } from "./result-names.ts";
import { type Check, type Ctes, renamed, type Scope, type Source, starOf } from "./scope.ts";
import { type Json, jsonOf, listOf, nameOf, namesOf, nodeOf } from "./tree.ts";

/** Clauses of a SELECT that scripts may use. INTO and FOR UPDATE are not among them. */
const clauses =
  "distinctClause targetList fromClause whereClause groupClause groupDistinct havingClause windowClause valuesLists " +
  "sortClause limitOffset limitCount limitOption withClause op all larg rarg";

/** Checks a SELECT, VALUES or UNION and returns the names of its columns. */
export function checkSelect(
  check: Check,
  statement: Json,
  outer: Scope | undefined,
  ctes: Ctes,
  depth: number,
): readonly string[] {
  const p: Place = { check, scope: { sources: [], outer }, ctes, depth: depth + 1 };
  if (p.depth > sizeLimits.nesting) check.refuse("nesting", statement);
  check.count("selects", statement);
  requireFields(p, "select", statement, clauses);
  const known = statement.withClause === undefined ? ctes : withCtes(p, jsonOf(statement.withClause));
  const inner: Place = { ...p, ctes: known };
  const columns =
    statement.op === "SETOP_NONE" || statement.op === undefined
      ? checkSimple(inner, statement)
      : checkUnion(inner, statement);
  if (columns.length > sizeLimits.columns) check.refuse(`${columns.length} columns`, statement);
  checkLimit({ ...inner, scope: { sources: [], outer } }, statement);
  return columns;
}

function withCtes(p: Place, clause: Json): Ctes {
  requireFields(p, "with", clause, "ctes");
  const known = new Map(p.ctes);
  for (const item of listOf(clause.ctes)) {
    const { kind, fields } = nodeOf(item);
    if (kind !== "CommonTableExpr") p.check.refuse(kind, item);
    requireFields(p, "with", fields, "ctename aliascolnames ctematerialized ctequery");
    const query = nodeOf(fields.ctequery);
    if (query.kind !== "SelectStmt") p.check.refuse(query.kind.replace(/Stmt$/, "").toLowerCase(), item);
    const columns = p.check.select(query.fields, p.scope.outer, known, p.depth);
    known.set(String(fields.ctename), renamed(columns, namesOf(fields.aliascolnames)));
  }
  return known;
}

function checkUnion(p: Place, statement: Json): readonly string[] {
  const [left, right] = [jsonOf(statement.larg), jsonOf(statement.rarg)];
  const columns = p.check.select(left, p.scope.outer, p.ctes, p.depth);
  p.check.select(right, p.scope.outer, p.ctes, p.depth);
  checkSort({ ...p, scope: { ...p.scope, results: columns } }, statement.sortClause);
  return columns;
}

/** Checks the expressions of LIMIT and OFFSET. The parser writes `limit all` as a constant null, which is allowed. */
function checkLimit(p: Place, statement: Json): void {
  if (statement.limitCount !== undefined) checkExpression(p, statement.limitCount);
  if (statement.limitOffset !== undefined) checkExpression(p, statement.limitOffset);
}

function checkSimple(p: Place, statement: Json): readonly string[] {
  const values = listOf(statement.valuesLists);
  if (values.length > 0) {
    checkAll(p, values);
    const columns = listOf(nodeOf(values[0]).fields.items).map((_, i) => `column${i + 1}`);
    checkSort({ ...p, scope: { ...p.scope, results: columns } }, statement.sortClause);
    return columns;
  }
  const sources: Source[] = [];
  const scope: Scope = { sources, outer: p.scope.outer };
  for (const item of listOf(statement.fromClause)) sources.push(...sourcesOf({ ...p, scope }, item));
  const inner: Place = { ...p, scope };
  const columns = checkTargets(inner, statement.targetList);
  const named: Place = { ...p, scope: { ...scope, results: columns } };
  if (statement.whereClause !== undefined) checkExpression(inner, statement.whereClause);
  for (const item of listOf(statement.groupClause)) checkGroup(named, item);
  if (statement.havingClause !== undefined) checkExpression(inner, statement.havingClause);
  for (const item of listOf(statement.windowClause)) {
    const { kind, fields } = nodeOf(item);
    if (kind !== "WindowDef") p.check.refuse(kind, item);
    checkWindow(inner, fields);
  }
  // Skips the empty node that the parser writes for DISTINCT without ON. The node has no expression to check.
  for (const item of listOf(statement.distinctClause))
    if (Object.keys(jsonOf(item)).length > 0) checkNamed(named, item);
  checkSort(named, statement.sortClause);
  return columns;
}

function checkGroup(p: Place, item: unknown): void {
  const { kind, fields } = nodeOf(item);
  if (p.depth > sizeLimits.nesting) p.check.refuse("nesting", item);
  const inner: Place = { ...p, depth: p.depth + 1 };
  if (kind === "GroupingSet") {
    requireFields(p, "GroupingSet", fields, "kind content");
    for (const part of listOf(fields.content)) checkGroup(inner, part);
  } else if (kind === "RowExpr") {
    requireFields(p, "RowExpr", fields, "args row_format");
    for (const part of listOf(fields.args)) checkGroup(inner, part);
  } else checkNamed(inner, item);
}

function checkTargets(p: Place, list: unknown): readonly string[] {
  return listOf(list).flatMap((item) => {
    const { kind, fields } = nodeOf(item);
    if (kind !== "ResTarget") p.check.refuse(kind, item);
    requireFields(p, "ResTarget", fields, "name val");
    const star = starColumns(p, fields.val);
    if (star) return star;
    checkExpression(p, fields.val);
    return [typeof fields.name === "string" ? fields.name : resultName(fields.val)];
  });
}

/** Returns the columns that `*` or `alias.*` stands for. Returns undefined for any other item of the SELECT list. */
function starColumns(p: Place, value: unknown): readonly string[] | undefined {
  const { kind, fields } = nodeOf(value);
  const parts = kind === "ColumnRef" ? listOf(fields.fields) : [];
  if (parts.length === 0 || parts.length > 2 || nodeOf(parts.at(-1)).kind !== "A_Star") return undefined;
  requireFields(p, "ColumnRef", fields, "fields");
  const alias = parts.length === 2 ? nameOf(parts[0]) : undefined;
  return starOf(p.scope, alias) ?? p.check.noColumn(`${alias === undefined ? "" : `${alias}.`}*`, value);
}

/** Checks an item of FROM. Returns the sources in it: views, subqueries, common table expressions and named joins. */
function sourcesOf(p: Place, item: unknown): readonly Source[] {
  const { kind, fields } = nodeOf(item);
  if (p.depth > sizeLimits.nesting) p.check.refuse("nesting", item);
  if (kind === "RangeVar") return [viewSource(p, fields, item)];
  if (kind === "RangeSubselect") return [subquerySource(p, fields, item)];
  if (kind === "JoinExpr") return joinSources({ ...p, depth: p.depth + 1 }, fields, item);
  return p.check.refuse(kind === "RangeFunction" ? "from function(" : kind, item);
}

/** Applies an alias to an item of FROM: renames the item and, if the alias lists column names, its columns. */
function aliased(p: Place, source: Source, value: unknown): Source {
  if (value === undefined) return source;
  const alias = jsonOf(value);
  requireFields(p, "alias", alias, "aliasname colnames");
  const names = namesOf(alias.colnames);
  // New column names do not show which columns of the view they rename. So all columns of the view count as read.
  if (names.length > 0) source.use();
  return {
    alias: String(alias.aliasname),
    columns: renamed(source.columns, names),
    use: names.length > 0 ? () => {} : source.use,
  };
}

function viewSource(p: Place, fields: Json, item: unknown): Source {
  p.check.count("sources", item);
  requireFields(p, "view", fields, "schemaname relname inh relpersistence alias");
  const name = String(fields.relname);
  const schema = fields.schemaname;
  const cte = schema === undefined ? p.ctes.get(name) : undefined;
  const columns = cte ?? (schema === undefined || schema === "script" ? p.check.views.get(name) : undefined);
  if (!columns || fields.inh !== true)
    return p.check.refuse(schema === undefined ? name : `${schema}.${name}`, item);
  if (!cte) p.check.use(name, []);
  const use = cte
    ? () => {}
    : (column?: string) => p.check.use(name, column === undefined ? columns : [column]);
  return aliased(p, { alias: name, columns, use }, fields.alias);
}

function subquerySource(p: Place, fields: Json, item: unknown): Source {
  p.check.count("sources", item);
  requireFields(p, "subquery", fields, "lateral subquery alias");
  const { kind, fields: statement } = nodeOf(fields.subquery);
  if (kind !== "SelectStmt") p.check.refuse(kind, item);
  const outer = fields.lateral === true ? p.scope : p.scope.outer;
  // Only a LATERAL subquery can use the names of the FROM items beside it. Any other subquery is checked with the names
  // of the outer query only.
  const columns = p.check.select(statement, outer, p.ctes, p.depth);
  return aliased(p, { alias: "", columns, use: () => {} }, fields.alias);
}

function joinSources(p: Place, fields: Json, item: unknown): readonly Source[] {
  requireFields(p, "join", fields, "jointype isNatural larg rarg usingClause quals alias rtindex");
  const left = sourcesOf(p, fields.larg);
  // The right side of a join may be LATERAL, so it can use names of the left side.
  const right = sourcesOf(withSources(p, left), fields.rarg);
  const both = [...left, ...right];
  if (fields.isNatural === true) for (const s of both) s.use();
  for (const name of namesOf(fields.usingClause)) {
    const found = both.filter((s) => s.columns.includes(name));
    if (found.length === 0) p.check.noColumn(name, item);
    for (const s of found) s.use(name);
  }
  if (fields.quals !== undefined) checkExpression(withSources(p, both), fields.quals);
  if (fields.alias === undefined) return both;
  for (const s of both) s.use();
  const joined: Source = { alias: "", columns: both.flatMap((s) => s.columns), use: () => {} };
  return [aliased(p, joined, fields.alias)];
}

const withSources = (p: Place, more: readonly Source[]): Place => ({
  ...p,
  scope: { ...p.scope, sources: [...p.scope.sources, ...more] },
});

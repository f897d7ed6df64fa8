import {
  collations,
  functions,
  likeOperators,
  operators,
  sizeLimits,
  syntaxFunctions,
  types,
  valueFunctions,
} from "./allowed.ts";
import { type Check, type Ctes, hasColumn, hasQualified, type Scope } from "./scope.ts";
import { isJson, type Json, jsonOf, listOf, type Node, nameOf, namesOf, nodeOf } from "./tree.ts";

/** Place of an expression in the statement: the names that the expression may use, and its nesting depth. */
export interface Place {
  readonly check: Check;
  readonly scope: Scope;
  readonly ctes: Ctes;
  readonly depth: number;
}

type Rule = (p: Place, fields: Json, node: unknown) => void;

const deeper = (p: Place): Place => ({ ...p, depth: p.depth + 1 });

/** Words for fields of the syntax tree that error messages show to the user. */
const readable: Readonly<Record<string, string>> = {
  intoClause: "into",
  lockingClause: "for update",
  recursive: "recursive",
  func_variadic: "variadic",
  catalogname: "database name",
  useOp: "using",
};

/** Throws if a node has a field that is not in `known`, so that unknown syntax is refused and never ignored. */
export function requireFields(p: Place, kind: string, fields: Json, known: string): void {
  const allowed = new Set(known.split(" "));
  for (const [name, value] of Object.entries(fields))
    if (name !== "location" && !allowed.has(name) && value !== false)
      p.check.refuse(readable[name] ?? `${kind}.${name}`, fields);
}

/** Checks an expression. Throws scriptForbidden if a part of it is not allowed. */
export function checkExpression(p: Place, value: unknown): void {
  if (p.depth > sizeLimits.nesting) p.check.refuse("nesting", value);
  const { kind, fields } = nodeOf(value);
  const rule = Object.hasOwn(rules, kind) ? rules[kind] : undefined;
  if (!rule) p.check.refuse(kind, value);
  else rule(deeper(p), fields, value);
}

export function checkAll(p: Place, list: unknown): void {
  for (const value of listOf(list)) checkExpression(p, value);
}

function checkOptional(p: Place, value: unknown): void {
  if (value !== undefined) checkExpression(p, value);
}

/**
 * Returns a rule for nodes of one kind: the fields `expressions` hold expressions to check, and the fields `values`
 * hold plain values. All other fields are refused.
 */
const plain =
  (kind: string, expressions: string, values = ""): Rule =>
  (p, fields) => {
    const names = expressions.split(" ");
    requireFields(p, kind, fields, `${expressions} ${values}`);
    for (const name of names) {
      const value = fields[name];
      if (Array.isArray(value)) checkAll(p, value);
      else checkOptional(p, value);
    }
  };

const rules: Readonly<Record<string, Rule>> = {
  A_Const: (p, fields) => requireFields(p, "A_Const", fields, "ival fval sval boolval isnull"),
  ParamRef: (p, fields) => requireFields(p, "ParamRef", fields, "number"),
  ColumnRef: checkColumn,
  A_Expr: checkOperator,
  FuncCall: checkCall,
  TypeCast: (p, fields) => {
    requireFields(p, "TypeCast", fields, "arg typeName");
    checkType(p, fields);
    checkExpression(p, fields.arg);
  },
  SubLink: checkSublink,
  BoolExpr: plain("BoolExpr", "args", "boolop"),
  NullTest: plain("NullTest", "arg", "nulltesttype argisrow"),
  BooleanTest: plain("BooleanTest", "arg", "booltesttype"),
  CaseExpr: plain("CaseExpr", "arg args defresult"),
  CaseWhen: plain("CaseWhen", "expr result"),
  CoalesceExpr: plain("CoalesceExpr", "args"),
  MinMaxExpr: plain("MinMaxExpr", "args", "op"),
  A_ArrayExpr: plain("A_ArrayExpr", "elements", "list_start list_end"),
  GroupingFunc: plain("GroupingFunc", "args"),
  List: plain("List", "items"),
  A_Indirection: (p, fields, node) => {
    // Allows only subscripts such as x[1], because `(x).name` can call a function.
    for (const part of listOf(fields.indirection))
      if (nodeOf(part).kind !== "A_Indices") p.check.refuse(`(…).${nameOf(part) ?? "*"}`, node);
    checkIndirection(p, fields, node);
  },
  A_Indices: plain("A_Indices", "lidx uidx"),
  CollateClause: (p, fields, node) => {
    requireFields(p, "CollateClause", fields, "arg collname");
    const names = namesOf(fields.collname);
    if (names.length !== 1 || !collations.has(names[0] ?? "")) p.check.refuse(names.join("."), node);
    checkExpression(p, fields.arg);
  },
  SQLValueFunction: (p, fields, node) => {
    requireFields(p, "SQLValueFunction", fields, "op typmod");
    const op = String(fields.op);
    if (!valueFunctions.has(op)) p.check.refuse(op.replace(/^SVFOP_/, "").toLowerCase(), node);
  },
};

const checkIndirection = plain("A_Indirection", "arg indirection");

function checkColumn(p: Place, fields: Json, node: unknown): void {
  requireFields(p, "ColumnRef", fields, "fields");
  const names = namesOf(fields.fields);
  const text = names.join(".");
  const [first = "", second] = names;
  // Refuses a star, which stands for a whole row here. Only the list of results and count(*) may contain a star.
  if (names.includes("*") || names.length > 2) p.check.refuse(text, node);
  const isKnown = second === undefined ? hasColumn(p.scope, first) : hasQualified(p.scope, first, second);
  if (!isKnown) p.check.noColumn(text, node);
}

const operatorKinds = new Set(
  `AEXPR_OP AEXPR_OP_ANY AEXPR_OP_ALL AEXPR_DISTINCT AEXPR_NOT_DISTINCT AEXPR_NULLIF AEXPR_IN AEXPR_LIKE AEXPR_ILIKE
  AEXPR_BETWEEN AEXPR_NOT_BETWEEN AEXPR_BETWEEN_SYM AEXPR_NOT_BETWEEN_SYM`.split(/\s+/),
);

function checkOperator(p: Place, fields: Json, node: unknown): void {
  requireFields(p, "A_Expr", fields, "kind name lexpr rexpr rexpr_list_start rexpr_list_end");
  const kind = String(fields.kind);
  if (!operatorKinds.has(kind)) p.check.refuse(kind.replace(/^AEXPR_/, ""), node);
  const names = namesOf(fields.name);
  const [name = ""] = names;
  const isLike = kind === "AEXPR_LIKE" || kind === "AEXPR_ILIKE";
  const isBetween = kind.includes("BETWEEN");
  if (!isBetween && (names.length !== 1 || !(operators.has(name) || (isLike && likeOperators.has(name)))))
    p.check.refuse(names.join("."), node);
  if (fields.lexpr === undefined && name !== "-" && name !== "+") p.check.refuse(name, node);
  checkSide(p, fields.lexpr);
  if (isLike) checkPattern(p, fields.rexpr);
  else checkSide(p, fields.rexpr);
}

/** Checks one side of a comparison, where a row such as (a, b) is allowed. */
function checkSide(p: Place, value: unknown): void {
  const { kind, fields } = nodeOf(value);
  if (kind === "RowExpr") checkRow(p, fields);
  else if (kind !== "List") checkOptional(p, value);
  else
    for (const item of listOf(fields.items)) {
      const inner = nodeOf(item);
      if (inner.kind === "RowExpr") checkRow(p, inner.fields);
      else checkExpression(p, item);
    }
}

function checkRow(p: Place, fields: Json): void {
  requireFields(p, "RowExpr", fields, "args row_format");
  checkAll(deeper(p), fields.args);
}

/** Checks the right side of LIKE. The parser writes ESCAPE as a call of like_escape. */
function checkPattern(p: Place, value: unknown): void {
  const { kind, fields } = nodeOf(value);
  if (kind === "FuncCall" && namesOf(fields.funcname).join(".") === "pg_catalog.like_escape") {
    requireFields(p, "like_escape", fields, "funcname args funcformat");
    checkAll(p, fields.args);
  } else checkExpression(p, value);
}

function checkFunctionName(p: Place, fields: Json, node: unknown): void {
  const names = namesOf(fields.funcname);
  const [first = "", second] = names;
  const isPlain = names.length === 1 && functions.has(first);
  const isSyntax =
    names.length === 2 &&
    first === "pg_catalog" &&
    syntaxFunctions.has(second ?? "") &&
    fields.funcformat === "COERCE_SQL_SYNTAX";
  if (!isPlain && !isSyntax) p.check.refuse(`${names.join(".")}(`, node);
}

function checkCall(p: Place, fields: Json, node: unknown): void {
  requireFields(
    p,
    "FuncCall",
    fields,
    "funcname args agg_order agg_filter over agg_within_group agg_star agg_distinct funcformat",
  );
  checkFunctionName(p, fields, node);
  checkAll(p, fields.args);
  checkSort(withoutResults(p), fields.agg_order);
  checkOptional(p, fields.agg_filter);
  if (fields.over !== undefined) checkWindow(p, jsonOf(fields.over));
}

/** Checks the expressions of an ORDER BY clause. */
export function checkSort(p: Place, list: unknown): void {
  for (const item of listOf(list)) {
    const { kind, fields } = nodeOf(item);
    if (kind !== "SortBy") p.check.refuse(kind, item);
    requireFields(p, "SortBy", fields, "node sortby_dir sortby_nulls");
    if (fields.sortby_dir === "SORTBY_USING") p.check.refuse("using", item);
    checkNamed(p, fields.node);
  }
}

/** Checks an expression of ORDER BY, GROUP BY or DISTINCT ON, which can also be the name of a result column. */
export function checkNamed(p: Place, value: unknown): void {
  const { kind, fields }: Node = nodeOf(value);
  const names = kind === "ColumnRef" ? listOf(fields.fields) : [];
  const name = names.length === 1 ? nameOf(names[0]) : undefined;
  if (name !== undefined && p.scope.results?.includes(name)) {
    // If a view of the script has a column with the name of this result column, also marks the column as read. In ORDER
    // BY, such a name means the result column. In GROUP BY, it means the column of the view.
    hasColumn(p.scope, name);
    return;
  }
  checkExpression(p, value);
}

/**
 * Returns the same `Place` (names that an expression may use) without the result columns, because PostgreSQL does not
 * look up result columns inside an expression.
 */
const withoutResults = (p: Place): Place => ({
  ...p,
  scope: { sources: p.scope.sources, outer: p.scope.outer },
});

export function checkWindow(p: Place, fields: Json): void {
  const inner = withoutResults(p);
  requireFields(
    p,
    "WindowDef",
    fields,
    "name refname partitionClause orderClause frameOptions startOffset endOffset",
  );
  checkAll(inner, fields.partitionClause);
  checkSort(inner, fields.orderClause);
  checkOptional(inner, fields.startOffset);
  checkOptional(inner, fields.endOffset);
}

function checkType(p: Place, fields: Json): void {
  const type = jsonOf(fields.typeName);
  requireFields(p, "TypeName", type, "names typmods typemod arrayBounds");
  const names = namesOf(type.names);
  const name = names.at(-1) ?? "";
  const isSystem = names.length === 1 || (names.length === 2 && names[0] === "pg_catalog");
  if (!isSystem || !types.has(name)) p.check.refuse(`::${names.join(".")}`, type);
  if (listOf(type.arrayBounds).length > 1) p.check.refuse("[][]", type);
  for (const typmod of listOf(type.typmods))
    if (nodeOf(typmod).kind !== "A_Const") p.check.refuse(`::${name}(`, type);
}

function checkSublink(p: Place, fields: Json, node: unknown): void {
  requireFields(p, "SubLink", fields, "subLinkType testexpr operName subselect");
  for (const name of namesOf(fields.operName)) if (!operators.has(name)) p.check.refuse(name, node);
  if (listOf(fields.operName).length > 1) p.check.refuse("operator", node);
  checkSide(p, fields.testexpr);
  const { kind, fields: statement } = nodeOf(fields.subselect);
  if (kind !== "SelectStmt" || !isJson(statement)) p.check.refuse(kind, node);
  p.check.select(statement, p.scope, p.ctes, p.depth);
}

import { type Json, listOf, nameOf, namesOf, nodeOf } from "./tree.ts";

/**
 * Name of a result column, and the strength of this name. A name with a higher strength replaces a name with a lower
 * one. 2: name of a column, a function or the like. 0 and 1: placeholders.
 */
type Named = readonly [name: string, strength: 0 | 1 | 2];

const nameless: Named = ["?column?", 0];

const fixedNames: Readonly<Record<string, string>> = {
  A_ArrayExpr: "array",
  RowExpr: "row",
  CoalesceExpr: "coalesce",
  GroupingFunc: "grouping",
};

/** Returns the name that PostgreSQL gives a result column without AS (FigureColname in its sources). */
export function resultName(value: unknown): string {
  return named(value)[0];
}

function named(value: unknown): Named {
  const { kind, fields } = nodeOf(value);
  const fixed = fixedNames[kind];
  if (fixed !== undefined) return [fixed, 2];
  switch (kind) {
    case "ColumnRef":
      return lastName(fields.fields);
    case "FuncCall":
      return lastName(fields.funcname);
    case "A_Indirection":
      return named(fields.arg);
    case "A_Expr":
      return fields.kind === "AEXPR_NULLIF" ? ["nullif", 2] : nameless;
    case "MinMaxExpr":
      return [fields.op === "IS_LEAST" ? "least" : "greatest", 2];
    case "CollateClause":
      return named(fields.arg);
    case "TypeCast":
      return castName(fields);
    case "CaseExpr":
      return orElse(named(fields.defresult), "case");
    case "SubLink":
      return sublinkName(fields);
    case "SQLValueFunction":
      return [
        String(fields.op)
          .replace(/^SVFOP_|_N$/g, "")
          .toLowerCase(),
        2,
      ];
    default:
      return nameless;
  }
}

const orElse = (found: Named, name: string): Named => (found[1] > 1 ? found : [name, 1]);

function lastName(list: unknown): Named {
  const name = nameOf(listOf(list).at(-1));
  return name === undefined ? nameless : [name, 2];
}

function castName(fields: Json): Named {
  const type = fields.typeName;
  const names = namesOf(typeof type === "object" && type !== null && "names" in type ? type.names : []);
  return orElse(named(fields.arg), names.at(-1) ?? "?column?");
}

function sublinkName(fields: Json): Named {
  if (fields.subLinkType === "EXISTS_SUBLINK") return ["exists", 2];
  if (fields.subLinkType === "ARRAY_SUBLINK") return ["array", 2];
  if (fields.subLinkType !== "EXPR_SUBLINK") return nameless;
  const [target] = listOf(nodeOf(fields.subselect).fields.targetList);
  const { fields: first } = nodeOf(target);
  return typeof first.name === "string" ? [first.name, 2] : named(first.val);
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAst } from "rolldown/parseAst";

/**
 * Checks the row types of sql<Row>`…` against the rows that the database returns. The types are parsed from the
 * sources. A type that the parser does not support accepts every value.
 */

/** Allowed values of a column: results of typeof, or "null". Undefined allows every value. */
type Allowed = ReadonlySet<string> | undefined;
type RowType = ReadonlyMap<string, Allowed>;

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (x: unknown): x is Node => typeof x === "object" && x !== null && "type" in x;

function* walk(x: unknown): Generator<Node> {
  if (Array.isArray(x)) for (const y of x) yield* walk(y);
  else if (isNode(x)) {
    yield x;
    for (const [key, y] of Object.entries(x)) if (key !== "parent") yield* walk(y);
  }
}

interface Source {
  readonly file: string;
  readonly nodes: readonly Node[];
  readonly declared: ReadonlyMap<string, Node>;
  readonly imported: ReadonlyMap<string, string>;
}

const sources = new Map<string, Source>();

function sourceOf(file: string): Source {
  const known = sources.get(file);
  if (known) return known;
  const ast = parseAst(readFileSync(file, "utf8"), { lang: "ts" }, file);
  const nodes = [...walk(ast.body)];
  const declared = new Map<string, Node>();
  const imported = new Map<string, string>();
  for (const n of nodes) {
    if (n.type === "TSInterfaceDeclaration" || n.type === "TSTypeAliasDeclaration")
      declared.set(String((n.id as Node).name), n);
    if (n.type === "ImportDeclaration" && String((n.source as Node).value).startsWith("."))
      for (const s of n.specifiers as readonly Node[])
        imported.set(String((s.local as Node).name), join(dirname(file), String((n.source as Node).value)));
  }
  const made = { file, nodes, declared, imported };
  sources.set(file, made);
  return made;
}

function merged(parts: readonly (RowType | undefined)[]): RowType | undefined {
  if (parts.some((p) => p === undefined)) return undefined;
  return new Map(parts.flatMap((p) => [...(p ?? [])]));
}

/**
 * Returns the properties of a row type as it is written in the source. Returns undefined if the parser does not support
 * the type.
 */
function rowTypeOf(type: Node | undefined, at: Source): RowType | undefined {
  if (!type) return undefined;
  switch (type.type) {
    case "TSTypeLiteral":
      return membersOf(type.members as readonly Node[], at);
    case "TSIntersectionType":
      return merged((type.types as readonly Node[]).map((t) => rowTypeOf(t, at)));
    case "TSTypeReference": {
      if (type.typeArguments) return undefined;
      return namedRow(String((type.typeName as Node).name), at);
    }
    default:
      return undefined;
  }
}

function namedRow(name: string, at: Source): RowType | undefined {
  const declaration = at.declared.get(name);
  if (declaration?.type === "TSTypeAliasDeclaration")
    return rowTypeOf(declaration.typeAnnotation as Node, at);
  if (declaration) {
    const parents = (declaration.extends as readonly Node[]).map((e) =>
      namedRow(String((e.expression as Node).name), at),
    );
    return merged([...parents, membersOf((declaration.body as Node).body as readonly Node[], at)]);
  }
  const from = at.imported.get(name);
  return from && existsSync(from) ? namedRow(name, sourceOf(from)) : undefined;
}

function membersOf(members: readonly Node[], at: Source): RowType {
  const row = new Map<string, Allowed>();
  for (const m of members) {
    if (m.type !== "TSPropertySignature" || m.optional) continue;
    const key = m.key as Node;
    row.set(String(key.name ?? key.value), allowedBy((m.typeAnnotation as Node).typeAnnotation as Node, at));
  }
  return row;
}

const simple: Readonly<Record<string, string>> = {
  TSStringKeyword: "string",
  TSNumberKeyword: "number",
  TSBooleanKeyword: "boolean",
  TSNullKeyword: "null",
};

function allowedBy(type: Node, at: Source): Allowed {
  const word = simple[type.type];
  if (word) return new Set([word]);
  if (type.type === "TSLiteralType") return new Set([typeof (type.literal as Node).value]);
  if (type.type === "TSTypeOperator" && type.operator === "keyof") return undefined;
  if (type.type === "TSArrayType" || type.type === "TSTypeOperator") return new Set(["object"]);
  if (type.type === "TSUnionType") {
    const parts = (type.types as readonly Node[]).map((t) => allowedBy(t, at));
    return parts.some((p) => p === undefined) ? undefined : new Set(parts.flatMap((p) => [...(p ?? [])]));
  }
  return undefined;
}

/** Finds all sql<Row> templates in the sources. Returns a map from the template's text to the declared row type. */
function declaredRows(root: string): ReadonlyMap<string, { readonly file: string; readonly row: RowType }> {
  const found = new Map<string, { file: string; row: RowType }>();
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).map((f) =>
    join("src", f),
  );
  for (const name of files) {
    if (!name.endsWith(".ts") || /\.test\.ts$|\/testing\//.test(name)) continue;
    const source = sourceOf(join(root, name));
    for (const n of source.nodes) {
      if (n.type !== "TaggedTemplateExpression" || (n.tag as Node).name !== "sql" || !n.typeArguments)
        continue;
      const [type] = (n.typeArguments as Node).params as readonly Node[];
      const row = rowTypeOf(type, source);
      const quasis = (n.quasi as Node).quasis as readonly Node[];
      if (row)
        found.set(quasis.map((q) => String((q.value as { cooked: string }).cooked)).join("\0"), {
          file: name,
          row,
        });
    }
  }
  return found;
}

/**
 * Returns a function that compares a row from the database with the type `Row` that its statement, sql<Row>`…`,
 * declares. The function finds the type by the template literal of the statement, and returns the differences.
 */
export function rowChecker(
  root: string,
): (template: readonly string[], row: Record<string, unknown>) => string[] {
  const declared = declaredRows(root);
  return (template, row) => {
    const found = declared.get(template.join("\0"));
    if (!found) return [];
    return [...found.row].flatMap(([name, allowed]) => {
      const value = row[name];
      if (value === undefined) return [`${found.file}: the answer has no column "${name}"`];
      const is = value === null ? "null" : typeof value;
      return allowed && !allowed.has(is)
        ? [`${found.file}: column "${name}" is ${is}, declared ${[...allowed].join(" | ")}`]
        : [];
    });
  };
}

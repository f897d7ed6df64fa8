// What every source file imports and exports, read from its syntax tree.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { trackedFiles } from "./files.mjs";
import { root } from "./root.mjs";

const isSource = (file) =>
  /^(packages|apps|e2e|bench|tools)\/.*\.tsx?$/.test(file) && !file.endsWith(".d.ts");

function packageOf(file) {
  const [top, name] = file.split("/");
  return top === "packages" || top === "apps" ? `${top}/${name}` : top;
}

/** name of a package → its folder and the files its exports name. */
function packages(files) {
  const found = new Map();
  for (const file of files.filter((f) =>
    /^((packages|apps)\/[^/]+|e2e|bench|tools)\/package\.json$/.test(f),
  )) {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, file), "utf8"));
    found.set(name, { dir: dirname(file), exports });
  }
  return found;
}

function resolveOwn(specifier, owned) {
  const name = specifier.split("/").slice(0, 2).join("/");
  const target = owned.get(name);
  if (!target) return undefined;
  const sub = `.${specifier.slice(name.length)}`;
  for (const [key, value] of Object.entries(target.exports)) {
    const [before, after] = key.split("*");
    if (key === sub) return posix.join(target.dir, value);
    if (after !== undefined && sub.startsWith(before) && sub.length > before.length)
      return posix.join(target.dir, value.replace("*", sub.slice(before.length, sub.length - after.length)));
  }
  return undefined;
}

/** Every node of a tree. */
function* nodes(node) {
  if (Array.isArray(node)) for (const n of node) yield* nodes(n);
  else if (node && typeof node === "object") {
    if (typeof node.type === "string") yield node;
    for (const [key, value] of Object.entries(node)) if (key !== "parent") yield* nodes(value);
  }
}

/** Names of values; a type may be exported just to name the shape of something. */
function declaredNames(d) {
  if (!d || d.type.startsWith("TS")) return [];
  if (d.type === "VariableDeclaration") return d.declarations.flatMap((v) => patternNames(v.id));
  return d.id?.name ? [d.id.name] : [];
}

function patternNames(p) {
  if (p.type === "Identifier") return [p.name];
  return [...nodes(p)].filter((n) => n.type === "Identifier").map((n) => n.name);
}

/** @returns imports: [{ specifier, names: string[] | "*" }], exports: names of its own, reexports likewise */
function readModule(ast) {
  const imports = [];
  const own = [];
  const name = (n) => n?.name ?? n?.value;
  for (const n of ast.body) {
    if (n.type === "ImportDeclaration") {
      const names = n.specifiers.map((s) =>
        s.type === "ImportNamespaceSpecifier"
          ? "*"
          : s.type === "ImportDefaultSpecifier"
            ? "default"
            : name(s.imported),
      );
      imports.push({ specifier: n.source.value, names: names.includes("*") ? "*" : names });
    } else if (n.type === "ExportAllDeclaration") {
      imports.push({ specifier: n.source.value, names: n.exported ? "*" : [], all: !n.exported });
    } else if (n.type === "ExportNamedDeclaration" && n.source) {
      const pairs = n.specifiers.map((s) => ({ from: name(s.local), as: name(s.exported) }));
      imports.push({ specifier: n.source.value, names: [], pairs });
    } else if (n.type === "ExportNamedDeclaration") {
      if (n.exportKind !== "type")
        own.push(...declaredNames(n.declaration), ...n.specifiers.map((s) => name(s.exported)));
    } else if (n.type === "ExportDefaultDeclaration") own.push("default");
  }
  for (const n of nodes(ast.body)) {
    if (n.type === "ImportExpression" && n.source.type === "Literal")
      imports.push({ specifier: n.source.value, names: "*", dynamic: true });
    // import("…").Name in a type
    if (n.type === "TSImportType")
      imports.push({ specifier: (n.argument?.literal ?? n.source ?? n.argument)?.value, names: "*" });
  }
  return { imports, exports: own };
}

/** file → { package, text, exports, imports: [{ specifier, target, … }] } */
export async function readModules() {
  const { parseAst } = await import("rolldown/parseAst");
  const tracked = trackedFiles();
  const owned = packages(tracked);
  const modules = new Map();
  for (const file of tracked.filter(isSource)) {
    const text = readFileSync(join(root, file), "utf8");
    const ast = parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }, file);
    const { imports, exports } = readModule(ast);
    for (const i of imports) {
      const relative = i.specifier?.startsWith(".");
      const target = relative
        ? posix.join(posix.dirname(file), i.specifier)
        : resolveOwn(i.specifier ?? "", owned);
      if (target && existsSync(join(root, target))) i.target = target;
      i.leaves = relative && packageOf(posix.join(posix.dirname(file), i.specifier)) !== packageOf(file);
    }
    modules.set(file, { package: packageOf(file), text, imports, exports });
  }
  const entries = [...owned.values()].map((p) => ({
    dir: p.dir,
    files: Object.values(p.exports).map((v) => posix.join(p.dir, v)),
  }));
  return { modules, entries };
}

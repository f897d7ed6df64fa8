// Reads the API of packages/datagrid from its types: the exports of each entry point (such as
// @shotkeeper/datagrid/sheet), with types and documentation.
import { join } from "node:path";
import ts from "typescript";
import { root } from "./root.mjs";

const folder = join(root, "packages", "datagrid");
const entries = {
  "@shotkeeper/datagrid": "plain",
  "@shotkeeper/datagrid/antd": "antd",
  "@shotkeeper/datagrid/core": "core",
  "@shotkeeper/datagrid/sheet": "sheet",
  "@shotkeeper/datagrid/import": "import",
};

const flags =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope |
  ts.TypeFormatFlags.OmitParameterModifiers;

/** Returns the documentation of a symbol as one line of text. */
function textOf(symbol, checker) {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const tags = symbol.getJsDocTags(checker).map((tag) => `${tag.name}: ${ts.displayPartsToString(tag.text)}`);
  return [text, ...tags].join(" ").replace(/\s+/g, " ").trim();
}

function memberOf(member, declaration, checker) {
  const type = checker.getTypeOfSymbolAtLocation(member, declaration);
  return {
    name: member.name,
    type: checker.typeToString(type, declaration, flags).replace(/ \| undefined$/, ""),
    isOptional: (member.flags & ts.SymbolFlags.Optional) !== 0,
    text: textOf(member, checker),
  };
}

/** Returns the kind of an exported symbol, and the text of its type. */
function exportOf(name, symbol, checker) {
  const [declaration] = symbol.declarations ?? [];
  const shared = { name, text: textOf(symbol, checker), members: [] };
  const isType = (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)) !== 0;
  if (isType) {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const members = type.isUnion() ? [] : type.getProperties().filter((m) => m.declarations);
    const isOwn = members.some((m) => m.declarations[0].getSourceFile().fileName.startsWith(folder));
    if (isOwn)
      return {
        ...shared,
        kind: "type",
        type: "",
        members: members.map((m) => memberOf(m, declaration, checker)),
      };
    const text = checker.typeToString(type, declaration, flags | ts.TypeFormatFlags.InTypeAlias);
    return { ...shared, kind: "type", type: text };
  }
  const type = checker.getTypeOfSymbolAtLocation(symbol, declaration);
  const isFunction = type.getCallSignatures().length > 0;
  const isComponent = isFunction && /^[A-Z]/.test(name);
  return {
    ...shared,
    kind: isComponent ? "component" : isFunction ? "function" : "value",
    type: checker.typeToString(type, declaration, flags),
  };
}

/**
 * Returns the exports of each entry point of the package, in the order of their names. The exports of the main entry
 * point are left out of the others.
 */
export function gridApi() {
  const files = Object.values(entries).map((name) => join(folder, "src", name, "index.ts"));
  const config = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, folder);
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const known = new Set();
  return Object.keys(entries).map((entry, at) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(files[at]));
    const symbols = checker.getExportsOfModule(module).map((symbol) => ({
      name: symbol.name,
      symbol: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    }));
    const exports = symbols
      .filter(({ symbol }) => !known.has(symbol))
      .map(({ name, symbol }) => exportOf(name, symbol, checker))
      .sort((a, b) => a.name.localeCompare(b.name));
    for (const { symbol } of symbols) known.add(symbol);
    return { entry, exports };
  });
}

import { errors } from "@shotkeeper/contract/kernel";
import type { ScriptParameter } from "@shotkeeper/contract/system";
import { hasSqlDetails, loadModule, parseSync } from "libpg-query";
import { sizeLimits } from "./allowed.ts";
import type { Check } from "./scope.ts";
import { checkSelect } from "./select.ts";
import { readText, type ScriptText } from "./tokens.ts";
import { isJson, type Json, listOf, nodeOf, positionOf } from "./tree.ts";

export interface ReadyScript {
  /** Statement to send: exactly the text that was parsed and checked. */
  readonly text: string;
  /** Names of the script's parameters. The first is $1, the second $2, and so on. */
  readonly names: readonly string[];
  /** Views that the statement reads, with the columns that it reads. */
  readonly views: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Parses a script with PostgreSQL's own parser and checks the syntax tree. A script is one SELECT over known views.
 * Every name must be a known column, and every function, operator and type must be on a list. Throws scriptForbidden
 * (S0291) with line and column of the part that is not allowed.
 */
export async function readScript(
  script: unknown,
  parameters: readonly ScriptParameter[],
  views: ReadonlyMap<string, readonly string[]>,
): Promise<ReadyScript> {
  const source = readText(script, parameters);
  await loadModule();
  const statement = parsed(source);
  const used = new Map<string, Set<string>>();
  const counts = { sources: 0, selects: 0 };
  const place = (at: unknown) => positionInText(source.text, positionOf(at) ?? 0);
  const check: Check = {
    views,
    use: (view, columns) => {
      const known = views.get(view) ?? [];
      const set = used.get(view) ?? new Set();
      for (const c of columns) if (known.includes(c)) set.add(c);
      used.set(view, set);
    },
    count: (what, at) => {
      counts[what]++;
      if (counts[what] > sizeLimits[what]) check.refuse(`${counts[what]} ${what}`, at);
    },
    refuse: (what, at) => {
      throw source.refused(what, place(at));
    },
    noColumn: (name, at) => {
      const text = `column "${name.replaceAll("^", " ").slice(0, 64)}" does not exist`;
      throw errors.scriptFailed(`${text} (${source.placeOf(place(at))})`);
    },
    select: (select, outer, ctes, depth) => checkSelect(check, select, outer, ctes, depth),
  };
  check.select(statement, undefined, new Map(), 0);
  return { text: source.text, names: source.names, views: used };
}

/** Returns the only statement of a script, which must be a SELECT. */
function parsed(source: ScriptText): Json {
  let tree: unknown;
  try {
    tree = parseSync(source.text);
  } catch (cause) {
    if (!hasSqlDetails(cause)) throw source.refused("nesting", 0);
    // Converts the position of the error to an index of the string. The parser counts code points in errors; a string
    // of JavaScript counts UTF-16 code units.
    const at = [...source.text].slice(0, cause.sqlDetails?.cursorPosition).join("").length;
    throw errors.scriptFailed(`${cause.message.replaceAll("^", " ").slice(0, 150)} (${source.placeOf(at)})`);
  }
  const [first, second] = isJson(tree) ? listOf(tree.stmts) : [];
  if (second !== undefined || !isJson(first)) throw source.refused(";", 0);
  const { kind, fields } = nodeOf(first.stmt);
  if (kind !== "SelectStmt") throw source.refused(kind.replace(/Stmt$/, ""), 0);
  return fields;
}

/** Converts a position of the syntax tree, a number of UTF-8 bytes, to a number of characters. */
function positionInText(text: string, bytes: number): number {
  return Buffer.from(text).subarray(0, bytes).toString().length;
}

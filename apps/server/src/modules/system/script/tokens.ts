import { errors } from "@shotkeeper/contract/kernel";
import type { ScriptParameter } from "@shotkeeper/contract/system";
import { nestingWords, sizeLimits } from "./allowed.ts";

/**
 * Splits a script into tokens. Line comments are dropped. Block comments, dollar-quoted strings and escape strings are
 * refused, because the parser and the database could read them differently, and scripts do not need them.
 */

const operators = ["::", "->>", "->", "||", "<=", ">=", "<>", "!=", ..."+-*/%=<>(),.[]"];

const castOf: Readonly<Record<ScriptParameter["type"], string>> = {
  text: "text",
  int: "bigint",
  decimal: "numeric",
  date: "date",
  time: "timestamptz",
};

interface Token {
  readonly kind: "word" | "quoted" | "string" | "number" | "value" | "operator";
  readonly text: string;
  /** Position of the token's first character in the script. */
  readonly from: number;
}

const patterns: readonly (readonly [Token["kind"] | "space", RegExp])[] = [
  ["space", /\s+|--[^\n\r]*/y],
  ["string", /'(?:[^']|'')*'/y],
  ["quoted", /"[^"\0]{1,63}"/y],
  ["number", /\d+(?:\.\d+)?(?![\w.])/y],
  ["value", /:[a-z][a-z0-9_]*/y],
  ["word", /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y],
];

/** Returns line and column of a position, counted from 1: "2:15". */
function placeOf(script: string, position: number): string {
  const before = script.slice(0, position).split(/\r\n|[\n\r]/);
  return `${before.length}:${(before.at(-1) ?? "").length + 1}`;
}

function refusedAt(script: string, what: string, position: number): Error {
  return errors.scriptForbidden(`${what.replaceAll("^", " ").slice(0, 40)} (${placeOf(script, position)})`);
}

function tokensOf(script: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  next: while (at < script.length) {
    if (script.startsWith("/*", at)) throw refusedAt(script, "/*", at);
    if (tokens.length >= sizeLimits.tokens) throw refusedAt(script, `${sizeLimits.tokens} words`, at);
    // Looks for a cast (::) before a parameter (:name), because both begin with a colon.
    if (!script.startsWith("::", at))
      for (const [kind, pattern] of patterns) {
        pattern.lastIndex = at;
        const found = pattern.exec(script)?.[0];
        if (found === undefined) continue;
        const before = tokens.at(-1);
        // Refuses a word directly before a quote, because it would give the string another meaning: E'\x41', U&"..." or
        // B'01'.
        if ((kind === "string" || kind === "quoted") && before?.kind === "word" && endOf(before) === at)
          throw refusedAt(script, before.text + found.slice(0, 12), before.from);
        if (kind !== "space") tokens.push({ kind, text: found, from: at });
        at += found.length;
        continue next;
      }
    const operator = operators.find((o) => script.startsWith(o, at));
    if (!operator) throw refusedAt(script, script.slice(at, at + 12), at);
    tokens.push({ kind: "operator", text: operator, from: at });
    at += operator.length;
  }
  return tokens;
}

/**
 * Throws if a statement could overflow the parser's stack. Each operator, word of `nestingWords`, bracket or CASE may
 * nest the syntax tree by one level.
 */
function requireFlat(script: string, tokens: readonly Token[]): void {
  let operatorCount = 0;
  let depth = 0;
  for (const { kind, text, from } of tokens) {
    const word = kind === "word" ? text.toLowerCase() : "";
    const isBracket = kind === "operator" && /^[[\]().,]$/.test(text);
    if (nestingWords.has(word) || (kind === "operator" && !isBracket)) operatorCount++;
    if (word === "case" || text === "(" || text === "[") depth++;
    if (word === "end" || text === ")" || text === "]") depth--;
    if (operatorCount > sizeLimits.operators)
      throw refusedAt(script, `${sizeLimits.operators} operators`, from);
    if (depth > sizeLimits.brackets) throw refusedAt(script, "nesting", from);
  }
}

const endOf = (t: Token): number => t.from + t.text.length;

/** Script in the form that is parsed and sent: tokens separated by one space, and $1, $2, … for the parameters. */
export interface ScriptText {
  readonly text: string;
  /** Names of the script's parameters. The first is $1, the second $2, and so on. */
  readonly names: readonly string[];
  /** Returns line and column in the script of a position in `text`. */
  readonly placeOf: (position: number) => string;
  /** Returns the error for a part of the script that is refused. The error names the part with its line and column. */
  readonly refused: (what: string, position: number) => Error;
}

/** Splits a script into tokens and joins them to `ScriptText`. Throws scriptForbidden (S0291) if one is not allowed. */
export function readText(script: unknown, parameters: readonly ScriptParameter[]): ScriptText {
  if (typeof script !== "string" || script.trim() === "") throw errors.missingField("statement");
  // Refuses NUL and halves of surrogate pairs, which the parser and the database could read differently.
  const isReadable = !script.includes("\0") && !/\p{Surrogate}/u.test(script);
  if (script.length > sizeLimits.characters || !isReadable) throw errors.invalidField("statement");
  const tokens = tokensOf(script.replace(/;\s*$/, ""));
  requireFlat(script, tokens);
  const [first] = tokens;
  if (first && !/^(select|with)$/i.test(first.text)) throw refusedAt(script, first.text, first.from);
  const names: string[] = [];
  let text = "";
  const starts: (readonly [start: number, from: number])[] = [];
  for (const t of tokens) {
    starts.push([text.length, t.from]);
    text += `${t.kind === "value" ? placeholder(t) : t.text} `;
  }
  function placeholder(t: Token): string {
    const name = t.text.slice(1);
    const parameter = parameters.find((p) => p.name === name);
    if (!parameter) throw refusedAt(String(script), t.text, t.from);
    if (!names.includes(name)) names.push(name);
    // The first cast makes the database expect text for every parameter. Otherwise it would derive another type from
    // the expression that contains the parameter.
    return `($${names.indexOf(name) + 1}::text::${castOf[parameter.type]})`;
  }
  const sourceOf = (position: number) => {
    const [start, from] = starts.findLast(([s]) => s <= position) ?? [0, 0];
    return from + position - start;
  };
  return {
    text,
    names,
    placeOf: (position) => placeOf(script, sourceOf(position)),
    refused: (what, position) => refusedAt(script, what, sourceOf(position)),
  };
}

/** Parses the declared parameters of a script. Throws invalidField (S0200) if a declaration is invalid. */
export function readParameters(value: unknown): ScriptParameter[] {
  if (value === null || value === undefined) return [];
  const isOne = (p: unknown): p is ScriptParameter => {
    if (typeof p !== "object" || p === null) return false;
    const { name, label, type } = p as Record<string, unknown>;
    return (
      typeof name === "string" &&
      /^[a-z][a-z0-9_]{0,29}$/.test(name) &&
      typeof label === "string" &&
      label.length <= 50 &&
      typeof type === "string" &&
      Object.hasOwn(castOf, type)
    );
  };
  if (!Array.isArray(value) || value.length > 20 || !value.every(isOne))
    throw errors.invalidField("parameters");
  if (new Set(value.map((p) => p.name)).size < value.length) throw errors.invalidField("parameters");
  return value.map(({ name, label, type }) => ({ name, label, type }));
}

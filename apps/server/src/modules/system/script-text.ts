import { errors } from "@shotkeeper/contract/kernel";
import type { ScriptParameter } from "@shotkeeper/contract/system";

/**
 * Checks a script, which must be one SELECT statement, by allowlists. Refuses words that write or lock, functions
 * that are not listed, names of the system catalogue, and unusual operators and types. The statement is then rebuilt
 * from the checked tokens, so the database cannot parse it differently.
 */

const words = (text: string) => new Set(text.trim().split(/\s+/));

const forbidden =
  words(`into insert update delete merge truncate create alter drop grant revoke set reset copy lock call do
  execute prepare deallocate declare fetch move close listen notify unlisten vacuum analyze explain begin commit
  rollback savepoint load table recursive tablesample for returning similar cast public information_schema`);

/**
 * A bracket after one of these words begins no function call. Any other word before a bracket must be an allowed
 * function.
 */
const beforeBracket =
  words(`in as and or not on where from join select values over filter exists any all some then when else by
  union except intersect having using between like ilike limit offset distinct with group case array lateral
  materialized numeric decimal varchar char row is end return within inner left right full cross natural`);

const functions =
  words(`count sum avg min max round floor ceil ceiling abs sign mod trunc sqrt coalesce nullif greatest least
  length char_length upper lower initcap trim btrim ltrim rtrim substr substring left right position strpos split_part
  starts_with concat concat_ws string_agg bool_and bool_or every stddev stddev_pop stddev_samp variance var_pop var_samp
  percentile_cont percentile_disc mode corr row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value
  last_value nth_value date_trunc date_part extract to_char to_date to_timestamp age now make_date timezone
  width_bucket`);

const types =
  words(`int int2 int4 int8 integer smallint bigint numeric decimal real float4 float8 double text varchar char
  boolean bool date time timestamp timestamptz interval json jsonb`);

const operators = ["::", "->>", "->", "||", "<=", ">=", "<>", "!=", ..."+-*/%=<>(),.[]"];

const castOf: Readonly<Record<ScriptParameter["type"], string>> = {
  text: "text",
  int: "bigint",
  decimal: "numeric",
  date: "date",
  time: "timestamptz",
};

const refused = (what: string) => errors.scriptForbidden(what.slice(0, 40));

interface Token {
  readonly kind: "word" | "quoted" | "string" | "number" | "value" | "operator";
  readonly text: string;
}

const patterns: readonly (readonly [Token["kind"] | "space", RegExp])[] = [
  ["space", /\s+|--[^\n]*/y],
  ["string", /'(?:[^']|'')*'/y],
  ["quoted", /"[^"]{1,63}"/y],
  ["number", /\d+(?:\.\d+)?(?![\w.])/y],
  ["value", /:[a-z][a-z0-9_]*/y],
  ["word", /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y],
];

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  next: while (at < text.length) {
    if (text.startsWith("/*", at)) throw refused("/*");
    // A cast (::) and a parameter (:name) both begin with a colon. So the check for a cast comes first.
    if (!text.startsWith("::", at))
      for (const [kind, pattern] of patterns) {
        pattern.lastIndex = at;
        const found = pattern.exec(text)?.[0];
        if (found === undefined) continue;
        if (kind !== "space") tokens.push({ kind, text: found });
        at += found.length;
        continue next;
      }
    const operator = operators.find((o) => text.startsWith(o, at));
    if (!operator) throw refused(text.slice(at, at + 12));
    tokens.push({ kind: "operator", text: operator });
    at += operator.length;
  }
  return tokens;
}

function judge(tokens: readonly Token[]): void {
  let depth = 0;
  tokens.forEach((t, i) => {
    const next = tokens[i + 1]?.text;
    const name = t.text.replaceAll('"', "").toLowerCase();
    if (t.kind === "word" || t.kind === "quoted") {
      if (/^pg_/.test(name)) throw refused(t.text);
      if (t.kind === "word" && forbidden.has(name)) throw refused(t.text);
      const isKnown = t.kind === "word" && (beforeBracket.has(name) || functions.has(name));
      if (next === "(" && !isKnown && tokens[i - 1]?.text !== "::") throw refused(`${t.text}(`);
      if (next === "(" && tokens[i - 1]?.text === ".") throw refused(`${t.text}(`);
    }
    if (t.text === "::" && !(tokens[i + 1]?.kind === "word" && types.has(next?.toLowerCase() ?? "")))
      throw refused(`::${next ?? ""}`);
    if (t.kind === "string" && t.text.includes("\0")) throw refused("NUL");
    if (t.text === "(" && t.kind === "operator") depth++;
    if (t.text === ")" && t.kind === "operator" && --depth < 0) throw refused(")");
  });
  if (depth !== 0) throw refused("(");
}

export interface ReadyScript {
  readonly text: string;
  /** Names of the script's parameters. The first is $1, the second $2, and so on. */
  readonly names: readonly string[];
}

/**
 * Checks a script and returns the statement to send. Its parameters are replaced by $1, $2, …. Throws scriptForbidden
 * (S0291) if the script is refused.
 */
export function readScript(text: unknown, parameters: readonly ScriptParameter[]): ReadyScript {
  if (typeof text !== "string" || text.trim() === "") throw errors.missingField("statement");
  if (text.length > 20_000) throw errors.invalidField("statement");
  const tokens = tokensOf(text.trim().replace(/;\s*$/, ""));
  if (!/^(select|with)$/i.test(tokens[0]?.text ?? "")) throw refused(tokens[0]?.text ?? "");
  judge(tokens);
  const names: string[] = [];
  const pieces = tokens.map((t) => {
    if (t.kind !== "value") return t.text;
    const name = t.text.slice(1);
    const parameter = parameters.find((p) => p.name === name);
    if (!parameter) throw refused(t.text);
    if (!names.includes(name)) names.push(name);
    return `($${names.indexOf(name) + 1}::${castOf[parameter.type]})`;
  });
  return { text: pieces.join(" "), names };
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

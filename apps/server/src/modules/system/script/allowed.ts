/** Everything that a user's SQL script may use, and its limits. A script with anything else is refused. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Functions that a script may call by their plain name. None of them reads files, tables or settings, or sleeps. */
export const functions =
  words(`count sum avg min max round floor ceil ceiling abs sign mod trunc sqrt length char_length upper lower initcap
  trim btrim ltrim rtrim substr substring left right strpos split_part starts_with concat concat_ws string_agg bool_and
  bool_or every stddev stddev_pop stddev_samp variance var_pop var_samp percentile_cont percentile_disc mode corr
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value date_trunc date_part
  to_char to_date to_timestamp age now make_date timezone width_bucket`);

/**
 * Functions that a script may call only by syntax, such as `extract(year from x)`, `trim(x)` and `x at time zone
 * 'UTC'`. The parser then inserts them with the schema pg_catalog. A script that writes this schema itself is refused.
 */
export const syntaxFunctions = words("extract position substring btrim ltrim rtrim timezone");

/** Types to which a script may cast. Their input functions do nothing but parse text. */
export const types =
  words(`int2 int4 int8 integer int smallint bigint numeric decimal float4 float8 real text varchar bpchar char bool
  boolean date time timetz timestamp timestamptz interval json jsonb`);

export const operators = words("+ - * / % = <> < > <= >= || -> ->>");

/** Operators that a script may use through LIKE and ILIKE only. The parser writes them for these words. */
export const likeOperators = words("~~ !~~ ~~* !~~*");

/**
 * Words that nest expressions, joins or selects without brackets. Each counts as an operator (`sizeLimits.operators`).
 */
export const nestingWords = words(
  `not isnull notnull is in like ilike between collate at union except intersect join escape`,
);

export const collations = words("C POSIX default");

/**
 * Functions without brackets that a script may use, such as current_date. The list leaves out functions that return
 * users or schemas.
 */
export const valueFunctions =
  words(`SVFOP_CURRENT_DATE SVFOP_CURRENT_TIME SVFOP_CURRENT_TIME_N SVFOP_CURRENT_TIMESTAMP SVFOP_CURRENT_TIMESTAMP_N
  SVFOP_LOCALTIME SVFOP_LOCALTIME_N SVFOP_LOCALTIMESTAMP SVFOP_LOCALTIMESTAMP_N`);

/**
 * Limits of a statement's size. The number of views is checked before the database gets the statement. A natural join
 * of 120 views kept the embedded database busy for 26 seconds, and took 2.3 GB, before a row was read.
 */
export const sizeLimits = {
  characters: 20_000,
  tokens: 4_000,
  /**
   * Maximum number of operators, and of words that nest like operators (`nestingWords`), together. The parser's stack
   * overflows at about 1,500.
   */
  operators: 500,
  /** Maximum nesting depth of brackets and CASE. */
  brackets: 60,
  /** Maximum number of views and subqueries in FROM, in the whole statement. */
  sources: 16,
  selects: 32,
  /** Maximum nesting depth of expressions and SELECTs. */
  nesting: 60,
  /** Maximum number of columns of a subquery or of the result. */
  columns: 400,
} as const;

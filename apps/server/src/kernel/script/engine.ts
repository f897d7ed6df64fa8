import { errors } from "@shotkeeper/contract/kernel";

/** Checked script with the values of its parameters. */
export interface ScriptStatement {
  /** SQL text: one SELECT statement. */
  readonly text: string;
  /** Values of $1, $2, …, all as text. */
  readonly values: readonly string[];
  /** Views that the statement reads, with the columns that it reads. */
  readonly views: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface ScriptRows {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** True if the script found more rows than `rows` contains. */
  readonly hasMore: boolean;
}

/**
 * Runs scripts. An engine does not trust the check of the statement: any SQL that reaches it reads rows of the given
 * tenant only, and no files.
 */
export interface ScriptEngine {
  /** Maximum time of a statement, s. */
  readonly seconds: number;
  /** Reason why this server cannot run scripts. Undefined: the server can run scripts. */
  readonly unavailable?: string | undefined;
  /** Called when a user is about to run a script, so that the engine can do slow preparations. */
  prepare?(): void;
  run(tenantId: number, statement: ScriptStatement): Promise<ScriptRows>;
  close(): Promise<void>;
}

/** Number of scripts of a tenant that may run or wait at the same time. Further scripts are refused. */
export const scriptSlots = { running: 3, waiting: 0, waitMs: 0 } as const;

/** Maximum number of rows and of bytes in the result of a script. */
const resultLimits = { rows: 10_000, bytes: 20_000_000 } as const;

/**
 * Returns the statement that fetches a script's rows as one JSON text, and their number. The JSON text is null if it
 * would be too long. The line break after `text` ends a `--` comment that an unchecked script might have at its end.
 */
export const fetchText = (text: string): string =>
  `with found as (select * from (${text}\n) script limit ${resultLimits.rows + 1}),
     answer as (select json_agg(found)::text as list, count(*) as n from found)
   select n, case when octet_length(list) <= ${resultLimits.bytes} then list end as list from answer`;

/**
 * Converts the result row of the statement that `fetchText` builds to the script's rows. Throws scriptResultTooLarge if
 * there are rows but no JSON text, because the text would be too long.
 */
export function rowsOf(row: { readonly n?: unknown; readonly list?: unknown } | undefined): ScriptRows {
  const n = Number(row?.n ?? 0);
  if (n > 0 && typeof row?.list !== "string")
    throw errors.scriptResultTooLarge(resultLimits.bytes / 1_000_000);
  const list = JSON.parse(String(row?.list ?? "[]")) as Record<string, unknown>[];
  return {
    columns: Object.keys(list[0] ?? {}),
    rows: list.slice(0, resultLimits.rows),
    hasMore: n > resultLimits.rows,
  };
}

import { filtersOf } from "./filters.ts";
import { isTrue } from "./format.ts";
import type { FilterValue, GridColumn, GridFilter, Operator } from "./types.ts";

/**
 * Content of a column's filter popover while the user edits it. "Apply" converts it to filter conditions (`fromDraft`).
 */
export type FilterDraft =
  | { kind: "text"; operator: Operator; value: string }
  | { kind: "number"; operator: Operator | "BETWEEN"; from: string; to: string }
  | { kind: "range"; from: string; to: string }
  | { kind: "set"; values: readonly (string | number)[] }
  | { kind: "flag"; value: boolean | undefined };

export const TEXT_OPERATORS: readonly Operator[] = ["LIKE", "EQ", "NEQ"];
export const NUMBER_OPERATORS: readonly (Operator | "BETWEEN")[] = [
  "EQ",
  "NEQ",
  "GT",
  "EGT",
  "LT",
  "ELT",
  "BETWEEN",
];

/**
 * Returns the content of a column's filter popover when it opens. The content comes from the column's active filters.
 */
export function toDraft<R>(column: GridColumn<R>, filters: readonly GridFilter[]): FilterDraft {
  const conditions = filtersOf(filters, column.key);
  const by = (...operators: Operator[]): GridFilter | undefined =>
    conditions.find((f) => operators.includes(f.operator));
  const text = (filter: GridFilter | undefined): string =>
    filter === undefined || typeof filter.value === "object" ? "" : String(filter.value);
  switch (column.type) {
    case "number": {
      const low = by("EGT");
      const high = by("ELT");
      if (low && high) return { kind: "number", operator: "BETWEEN", from: text(low), to: text(high) };
      return { kind: "number", operator: conditions[0]?.operator ?? "EQ", from: text(conditions[0]), to: "" };
    }
    case "date":
    case "time":
      return {
        kind: "range",
        from: text(by("EGT", "EQ")).slice(0, 10),
        to: text(by("ELT", "EQ")).slice(0, 10),
      };
    case "choice": {
      const value = by("IN", "EQ")?.value;
      return {
        kind: "set",
        values: isList(value) ? value : value === undefined ? [] : [value as string | number],
      };
    }
    case "flag": {
      const filter = by("EQ");
      return { kind: "flag", value: filter ? isTrue(filter.value) : undefined };
    }
    default:
      return { kind: "text", operator: conditions[0]?.operator ?? "LIKE", value: text(conditions[0]) };
  }
}

/**
 * Converts the content of a filter popover to filter conditions. Returns no condition if the content is empty or
 * invalid.
 */
export function fromDraft<R>(column: GridColumn<R>, draft: FilterDraft): GridFilter[] {
  const make = (operator: Operator, value: FilterValue): GridFilter => ({
    field: column.key,
    operator,
    value,
  });
  switch (draft.kind) {
    case "text": {
      const value = draft.value.trim();
      return value === "" ? [] : [make(draft.operator, value)];
    }
    case "number": {
      const from = toNumber(draft.from);
      const to = toNumber(draft.to);
      if (draft.operator !== "BETWEEN") return from === undefined ? [] : [make(draft.operator, from)];
      const [low, high] = from !== undefined && to !== undefined && from > to ? [to, from] : [from, to];
      return [
        ...(low === undefined ? [] : [make("EGT", low)]),
        ...(high === undefined ? [] : [make("ELT", high)]),
      ];
    }
    case "range": {
      const [low, high] =
        draft.from && draft.to && draft.from > draft.to ? [draft.to, draft.from] : [draft.from, draft.to];
      const end = column.type === "time" ? `${high} 23:59:59` : high;
      return [...(low ? [make("EGT", low)] : []), ...(high ? [make("ELT", end)] : [])];
    }
    case "set":
      return draft.values.length === 0 ? [] : [make("IN", [...draft.values])];
    case "flag":
      return draft.value === undefined ? [] : [make("EQ", draft.value)];
  }
}

/** Returns true if the text of a number filter is neither empty nor a number. */
export const isNoNumber = (text: string): boolean => text.trim() !== "" && toNumber(text) === undefined;

/** Returns true if the content of a filter popover cannot be converted to conditions. */
export const isInvalidDraft = (draft: FilterDraft): boolean =>
  draft.kind === "number" &&
  (isNoNumber(draft.from) || (draft.operator === "BETWEEN" && isNoNumber(draft.to)));

/** Parses the text of a number filter: `12`, `>= 10`, `<>3`, `10..20`. Accepts full-width characters, too. */
export function parseNumberFilter(
  typed: string,
): { operator: Operator | "BETWEEN"; from: string; to: string } | undefined {
  const text = plainDigits(typed).trim();
  const range = /^(-?[\d.]+)\s*(?:\.\.+|~)\s*(-?[\d.]+)$/.exec(text);
  // Checks that both parts are numbers, because the pattern may split '1..2' into '1.' and '.2'.
  if (range) {
    const [from, to] = text.split(/\s*(?:\.\.+|~)\s*/);
    if (toNumber(from) !== undefined && toNumber(to) !== undefined) {
      return { operator: "BETWEEN", from: from ?? "", to: to ?? "" };
    }
    return undefined;
  }
  const match = /^(>=|<=|<>|!=|≥|≤|≠|=|>|<)?\s*(-?(?:\d+\.?\d*|\.\d+))$/.exec(text);
  if (!match) return undefined;
  return { operator: SIGNS[match[1] ?? "="] ?? "EQ", from: match[2] ?? "", to: "" };
}

const SIGNS: Readonly<Record<string, Operator>> = {
  "=": "EQ",
  "<>": "NEQ",
  "!=": "NEQ",
  "≠": "NEQ",
  ">": "GT",
  ">=": "EGT",
  "≥": "EGT",
  "<": "LT",
  "<=": "ELT",
  "≤": "ELT",
};

function toNumber(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const number = Number(plainDigits(text));
  return Number.isFinite(number) ? number : undefined;
}

/**
 * Converts full-width characters and removes the commas between groups of three digits. Keeps any other comma, so that
 * 1,5 is no number and is not taken for 15.
 */
const plainDigits = (text: string): string => text.normalize("NFKC").replace(/(?<=\d),(?=\d{3}(?!\d))/g, "");

const isList = (value: FilterValue | undefined): value is readonly (string | number)[] =>
  Array.isArray(value);

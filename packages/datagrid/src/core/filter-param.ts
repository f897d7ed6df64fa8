import { type FilterValue, type GridFilter, OPERATORS, type Operator } from "./types.ts";

/**
 * Marks a filter with alternatives (conditions combined by OR): it stands where other filters have their operator. The
 * value of such a filter is a list. Each element of the list is one alternative, encoded by `filtersToParam`.
 */
const ANY = "ANY";

/**
 * Encodes filters as a short text for the page's address: `field~OP~value;field~IN~nA,sB`. The first letter of a value
 * is its type: s string, n number, b boolean. The characters ! ~ ; , are escaped in fields and texts.
 */
export function filtersToParam(filters: readonly GridFilter[]): string {
  return filters
    .map(({ field, operator, value, any }) =>
      any
        ? `${quote(field)}~${ANY}~${writeValue(any.map(filtersToParam))}`
        : `${quote(field)}~${operator}~${writeValue(value)}`,
    )
    .join(";");
}

/** Decodes filters that `filtersToParam` encoded. Leaves out invalid conditions. */
export function filtersFromParam(param: string | null | undefined): GridFilter[] {
  if (!param) return [];
  return param.split(";").flatMap((part): GridFilter[] => {
    const [field, operator, value] = part.split("~");
    if (!field || value === undefined) return [];
    if (operator === ANY) return readAny(value);
    if (!OPERATORS.includes(operator as Operator)) return [];
    const parsed = readValue(value, operator === "IN");
    return parsed === undefined
      ? []
      : [{ field: unquote(field), operator: operator as Operator, value: parsed }];
  });
}

/** Decodes the alternatives of a filter. Leaves out the whole filter if one alternative is invalid. */
function readAny(text: string): GridFilter[] {
  const values = readValue(text, true);
  const any = (typeof values === "object" ? values : []).map((value) => filtersFromParam(String(value)));
  const first = any[0]?.[0];
  return first && any.length > 1 && any.every(isAlternative) ? [{ ...first, any }] : [];
}

/** Returns true for a valid alternative: it has conditions, and no condition has alternatives of its own. */
const isAlternative = (list: readonly GridFilter[]): boolean => list.length > 0 && list.every((f) => !f.any);

function writeValue(value: FilterValue): string {
  if (typeof value === "object") return value.map(writeOne).join(",");
  return writeOne(value);
}

function writeOne(value: string | number | boolean): string {
  if (typeof value === "string") return `s${quote(value)}`;
  return typeof value === "number" ? `n${value}` : `b${value ? 1 : 0}`;
}

function readValue(text: string, list: boolean): FilterValue | undefined {
  if (!list) return readOne(text);
  if (text === "") return [];
  const values = text.split(",").map(readOne);
  return values.every((v): v is string | number => typeof v === "string" || typeof v === "number")
    ? values
    : undefined;
}

function readOne(text: string): string | number | boolean | undefined {
  const body = text.slice(1);
  switch (text[0]) {
    case "s":
      return unquote(body);
    case "n": {
      const number = Number(body);
      return body !== "" && Number.isFinite(number) ? number : undefined;
    }
    case "b":
      return body === "1" ? true : body === "0" ? false : undefined;
    default:
      return undefined;
  }
}

const NAMES: Readonly<Record<string, string>> = { "!": "!0", "~": "!1", ";": "!2", ",": "!3" };

const quote = (text: string): string => text.replace(/[!~;,]/g, (c) => NAMES[c] ?? c);

const unquote = (text: string): string =>
  text.replace(/!([0-3])/g, (_, n: string) => "!~;,"[Number(n)] ?? "");

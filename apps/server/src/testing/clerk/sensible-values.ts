import { type Field, type Fields, wireName } from "@shotkeeper/contract/kernel";
import { dayAfter, freshKey, type Guide, type Moment, minutesAfter, oneOf, whole } from "./guides/guide.ts";
import { jsonValue } from "./json-values.ts";
import { pick } from "./pick.ts";

type Entry = readonly [string, Field];

/** Valid values, by field name, for fields that accept only a certain pattern or text. */
const valid: Readonly<Record<string, string>> = {
  phone: "13800001008",
  consigneePhone: "13800001008",
  recTel: "13800001008",
  fixedPhone: "0757-88880000",
  mail: "a@example.com",
  taxpayerId: "91440600MA4X000016",
  bankAccount: "6222 0000 1111",
  pushTime: "08:00",
  linkPath: "/warning/all",
  webhookUrl: "https://example.com/hook",
  recProvince: "广东省",
  recCity: "佛山市",
  text: "HC",
  docId: "PO",
  part: "GOODS_IMAG",
  subject: "提醒",
  body: "请查看",
};

/** Returns the name of the column whose values an input such as orderNos lists: orderNo. */
const columnOf = (name: string) => name.replace(/s$/, "");

function textValue(m: Moment, name: string, f: Field): string {
  const text = valid[name] ?? `${name} ${whole(m, 1, 999)}`;
  return text.slice(0, f.length ?? text.length);
}

/** Returns a valid value for a field: the row's value, a stored key, or a plausible new value. */
function validValue(m: Moment, name: string, f: Field): unknown {
  const stored = m.row[name];
  if (stored !== undefined && stored !== null && f.type !== "flag") return stored;
  if (f.reference !== undefined) {
    const is = Object.entries(f.referenceIs ?? {});
    const isNot = Object.entries(f.referenceIsNot ?? {});
    const [key = ""] = m.world.keyOf.get(f.reference) ?? [];
    const isAllowed = (r: Readonly<Record<string, unknown>>) =>
      is.every(([column, value]) => r[column] === value) &&
      isNot.every(([column, value]) => r[column] !== value);
    return oneOf(m, f.reference, isAllowed)?.[key] ?? null;
  }
  switch (f.type) {
    case "text":
      return textValue(m, name, f);
    case "int":
    case "decimal": {
      const low = Math.max(f.min ?? 1, 1);
      return whole(m, low, Math.min(f.max ?? 1e6, low + 90));
    }
    case "flag":
      return m.random() < 0.5 ? "Y" : "N";
    case "date":
      return dayAfter(m, whole(m, 0, 20));
    case "time":
      return minutesAfter(m, -whole(m, 1, 90));
    case "choice":
      return pick(m.random, Object.values<string | number>(f.options?.values ?? {}));
    case "json": {
      const key = columnOf(name);
      return m.row[key] === undefined ? jsonValue({ ...m, anchor: m.row }, name) : [m.row[key]];
    }
  }
}

/**
 * Returns a complete input under its wire names: the values from the operation's guide (guides/guide.ts), other
 * required fields, and some optional fields. Returns undefined if the guide finds no suitable values now.
 */
export function completeInput(
  m: Moment,
  fields: readonly Entry[],
  guide: Guide,
  share: number,
): Record<string, unknown> | undefined {
  const given = guide.values ? guide.values(m) : {};
  if (given === undefined) return undefined;
  const row: Record<string, unknown> = {};
  for (const [name, f] of fields) {
    const wire = wireName(name, f);
    if (name in given) {
      if (given[name] !== null && given[name] !== undefined) row[wire] = given[name];
    } else if (f.required || f.type === "json" || (f.reference === undefined && m.random() < share))
      row[wire] = validValue(m, name, f);
  }
  return row;
}

/** Returns the fields that a caller sets in a new row. */
const ofNewRow = (fields: Fields): Entry[] =>
  Object.entries(fields).filter(([, f]) => !f.secret && !f.readOnly && !f.virtual && f.filesOf === undefined);

/** Returns a complete new row with a new key. */
export function completeRow(
  m: Moment,
  entity: { readonly fields: Fields; readonly key: readonly string[] },
  guide: Guide,
): Record<string, unknown> | undefined {
  const [key = "", ...rest] = entity.key;
  const f = entity.fields[key];
  const row = completeInput(m, ofNewRow(entity.fields), guide, 0.5);
  if (!row || !f || rest.length > 0 || f.type !== "text" || f.readOnly || f.reference !== undefined)
    return row;
  const wire = wireName(key, f);
  const isGiven = guide.values?.(m)?.[key] !== undefined;
  return isGiven ? row : { ...row, [wire]: freshKey(m) };
}

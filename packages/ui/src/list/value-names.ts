import { customerList } from "@shotkeeper/contract/customer";
import { deviceList } from "@shotkeeper/contract/device";
import type { Field, Query } from "@shotkeeper/contract/kernel";
import { serviceState } from "@shotkeeper/contract/mold";
import { productList } from "@shotkeeper/contract/product";
import { organizationChoices, roleChoices, userList } from "@shotkeeper/contract/system";
import { missing, useSession } from "../app/index.ts";
import { valueText } from "../cells/column-types.tsx";
import type { AnyRow } from "../cells/columns.ts";
import { choiceLabel } from "../cells/labels.ts";
import { useTypeContext } from "../cells/use-type-context.ts";
import { useRows } from "../data/use-rows.ts";

/** A value of a log entry: the name and declaration of its field, and the values before and after. */
export interface LoggedValue {
  readonly name: string;
  readonly field: Field | undefined;
  readonly before: unknown;
  readonly after: unknown;
}

interface Names {
  readonly query: Query;
  readonly value: string;
  readonly label: string;
}

const namesOf = (query: Query, value: string, label: string): Names => ({ query, value, label });
/**
 * Queries with the names of rows, by the wire name of the table. Molds, counters and orders are not listed, because
 * users know them by their numbers.
 */
const byTable = {
  SYS_ORG: namesOf(organizationChoices, "orgId", "orgName"),
  SYS_USER: namesOf(userList, "userId", "userName"),
  SYS_ROLE: namesOf(roleChoices, "roleCode", "roleName"),
  BS_CUST: namesOf(customerList, "custId", "custName"),
  BS_DEVICE: namesOf(deviceList, "deviceId", "deviceName"),
  GOODS_INFO: namesOf(productList, "goodsId", "goodsName"),
} as const;
type Table = keyof typeof byTable;

const isTable = (table: string | undefined): table is Table => table !== undefined && table in byTable;

/** Returns the table to whose rows the values of a field refer. Fields with user ids are not declared as references. */
function tableOf({ name, field }: Pick<LoggedValue, "name" | "field">): Table | undefined {
  if (name === "plantIds") return "SYS_ORG";
  if (isTable(field?.reference)) return field.reference;
  const isText = field === undefined || field.type === "text";
  return isText && /^(?:assignee|\w+By)$/.test(name) ? "SYS_USER" : undefined;
}

/** Fields that hold several values, separated by commas. */
const lists: ReadonlySet<string> = new Set(["plantIds", "moldStates"]);
const partsOf = (name: string, value: unknown): readonly string[] => {
  if (value === null || value === undefined || value === "") return [];
  return lists.has(name) ? String(value).split(",") : [String(value)];
};

/** Largest number of names that are loaded of one table. The values beyond this number are shown as codes. */
const maxNames = 500;

/** Loads the names of a table's rows. Returns no names if the user may not list the table. */
function useNames(table: Table, values: readonly LoggedValue[]): ReadonlyMap<string, string> {
  const { allows } = useSession();
  const { query, value, label } = byTable[table];
  const ids = new Set(
    values
      .filter((v) => tableOf(v) === table)
      .flatMap((v) => [...partsOf(v.name, v.before), ...partsOf(v.name, v.after)]),
  );
  const found = useRows(
    query,
    {
      where: [{ field: value, operator: "IN", value: [...ids].sort().slice(0, maxNames) }],
      limit: maxNames,
    },
    { enabled: ids.size > 0 && allows(query.access) },
  );
  const rows = ids.size > 0 ? ((found.data?.rows ?? []) as readonly AnyRow[]) : [];
  return new Map(rows.map((row) => [String(row[value]), String(row[label] ?? "")]));
}

/**
 * Returns a function that shows a value of a log entry to the user: the label of an enumeration's value, and the name
 * of the row to which a reference refers. Values without label or name are shown as they are stored.
 */
export function useValueText(values: readonly LoggedValue[]) {
  const c = useTypeContext();
  const names: Readonly<Record<Table, ReadonlyMap<string, string>>> = {
    SYS_ORG: useNames("SYS_ORG", values),
    SYS_USER: useNames("SYS_USER", values),
    SYS_ROLE: useNames("SYS_ROLE", values),
    BS_CUST: useNames("BS_CUST", values),
    BS_DEVICE: useNames("BS_DEVICE", values),
    GOODS_INFO: useNames("GOODS_INFO", values),
  };
  return (value: unknown, of: Pick<LoggedValue, "name" | "field">): string => {
    const { name, field } = of;
    const parts = partsOf(name, value);
    if (parts.length === 0) return missing;
    const joined = (texts: readonly string[]) => texts.join(c.locale.shell.common.listJoiner);
    if (name === "moldStates")
      return joined(
        parts.map((p) => choiceLabel({ type: "choice", options: serviceState }, Number(p), c.locale)),
      );
    const table = tableOf(of);
    if (table) return joined(parts.map((part) => names[table].get(part) || part));
    if (field) return valueText(value, field, c);
    if (Array.isArray(value)) return joined(value.map(String));
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };
}

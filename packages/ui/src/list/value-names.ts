import type { Field, Fields, Query } from "@shotkeeper/contract/kernel";
import {
  organization,
  organizationChoices,
  role,
  roleChoices,
  user,
  userList,
} from "@shotkeeper/contract/system";
import { missing, useSession } from "../app/index.ts";
import { valueText } from "../cells/column-types.tsx";
import type { AnyRow } from "../cells/columns.ts";
import { useTypeContext } from "../cells/use-type-context.ts";
import { useRows } from "../data/use-rows.ts";

/** A value of a log entry: the name and declaration of its field, and the values before and after the change. */
export interface LoggedValue {
  readonly name: string;
  readonly field: Field | undefined;
  readonly before: unknown;
  readonly after: unknown;
}

/** A query with the names of a table's rows. */
export interface NameQuery {
  /** Wire name of the table. */
  readonly table: string;
  readonly query: Query;
  /** Key column of the table. Fields of other tables refer to a row by its value in this column. */
  readonly value: string;
  /** Column of the query with the name of each row of the table, for example `orgName`. */
  readonly label: string;
}

export interface ValueNames {
  /** Queries for the names. Pass the same list in each render, because a hook is called for each query. */
  readonly queries: readonly NameQuery[];
  /** Fields that hold several values, separated by commas. By field name: the declaration of a single value. */
  readonly lists: Fields;
}

/** Queries for organizations, users and roles. */
export const systemNames: readonly NameQuery[] = [
  { table: organization.wire, query: organizationChoices, value: "orgId", label: "orgName" },
  { table: user.wire, query: userList, value: "userId", label: "userName" },
  { table: role.wire, query: roleChoices, value: "roleCode", label: "roleName" },
];

const standardNames: ValueNames = { queries: systemNames, lists: {} };

/**
 * Returns the table to whose rows the values of a field refer. Fields with user ids are not declared as references, so
 * they are recognized by their names.
 */
function tableOf(name: string, field: Field | undefined): string | undefined {
  if (field?.reference) return field.reference;
  const isText = field === undefined || field.type === "text";
  return isText && /^(?:assignee|\w+By)$/.test(name) ? user.wire : undefined;
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === "";

/** Returns the values of a field: one, or several if the field holds a list. */
function partsOf(value: unknown, isList: boolean): readonly unknown[] {
  if (isEmpty(value)) return [];
  return isList ? String(value).split(",") : [value];
}

/** Largest number of names that are loaded of one table. The values beyond this number are shown as codes. */
const maxNames = 500;

/** Loads the names of a table's rows. Returns no names if the user may not list the table. */
function useNames(
  { table, query, value, label }: NameQuery,
  lists: Fields,
  values: readonly LoggedValue[],
): ReadonlyMap<string, string> {
  const { allows } = useSession();
  const ids = new Set(
    values.flatMap(({ name, field, before, after }) =>
      tableOf(name, lists[name] ?? field) === table
        ? [before, after].flatMap((v) => partsOf(v, name in lists)).map(String)
        : [],
    ),
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
 * @param known tables whose names are loaded; by default organizations, users and roles
 */
export function useValueText(values: readonly LoggedValue[], known: ValueNames = standardNames) {
  const c = useTypeContext();
  const { queries, lists } = known;
  const names = new Map<string, ReadonlyMap<string, string>>();
  // biome-ignore lint/correctness/useHookAtTopLevel: the list of queries never changes
  for (const query of queries) names.set(query.table, useNames(query, lists, values));
  const joined = (texts: readonly string[]) => texts.join(c.locale.shell.common.listJoiner);
  const single = (value: unknown, name: string, field: Field | undefined): string => {
    const named = names.get(tableOf(name, field) ?? "")?.get(String(value));
    if (named) return named;
    if (field) return valueText(field.options && lists[name] ? Number(value) : value, field, c);
    if (Array.isArray(value)) return joined(value.map(String));
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };
  return (value: unknown, { name, field }: Pick<LoggedValue, "name" | "field">): string => {
    const parts = partsOf(value, name in lists);
    return parts.length === 0
      ? missing
      : joined(parts.map((part) => single(part, name, lists[name] ?? field)));
  };
}

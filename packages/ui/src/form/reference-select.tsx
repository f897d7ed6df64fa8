import type { Condition, Query, QueryRow } from "@shotkeeper/contract/kernel";
import { Select } from "antd";
import { useState } from "react";
import { messageOf, useLocale } from "../app/index.ts";
import type { InputProps } from "../cells/column-types.tsx";
import type { AnyRow, ColumnName } from "../cells/columns.ts";
import { useRows } from "../data/use-rows.ts";
import "./form.css";

export interface ReferenceSpec<Q extends Query> {
  readonly query: Q;
  /** Column of the query whose value the field stores. */
  readonly value: ColumnName<Q>;
  /** Column of the query whose text the user sees. */
  readonly label: ColumnName<Q>;
  readonly where?: readonly Condition[];
  /**
   * Conditions that hide rows which the user cannot choose, until the user types. Pass them if most rows cannot be
   * chosen. Without these conditions, such rows are shown as disabled.
   */
  readonly offered?: readonly Condition[];
  /** True: the value is shown before the label. For values that users know, such as mold numbers. */
  readonly valueFirst?: true;
  /** Returns the reason why a row cannot be chosen. Returns undefined if the row can be chosen. */
  readonly refused?: (row: QueryRow<Q>) => string | undefined;
}

const page = 50;

/** Creates the input of a field that refers to a row of a query: `inputs={{ plantId: referenceInput({ … }) }}`. */
export function referenceInput<Q extends Query>(spec: ReferenceSpec<Q>) {
  return function ReferenceInput(p: InputProps) {
    return <ReferenceSelect spec={spec} {...p} />;
  };
}

/** Select for the rows of a query with any number of rows. The server searches for the text that the user types. */
export function ReferenceSelect<Q extends Query>({
  spec,
  ...p
}: InputProps & {
  readonly spec: ReferenceSpec<Q>;
}) {
  const locale = useLocale();
  const { shell } = locale;
  const [typed, setTyped] = useState("");
  const { query, value, label, where = [], offered = [] } = spec;
  const find = (field: string) =>
    typed === "" ? offered : [{ field, operator: "LIKE", value: typed } satisfies Condition];
  const byValue = useRows(query, { where: [...where, ...find(value)], limit: page });
  // The API cannot combine conditions with OR. So two queries are sent: one finds rows by value, the other by label.
  const byLabel = useRows(
    query,
    { where: [...where, ...find(label)], limit: page },
    { enabled: typed !== "" },
  );
  const current = useRows(
    query,
    { where: [{ field: value, operator: "EQ", value: String(p.value ?? "") }], limit: 1 },
    { enabled: p.value !== undefined && p.value !== null },
  );
  const rows = new Map<unknown, AnyRow>();
  const chosen = p.value !== undefined && typed === "" ? (current.data?.rows ?? []) : [];
  for (const row of [...chosen, ...(byValue.data?.rows ?? []), ...(typed ? (byLabel.data?.rows ?? []) : [])])
    rows.set((row as AnyRow)[value], row as AnyRow);
  return (
    <Select
      {...(p.id === undefined ? { "aria-label": p.placeholder } : { id: p.id })}
      value={p.value as string | undefined}
      disabled={p.disabled ?? false}
      placeholder={p.placeholder}
      onChange={(v: unknown) => p.onChange?.(v)}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={byValue.isFetching}
      // A refused or failed query must not look like an empty list. So the error is shown in place of the rows.
      notFoundContent={
        byValue.isFetching
          ? shell.loading
          : byValue.error
            ? messageOf(byValue.error, locale)
            : shell.common.noData
      }
      onOpenChange={(open) => !open && setTyped("")}
      optionRender={(o) => (
        <span className="sk-option">
          <span>{o.data.value}</span>
          <span className="sk-faint">{o.data.refused ?? o.data.name}</span>
        </span>
      )}
      options={[...rows.values()].map((row) => {
        const refused = spec.refused?.(row as QueryRow<Q>);
        const name = row[label] === null ? "" : String(row[label]);
        const id = String(row[value]);
        return {
          value: id,
          name,
          refused,
          label: name === "" || name === id ? id : spec.valueFirst ? `${id} · ${name}` : name,
          disabled: refused !== undefined,
        };
      })}
    />
  );
}

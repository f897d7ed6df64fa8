import type { Condition, Query, QueryRow } from "@shotkeeper/contract/kernel";
import { Select } from "antd";
import { useState } from "react";
import { messageOf, useLocale } from "../app/index.ts";
import type { InputProps } from "./column-types.tsx";
import type { AnyRow, ColumnName } from "./columns.ts";
import { useRows } from "./data.ts";
import "./screen.css";

export interface ReferenceSpec<Q extends Query> {
  readonly query: Q;
  /** The column that is stored, and the one that tells a person which it is. */
  readonly value: ColumnName<Q>;
  readonly label: ColumnName<Q>;
  readonly where?: readonly Condition[];
  /** Narrows what is offered before anything is typed: to what can be chosen, where most rows cannot. */
  readonly offered?: readonly Condition[];
  /** What is chosen is known by its value (a number people use) rather than by its label. */
  readonly valueFirst?: true;
  /** Why a row cannot be chosen, if it cannot. */
  readonly refused?: (row: QueryRow<Q>) => string | undefined;
}

const page = 50;

/** Makes the input of a field that names a row of a query: `inputs={{ plantId: referenceInput({ … }) }}`. */
export function referenceInput<Q extends Query>(spec: ReferenceSpec<Q>) {
  return function ReferenceInput(p: InputProps) {
    return <ReferenceSelect spec={spec} {...p} />;
  };
}

/** Finds among any number of rows: what is typed is looked for at the server. */
export function ReferenceSelect<Q extends Query>({
  spec,
  ...p
}: InputProps & {
  readonly spec: ReferenceSpec<Q>;
}) {
  const locale = useLocale();
  const { frame } = locale;
  const [typed, setTyped] = useState("");
  const { query, value, label, where = [], offered = [] } = spec;
  const find = (field: string) =>
    typed === "" ? offered : [{ field, operator: "LIKE", value: typed } satisfies Condition];
  const byValue = useRows(query, { where: [...where, ...find(value)], limit: page });
  // The doors know no "or": the second question is asked only when something is looked for.
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
      // What may not be looked at, or could not be asked for, is not the same as nothing.
      notFoundContent={
        byValue.isFetching
          ? frame.loading
          : byValue.error
            ? messageOf(byValue.error, locale)
            : frame.common.noData
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

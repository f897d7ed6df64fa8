import type { Fields } from "@shotkeeper/contract/kernel";
import type { ReactNode } from "react";
import { missing } from "../app/index.ts";
import { valueText } from "./column-types.tsx";
import type { AnyRow } from "./columns.ts";
import { labelOf } from "./labels.ts";
import { useTypeContext } from "./use-type-context.ts";
import "./facts.css";

interface FactsProps {
  readonly fields: Fields;
  readonly names: readonly string[];
  readonly row: AnyRow;
  /** Content that replaces the formatted value, by field name. */
  readonly cells?: Readonly<Record<string, ReactNode>>;
}

/** Shows the labels and values of a record, in as many columns as fit. */
export function Facts({ fields, names, row, cells = {} }: FactsProps) {
  const c = useTypeContext();
  return (
    <dl className="sk-facts">
      {names.map((name) => {
        const field = fields[name];
        if (!field) return null;
        const text = valueText(row[name], field, c);
        return (
          <div key={name}>
            <dt>{labelOf(name, c.locale)}</dt>
            <dd className={text === missing && !(name in cells) ? "sk-faint" : ""}>{cells[name] ?? text}</dd>
          </div>
        );
      })}
    </dl>
  );
}

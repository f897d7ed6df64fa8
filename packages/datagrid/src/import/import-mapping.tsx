import { Button, Select, Tag } from "antd";
import type { ReactNode } from "react";
import type { Cell, ImportColumn, Mapping } from "../sheet/types.ts";
import type { ImportTexts } from "./texts.ts";

interface Props {
  titles: readonly Cell[];
  mapping: Mapping;
  columns: readonly ImportColumn[];
  texts: ImportTexts;
  hasScheme: boolean;
  onAssign: (at: number, key: string | undefined) => void;
  onForget: () => void;
}

/**
 * Step of the import in which the user assigns the columns of the sheet to fields. Columns whose title is known are
 * already assigned.
 */
export function ImportMapping({
  titles,
  mapping,
  columns,
  texts: t,
  hasScheme,
  onAssign,
  onForget,
}: Props): ReactNode {
  const options = columns
    .filter((c) => !c.unimport)
    .map((c) => ({ value: c.key, label: c.required ? `${c.title} *` : c.title }));
  const fillable = new Set(options.map((o) => o.value));
  const missing = columns.filter((c) => c.required && !c.unimport && !mapping.includes(c.key));
  return (
    <section className="dgi-mapping" aria-label={t.mapping}>
      {missing.length > 0 && (
        <p className="dgi-fault" role="alert">
          {t.missing(missing.map((c) => c.title).join(t.joiner))}
        </p>
      )}
      {hasScheme && (
        <p className="dgi-scheme">
          {t.schemeUsed}
          <Button type="link" size="small" onClick={onForget}>
            {t.forgetScheme}
          </Button>
        </p>
      )}
      <ul>
        {titles.map((title, i) => {
          const text = String(title ?? "").trim();
          const key = mapping[i];
          const mapped = key !== undefined && fillable.has(key);
          return text === "" ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns of a sheet have no identity but their index
            <li key={i}>
              <span title={text}>{text}</span>
              <Select
                size="small"
                allowClear
                showSearch={{ optionFilterProp: "label" }}
                aria-label={t.goesTo(text)}
                value={mapped ? key : undefined}
                placeholder={t.noField}
                options={options}
                popupMatchSelectWidth={false}
                onChange={(next: string | undefined) => onAssign(i, next)}
              />
              <Tag color={mapped ? "green" : "default"}>{mapped ? t.mapped : t.unmapped}</Tag>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

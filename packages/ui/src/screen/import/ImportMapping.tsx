import type { Cell, ImportColumn } from "@shotkeeper/datagrid/sheet";
import { Select } from "antd";
import { ToneTag, useLocale } from "../../app/index.ts";

interface ImportMappingProps {
  readonly titles: readonly Cell[];
  readonly mapping: readonly (string | undefined)[];
  readonly columns: readonly ImportColumn[];
  readonly onAssign: (at: number, key: string | undefined) => void;
}

/** Which column of the sheet fills which field; what was not recognised is assigned by hand. */
export function ImportMapping({ titles, mapping, columns, onAssign }: ImportMappingProps) {
  const { importing: t } = useLocale();
  const options = columns.map((c) => ({ value: c.key, label: c.required ? `${c.title} *` : c.title }));
  const missing = columns.filter((c) => c.required && !mapping.includes(c.key));
  return (
    <section className="sk-import-mapping" aria-label={t.mapping}>
      {missing.length > 0 && (
        <p className="sk-import-fault" role="alert">
          {t.unmapped(missing.map((c) => c.title).join(t.joiner))}
        </p>
      )}
      <ul>
        {titles.map((title, i) => {
          const text = String(title ?? "").trim();
          return text === "" ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a sheet's columns are known by their place
            <li key={i}>
              <span title={text}>{text}</span>
              <Select
                size="small"
                allowClear
                showSearch={{ optionFilterProp: "label" }}
                aria-label={t.goesTo(text)}
                value={mapping[i]}
                placeholder={t.noField}
                options={options}
                onChange={(key: string | undefined) => onAssign(i, key)}
              />
              {mapping[i] === undefined && <ToneTag tone="neutral">{t.ignored}</ToneTag>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

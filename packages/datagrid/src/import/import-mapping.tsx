import { Button, Select, Tag } from "antd";
import type { ReactNode } from "react";
import type { Match, SheetTitle } from "../sheet/mapping.ts";
import { columnLetters } from "../sheet/ooxml.ts";
import type { ImportColumn, Mapping } from "../sheet/types.ts";
import type { ImportTexts } from "./texts.ts";

interface Props {
  titles: readonly SheetTitle[];
  mapping: Mapping;
  matches: readonly Match[];
  columns: readonly ImportColumn[];
  texts: ImportTexts;
  hasScheme: boolean;
  onAssign: (at: number, key: string | undefined) => void;
  onForget: () => void;
}

interface State {
  readonly text: string;
  readonly color: string;
}

function stateOf(isMapped: boolean, match: Match, t: ImportTexts): State {
  if (match === "similar") return { text: t.similar, color: "orange" };
  if (match === "duplicate") return { text: t.duplicate, color: "orange" };
  return isMapped ? { text: t.mapped, color: "green" } : { text: t.unmapped, color: "default" };
}

/**
 * Step of the import in which the user assigns the columns of the sheet to fields. Columns whose title is known are
 * already assigned.
 */
export function ImportMapping({
  titles,
  mapping,
  matches,
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
      {matches.includes("similar") && <p className="dgi-note">{t.similarAsked}</p>}
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
          // Lists a column without a title if it has values. Otherwise the import would ignore these values without a
          // notice.
          if (title.text === "" && !title.hasData) return null;
          const text = title.text === "" ? t.untitled(columnLetters(i)) : title.text;
          const key = mapping[i];
          const isMapped = key !== undefined && fillable.has(key);
          const state = stateOf(isMapped, matches[i], t);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns of a sheet have no identity but their index
            <li key={i}>
              <span title={text}>{text}</span>
              {title.isHidden && <Tag>{t.hiddenColumn}</Tag>}
              <Select
                size="small"
                allowClear
                showSearch={{ optionFilterProp: "label" }}
                aria-label={t.goesTo(text)}
                value={isMapped ? key : undefined}
                placeholder={t.noField}
                options={options}
                popupMatchSelectWidth={false}
                onChange={(next: string | undefined) => onAssign(i, next)}
              />
              <Tag color={state.color}>{state.text}</Tag>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

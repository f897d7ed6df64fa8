import { type ReactNode, useId, useState } from "react";
import {
  type FilterDraft,
  isNoNumber,
  NUMBER_OPERATORS,
  parseNumberFilter,
  TEXT_OPERATORS,
} from "../core/filter-draft.ts";
import type { GridTexts } from "../core/texts.ts";
import type { GridColumn, Operator } from "../core/types.ts";
import { useSkin } from "./skin.ts";

interface Props<R> {
  column: GridColumn<R>;
  draft: FilterDraft;
  texts: GridTexts;
  /** True: the only operator is EQ. */
  onlyEqual: boolean;
  onChange: (draft: FilterDraft) => void;
}

/** The inputs of one condition of a column. */
export function FilterFields<R>({ column, draft, texts, onlyEqual, onChange }: Props<R>): ReactNode {
  const { Input, Radios, Select } = useSkin();
  const id = useId();
  const operators = <T extends Operator | "BETWEEN">(list: readonly T[]) =>
    list
      .filter((value) => !onlyEqual || value === "EQ")
      .map((value) => ({ value, label: texts.operators[value] }));
  switch (draft.kind) {
    case "text":
      return (
        <>
          <Select
            label={texts.filter(column.title)}
            value={draft.operator}
            options={operators(TEXT_OPERATORS)}
            onChange={(operator) => onChange({ ...draft, operator })}
          />
          <Input
            autoFocus
            label={column.title}
            placeholder={texts.filterByEnter}
            value={draft.value}
            onChange={(value) => onChange({ ...draft, value })}
          />
        </>
      );
    case "number": {
      const type = (text: string): void => {
        // Takes the operator from the typed text, as in '>=10', instead of the selected operator.
        const read = /^-?[\d.,]*$/.test(text) ? undefined : parseNumberFilter(text);
        onChange(read ? { kind: "number", ...read } : { ...draft, from: text });
      };
      return (
        <>
          <Select
            label={texts.filter(column.title)}
            value={draft.operator}
            options={operators(NUMBER_OPERATORS)}
            onChange={(operator) => onChange({ ...draft, operator })}
          />
          <Input
            autoFocus
            inputMode="decimal"
            label={draft.operator === "BETWEEN" ? texts.from : column.title}
            placeholder={draft.operator === "BETWEEN" ? texts.from : texts.numberHint}
            suffix={column.unit}
            value={draft.from}
            isInvalid={isNoNumber(draft.from)}
            onChange={type}
          />
          {draft.operator === "BETWEEN" && (
            <Input
              inputMode="decimal"
              label={texts.to}
              placeholder={texts.to}
              suffix={column.unit}
              value={draft.to}
              isInvalid={isNoNumber(draft.to)}
              onChange={(to) => onChange({ ...draft, to })}
            />
          )}
        </>
      );
    }
    case "range":
      return (
        <div className="dg-filter-range">
          {(["from", "to"] as const).map((end) => (
            <label key={end} htmlFor={`${id}-${end}`}>
              <span>{texts[end]}</span>
              <Input
                id={`${id}-${end}`}
                type="date"
                value={draft[end]}
                onChange={(date) => onChange({ ...draft, [end]: date })}
              />
            </label>
          ))}
        </div>
      );
    case "set":
      return <SetFields column={column} draft={draft} texts={texts} onChange={onChange} />;
    case "flag":
      return (
        <Radios
          label={column.title}
          value={draft.value === undefined ? "any" : draft.value ? "true" : "false"}
          options={[
            { value: "any", label: texts.any },
            { value: "true", label: texts.yes },
            { value: "false", label: texts.no },
          ]}
          onChange={(value) =>
            onChange({ kind: "flag", value: value === "any" ? undefined : value === "true" })
          }
        />
      );
  }
}

/** Number of options from which the filter of a choice column has a search field. */
const SEARCH_FROM = 9;

function SetFields<R>({
  column,
  draft,
  texts,
  onChange,
}: Omit<Props<R>, "onlyEqual"> & { draft: FilterDraft & { kind: "set" } }): ReactNode {
  const { Checkbox, Input } = useSkin();
  const [needle, setNeedle] = useState("");
  const options = column.options ?? [];
  const shown = options.filter((o) => o.label.toLowerCase().includes(needle.trim().toLowerCase()));
  const chosen = new Set(draft.values.map(String));
  // Compares values as texts, because a filter from the page's address may contain "1" for the number 1.
  const pick = (keep: (value: string | number) => boolean): void =>
    onChange({ kind: "set", values: options.map((o) => o.value).filter(keep) });
  const visible = new Set(shown.map((o) => String(o.value)));
  return (
    <>
      {options.length >= SEARCH_FROM && (
        <Input
          autoFocus
          clearable
          label={texts.search}
          placeholder={texts.search}
          value={needle}
          onChange={setNeedle}
        />
      )}
      <div className="dg-filter-set">
        {shown.map((option) => (
          <Checkbox
            key={option.value}
            checked={chosen.has(String(option.value))}
            onChange={(checked) =>
              pick((v) => (String(v) === String(option.value) ? checked : chosen.has(String(v))))
            }
          >
            {option.color && <span className="dg-dot" style={{ background: option.color }} />}
            {option.label}
          </Checkbox>
        ))}
      </div>
      <div className="dg-filter-links">
        <button type="button" onClick={() => pick((v) => chosen.has(String(v)) || visible.has(String(v)))}>
          {texts.all}
        </button>
        <button type="button" onClick={() => pick((v) => chosen.has(String(v)) && !visible.has(String(v)))}>
          {texts.none}
        </button>
      </div>
    </>
  );
}

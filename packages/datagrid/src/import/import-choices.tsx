import { InputNumber, Radio, Select } from "antd";
import type { ReactNode } from "react";
import type { ImportCounts, SheetInfo } from "../sheet/session-types.ts";
import { type DateOrder, encodings, type NumberStyle } from "../sheet/types.ts";
import type { ImportTexts } from "./texts.ts";
import type { Placed } from "./use-import.ts";

interface Props {
  name: string;
  sheets: readonly SheetInfo[];
  placed: Placed;
  counts: ImportCounts;
  /** Encoding that was detected when the file was opened. */
  detected: string | undefined;
  texts: ImportTexts;
  onSheet: (sheet: number) => void;
  onHeader: (header: number) => void;
  onDepth: (depth: number) => void;
  onEncoding: (encoding: (typeof encodings)[number]) => void;
  onChoose: (choice: Pick<Placed, "numbers" | "dates" | "withHidden">) => void;
}

const numberStyles: readonly NumberStyle[] = ["point", "comma"];
const dateOrders: readonly DateOrder[] = ["day", "month"];
const depths = [1, 2, 3];

/**
 * Part of the import dialog in which the user chooses how the file is read, for example its encoding. Detected choices
 * are marked.
 */
export function ImportChoices({ name, sheets, placed, counts, detected, texts: t, ...on }: Props): ReactNode {
  const { styles, hidden } = counts;
  const marked = (text: string, isMarked: boolean, mark: string) => (isMarked ? `${text} · ${mark}` : text);
  const numbers = placed.numbers ?? styles.numbers;
  const numbersMark = styles.isNumbersProven ? t.detected : t.standard;
  return (
    <>
      <div className="dgi-head">
        <strong>{name}</strong>
        {sheets.length > 1 && (
          <Select
            size="small"
            aria-label={t.sheet}
            value={placed.sheet}
            options={sheets.map((s, i) => ({ value: i, label: s.name }))}
            onChange={on.onSheet}
          />
        )}
        <label htmlFor="dgi-header">
          {t.header}{" "}
          <InputNumber
            id="dgi-header"
            size="small"
            min={1}
            max={Math.max(1, sheets[placed.sheet]?.rowCount ?? 1)}
            value={placed.header + 1}
            onChange={(n) => n !== null && on.onHeader(n - 1)}
          />
        </label>
        <span className="dgi-choice">
          {t.depth}
          <Select
            size="small"
            aria-label={t.depth}
            value={placed.depth}
            options={depths.map((n) => ({ value: n, label: String(n) }))}
            onChange={on.onDepth}
          />
        </span>
        {placed.encoding && (
          <span className="dgi-choice">
            {t.encoding}
            <Select
              size="small"
              aria-label={t.encoding}
              popupMatchSelectWidth={false}
              value={placed.encoding}
              options={encodings.map((e) => ({
                value: e,
                label: marked(t.encodings[e], e === detected, t.detected),
              }))}
              onChange={on.onEncoding}
            />
          </span>
        )}
        <span className="dgi-choice">
          {t.numbers}
          <Select
            size="small"
            aria-label={t.numbers}
            popupMatchSelectWidth={false}
            value={numbers}
            options={numberStyles.map((style) => ({
              value: style,
              label: marked(t.numberStyles[style], !placed.numbers && style === styles.numbers, numbersMark),
            }))}
            onChange={(style) => on.onChoose({ numbers: style })}
          />
        </span>
        {(styles.isDateOpen || styles.dates) && (
          <span className="dgi-choice">
            {t.dates}
            <Select
              size="small"
              aria-label={t.dates}
              popupMatchSelectWidth={false}
              placeholder={t.choose}
              value={styles.dates}
              options={dateOrders.map((order) => ({
                value: order,
                label: marked(t.dateOrders[order], !placed.dates && order === styles.dates, t.detected),
              }))}
              onChange={(order) => on.onChoose({ dates: order })}
            />
          </span>
        )}
      </div>
      {styles.isDateOpen && !styles.dates && (
        <p className="dgi-note" role="alert">
          {t.datesAsked}
        </p>
      )}
      {hidden > 0 && (
        <div className="dgi-head" role="alert">
          {t.hiddenAsked(hidden)}
          <Radio.Group
            size="small"
            value={placed.withHidden}
            options={[
              { value: false, label: t.hiddenLeave },
              { value: true, label: t.hiddenTake },
            ]}
            onChange={(event) => on.onChoose({ withHidden: Boolean(event.target.value) })}
          />
        </div>
      )}
    </>
  );
}

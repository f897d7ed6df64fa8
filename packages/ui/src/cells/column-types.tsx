import type { Field, FieldType } from "@shotkeeper/contract/kernel";
import type { CellType } from "@shotkeeper/datagrid/antd";
import type { Locale } from "@shotkeeper/locales";
import { Input, InputNumber, Radio, Select } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import type { ReactNode } from "react";
import { DatePicker, type Formats, missing } from "../app/index.ts";
import { instant, wallClock, wallDay } from "../time/index.ts";
import { choiceLabel, choiceOptions, unitOf } from "./labels.ts";

/**
 * Formats of typed days and times. The first one is the format in which the picker shows the value. A text in another
 * format is discarded without a message, so the other usual formats are accepted too.
 */
const dayFormats = ["YYYY-MM-DD", "YYYY/M/D", "YYYY-M-D", "YYYYMMDD"];
const timeFormats = ["YYYY-MM-DD HH:mm:ss", "YYYY-MM-DD HH:mm", "YYYY/M/D H:mm", "YYYY/M/D H:mm:ss"];

export interface TypeContext {
  readonly locale: Locale;
  readonly formats: Formats;
}

/** Props that antd's Form.Item passes to the input inside it. */
export interface InputProps {
  readonly id?: string;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly disabled?: boolean;
  readonly placeholder?: string;
}

interface ColumnType {
  /** Type of the grid's cells for this field type. The cell type determines comparison, alignment and filter. */
  readonly cell: CellType;
  readonly width: number;
  /** Wording of the message for a missing value: "Please enter" if the user types the value, else "Please select". */
  readonly asks: "enter" | "select";
  /** Returns true if the input for the field needs the whole width of the form. */
  readonly wide?: (f: Field) => boolean;
  readonly text: (value: unknown, f: Field, c: TypeContext) => string;
  readonly input: (p: InputProps, f: Field, c: TypeContext) => ReactNode;
  readonly toInput: (value: unknown) => unknown;
  readonly fromInput: (value: unknown) => unknown;
}

const same = (value: unknown) => value ?? undefined;
const orNull = (value: unknown) => (value === undefined || value === "" ? null : value);
const trimmed = (value: unknown) => orNull(typeof value === "string" ? value.trim() : value);
const plain = (value: unknown) =>
  value === null || value === undefined || value === "" ? missing : String(value);
const toDay = (value: unknown): Dayjs | undefined =>
  typeof value === "string" ? wallDay(value.slice(0, 10)) : undefined;
const toTime = (value: unknown): Dayjs | undefined =>
  typeof value === "string" || typeof value === "number" ? wallClock(value) : undefined;

const isLong = (f: Field) => (f.length ?? 0) > 150;

function numberInput(p: InputProps, f: Field, { locale }: TypeContext): ReactNode {
  const unit = unitOf(f, locale);
  return (
    <InputNumber
      {...p}
      value={(p.value as number | undefined) ?? null}
      style={{ width: "100%" }}
      controls={false}
      {...(unit ? { suffix: unit } : {})}
    />
  );
}

const number: Omit<ColumnType, "text"> = {
  cell: "number",
  width: 104,
  asks: "enter",
  input: numberInput,
  toInput: same,
  fromInput: orNull,
};

/** For each field type: kind of cell, input of forms, and format of its values. */
export const columnTypes: Readonly<Record<FieldType, ColumnType>> = {
  text: {
    cell: "text",
    width: 140,
    asks: "enter",
    wide: isLong,
    text: plain,
    input: (p, f) => {
      const props = {
        ...p,
        value: p.value as string | undefined,
        onChange: (e: { target: { value: string } }) => p.onChange?.(e.target.value),
        ...(f.length === undefined ? {} : { maxLength: f.length }),
      };
      return isLong(f) ? (
        <Input.TextArea {...props} autoSize={{ minRows: 2, maxRows: 6 }} />
      ) : (
        <Input {...props} />
      );
    },
    toInput: same,
    fromInput: trimmed,
  },
  int: { ...number, text: (v, _f, { formats }) => formats.whole(v as number | null) },
  decimal: {
    ...number,
    text: (v, f, { formats }) => formats.decimal(v as number | null, f.scale ?? 0),
  },
  flag: {
    cell: "flag",
    width: 84,
    asks: "select",
    text: (v, _f, { locale }) =>
      v === null || v === undefined ? missing : v ? locale.shell.common.yes : locale.shell.common.no,
    input: ({ onChange, ...p }, _f, { locale }) => (
      <Radio.Group
        {...p}
        onChange={(e) => onChange?.(e.target.value)}
        options={[
          { value: true, label: locale.shell.common.yes },
          { value: false, label: locale.shell.common.no },
        ]}
      />
    ),
    toInput: same,
    fromInput: orNull,
  },
  date: {
    cell: "date",
    width: 112,
    asks: "select",
    text: (v, _f, { formats }) => formats.date(v as string | null),
    input: ({ onChange, value, ...p }) => (
      <DatePicker
        {...p}
        value={(value as Dayjs | undefined) ?? null}
        onChange={(v) => onChange?.(v)}
        format={dayFormats}
        style={{ width: "100%" }}
      />
    ),
    toInput: toDay,
    fromInput: (v) => (dayjs.isDayjs(v) ? v.format("YYYY-MM-DD") : null),
  },
  time: {
    cell: "time",
    width: 160,
    asks: "select",
    text: (v, _f, { formats }) => formats.dateTime(v as string | null),
    input: ({ onChange, value, ...p }) => (
      <DatePicker
        {...p}
        value={(value as Dayjs | undefined) ?? null}
        onChange={(v) => onChange?.(v)}
        showTime
        format={timeFormats}
        style={{ width: "100%" }}
      />
    ),
    toInput: toTime,
    fromInput: (v) => (dayjs.isDayjs(v) ? instant(v) : null),
  },
  choice: {
    cell: "choice",
    width: 112,
    asks: "select",
    text: (v, f, { locale }) => choiceLabel(f, v, locale) || missing,
    input: ({ onChange, ...p }, f, { locale }) => (
      <Select
        {...p}
        onChange={(v: unknown) => onChange?.(v)}
        options={choiceOptions(f, locale)}
        allowClear={!f.required}
      />
    ),
    toInput: same,
    fromInput: orNull,
  },
  json: {
    cell: "custom",
    width: 180,
    asks: "enter",
    wide: () => true,
    text: (v) => (v === null || v === undefined ? missing : JSON.stringify(v)),
    input: () => null,
    toInput: same,
    fromInput: orNull,
  },
};

/** Formats a value and adds its unit. */
export function valueText(value: unknown, f: Field, c: TypeContext): string {
  const text = columnTypes[f.type].text(value, f, c);
  const unit = unitOf(f, c.locale);
  return unit && text !== missing ? `${text} ${unit}` : text;
}

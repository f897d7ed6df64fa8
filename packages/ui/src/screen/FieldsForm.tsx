import type { Fields } from "@shotkeeper/contract/kernel";
import { Form, type FormInstance } from "antd";
import type { ReactNode } from "react";
import { columnTypes } from "./column-types.tsx";
import { type FieldInput, FieldItem } from "./FieldItem.tsx";
import "./screen.css";

export interface Section<N extends string = string> {
  readonly title?: string;
  readonly fields: readonly N[];
}

interface FieldsFormProps {
  readonly form: FormInstance;
  readonly initial: Readonly<Record<string, unknown>>;
  readonly fields: Fields;
  readonly sections: readonly Section[];
  readonly inputs?: Readonly<Partial<Record<string, FieldInput>>> | undefined;
  readonly hints?: Readonly<Partial<Record<string, string>>> | undefined;
  /** Shown but not to be changed: the key of a record that exists. */
  readonly locked?: readonly string[];
  readonly onSubmit: () => void;
  readonly children?: ReactNode;
}

/** Fields in titled sections, two beside each other where there is room. */
export function FieldsForm(p: FieldsFormProps) {
  return (
    <Form
      form={p.form}
      initialValues={p.initial}
      layout="vertical"
      className="sk-form"
      onFinish={p.onSubmit}
      // Where a date is typed, Enter takes the date; the rest of the form may still be to come.
      onKeyDown={(e) => {
        if (e.key === "Enter" && e.target instanceof Element && e.target.closest(".ant-picker"))
          e.preventDefault();
      }}
      scrollToFirstError
    >
      {p.sections.map((s) => (
        <fieldset key={s.title ?? s.fields[0]} className="sk-form-section">
          {s.title && <legend>{s.title}</legend>}
          <div className="sk-form-grid">
            {s.fields.map((name) => {
              const field = p.fields[name];
              return field ? (
                <FieldItem
                  key={name}
                  name={name}
                  field={field}
                  input={p.inputs?.[name]}
                  hint={p.hints?.[name]}
                  disabled={p.locked?.includes(name) ?? false}
                />
              ) : null;
            })}
          </div>
        </fieldset>
      ))}
      {p.children}
      {/* Enter in any field submits. */}
      <button type="submit" hidden />
    </Form>
  );
}

type Values = Readonly<Record<string, unknown>>;

/** A row as the inputs want it. */
export function toInputs(row: Values, fields: Fields, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name];
      return field ? [[name, columnTypes[field.type].toInput(row[name])]] : [];
    }),
  );
}

/** What the inputs hold, as the wire's values; an empty input is null. */
export function fromInputs(
  inputs: Values,
  fields: Fields,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name];
      return field ? [[name, columnTypes[field.type].fromInput(inputs[name])]] : [];
    }),
  );
}

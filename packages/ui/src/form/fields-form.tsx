import type { Fields } from "@shotkeeper/contract/kernel";
import { Form, type FormInstance } from "antd";
import { type ReactNode, useRef } from "react";
import { columnTypes } from "../cells/column-types.tsx";
import { type FieldInput, FieldItem } from "./field-item.tsx";
import { HoldSubmit } from "./hold-submit.ts";
import "./form.css";

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
  /** Names of fields that the form shows but does not let the user change, such as the key of an existing record. */
  readonly locked?: readonly string[];
  readonly onSubmit: () => void;
  /** Called when the user changes an input. */
  readonly onChange?: (() => void) | undefined;
  readonly children?: ReactNode;
}

/** A form with fields in titled sections. In a wide window the form has two columns. */
export function FieldsForm(p: FieldsFormProps) {
  const held = useRef(new Set<Promise<boolean>>());
  const hold = (ready: Promise<boolean>) => {
    held.current.add(ready);
    void ready.finally(() => held.current.delete(ready));
  };
  async function submit() {
    const ready = await Promise.all(held.current);
    if (!ready.includes(false)) p.onSubmit();
  }
  return (
    <Form
      form={p.form}
      initialValues={p.initial}
      layout="vertical"
      className="sk-form"
      onFinish={submit}
      onValuesChange={() => p.onChange?.()}
      // Prevents Enter in a date picker from submitting the unfinished form: this Enter only confirms the typed date.
      onKeyDown={(e) => {
        if (e.key === "Enter" && e.target instanceof Element && e.target.closest(".ant-picker"))
          e.preventDefault();
      }}
      scrollToFirstError
    >
      <HoldSubmit value={hold}>
        {p.sections.map((s) => (
          <fieldset key={s.title ?? s.fields.join()} className="sk-form-section">
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
      </HoldSubmit>
      {p.children}
      {/* Browsers submit a form on Enter only if the form has a submit button, so this form has a hidden one. */}
      <button type="submit" hidden />
    </Form>
  );
}

type Values = Readonly<Record<string, unknown>>;

/** Converts the fields of a row to values of the inputs. */
export function toInputs(row: Values, fields: Fields, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name];
      return field ? [[name, columnTypes[field.type].toInput(row[name])]] : [];
    }),
  );
}

/** Converts the values of the inputs to fields of a row. An empty input becomes null. */
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

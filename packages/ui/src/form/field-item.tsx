import type { Field } from "@shotkeeper/contract/kernel";
import { Form } from "antd";
import type { ComponentType } from "react";
import { columnTypes, type InputProps } from "../cells/column-types.tsx";
import { labelOf } from "../cells/labels.ts";
import { useTypeContext } from "../cells/use-type-context.ts";
import { problemText } from "./problem-text.ts";

/**
 * Input that replaces the default input of a field type. With `asks: "enter"` the message for a missing value begins
 * with "Please enter", otherwise with "Please select".
 */
export type FieldInput = ComponentType<InputProps> & {
  readonly asks?: "enter";
  /** True: the user picks a record by its name. The label is then the kind of the record, for example "Role". */
  readonly isPicker?: true;
};

interface FieldItemProps {
  readonly name: string;
  readonly field: Field;
  readonly input?: FieldInput | undefined;
  readonly hint?: string | undefined;
  readonly disabled?: boolean;
}

function TypedInput({ field, ...p }: InputProps & { readonly field: Field }) {
  return columnTypes[field.type].input(p, field, useTypeContext());
}

/** A field in a form: label, required mark, input, hint and validation. */
export function FieldItem({ name, field, input: Input, hint, disabled }: FieldItemProps) {
  const c = useTypeContext();
  const type = columnTypes[field.type];
  const picked: Readonly<Record<string, string>> = c.locale.screen.form.picked;
  const label = (Input?.isPicker && picked[name]) || labelOf(name, c.locale);
  const asks = Input ? (Input.asks ?? "select") : type.asks;
  return (
    <Form.Item
      name={name}
      label={label}
      required={field.required === true}
      className={type.wide?.(field) ? "sk-form-wide" : ""}
      extra={hint}
      rules={[
        {
          validator: (_rule, value: unknown) => {
            const text = problemText(label, type.fromInput(value), field, asks, c);
            return text === undefined ? Promise.resolve() : Promise.reject(new Error(text));
          },
        },
      ]}
    >
      {Input ? (
        <Input disabled={disabled ?? false} />
      ) : (
        <TypedInput field={field} disabled={disabled ?? false} />
      )}
    </Form.Item>
  );
}

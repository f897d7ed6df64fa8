import type { Field } from "@shotkeeper/contract/kernel";
import { Form } from "antd";
import type { ComponentType } from "react";
import { columnTypes, type InputProps, type TypeContext } from "./column-types.tsx";
import { problemOf } from "./field-rules.ts";
import { labelOf } from "./labels.ts";
import { useTypeContext } from "./type-context.ts";

/** Second escape: the component that takes a field's value. It is a list to select from, unless it is typed into. */
export type FieldInput = ComponentType<InputProps> & { readonly asks?: "enter" };

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

/** The sentence of a problem, in the specification's words where it has some. */
function problemText(name: string, value: unknown, field: Field, asks: "enter" | "select", c: TypeContext) {
  const { frame, screen, errors } = c.locale;
  const problem = problemOf(value, field);
  switch (problem?.kind) {
    case undefined:
      return undefined;
    case "missing":
      return frame.common[asks](labelOf(name, c.locale));
    case "tooLong":
      return screen.form.tooLong(problem.most);
    case "tooSmall":
      return screen.form.tooSmall(c.formats.decimal(problem.least, Number.isInteger(problem.least) ? 0 : 2));
    case "tooLarge":
      return screen.form.tooLarge(c.formats.whole(problem.most));
    case "code":
      return errors[problem.code];
    case "invalid":
      return screen.form.invalid;
  }
}

/** A field of an entity or a command, with its label, mark, limits and hint. */
export function FieldItem({ name, field, input: Own, hint, disabled }: FieldItemProps) {
  const c = useTypeContext();
  const type = columnTypes[field.type];
  const asks = Own ? (Own.asks ?? "select") : type.asks;
  return (
    <Form.Item
      name={name}
      label={labelOf(name, c.locale)}
      required={field.required === true}
      className={type.wide?.(field) ? "sk-form-wide" : ""}
      extra={hint}
      rules={[
        {
          validator: (_rule, value: unknown) => {
            const text = problemText(name, type.fromInput(value), field, asks, c);
            return text === undefined ? Promise.resolve() : Promise.reject(new Error(text));
          },
        },
      ]}
    >
      {Own ? <Own disabled={disabled ?? false} /> : <TypedInput field={field} disabled={disabled ?? false} />}
    </Form.Item>
  );
}

import { datePart, dateTypes } from "@shotkeeper/contract/kernel";
import { documentRule } from "@shotkeeper/contract/system";
import { useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { Form, Input, Select } from "antd";
import { samples, today } from "./document-sample.ts";

/** The thirteen forms of a date (spec admin §9), each with today's. */
export function DateTypeInput({ value, onChange, ...p }: InputProps) {
  const day = today();
  return (
    <Select
      {...p}
      value={(value as number | undefined) ?? null}
      onChange={(v: number) => onChange?.(v)}
      options={dateTypes.map((name, i) => ({ value: i + 1, label: `${name} · ${datePart(i + 1, day)}` }))}
    />
  );
}

/** The joiner, and under it what the whole rule gives while it is being typed. */
export function JoinerInput({ value, onChange, ...p }: InputProps) {
  const t = useLocale().system.coding;
  const form = Form.useFormInstance();
  const rule = (Form.useWatch([], form) ?? {}) as Readonly<Record<string, unknown>>;
  return (
    <>
      <Input
        {...p}
        value={(value as string | undefined) ?? ""}
        maxLength={documentRule.fields.joiner.length}
        onChange={(e) => onChange?.(e.target.value)}
      />
      <div className="sk-sample" role="status">
        <span>{t.preview}</span>
        {samples(rule, today(), [1, 2, 34]).map((number, i) => (
          // Two of them may be the same "…".
          // biome-ignore lint/suspicious/noArrayIndexKey: their place is what they are
          <code key={i}>{number}</code>
        ))}
      </div>
    </>
  );
}

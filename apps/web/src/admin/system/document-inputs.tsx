import { datePart, dateTypes } from "@shotkeeper/contract/kernel";
import { documentRule } from "@shotkeeper/contract/system";
import { useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { Form, Input, Select } from "antd";
import { samples, today } from "./document-sample.ts";

/** Select of one of the 13 date formats (spec admin §9). Each option shows today's date in its format. */
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

/**
 * Input for the joiner, the text between the parts of a document number. Below the input is a preview of the whole
 * numbering rule.
 */
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
          // A sample's text cannot be its React key, because two samples may both be "…".
          // biome-ignore lint/suspicious/noArrayIndexKey: samples have no other key than their position
          <code key={i}>{number}</code>
        ))}
      </div>
    </>
  );
}

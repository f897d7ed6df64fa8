import { dataset, exportTarget } from "@shotkeeper/contract/data-out";
import { useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { Checkbox, Form, Input } from "antd";

export function DatasetsInput({ value, onChange, disabled }: InputProps) {
  const { enums } = useLocale();
  return (
    <Checkbox.Group
      disabled={disabled ?? false}
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={(v) => onChange?.(v)}
      options={Object.values(dataset.values).map((v) => ({ value: v, label: enums.dataset[v] }))}
    />
  );
}

/** Input of a setting of the storage, disabled while the target is a folder. */
export function StorageInput({ value, onChange, disabled, ...p }: InputProps) {
  const target: unknown = Form.useWatch("exportTarget", Form.useFormInstance());
  return (
    <Input
      {...p}
      disabled={disabled === true || target !== exportTarget.values.s3}
      value={typeof value === "string" ? value : ""}
      onChange={(e) => onChange?.(e.target.value)}
    />
  );
}

export function SecretInput({ value, onChange, ...p }: InputProps) {
  return (
    <Input.Password
      {...p}
      autoComplete="new-password"
      value={typeof value === "string" ? value : ""}
      onChange={(e) => onChange?.(e.target.value)}
    />
  );
}

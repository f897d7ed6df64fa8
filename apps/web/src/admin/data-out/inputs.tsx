import { dataset, exportTarget, exportTargets } from "@shotkeeper/contract/data-out";
import { useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { useCommandData } from "@shotkeeper/ui/data";
import { Checkbox, Form, Input, Select } from "antd";

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

/** Input for the target to which files are written. Offers a folder only if the operator has configured one. */
export function TargetInput({ value, onChange, ...p }: InputProps) {
  const { enums } = useLocale();
  const { folder } = exportTarget.values;
  const hasFolder = useCommandData(exportTargets, {}).data?.hasFolder ?? false;
  const offered = Object.values(exportTarget.values).filter(
    (v) => v !== folder || hasFolder || value === folder,
  );
  return (
    <Select
      {...p}
      value={typeof value === "string" ? value : null}
      onChange={(v) => onChange?.(v)}
      options={offered.map((v) => ({ value: v, label: enums.exportTarget[v] }))}
    />
  );
}

/** Input for a setting of the S3 storage. The input is disabled unless the files are written to an S3 storage. */
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

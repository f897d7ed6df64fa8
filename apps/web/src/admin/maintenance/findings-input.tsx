import { CloseOutlined, PlusOutlined } from "@ant-design/icons";
import { decodeOutput } from "@shotkeeper/contract/kernel";
import {
  type Finding,
  findingFields,
  maxCavity,
  maxFindings,
  type RepairCode,
  repairLists,
  type WireFinding,
  writeFindings,
} from "@shotkeeper/contract/maintenance";
import { dictionaryItems } from "@shotkeeper/contract/system";
import { useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { Button, Input, InputNumber, Select } from "antd";

const codes: readonly (readonly [RepairCode, "faultName" | "causeName" | "componentName" | "measureName"])[] =
  [
    ["faultCode", "faultName"],
    ["causeCode", "causeName"],
    ["componentCode", "componentName"],
    ["measureCode", "measureName"],
  ];
const where = [{ field: "dictCode", operator: "IN", value: Object.values(repairLists) }] as const;

/** Returns the findings of the input as partial objects, because a new finding has no fault yet. */
function draftsOf(value: unknown): Partial<Finding>[] {
  return Array.isArray(value)
    ? (value as readonly WireFinding[]).map(
        (row) => decodeOutput({ ...row }, findingFields) as Partial<Finding>,
      )
    : [];
}

/** Input for the findings of a repair. The choices are the items of the tenant's dictionaries. */
export function FindingsInput({ value, onChange, disabled }: InputProps) {
  const { repair: t, fields, shell } = useLocale();
  const found = useRows(dictionaryItems, { where, limit: 2000 });
  const drafts = draftsOf(value);
  const put = (next: readonly Partial<Finding>[]) => onChange?.(writeFindings(next));
  const change = (index: number, part: Partial<Finding>) =>
    put(drafts.map((d, i) => (i === index ? { ...d, ...part } : d)));
  const optionsOf = (code: RepairCode) =>
    (found.data?.rows ?? [])
      .filter((i) => i.dictCode === repairLists[code])
      .map((i) => ({ value: i.itemValue, label: i.itemName }));
  return (
    <div className="sk-findings">
      {drafts.map((d, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: findings have no identity, and none is moved
        <fieldset key={n} aria-label={t.finding(n + 1)}>
          {codes.map(([code, label]) => (
            <Select
              key={code}
              aria-label={`${fields[label]} ${n + 1}`}
              placeholder={fields[label]}
              value={d[code] ?? null}
              status={code === "faultCode" && !d.faultCode ? "warning" : ""}
              allowClear={code !== "faultCode"}
              showSearch={{ optionFilterProp: "label" }}
              loading={found.isPending}
              disabled={disabled ?? false}
              notFoundContent={t.noItems}
              options={optionsOf(code)}
              onChange={(v: string | null) => change(n, { [code]: v ?? null })}
            />
          ))}
          <InputNumber
            aria-label={`${fields.cavity} ${n + 1}`}
            placeholder={fields.cavity}
            min={1}
            max={maxCavity}
            precision={0}
            value={d.cavity ?? null}
            disabled={disabled ?? false}
            onChange={(v) => change(n, { cavity: v })}
          />
          <Input
            aria-label={`${fields.findingNote} ${n + 1}`}
            placeholder={fields.findingNote}
            maxLength={findingFields.findingNote.length}
            value={d.findingNote ?? ""}
            disabled={disabled ?? false}
            onChange={(e) => change(n, { findingNote: e.target.value || null })}
          />
          <Button
            type="text"
            icon={<CloseOutlined />}
            aria-label={`${shell.common.remove} ${t.finding(n + 1)}`}
            onClick={() => put(drafts.filter((_, i) => i !== n))}
          />
        </fieldset>
      ))}
      <Button
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={(disabled ?? false) || drafts.length >= maxFindings}
        onClick={() => put([...drafts, {}])}
      >
        {t.add}
      </Button>
    </div>
  );
}

import { CloseOutlined } from "@ant-design/icons";
import {
  fitsMold,
  maxUsedParts,
  readUsedParts,
  sparePartList,
  type UsedPart,
  writeUsedParts,
} from "@shotkeeper/contract/maintenance";
import { useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { Button, InputNumber, Select } from "antd";

/**
 * Returns the form input for the spare parts that a task used. Offers only parts for this mold or for all molds
 * (`fitsMolds`).
 * @param taken parts that the task has already taken from the stock, because its work was sent back
 */
export function partsInput(moldNo: string, taken: readonly UsedPart[]) {
  const takenOf = (partNo: string) => taken.find((p) => p.partNo === partNo)?.quantity ?? 0;
  return function PartsInput({ id, value, onChange, disabled }: InputProps) {
    const { maintenance: t, shell } = useLocale();
    const found = useRows(sparePartList, {});
    const parts = readUsedParts(value) ?? [];
    const fitting = (found.data?.rows ?? []).filter((p) => fitsMold(p.fitsMolds, moldNo));
    const put = (next: readonly UsedPart[]) => onChange?.(writeUsedParts(next));
    return (
      <div className="sk-parts">
        {parts.map((p, i) => {
          const part = fitting.find((x) => x.partNo === p.partNo);
          return (
            <div key={p.partNo} className="sk-parts-one">
              <span>
                {part?.partName ?? p.partNo} <small className="sk-faint">{p.partNo}</small>
              </span>
              <InputNumber
                aria-label={t.quantityOf(part?.partName ?? p.partNo)}
                min={1}
                {...(part ? { max: Math.max(1, (part.stockQty ?? 0) + takenOf(p.partNo)) } : {})}
                precision={0}
                value={p.quantity}
                disabled={disabled ?? false}
                suffix={part?.partUnit}
                onChange={(n) => put(parts.map((x, k) => (k === i ? { ...x, quantity: n ?? 1 } : x)))}
              />
              <Button
                type="text"
                icon={<CloseOutlined />}
                aria-label={`${shell.common.remove} ${p.partNo}`}
                onClick={() => put(parts.filter((_, k) => k !== i))}
              />
            </div>
          );
        })}
        <Select
          {...(id === undefined ? {} : { id })}
          value={null}
          placeholder={t.addPart}
          disabled={disabled || parts.length >= maxUsedParts}
          loading={found.isPending}
          showSearch={{ optionFilterProp: "label" }}
          notFoundContent={t.noPart}
          onChange={(no: string | null) => no && put([...parts, { partNo: no, quantity: 1 }])}
          options={fitting
            .filter((p) => !parts.some((x) => x.partNo === p.partNo))
            .map((p) => ({
              value: p.partNo,
              label: `${p.partName} · ${p.partNo} · ${t.inStock(p.stockQty ?? 0, p.partUnit)}`,
              disabled: !p.stockQty && takenOf(p.partNo ?? "") === 0,
            }))}
        />
      </div>
    );
  };
}

import { CloseOutlined } from "@ant-design/icons";
import { fitsMold, sparePartList, type UsedPart } from "@shotkeeper/contract/maintenance";
import { useLocale } from "@shotkeeper/ui/app";
import { type InputProps, useRows } from "@shotkeeper/ui/screen";
import { Button, InputNumber, Select } from "antd";

/** Which spare parts go into a mold and how many of each; only those that fit it and are there. */
export function partsInput(moldNo: string) {
  return function PartsInput({ id, value, onChange, disabled }: InputProps) {
    const { maintenance: t, frame } = useLocale();
    const found = useRows(sparePartList, {});
    const parts = (Array.isArray(value) ? value : []) as readonly UsedPart[];
    const fitting = (found.data?.rows ?? []).filter((p) => fitsMold(p.fitsMolds, moldNo));
    const put = (next: readonly UsedPart[]) => onChange?.(next.length > 0 ? next : undefined);
    return (
      <div className="sk-parts">
        {parts.map((p, i) => {
          const part = fitting.find((x) => x.partNo === p.PART_NO);
          return (
            <div key={p.PART_NO} className="sk-parts-one">
              <span>
                {part?.partName ?? p.PART_NO} <small className="sk-faint">{p.PART_NO}</small>
              </span>
              <InputNumber
                aria-label={t.quantityOf(part?.partName ?? p.PART_NO)}
                min={1}
                {...(part?.stockQty ? { max: part.stockQty } : {})}
                precision={0}
                value={p.QTY}
                disabled={disabled ?? false}
                suffix={part?.partUnit}
                onChange={(n) => put(parts.map((x, k) => (k === i ? { ...x, QTY: n ?? 1 } : x)))}
              />
              <Button
                type="text"
                icon={<CloseOutlined />}
                aria-label={`${frame.common.remove} ${p.PART_NO}`}
                onClick={() => put(parts.filter((_, k) => k !== i))}
              />
            </div>
          );
        })}
        <Select
          {...(id === undefined ? {} : { id })}
          value={null}
          placeholder={t.addPart}
          disabled={disabled ?? false}
          loading={found.isPending}
          showSearch={{ optionFilterProp: "label" }}
          notFoundContent={t.noPart}
          onChange={(no: string | null) => no && put([...parts, { PART_NO: no, QTY: 1 }])}
          options={fitting
            .filter((p) => !parts.some((x) => x.PART_NO === p.partNo))
            .map((p) => ({
              value: p.partNo,
              label: `${p.partName} · ${p.partNo} · ${t.inStock(p.stockQty ?? 0, p.partUnit)}`,
              disabled: !p.stockQty,
            }))}
        />
      </div>
    );
  };
}

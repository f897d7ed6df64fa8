import { itemsOf, maxItems } from "@shotkeeper/contract/maintenance";
import { useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { Input } from "antd";

/** Text input with one checklist item per line. The number of items is shown below. */
export function ItemsInput({ value, onChange, ...p }: InputProps) {
  const { maintenance: t } = useLocale();
  const text = typeof value === "string" ? value : "";
  return (
    <>
      <Input.TextArea
        {...p}
        value={text}
        onChange={(e) => onChange?.(e.target.value)}
        autoSize={{ minRows: 8, maxRows: 20 }}
      />
      <div className="sk-faint">{t.itemsOf(itemsOf(text).length, maxItems)}</div>
    </>
  );
}

import type { Field } from "@shotkeeper/contract/kernel";
import { dictionaryItems } from "@shotkeeper/contract/system";
import type { InputProps } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { AutoComplete } from "antd";

/** Codes of the dictionaries from which forms suggest words: mold types and raw materials. */
type DictionaryCode = "MOLD_TYPE" | "ROW_STOCK";

/**
 * Creates the input of a text field that suggests the words of a tenant's dictionary. Other words are allowed, because
 * imported rows have them too. Inputs of the same code share one request (spec admin §7).
 */
export function dictionaryInput(code: DictionaryCode, field: Field) {
  const request = { where: [{ field: "dictCode", operator: "EQ", value: code }] } as const;
  return function DictionaryInput({ id, value, onChange, disabled, placeholder }: InputProps) {
    const { data } = useRows(dictionaryItems, request);
    const words = new Set(data?.rows.map((item) => item.itemName));
    return (
      <AutoComplete
        {...(id === undefined ? {} : { id })}
        value={typeof value === "string" ? value : ""}
        disabled={disabled ?? false}
        placeholder={placeholder ?? ""}
        style={{ width: "100%" }}
        {...(field.length === undefined ? {} : { maxLength: field.length })}
        options={[...words].map((word) => ({ value: word }))}
        showSearch={{
          filterOption: (typed, option) =>
            String(option?.value).toLowerCase().includes(typed.trim().toLowerCase()),
        }}
        onChange={(next: string) => onChange?.(next === "" ? undefined : next)}
      />
    );
  };
}

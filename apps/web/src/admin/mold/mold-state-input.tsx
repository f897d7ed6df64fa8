import { serviceState } from "@shotkeeper/contract/mold";
import { useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { Select } from "antd";

const { inService, inRepair, inTrial, inStorage } = serviceState.values;

/** Select of a mold's service state. The state "scrapped" is left out, because scrapping has a dialog of its own. */
export function MoldStateInput({ id, value, onChange }: InputProps) {
  const names = useLocale().enums.serviceState;
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      value={typeof value === "number" ? value : null}
      onChange={(next) => onChange?.(next)}
      options={[
        { value: inService, label: names.inService },
        { value: inRepair, label: names.inRepair },
        { value: inTrial, label: names.inTrial },
        { value: inStorage, label: names.inStorage },
      ]}
    />
  );
}

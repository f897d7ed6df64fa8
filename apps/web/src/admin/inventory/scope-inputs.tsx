import { serviceState } from "@shotkeeper/contract/mold";
import { organizationChoices, orgType } from "@shotkeeper/contract/system";
import { useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { Select } from "antd";

const plants = [{ field: "type", operator: "EQ", value: orgType.values.plant }] as const;

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Select of several options. The value is a string of the selected codes, separated by commas. */
function Several({ options, ...p }: InputProps & { readonly options: readonly Option[] }) {
  const chosen = typeof p.value === "string" && p.value !== "" ? p.value.split(",") : [];
  return (
    <Select
      {...(p.id === undefined ? {} : { id: p.id })}
      mode="multiple"
      allowClear
      value={chosen}
      placeholder={p.placeholder}
      options={[...options]}
      showSearch={{ optionFilterProp: "label" }}
      onChange={(next: string[]) => p.onChange?.(next.length > 0 ? next.join(",") : undefined)}
    />
  );
}

export function PlantsInput(p: InputProps) {
  const found = useRows(organizationChoices, { where: plants, limit: 500 });
  const options = (found.data?.rows ?? []).map((o) => ({ value: o.orgId, label: o.orgName ?? o.orgId }));
  return <Several {...p} options={options} />;
}

export function MoldStatesInput(p: InputProps) {
  const { enums } = useLocale();
  const names = Object.entries(serviceState.values) as [keyof typeof serviceState.values, number][];
  return (
    <Several
      {...p}
      options={names.map(([name, value]) => ({ value: String(value), label: enums.serviceState[name] }))}
    />
  );
}

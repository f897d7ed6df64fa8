import { roleList } from "@shotkeeper/contract/system";
import { useRows } from "@shotkeeper/ui/data";
import { Select } from "antd";

interface RoleSelectProps {
  readonly placeholder: string;
  /** Code of the edited role. The select does not offer this role. */
  readonly without: string;
  readonly onChange: (roleCode: string | undefined) => void;
}

/** Select of a role from which rights are copied. */
export function RoleSelect({ placeholder, without, onChange }: RoleSelectProps) {
  const roles = useRows(roleList, { limit: 500 });
  return (
    <Select
      className="sk-system-pick"
      aria-label={placeholder}
      placeholder={placeholder}
      value={null}
      onChange={(code: string | null) => onChange(code ?? undefined)}
      options={(roles.data?.rows ?? [])
        .filter((r) => r.roleCode !== without)
        .map((r) => ({ value: r.roleCode, label: r.roleName }))}
    />
  );
}

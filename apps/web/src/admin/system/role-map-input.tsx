import { DeleteOutlined } from "@ant-design/icons";
import { type RoleOfClaim, roleChoices } from "@shotkeeper/contract/system";
import { useLocale } from "@shotkeeper/ui/app";
import { useRows } from "@shotkeeper/ui/data";
import { Button, Input, Select } from "antd";

interface Props {
  readonly value?: unknown;
  readonly onChange?: (value: readonly RoleOfClaim[]) => void;
}

/**
 * Input for the role mapping of the single sign-on. Each row has a value that the provider may send for a user in the
 * configured claim (property), and the role that users with this value get.
 */
export function RoleMapInput({ value, onChange }: Props) {
  const { administration, shell, fields } = useLocale();
  const t = administration.tenant.sso;
  const roles = useRows(roleChoices, { limit: 500 });
  const list: readonly RoleOfClaim[] = Array.isArray(value) ? value : [];
  const change = (at: number, part: Partial<RoleOfClaim>) =>
    onChange?.(list.map((item, i) => (i === at ? { ...item, ...part } : item)));
  const options = (roles.data?.rows ?? []).map((r) => ({ value: r.roleCode, label: r.roleName }));
  return (
    <div className="sk-role-map">
      {list.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and none of them keeps state
        <div key={at} className="sk-role-map-row">
          <Input
            aria-label={`${t.claimValue} ${at + 1}`}
            placeholder={t.claimValue}
            maxLength={200}
            value={item.value}
            onChange={(e) => change(at, { value: e.target.value })}
          />
          <Select
            aria-label={`${fields.roleCode} ${at + 1}`}
            placeholder={fields.roleName}
            value={item.role || null}
            options={options}
            onChange={(role: string | null) => change(at, { role: role ?? "" })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`${shell.common.remove} ${at + 1}`}
            onClick={() => onChange?.(list.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      <Button size="small" onClick={() => onChange?.([...list, { value: "", role: "" }])}>
        {t.addRole}
      </Button>
    </div>
  );
}

import { userList, userStatus } from "@shotkeeper/contract/system";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { useRows } from "@shotkeeper/ui/data";
import { Select, Tooltip } from "antd";
import { useMemo } from "react";
import { useViewPrompt } from "./view-prompt.ts";

/**
 * Select of a user of the role, to see the product as this user. Leaves out disabled users and the signed-in user,
 * because the product cannot be viewed as these users.
 *
 * @param props.isChanged true if the rights have unsaved changes, which the view would lose
 */
export function RoleUsers({
  roleCode,
  isChanged,
}: {
  readonly roleCode: string;
  readonly isChanged: boolean;
}) {
  const t = useLocale().system.role;
  const me = useSession().user.info.userId;
  const see = useViewPrompt();
  const where = useMemo(
    () =>
      [
        { field: "roleCode", operator: "EQ", value: roleCode },
        { field: "status", operator: "EQ", value: userStatus.values.enabled },
        { field: "userId", operator: "NEQ", value: me },
      ] as const,
    [roleCode, me],
  );
  const users = useRows(userList, { where, limit: 500 });
  const rows = users.data?.rows ?? [];
  const refused = isChanged ? t.viewAfterSaving : rows.length === 0 ? t.noUsers : undefined;
  return (
    <Tooltip title={users.data && refused}>
      <Select
        className="sk-system-pick"
        aria-label={t.viewAs}
        placeholder={t.viewAs}
        disabled={refused !== undefined}
        showSearch={{ optionFilterProp: "label" }}
        value={null}
        onChange={(id: string | null) => {
          const chosen = rows.find((r) => r.userId === id);
          if (chosen) see(chosen);
        }}
        popupMatchSelectWidth={false}
        options={rows.map((r) => ({
          value: r.userId,
          label: [r.userName, r.userId, ...(r.orgName ? [r.orgName] : [])].join(" · "),
        }))}
      />
    </Tooltip>
  );
}

import { userList, userStatus } from "@shotkeeper/contract/system";
import { useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { useRows } from "@shotkeeper/ui/data";
import { ReferenceSelect } from "@shotkeeper/ui/form";
import { Tooltip } from "antd";
import { useMemo } from "react";
import { useViewPrompt } from "./view-prompt.ts";

/**
 * Select of a user of the role, to see the application as this user. The server searches the users by id and name.
 * Leaves out disabled users and the signed-in user, because nobody can view the application as these users.
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
  const client = useClient();
  const act = useAction();
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
  const users = useRows(userList, { where, limit: 1 });
  const refused = isChanged ? t.viewAfterSaving : users.data?.total === 0 ? t.noUsers : undefined;
  const choose = async (userId: unknown) => {
    if (typeof userId !== "string") return;
    const condition = { field: "userId", operator: "EQ", value: userId } as const;
    const found = await act(() => client.query(userList, { where: [condition], limit: 1 }));
    const [user] = found?.rows ?? [];
    if (user) see(user);
  };
  return (
    <Tooltip title={refused}>
      <span className="sk-system-pick">
        <ReferenceSelect
          spec={{ query: userList, value: "userId", label: "userName", where }}
          value={null}
          placeholder={t.viewAs}
          disabled={users.data === undefined || refused !== undefined}
          onChange={(userId) => void choose(userId)}
        />
      </span>
    </Tooltip>
  );
}

import type { QueryRow } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { dataScope, role, roleList } from "@shotkeeper/contract/system";
import { useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import type { EntityFormSpec } from "@shotkeeper/ui/form";
import { ListScreen } from "@shotkeeper/ui/list";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { usersOfRolePath } from "../paths.ts";
import { RoleRights } from "./role-rights.tsx";

/** Number of users of a role as a link to these users. */
function UserCount({ row }: { readonly row: QueryRow<typeof roleList> }) {
  const { can } = useSession();
  const f = useFormats();
  const count = f.whole(row.userCount ?? 0);
  if (!row.userCount || !can(menus.user, "Q")) return count;
  return (
    <Link className="sk-link" to={usersOfRolePath(row.roleCode)} onDoubleClick={(e) => e.stopPropagation()}>
      {count}
    </Link>
  );
}

const columns: Columns<typeof roleList> = [
  { name: "roleName", pin: "left", width: 200 },
  { name: "roleCode", width: 136 },
  { name: "dataScope", width: 160 },
  { name: "userCount", width: 88, cell: (row) => <UserCount row={row} /> },
  { name: "requireSecondFactor", width: 136 },
  { name: "requireSso", width: 136 },
  { name: "remark", width: 260 },
  { name: "updatedBy", width: 104 },
  "updatedDate",
];

type RoleField = keyof (typeof role)["fields"] & string;

export default function RoleScreen() {
  const { system } = useLocale();
  const t = system.role;
  const { can } = useSession();
  const [assigned, setAssigned] = useState<QueryRow<typeof roleList>>();
  const form = useMemo(
    (): EntityFormSpec<RoleField> => ({
      sections: [
        { fields: ["roleName", "roleCode", "dataScope", "requireSecondFactor", "requireSso", "remark"] },
      ],
      hints: t.hints,
      initial: { dataScope: dataScope.values.organization, requireSecondFactor: false, requireSso: false },
    }),
    [t],
  );
  return (
    <>
      <ListScreen
        query={roleList}
        entity={role}
        columns={columns}
        form={form}
        search={["roleName", "roleCode"]}
        actions={(row) =>
          can(menus.role, "M") ? [{ key: "rights", label: t.assign, run: () => setAssigned(row) }] : []
        }
        actionsWidth={168}
        emptyHint={t.emptyHint}
      />
      {assigned && <RoleRights role={assigned} onClose={() => setAssigned(undefined)} />}
    </>
  );
}

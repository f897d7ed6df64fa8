import type { QueryRow } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { dataScope, role, roleList } from "@shotkeeper/contract/system";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import type { EntityFormSpec } from "@shotkeeper/ui/form";
import { ListScreen } from "@shotkeeper/ui/list";
import { useMemo, useState } from "react";
import { RoleRights } from "./role-rights.tsx";

const columns: Columns<typeof roleList> = [
  { name: "roleName", pin: "left", width: 200 },
  { name: "roleCode", width: 136 },
  { name: "dataScope", width: 160 },
  { name: "userCount", width: 88 },
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

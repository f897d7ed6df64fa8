import type { QueryRow } from "@shotkeeper/contract/kernel";
import { screens } from "@shotkeeper/contract/menus";
import { assignRights, countGranted, type roleList, roleRights, viewAs } from "@shotkeeper/contract/system";
import { useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { useInvalidateData, useRows } from "@shotkeeper/ui/data";
import { useClosing } from "@shotkeeper/ui/form";
import { App, Button, Drawer, Skeleton } from "antd";
import { useState } from "react";
import { RightsMatrix } from "./rights-matrix.tsx";
import { RoleSelect } from "./role-select.tsx";
import { RoleUsers } from "./role-users.tsx";
import "./rights.css";

type Role = QueryRow<typeof roleList>;

/**
 * Row limit of the query for the rights of a role. The limit is higher than the number of all rights, so the query
 * returns all of them at once.
 */
const allRows = 10_000;

const conditions = (roleCode: string) => [{ field: "roleCode", operator: "EQ", value: roleCode }] as const;

/** Drawer to edit the rights of a role. Changes take effect when the user saves them. */
export function RoleRights({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const { system, shell, errors } = useLocale();
  const t = system.role;
  const { allows } = useSession();
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const { modal } = App.useApp();
  const drawer = useClosing(onClose);
  const stored = useRows(roleRights, { where: conditions(role.roleCode), limit: allRows });
  const [changed, setChanged] = useState<ReadonlySet<string>>();
  const given = changed ?? new Set(stored.data?.rows.map((r) => r.authority ?? ""));
  const total = countGranted(given, screens);

  const leave = () => {
    if (changed === undefined) drawer.close();
    else modal.confirm({ title: shell.prompts.title, content: shell.prompts.discard, onOk: drawer.close });
  };
  const save = async () => {
    const known = new Set<string>(screens.map((s) => s.id));
    // Sends only rights of screens that this version knows. The server keeps the role's rights on unknown screens.
    const rights = [...given].filter((r) => known.has(r.slice(0, r.indexOf(":"))));
    const done = await act(
      () => client.run(assignRights, { roleCode: role.roleCode, rights, updatedDate: role.updatedDate }),
      errors.done,
    );
    if (!done) return;
    invalidate();
    drawer.close();
  };
  const takeOver = async (roleCode: string | undefined) => {
    if (roleCode === undefined) return;
    const other = await act(() => client.query(roleRights, { where: conditions(roleCode), limit: allRows }));
    if (other) setChanged(new Set(other.rows.map((r) => r.authority ?? "")));
  };
  return (
    <Drawer
      open={drawer.open}
      afterOpenChange={drawer.afterOpenChange}
      title={t.assignTitle(role.roleName)}
      size={720}
      onClose={leave}
      footer={
        <div className="sk-form-footer">
          <span className="sk-rights-total">{t.given(total.granted, total.total)}</span>
          <Button onClick={leave}>{shell.common.cancel}</Button>
          <Button type="primary" disabled={changed === undefined} onClick={() => void save()}>
            {shell.common.save}
          </Button>
        </div>
      }
    >
      <div className="sk-rights-head">
        <span className="sk-form-lead">{t.lead}</span>
        <span className="sk-rights-picks">
          <RoleSelect
            placeholder={t.takeOver}
            without={role.roleCode}
            onChange={(code) => void takeOver(code)}
          />
          {allows(viewAs.access) && <RoleUsers roleCode={role.roleCode} isChanged={changed !== undefined} />}
        </span>
      </div>
      {stored.isPending ? (
        <Skeleton active paragraph={{ rows: 12 }} />
      ) : (
        <RightsMatrix rights={given} onChange={setChanged} />
      )}
    </Drawer>
  );
}

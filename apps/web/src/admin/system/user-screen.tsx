import { PlusOutlined } from "@ant-design/icons";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { menus as menuIds } from "@shotkeeper/contract/menus";
import { importUsers, user, userList, userStatus } from "@shotkeeper/contract/system";
import { Ago, missing, ToneTag, useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { EntityForm } from "@shotkeeper/ui/form";
import { QueryGrid, RowActions, useAddAddress } from "@shotkeeper/ui/list";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { userStatusTones } from "../tones.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { useUserActions } from "./user-actions.ts";
import { useUserForm } from "./user-form.ts";

type User = QueryRow<typeof userList>;
type Open =
  | { readonly kind: "add" }
  | { readonly kind: "edit"; readonly row: User }
  | { readonly kind: "password"; readonly userId: string; readonly isNew: boolean };

/** Shows the number of a user's sessions. For a user without a password, shows that the user cannot log in. */
function LogIns({ row }: { readonly row: User }) {
  const t = useLocale().system.user;
  if (!row.hasPassword) return <ToneTag tone="attention">{t.noPassword}</ToneTag>;
  if (!row.loginCount) return <span className="sk-faint">{missing}</span>;
  return <ToneTag tone="good">{t.online(row.loginCount)}</ToneTag>;
}

const columns: Columns<typeof userList> = [
  { name: "userId", pin: "left", width: 112 },
  { name: "userName", width: 112 },
  {
    name: "status",
    width: 88,
    cell: (row) => <ChoiceTag of={userStatus} value={row.status} tones={userStatusTones} />,
  },
  { name: "roleName", width: 144 },
  { name: "orgName", width: 192 },
  { name: "phone", width: 128 },
  { name: "loginCount", width: 176, cell: (row) => <LogIns row={row} /> },
  { name: "lastLoginAt", width: 104, cell: (row) => <Ago at={row.lastLoginAt} /> },
  { name: "mail", width: 208 },
  { name: "sex", width: 72 },
  { name: "nickname", width: 104 },
];

/** Screen of users with role and organization. After a user is added, the dialog for the first password opens. */
export default function UserScreen() {
  const { system, shell, screen, menus } = useLocale();
  const t = system.user;
  const { can, mayWrite } = useSession();
  const [open, setOpen] = useState<Open>();
  const form = useUserForm();
  const close = () => setOpen(undefined);
  const actionsOf = useUserActions({
    edit: (row) => setOpen({ kind: "edit", row }),
    password: (userId) => setOpen({ kind: "password", userId, isNew: false }),
  });
  useAddAddress(() => mayWrite(user, "A") && setOpen({ kind: "add" }));
  const addButton = mayWrite(user, "A") && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ kind: "add" })}>
      {shell.common.add}
    </Button>
  );
  const sort = useMemo(() => [{ field: "userId", direction: "asc" }] as const, []);
  const importing = useMemo(
    () => ({
      command: importUsers,
      fields: user.fields,
      names: form.sections?.flatMap((s) => s.fields) ?? [],
      hints: form.hints,
      noun: menus.user,
    }),
    [form, menus],
  );
  return (
    <div className="sk-list">
      <QueryGrid
        query={userList}
        entity={user}
        columns={columns}
        sort={sort}
        search={["userName", "userId", "phone", "orgName"]}
        importing={importing}
        toolbar={addButton}
        rowActions={(row) => <RowActions actions={actionsOf(row)} />}
        actionsWidth={184}
        empty={<EmptyHint title={screen.empty.title(menus.user)} hint={t.emptyHint} action={addButton} />}
      />
      {(open?.kind === "add" || open?.kind === "edit") && (
        <EntityForm
          entity={user}
          spec={form}
          row={open.kind === "edit" ? open.row : undefined}
          title={open.kind === "edit" ? screen.form.edit(open.row.userId) : screen.form.add(menus.user)}
          onClose={() => setOpen((now) => (now === open ? undefined : now))}
          onSaved={(key) => {
            if (open.kind === "add" && can(menuIds.user, "M"))
              setOpen({ kind: "password", userId: String(key.userId), isNew: true });
          }}
        />
      )}
      {open?.kind === "password" && (
        <PasswordDialog key={open.userId} userId={open.userId} isNew={open.isNew} onClose={close} />
      )}
    </div>
  );
}

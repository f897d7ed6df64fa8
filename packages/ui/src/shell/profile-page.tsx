import { menuLabel } from "@shotkeeper/locales";
import { Button, Card, Descriptions, Tag } from "antd";
import { useState } from "react";
import { useLocale, useSession } from "../app/index.ts";
import { PasswordDialog } from "./account-dialogs.tsx";
import { ProfileDialog } from "./profile-dialog.tsx";
import { SecurityCard } from "./security-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { WeChatCard } from "./wechat-card.tsx";

/** Shows the user's profile, which the user may edit, and the screens that the user may open (/system/user-info). */
export default function ProfilePage() {
  const locale = useLocale();
  const { shell, fields } = locale;
  const { user, menus } = useSession();
  const [open, setOpen] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const { info } = user;
  const orDash = (value: string | null) => value || "–";
  const name = info.nickname || info.userName;
  return (
    <div className="sk-profile">
      <Card>
        <div className="sk-profile-head">
          <span className="sk-avatar sk-avatar-large" aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
          <div>
            <h2>{name}</h2>
            <p className="sk-faint">{user.roles.map((r) => r.roleName).join(" / ")}</p>
          </div>
          <Button onClick={() => setIsEditing(true)}>{shell.user.editProfile}</Button>
          <Button onClick={() => setOpen(true)}>{shell.user.changePassword}</Button>
        </div>
        <Descriptions
          size="small"
          column={{ xs: 1, sm: 2 }}
          items={[
            { key: "user", label: fields.userId, children: info.userId },
            { key: "name", label: fields.userName, children: info.userName },
            { key: "tenant", label: shell.user.tenant, children: info.tenantCode },
            { key: "company", label: shell.licence.company, children: orDash(info.fullName) },
            { key: "org", label: shell.user.organization, children: orDash(info.orgName) },
            { key: "phone", label: fields.phone, children: orDash(info.phone) },
            { key: "mail", label: fields.mail, children: orDash(info.mail) },
          ]}
        />
      </Card>
      <SecurityCard />
      <SessionsCard />
      <WeChatCard />
      <Card title={shell.user.rights} size="small">
        {menus
          .filter((m) => m.path)
          .map((m) => (
            <Tag key={m.menuId}>{menuLabel(locale.menus, m.menuId)}</Tag>
          ))}
      </Card>
      {isEditing && <ProfileDialog onClose={() => setIsEditing(false)} />}
      <PasswordDialog open={open} onClose={() => setOpen(false)} />
    </div>
  );
}

import { menuLabel } from "@shotkeeper/locales";
import { Button, Card, Descriptions, Tag } from "antd";
import { useState } from "react";
import { useLocale, useSession } from "../app/index.ts";
import { PasswordDialog } from "./account-dialogs.tsx";
import { WeChatCard } from "./wechat-card.tsx";

/** The user's profile (/system/user-info) and the screens that the user may open. */
export default function ProfilePage() {
  const locale = useLocale();
  const { shell, fields } = locale;
  const { user, menus } = useSession();
  const [open, setOpen] = useState(false);
  const fact = (name: string): string => {
    const value = user.info[name];
    return typeof value === "string" && value !== "" ? value : "–";
  };
  const name = fact("NICKNAME") === "–" ? user.info.USERNAME : fact("NICKNAME");
  return (
    <div className="sk-profile">
      <Card>
        <div className="sk-profile-head">
          <span className="sk-avatar sk-avatar-large" aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
          <div>
            <h2>{name}</h2>
            <p className="sk-faint">{user.roles.map((r) => r.ROLE_NAME).join(" / ")}</p>
          </div>
          <Button onClick={() => setOpen(true)}>{shell.user.changePassword}</Button>
        </div>
        <Descriptions
          size="small"
          column={{ xs: 1, sm: 2 }}
          items={[
            { key: "user", label: fields.userId, children: user.info.USER_ID },
            { key: "name", label: fields.userName, children: user.info.USERNAME },
            { key: "tenant", label: shell.user.tenant, children: user.info.TENANT_ID },
            { key: "company", label: shell.licence.company, children: fact("FULL_NAME") },
            { key: "org", label: shell.user.organization, children: fact("ORGANIZATION_NAME") },
            { key: "phone", label: fields.phone, children: fact("PHONE") },
            { key: "mail", label: fields.mail, children: fact("E_MAIL") },
          ]}
        />
      </Card>
      <WeChatCard />
      <Card title={shell.user.rights} size="small">
        {menus
          .filter((m) => m.PATH)
          .map((m) => (
            <Tag key={m.MENU_ID}>{menuLabel(locale.menus, m.MENU_ID)}</Tag>
          ))}
      </Card>
      <PasswordDialog open={open} onClose={() => setOpen(false)} />
    </div>
  );
}

import CloudUploadOutlined from "@ant-design/icons/es/icons/CloudUploadOutlined";
import LockOutlined from "@ant-design/icons/es/icons/LockOutlined";
import LogoutOutlined from "@ant-design/icons/es/icons/LogoutOutlined";
import SafetyCertificateOutlined from "@ant-design/icons/es/icons/SafetyCertificateOutlined";
import UserOutlined from "@ant-design/icons/es/icons/UserOutlined";
import { menus } from "@shotkeeper/contract/menus";
import { packageKind } from "@shotkeeper/contract/system";
import { App, Dropdown } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import {
  closeAll,
  useClient,
  useEndSession,
  useLocale,
  useSession,
  useTabs,
  useUnsaved,
  useViewAs,
} from "../app/index.ts";
import { LicenceDialog, PasswordDialog } from "./account-dialogs.tsx";
import { userInfoPath } from "./shell-screens.ts";

/** Menu entry of the screen for software packages. The right A on this entry decides who may upload packages. */
const packagesMenu = menus.clientPackage;

/** Returns a function that asks for confirmation (spec admin §2) and then logs out. It warns of unsaved changes. */
export function useLogOut(): () => void {
  const { shell } = useLocale();
  const { modal } = App.useApp();
  const end = useEndSession();
  const navigate = useNavigate();
  const apply = useTabs((s) => s.apply);
  const client = useClient();
  const { close } = useViewAs();
  return () => {
    // In a view ("View as this user"), logging out only ends the view.
    if (client.tokens.isView()) return void close();
    void modal.confirm({
      title: shell.prompts.title,
      content: useUnsaved.getState().paths.size > 0 ? shell.prompts.discard : shell.prompts.logOut,
      okText: shell.user.logOut,
      onOk: async () => {
        // Opens the log-in page at once. Without a session, queries of open screens would fail and show errors.
        await end(true);
        useUnsaved.setState({ paths: new Set() });
        apply(closeAll);
        navigate("/login", { replace: true });
      },
    });
  };
}

export function UserMenu() {
  const { shell, administration } = useLocale();
  const { user, can } = useSession();
  const navigate = useNavigate();
  const logOut = useLogOut();
  const [dialog, setDialog] = useState<"password" | "licence">();
  const { info } = user;
  const name = info.nickname || info.userName || info.userId;
  const close = () => setDialog(undefined);
  return (
    <>
      <Dropdown
        trigger={["click"]}
        placement="bottomRight"
        menu={{
          items: [
            {
              key: "who",
              type: "group",
              label: `${info.userId} · ${user.roles.map((r) => r.roleName).join(" / ")}`,
            },
            {
              key: "profile",
              icon: <UserOutlined />,
              label: shell.user.profile,
              onClick: () => navigate(userInfoPath),
            },
            {
              key: "password",
              icon: <LockOutlined />,
              label: shell.user.changePassword,
              onClick: () => setDialog("password"),
            },
            {
              key: "licence",
              icon: <SafetyCertificateOutlined />,
              label: shell.user.licence,
              onClick: () => setDialog("licence"),
            },
            // Entries of the user menu that lead to the screen for software packages (spec admin §2).
            ...(can(packagesMenu, "A")
              ? Object.values(packageKind.values).map((kind) => ({
                  key: kind,
                  icon: <CloudUploadOutlined />,
                  label: administration.packages.menu[kind],
                  onClick: () => navigate(`/system/package?kind=${kind}&upload=1`),
                }))
              : []),
            { type: "divider" },
            { key: "out", icon: <LogoutOutlined />, label: shell.user.logOut, onClick: logOut },
          ],
        }}
      >
        <button type="button" className="sk-user">
          <span className="sk-visually-hidden">{shell.user.menu}</span>
          <span className="sk-avatar" aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
          <span className="sk-user-name">{name}</span>
        </button>
      </Dropdown>
      <PasswordDialog open={dialog === "password"} onClose={close} />
      <LicenceDialog open={dialog === "licence"} onClose={close} />
    </>
  );
}

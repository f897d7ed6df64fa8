import AppstoreOutlined from "@ant-design/icons/es/icons/AppstoreOutlined";
import FullscreenOutlined from "@ant-design/icons/es/icons/FullscreenOutlined";
import LockOutlined from "@ant-design/icons/es/icons/LockOutlined";
import LogoutOutlined from "@ant-design/icons/es/icons/LogoutOutlined";
import ReloadOutlined from "@ant-design/icons/es/icons/ReloadOutlined";
import SettingOutlined from "@ant-design/icons/es/icons/SettingOutlined";
import TeamOutlined from "@ant-design/icons/es/icons/TeamOutlined";
import UploadOutlined from "@ant-design/icons/es/icons/UploadOutlined";
import UserOutlined from "@ant-design/icons/es/icons/UserOutlined";
import type { followEvents } from "@shotkeeper/client";
import { menus } from "@shotkeeper/contract/menus";
import { refreshQueries } from "@shotkeeper/contract/shop";
import { LiveProvider, Themed, useAction, useClient, useLocale } from "@shotkeeper/ui/app";
import { Bell, ViewBanner } from "@shotkeeper/ui/shell";
import { App, Dropdown, type MenuProps } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { PasswordDialog } from "../dialogs/password-dialog.tsx";
import { SettingsDrawer } from "../dialogs/settings-drawer.tsx";
import { useLogOut } from "../parts/log-out.ts";
import { useShopper } from "../parts/session.tsx";

function Menu() {
  const { shop, company } = useLocale();
  const shopper = useShopper();
  const navigate = useNavigate();
  const client = useClient();
  const act = useAction();
  const logOut = useLogOut();
  const { message } = App.useApp();
  const [dialog, setDialog] = useState<"password" | "settings">();
  const full = () => {
    if (!document.fullscreenEnabled) void message.warning(shop.nav.noFullscreen);
    else
      void (document.fullscreenElement
        ? document.exitFullscreen()
        : document.documentElement.requestFullscreen());
  };
  const items: NonNullable<MenuProps["items"]> = [
    {
      key: "profile",
      icon: <UserOutlined />,
      label: shop.nav.profile,
      onClick: () => navigate("/Shop/profile"),
    },
    ...(shopper.custId === undefined
      ? []
      : [
          {
            key: "people",
            icon: <TeamOutlined />,
            label: company.title,
            onClick: () => navigate("/Shop/people"),
          },
        ]),
    {
      key: "password",
      icon: <LockOutlined />,
      label: shop.nav.password,
      onClick: () => setDialog("password"),
    },
    {
      key: "settings",
      icon: <SettingOutlined />,
      label: shop.nav.settings,
      onClick: () => setDialog("settings"),
    },
    { key: "full", icon: <FullscreenOutlined />, label: shop.nav.fullscreen, onClick: full },
  ];
  if (shopper.isStaff)
    items.push({
      key: "admin",
      icon: <AppstoreOutlined />,
      label: shop.nav.admin,
      onClick: () => navigate("/"),
    });
  if (shopper.isDev)
    items.push({
      key: "refresh",
      icon: <ReloadOutlined />,
      label: shop.nav.refresh,
      onClick: () => void act(() => client.run(refreshQueries, {}), shop.nav.refreshed),
    });
  // Adds the entries that open the dialogs on the screen of packages. Only users of the role dev with the right to
  // upload get these entries.
  if (shopper.isDev && shopper.user?.authorities.includes(`${menus.clientPackage}:A`))
    items.push(
      {
        key: "web",
        icon: <UploadOutlined />,
        label: shop.nav.uploadWeb,
        onClick: () => navigate("/system/package?kind=client&upload=1"),
      },
      {
        key: "server",
        icon: <UploadOutlined />,
        label: shop.nav.uploadServer,
        onClick: () => navigate("/system/package?kind=server&upload=1"),
      },
    );
  items.push(
    { type: "divider" },
    { key: "out", icon: <LogoutOutlined />, label: shop.nav.logOut, onClick: () => void logOut() },
  );
  return (
    <>
      <Dropdown trigger={["click"]} placement="bottomRight" menu={{ items }}>
        <button type="button" className="shop-user">
          <span className="sk-visually-hidden">{shop.nav.menu}</span>
          <span className="shop-avatar" aria-hidden="true">
            {[...shopper.name][0]?.toUpperCase()}
          </span>
          <span className="shop-user-name">{shopper.name}</span>
        </button>
      </Dropdown>
      <PasswordDialog open={dialog === "password"} onClose={() => setDialog(undefined)} />
      <ViewBanner user={shopper.user} isFloating />
      <SettingsDrawer open={dialog === "settings"} onClose={() => setDialog(undefined)} />
    </>
  );
}

interface UserMenuProps {
  /** Opens the stream of live events. Tests pass a replacement. */
  readonly follow?: typeof followEvents | undefined;
}

/** Bell and menu of a signed-in user in the shop's header. */
export default function UserMenu({ follow }: UserMenuProps) {
  return (
    <Themed>
      <LiveProvider {...(follow && { follow })}>
        <Bell hasPage={false} />
      </LiveProvider>
      <Menu />
    </Themed>
  );
}

import AppstoreOutlined from "@ant-design/icons/es/icons/AppstoreOutlined";
import FileTextOutlined from "@ant-design/icons/es/icons/FileTextOutlined";
import FullscreenOutlined from "@ant-design/icons/es/icons/FullscreenOutlined";
import LockOutlined from "@ant-design/icons/es/icons/LockOutlined";
import LogoutOutlined from "@ant-design/icons/es/icons/LogoutOutlined";
import ReloadOutlined from "@ant-design/icons/es/icons/ReloadOutlined";
import SettingOutlined from "@ant-design/icons/es/icons/SettingOutlined";
import ShoppingCartOutlined from "@ant-design/icons/es/icons/ShoppingCartOutlined";
import UserOutlined from "@ant-design/icons/es/icons/UserOutlined";
import { custSum, loginOut, refreshQueries } from "@shotkeeper/contract/shop";
import {
  loginAddress,
  useAction,
  useClient,
  useFormats,
  useLocale,
  useSessionState,
} from "@shotkeeper/ui/app";
import { Logo } from "@shotkeeper/ui/shell";
import { useQueryClient } from "@tanstack/react-query";
import { App, Badge, Button, Dropdown, Input, type MenuProps } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { PasswordDialog } from "../dialogs/password-dialog.tsx";
import { SettingsDrawer } from "../dialogs/settings-drawer.tsx";
import { useShopper } from "../session.tsx";
import { useRun } from "./data.ts";

/** Ends the log-in; the answer's own words say so (spec shop §7). */
function useLogOut(): () => Promise<void> {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await client.run(loginOut, {}).catch(() => {});
    client.tokens.clear();
    useSessionState.getState().renew();
    queries.clear();
    navigate("/login", { replace: true });
  };
}

function UserMenu() {
  const { shop } = useLocale();
  const shopper = useShopper();
  const navigate = useNavigate();
  const client = useClient();
  const act = useAction();
  const logOut = useLogOut();
  const { message } = App.useApp();
  const [dialog, setDialog] = useState<"password" | "settings">();
  const full = () => {
    if (!document.fullscreenEnabled) void message.warning(shop.nav.fullscreen);
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
      <SettingsDrawer open={dialog === "settings"} onClose={() => setDialog(undefined)} />
    </>
  );
}

function GuestMenu() {
  const { shop } = useLocale();
  const location = useLocation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        type="text"
        icon={<SettingOutlined />}
        aria-label={shop.nav.settings}
        onClick={() => setOpen(true)}
      />
      <Link className="shop-login" to={loginAddress(location)}>
        {shop.nav.logIn}
      </Link>
      <SettingsDrawer open={open} onClose={() => setOpen(false)} />
    </>
  );
}

function CartLink() {
  const { shop } = useLocale();
  const { custId } = useShopper();
  const { data } = useRun(custSum, { custId: custId ?? null }, { enabled: custId !== undefined });
  return (
    <Link to="/Shop/cart" className="shop-nav-link">
      <Badge count={data?.ShopCount ?? 0} size="small" offset={[2, -2]}>
        <ShoppingCartOutlined />
      </Badge>
      <span>{shop.nav.cart}</span>
    </Link>
  );
}

function Search() {
  const { shop } = useLocale();
  const navigate = useNavigate();
  const { search } = useLocation();
  const asked = new URLSearchParams(search).get("q") ?? "";
  return (
    <Input.Search
      key={asked}
      className="shop-search"
      defaultValue={asked}
      allowClear
      enterButton
      aria-label={shop.nav.search}
      placeholder={shop.nav.search}
      onSearch={(q) => navigate(q.trim() ? `/Shop/index?q=${encodeURIComponent(q.trim())}` : "/Shop/index")}
    />
  );
}

export function ShopFrame({ children }: { readonly children: ReactNode }) {
  const { shop } = useLocale();
  const { pathname } = useLocation();
  const shopper = useShopper();
  const f = useFormats();
  useEffect(() => {
    document.title = shop.nav.brand;
  }, [shop]);
  // A new page begins at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it is about
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [pathname]);
  return (
    <div className="shop">
      <button
        type="button"
        className="shop-skip"
        onClick={() => document.getElementById("shop-main")?.focus()}
      >
        {shop.nav.skip}
      </button>
      <header className="shop-header">
        <div className="shop-header-in">
          <Link to="/Shop/index" className="shop-brand">
            <Logo size={28} />
            <span>{shop.nav.brand}</span>
          </Link>
          <Search />
          <nav className="shop-nav" aria-label={shop.nav.shop}>
            {shopper.user && <CartLink />}
            {shopper.user && (
              <Link to="/Shop/home" className="shop-nav-link">
                <FileTextOutlined />
                <span>{shop.nav.orders}</span>
              </Link>
            )}
            {shopper.user ? <UserMenu /> : <GuestMenu />}
          </nav>
        </div>
      </header>
      <main id="shop-main" className="shop-main" tabIndex={-1}>
        {children}
      </main>
      <footer className="shop-footer">
        <span>
          {shop.nav.brand} · Shotkeeper {f.date(new Date()).slice(0, 4)}
        </span>
        <span>
          {shop.product.promo} · {shop.product.promoBattery}
        </span>
      </footer>
    </div>
  );
}

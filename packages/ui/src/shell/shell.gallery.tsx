import { codes } from "@shotkeeper/contract/kernel";
import { menuIcons, menus } from "@shotkeeper/contract/menus";
import type { SearchResult } from "@shotkeeper/contract/system";
import { Button } from "antd";
import { type ReactNode, useLayoutEffect, useState } from "react";
import { Route, Routes, useLocation } from "react-router";
import {
  defaultTheme,
  type Tabs,
  type ThemeSettings,
  useMode,
  useSessionState,
  useSessionUpdates,
  useTabs,
  useTheme,
} from "../app/index.ts";
import {
  type Answers,
  pending,
  readOnlyUser,
  refusal,
  Stage,
  type StoryProps,
  sampleLicence,
  sampleUser,
} from "../gallery/index.ts";
import { LicenceDialog, PasswordDialog } from "./account-dialogs.tsx";
import { ShellSkeleton } from "./admin-app.tsx";
import { Bell } from "./bell.tsx";
import { ExpiredModal } from "./expired-modal.tsx";
import { LicenceBanner } from "./licence-banner.tsx";
import { Logo, StoredLogo } from "./logo.tsx";
import { SectionMenu, SideMenu, TopMenu } from "./main-menu.tsx";
import { MenuIcon } from "./menu-icon.tsx";
import { menuTree } from "./menu-tree.ts";
import { Palette } from "./palette.tsx";
import type { PaletteEntry } from "./palette-entries.ts";
import ProfilePage from "./profile-page.tsx";
import type { ScreenMap } from "./screens.ts";
import { Shell } from "./shell.tsx";
import { shellScreens } from "./shell-screens.ts";
import { Boundary, FailedPage, PageFailed, StatusPage } from "./status-page.tsx";
import { TabBar } from "./tab-bar.tsx";
import { ThemeDrawer } from "./theme-drawer.tsx";
import { UserMenu } from "./user-menu.tsx";
import { WeChatCard } from "./wechat-card.tsx";

const nothing = () => {};

/**
 * Page in the stories of the shell that counts clicks. By the count, a test sees whether the page has kept its state.
 */
function Page() {
  const { pathname, search } = useLocation();
  const [clicks, setClicks] = useState(0);
  return (
    <div>
      <p>
        Page of {pathname}
        {search}
      </p>
      <Button onClick={() => setClicks(clicks + 1)}>Clicked {clicks} times</Button>
    </div>
  );
}

function Broken(): ReactNode {
  throw new Error("This page fails on purpose");
}

const page = { load: async () => ({ default: Page }) };
const screens: ScreenMap = {
  "/dashboard/workplace": { ...page, footerHidden: true },
  "/basic/mold": page,
  "/basic/mold/:moldNo": { ...page, menu: menus.mold, multiple: true, title: ({ moldNo }) => moldNo ?? "" },
  "/basic/customer": page,
  "/system/organization": page,
  ...Object.fromEntries(Object.entries(shellScreens).map(([path, s]) => [path, { ...s, load: page.load }])),
  "/system/broken": { load: async () => ({ default: Broken }), menu: "", title: () => "Broken" },
};

/** Sets the application's settings and open tabs for a story, and restores them when the story unmounts. */
function Settings({
  theme = {},
  tabs = [],
  children,
}: {
  readonly theme?: Partial<ThemeSettings>;
  readonly tabs?: Tabs;
  readonly children: ReactNode;
}) {
  const [ready, setReady] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the story is drawn
  useLayoutEffect(() => {
    const { dark } = useTheme.getState();
    useTheme.setState({ ...defaultTheme, dark, ...theme });
    useTabs.setState({ tabs });
    setReady(true);
    return () => {
      useTheme.setState({ ...defaultTheme, dark: useTheme.getState().dark });
      useTabs.setState({ tabs: [] });
    };
  }, []);
  return ready ? children : null;
}

interface ShellStoryProps extends StoryProps {
  /** Component beside the shell, in the same router. */
  readonly beside?: ReactNode;
  readonly path?: string;
  readonly theme?: Partial<ThemeSettings>;
  readonly tabs?: Tabs;
  readonly answers?: Answers;
}

/** The shell as in the application: it follows the changes of the user's rights that the server reports. */
function LiveShell() {
  useSessionUpdates();
  return <Shell screens={screens} />;
}

export function SideLayout({ client, path = "/basic/mold", theme, tabs, answers, beside }: ShellStoryProps) {
  return (
    <Settings {...(theme ? { theme } : {})} {...(tabs ? { tabs } : {})}>
      <Stage client={client} answers={answers} path={path} layout="bare">
        {beside}
        <Routes>
          <Route path="/login" element={<p>Log-in page</p>} />
          <Route path="*" element={<LiveShell />} />
        </Routes>
      </Stage>
    </Settings>
  );
}

export const TopLayout = () => <SideLayout theme={{ layout: "top" }} />;
export const MixedLayout = () => <SideLayout theme={{ layout: "mixed" }} />;
export const FoldedMenu = () => <SideLayout theme={{ collapsed: true }} />;
export const LightMenuColouredHeader = () => (
  <SideLayout theme={{ sidebar: "light", header: "primary", colour: "green", footer: true }} />
);
export const DarkHeader = () => <SideLayout theme={{ header: "dark", layout: "top" }} />;
export const WithoutTabs = () => <SideLayout theme={{ tabBar: false }} />;
export const UnknownAddress = () => <SideLayout path="/no/such/page" />;
export const BrokenPage = () => <SideLayout path="/system/broken" />;
export const LicenceEnding = () => (
  <SideLayout
    answers={{ rf_GetSoftInfo: () => ({ ...sampleLicence, dueDate: "2026-04-01", daysLeft: 9 }) }}
  />
);
export const DemoBeingMade = () => (
  <SideLayout answers={{ rf_GetDemoProgress: () => ({ done: 37, total: 120 }) }} />
);

const tree = menuTree(sampleUser.menus, screens);
const openTabs: Tabs = [
  { key: "/dashboard/workplace", pathname: "/dashboard/workplace", search: "", pinned: true },
  { key: "/basic/mold", pathname: "/basic/mold", search: "" },
  { key: "/basic/customer", pathname: "/basic/customer", search: "?q=ning" },
  {
    key: "/basic/mold/M-0001",
    pathname: "/basic/mold/M-0001",
    search: "",
    title: "M-0001 Instrument panel carrier, left-hand drive",
  },
];

/** Background on which the menu is drawn, in light and dark mode. */
const onPanel = { background: "var(--sk-panel)" };

export const SideMenus = () => (
  <Stage>
    <nav aria-label="Side" style={{ ...onPanel, width: 220 }}>
      <SideMenu tree={tree} current="/basic/mold" theme={useMode()} collapsed={false} />
    </nav>
  </Stage>
);

export const TopMenus = () => (
  <Stage>
    <nav aria-label="Top" style={{ ...onPanel, width: 700 }}>
      <TopMenu tree={tree} current="/basic/mold" theme={useMode()} />
    </nav>
    <nav aria-label="Sections" style={{ ...onPanel, width: 700 }}>
      <SectionMenu tree={tree} current="/basic/mold" theme={useMode()} />
    </nav>
  </Stage>
);

export const MenuIcons = () => (
  <Stage>
    {menuIcons.map((name) => (
      <span key={name}>
        <MenuIcon name={name} /> {name}
      </span>
    ))}
    <span>
      <MenuIcon name="no-such-icon" /> unknown
    </span>
  </Stage>
);

function Place() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

export function OpenTabs({ style = "default" }: { readonly style?: ThemeSettings["tabStyle"] }) {
  return (
    <Settings theme={{ tabStyle: style }} tabs={openTabs}>
      <Stage path="/basic/mold">
        <LiveTabs />
        <Place />
      </Stage>
    </Settings>
  );
}

function LiveTabs() {
  const tabs = useTabs((s) => s.tabs);
  const { pathname, search } = useLocation();
  const active = tabs.find((t) => t.key === pathname || t.key === pathname + search);
  return (
    <TabBar
      tabs={tabs}
      activeKey={active?.key}
      titleOf={(t) => t.title ?? t.pathname.split("/").at(-1) ?? ""}
      home="/dashboard/workplace"
    />
  );
}

export const DotTabs = () => <OpenTabs style="dot" />;
export const CardTabs = () => <OpenTabs style="card" />;

const notices = [
  {
    noticeId: 2,
    title: "M-0007 has not reported for 26 hours",
    eventAt: "2026-03-02T08:30:00Z",
    readAt: null,
    linkPath: "/basic/mold/M-0007",
  },
  {
    noticeId: 1,
    title: "Maintenance of M-0003 is due",
    eventAt: "2026-03-01T08:30:00Z",
    readAt: "2026-03-01T09:00:00Z",
    linkPath: null,
  },
];

export const BellWithNotices = ({ client }: StoryProps) => (
  <Stage client={client} answers={{ "SYS100.Q01": notices, rf_ReadNotices: () => ({ count: 1 }) }}>
    <Bell />
    <Place />
  </Stage>
);

export const BellEmpty = () => (
  <Stage>
    <Bell />
  </Stage>
);

const recent: readonly PaletteEntry[] = [
  { key: "recent 1", group: "recent", title: "M-0001", path: "/basic/mold/M-0001" },
];
const found: readonly SearchResult[] = [
  { kind: "mold", id: "M-0002", name: "Grille 2" },
  { kind: "counter", id: "C-77", name: "M-0002" },
  { kind: "order", id: "PO-31", name: "M-0002 · Grille 2" },
];

interface PaletteStoryProps extends StoryProps {
  readonly onClose?: () => void;
  readonly onAction?: () => void;
}

export const CommandPalette = ({ client, onClose = nothing, onAction = nothing }: PaletteStoryProps) => (
  <Stage client={client} answers={{ rf_Search: () => found }}>
    <Palette
      open
      onClose={onClose}
      tree={tree}
      recent={recent}
      actions={[{ key: "dark", group: "actions", title: "Dark mode", run: onAction }]}
      reachable={(path) => path.startsWith("/basic")}
    />
    <Place />
  </Stage>
);

export const Appearance = ({ onClose = nothing }: { readonly onClose?: () => void }) => (
  <Settings>
    <Stage>
      <ThemeDrawer open onClose={onClose} />
    </Stage>
  </Settings>
);

export const ChangePassword = ({ client, onClose = nothing }: PaletteStoryProps) => (
  <Stage client={client} answers={{ rf_ChangePassword: () => null }}>
    <PasswordDialog open onClose={onClose} />
  </Stage>
);

export const Licence = () => (
  <Stage>
    <LicenceDialog open onClose={nothing} />
  </Stage>
);

export const LicenceWithEnd = () => (
  <Stage
    answers={{
      rf_GetSoftInfo: () => ({
        ...sampleLicence,
        validityControl: true,
        dueDate: "2026-12-31",
        daysLeft: 280,
        pcCount: 5,
      }),
    }}
  >
    <LicenceDialog open onClose={nothing} />
  </Stage>
);

export const LicenceLoading = () => (
  <Stage answers={{ rf_GetSoftInfo: pending }}>
    <LicenceDialog open onClose={nothing} />
  </Stage>
);

export const LicenceFailed = () => (
  <Stage answers={{ rf_GetSoftInfo: refusal(codes.forbidden) }}>
    <LicenceDialog open onClose={nothing} />
  </Stage>
);

export const LicenceBanners = () => (
  <>
    {[9, 0, -3].map((days) => (
      <Stage
        key={days}
        layout="bare"
        answers={{ rf_GetSoftInfo: () => ({ ...sampleLicence, dueDate: "2026-04-01", daysLeft: days }) }}
      >
        <LicenceBanner />
      </Stage>
    ))}
  </>
);

/** Story: the server has ended the session while the page was open. */
export function SessionEnded({ client, path = "/basic/mold" }: StoryProps & { readonly path?: string }) {
  useLayoutEffect(() => {
    useSessionState.setState({ expired: true });
    return () => useSessionState.setState({ expired: false });
  }, []);
  return (
    <Stage client={client} path={path} answers={{ "/login": nothing, "/mitt": nothing }}>
      <ExpiredModal />
      <Place />
    </Stage>
  );
}

export const UserMenus = ({ client }: StoryProps) => (
  <Stage client={client} answers={{ "/mitt": nothing }} path="/basic/mold">
    <UserMenu />
    <Place />
  </Stage>
);

export const Profile = () => (
  <Stage>
    <ProfilePage />
  </Stage>
);

export const WeChatFree = ({ client }: StoryProps) => (
  <Stage client={client} answers={{ rf_WeChatState: () => ({ configured: true, bound: false }) }}>
    <WeChatCard />
  </Stage>
);

export const WeChatBound = ({ client }: StoryProps) => (
  <Stage client={client} answers={{ rf_WeChatState: () => ({ configured: true, bound: true }) }}>
    <WeChatCard />
  </Stage>
);

export const StatusNotFound = () => (
  <Stage>
    <StatusPage kind="notFound" />
  </Stage>
);
export const StatusNotAllowed = () => (
  <Stage>
    <StatusPage kind="notAllowed" />
  </Stage>
);
export const StatusNoMenus = () => (
  <Stage user={readOnlyUser}>
    <StatusPage kind="noMenus" />
  </Stage>
);
export const StatusBroken = ({ onRetry = nothing }: { readonly onRetry?: () => void }) => (
  <Stage>
    <PageFailed retry={onRetry} />
  </Stage>
);
export const NothingCouldBeShown = ({ onRetry = nothing }: { readonly onRetry?: () => void }) => (
  <Stage layout="bare">
    <FailedPage error={new Error("broken")} retry={onRetry} />
  </Stage>
);

/** Story: the shell while the user's data is loading. */
export const BeforeTheSession = () => (
  <Stage layout="bare">
    <ShellSkeleton />
  </Stage>
);

export const Logos = () => (
  <Stage answers={{ "/files/logo": refusal(codes.fileNotFound) }}>
    <Logo />
    <Logo size={48} />
    <StoredLogo path="/files/logo" size={32} />
  </Stage>
);

export const BoundaryAround = () => (
  <Stage>
    <Boundary fallback={(_error, retry) => <PageFailed retry={retry} />}>
      <p>A page inside its boundary</p>
    </Boundary>
  </Stage>
);

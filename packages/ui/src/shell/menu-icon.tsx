import Icon from "@ant-design/icons/es/components/Icon";
import AlertOutlined from "@ant-design/icons/es/icons/AlertOutlined";
import ApartmentOutlined from "@ant-design/icons/es/icons/ApartmentOutlined";
import AppstoreOutlined from "@ant-design/icons/es/icons/AppstoreOutlined";
import AuditOutlined from "@ant-design/icons/es/icons/AuditOutlined";
import BellOutlined from "@ant-design/icons/es/icons/BellOutlined";
import DashboardOutlined from "@ant-design/icons/es/icons/DashboardOutlined";
import DesktopOutlined from "@ant-design/icons/es/icons/DesktopOutlined";
import ExperimentOutlined from "@ant-design/icons/es/icons/ExperimentOutlined";
import FileTextOutlined from "@ant-design/icons/es/icons/FileTextOutlined";
import FundProjectionScreenOutlined from "@ant-design/icons/es/icons/FundProjectionScreenOutlined";
import HistoryOutlined from "@ant-design/icons/es/icons/HistoryOutlined";
import HomeOutlined from "@ant-design/icons/es/icons/HomeOutlined";
import InboxOutlined from "@ant-design/icons/es/icons/InboxOutlined";
import LineChartOutlined from "@ant-design/icons/es/icons/LineChartOutlined";
import LinkOutlined from "@ant-design/icons/es/icons/LinkOutlined";
import ScheduleOutlined from "@ant-design/icons/es/icons/ScheduleOutlined";
import SettingOutlined from "@ant-design/icons/es/icons/SettingOutlined";
import TagOutlined from "@ant-design/icons/es/icons/TagOutlined";
import ToolOutlined from "@ant-design/icons/es/icons/ToolOutlined";
import UserOutlined from "@ant-design/icons/es/icons/UserOutlined";
import WalletOutlined from "@ant-design/icons/es/icons/WalletOutlined";
import WifiOutlined from "@ant-design/icons/es/icons/WifiOutlined";
import type { MenuIconName } from "@shotkeeper/contract/menus";
import type { ComponentType } from "react";

const Mold = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    width="1em"
    height="1em"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
  >
    <path d="M3 4.5h6.5v4a4 4 0 0 0 0 7v4H3zM21 4.5h-6.5v4a4 4 0 0 1 0 7v4H21z" strokeLinejoin="round" />
  </svg>
);
const Activity = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    width="1em"
    height="1em"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
  >
    <path d="M2.5 12.5h4l3-8 5 15 3-7h4" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);

interface PictureProps {
  readonly className?: string;
  readonly "aria-hidden": true;
}

/** Maps the name of a menu entry's icon (ICON) to the component that draws it. */
const icons: Readonly<Record<MenuIconName, ComponentType<PictureProps>>> = {
  activity: (p) => <Icon {...p} component={Activity} />,
  alert: AlertOutlined,
  apartment: ApartmentOutlined,
  appstore: AppstoreOutlined,
  audit: AuditOutlined,
  bell: BellOutlined,
  dashboard: DashboardOutlined,
  desktop: DesktopOutlined,
  experiment: ExperimentOutlined,
  fileText: FileTextOutlined,
  fundScreen: FundProjectionScreenOutlined,
  history: HistoryOutlined,
  home: HomeOutlined,
  inbox: InboxOutlined,
  lineChart: LineChartOutlined,
  link: LinkOutlined,
  mold: (p) => <Icon {...p} component={Mold} />,
  schedule: ScheduleOutlined,
  setting: SettingOutlined,
  tag: TagOutlined,
  tool: ToolOutlined,
  user: UserOutlined,
  wallet: WalletOutlined,
  wifi: WifiOutlined,
};

/**
 * Icon of a menu entry. An unknown name gives a default icon. antd's menu positions the icon by `className`. Screen
 * readers skip the icon, because the entry has a label.
 */
export function MenuIcon({ name, className }: { readonly name: string; readonly className?: string }) {
  const Picture = icons[name as MenuIconName] ?? AppstoreOutlined;
  return <Picture aria-hidden {...(className === undefined ? {} : { className })} />;
}

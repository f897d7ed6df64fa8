import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CloseOutlined,
  DoubleLeftOutlined,
  DoubleRightOutlined,
  FilterFilled,
  FilterOutlined,
  HolderOutlined,
  InboxOutlined,
  LeftOutlined,
  MoreOutlined,
  ReloadOutlined,
  RightOutlined,
  SettingOutlined,
  VerticalLeftOutlined,
  VerticalRightOutlined,
  WarningFilled,
} from "@ant-design/icons";
import { Button, Checkbox, Drawer, Input, Radio, Select, theme } from "antd";
import { type ComponentType, useMemo } from "react";
import type { IconName, Skin } from "../react/skin.ts";
import { AnchoredMenu, AnchoredPopover } from "./anchored.tsx";
import { themeStyle } from "./theme-style.ts";

const icons: Readonly<Record<IconName, ComponentType<{ className?: string; "aria-label"?: string }>>> = {
  close: CloseOutlined,
  drag: HolderOutlined,
  empty: InboxOutlined,
  filter: FilterOutlined,
  filtered: FilterFilled,
  firstPage: VerticalRightOutlined,
  lastPage: VerticalLeftOutlined,
  more: MoreOutlined,
  moveDown: ArrowDownOutlined,
  moveUp: ArrowUpOutlined,
  next: RightOutlined,
  nextJump: DoubleRightOutlined,
  pinLeft: VerticalRightOutlined,
  pinRight: VerticalLeftOutlined,
  previous: LeftOutlined,
  previousJump: DoubleLeftOutlined,
  reload: ReloadOutlined,
  settings: SettingOutlined,
  warning: WarningFilled,
};

/** Controls of antd in its small size, and the colours of antd's theme. */
export const antdSkin: Skin = {
  Icon: ({ name, label, className }) => {
    const Icon = icons[name];
    return <Icon {...(label ? { "aria-label": label } : {})} {...(className ? { className } : {})} />;
  },
  Button: ({ look, onClick, children }) => (
    <Button size="small" {...(look ? { type: look } : {})} onClick={onClick}>
      {children}
    </Button>
  ),
  Input: ({ label, onChange, clearable, isInvalid, ...rest }) => (
    <Input
      size="small"
      aria-label={label}
      {...(isInvalid ? { status: "error" as const, "aria-invalid": true } : {})}
      {...(clearable ? { allowClear: true } : {})}
      {...(rest.type === "date" ? { max: "9999-12-31" } : {})}
      {...rest}
      onChange={(event) => onChange(event.target.value)}
    />
  ),
  Checkbox: ({ onChange, ...rest }) => (
    <Checkbox {...rest} onChange={(event) => onChange(event.target.checked)} />
  ),
  Select: ({ value, options, onChange, label }) => (
    <Select size="small" aria-label={label} value={value} options={[...options]} onChange={onChange} />
  ),
  Radios: ({ value, options, onChange }) => (
    <Radio.Group
      size="small"
      optionType="button"
      value={value}
      options={[...options]}
      onChange={(event) => onChange(event.target.value)}
    />
  ),
  Popover: AnchoredPopover,
  Menu: AnchoredMenu,
  Drawer: ({ open, onClose, children }) => (
    <Drawer open={open} size={420} onClose={onClose}>
      {children}
    </Drawer>
  ),
  useStyle: () => {
    const { token } = theme.useToken();
    return useMemo(() => themeStyle(token), [token]);
  },
};

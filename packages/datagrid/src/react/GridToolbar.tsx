import { MoreOutlined, ReloadOutlined, SettingOutlined } from "@ant-design/icons";
import { Dropdown, Popover } from "antd";
import type { ReactNode } from "react";
import type { GridTexts } from "../core/texts.ts";
import type { MenuItem } from "./props.ts";

interface Props {
  left: ReactNode;
  right: ReactNode;
  selectedCount: number;
  onClearSelection: () => void;
  onReload: () => void;
  more: readonly MenuItem[];
  chooser: ReactNode;
  texts: GridTexts;
}

export function GridToolbar(props: Props): ReactNode {
  const { left, right, selectedCount, more, texts } = props;
  return (
    <div className="dg-bar">
      <div className="dg-bar-left">
        {left}
        {selectedCount > 0 && (
          <span className="dg-selected">
            {texts.selected(selectedCount)}
            <button type="button" className="dg-link" onClick={props.onClearSelection}>
              {texts.clearSelection}
            </button>
          </span>
        )}
      </div>
      <div className="dg-bar-right">
        {right}
        <button
          type="button"
          className="dg-icon"
          aria-label={texts.reload}
          title={texts.reload}
          onClick={props.onReload}
        >
          <ReloadOutlined />
        </button>
        <Popover
          trigger="click"
          placement="bottomRight"
          arrow={false}
          content={props.chooser}
          destroyOnHidden
        >
          <button type="button" className="dg-icon" aria-label={texts.columns} title={texts.columns}>
            <SettingOutlined />
          </button>
        </Popover>
        <Dropdown
          trigger={["click"]}
          placement="bottomRight"
          menu={{
            items: more.map(({ onClick, ...item }) => ({
              key: item.key,
              label: item.label,
              icon: item.icon,
              disabled: item.disabled ?? false,
              danger: item.danger ?? false,
              onClick: () => onClick?.(),
            })),
          }}
        >
          <button type="button" className="dg-icon" aria-label={texts.more} title={texts.more}>
            <MoreOutlined />
          </button>
        </Dropdown>
      </div>
    </div>
  );
}

import { Dropdown, Popover } from "antd";
import type { ReactNode } from "react";
import type { MenuProps, PopoverProps } from "../react/skin.ts";

/**
 * A popover that all columns share. A separate popover in each header cell would be slow. It could also end up on
 * another column, because header cells are reused for other columns while the user scrolls.
 */
export function AnchoredPopover({
  box,
  label,
  title,
  style,
  end = false,
  onClose,
  children,
}: PopoverProps): ReactNode {
  return (
    <Popover
      open
      trigger="click"
      placement={end ? "bottomRight" : "bottom"}
      arrow={false}
      title={title}
      content={
        <div role="dialog" aria-label={label} className="dg-float" style={style}>
          {children}
        </div>
      }
      onOpenChange={(open) => !open && onClose()}
    >
      <span className="dg-anchor" style={box} />
    </Popover>
  );
}

export function AnchoredMenu({ box, items, end, onClose }: MenuProps): ReactNode {
  return (
    <Dropdown
      open
      autoFocus
      trigger={["click"]}
      placement={end ? "bottomRight" : "bottomLeft"}
      menu={{
        items: items.map((item, at) =>
          item === "divider"
            ? { type: "divider" as const, key: `divider ${at}` }
            : {
                key: item.key,
                label: item.label,
                icon: item.icon,
                disabled: item.disabled ?? false,
                danger: item.danger ?? false,
                onClick: () => {
                  onClose();
                  item.onClick?.();
                },
              },
        ),
      }}
      onOpenChange={(open) => !open && onClose()}
    >
      <span className="dg-anchor" style={box} />
    </Dropdown>
  );
}

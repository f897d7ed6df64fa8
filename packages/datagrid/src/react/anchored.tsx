import { Dropdown, Popover } from "antd";
import type { CSSProperties, ReactNode } from "react";
import type { MenuItem } from "./props.ts";

/** Rectangle beside which a popover or menu opens, px from the upper left corner of the grid. */
export interface AnchorBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function anchorOf(
  root: HTMLElement,
  box: { left: number; top: number; width: number; height: number },
): AnchorBox {
  const origin = root.getBoundingClientRect();
  return { left: box.left - origin.left, top: box.top - origin.top, width: box.width, height: box.height };
}

/**
 * A popover that all columns share. A popover in each header cell would be slow, and header cells are reused for other
 * columns while the user scrolls.
 */
export function AnchoredPopover({
  box,
  label,
  title,
  style,
  end = false,
  onClose,
  children,
}: {
  box: AnchorBox;
  /** Accessible name of the popover. */
  label: string;
  title?: string;
  /**
   * True: the right edge of the popover is aligned with the right edge of `box`. Otherwise their left edges are
   * aligned.
   */
  end?: boolean;
  /**
   * CSS custom properties of the grid's theme. Popovers are rendered outside the grid, so they do not inherit these
   * properties.
   */
  style: CSSProperties;
  onClose: () => void;
  children: ReactNode;
}) {
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

export function AnchoredMenu({
  box,
  items,
  end,
  onClose,
}: {
  box: AnchorBox;
  items: readonly (MenuItem | "divider")[];
  /**
   * True: the right edge of the menu is aligned with the right edge of `box`. Otherwise their left edges are aligned.
   */
  end: boolean;
  onClose: () => void;
}) {
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

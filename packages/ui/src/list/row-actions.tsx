import { EllipsisOutlined } from "@ant-design/icons";
import { Button, type ButtonProps, Dropdown, Tooltip } from "antd";
import { createContext, type ReactElement, useContext, useLayoutEffect, useRef, useState } from "react";
import { useLocale, useNarrow } from "../app/index.ts";
import "../cells/cells.css";

export interface RowAction {
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
  /**
   * Reason why the action is not allowed now. With a reason, the button or menu item is disabled and shows the reason.
   */
  readonly refused?: string | undefined;
  readonly danger?: boolean;
  /** True for a rarely used action, which comes after all other actions. */
  readonly rare?: boolean;
}

/** Tooltip with the reason why a button is disabled. The tooltip appears on hover and on keyboard focus. */
function Why({
  refused,
  children,
}: {
  readonly refused: string | undefined;
  readonly children: ReactElement;
}) {
  if (refused === undefined) return children;
  return (
    <Tooltip title={refused} trigger={["hover", "focus"]}>
      {children}
    </Tooltip>
  );
}

/** Button that can be focused while it is disabled, so that keyboard users can read why it is disabled. */
export function RefusableButton({
  refused,
  onClick,
  ...button
}: ButtonProps & { readonly refused: string | undefined }) {
  return (
    <Why refused={refused}>
      <Button
        {...button}
        // Uses `aria-disabled`, with which the button can be focused. With `disabled`, keyboard and screen reader could
        // not reach the tooltip.
        aria-disabled={refused !== undefined}
        onClick={(e) => refused === undefined && onClick?.(e)}
      />
    </Why>
  );
}

/**
 * Number of visible buttons if a row has an overflow menu for its other actions. A row has such a menu if it has more
 * than three actions, or on a phone more than two.
 */
const shown = 2;

/**
 * Context with a function that closes the detail drawer around the actions. In a drawer, all actions are full buttons,
 * and a click on an action closes the drawer.
 */
export const CloseDrawerContext = createContext<(() => void) | undefined>(undefined);

/**
 * Context with a function that reports the width of a row's actions, px, to the list. The list then makes its column of
 * actions wide enough. The width depends on the language.
 */
export const ReportWidthContext = createContext<((px: number) => void) | undefined>(undefined);

interface RowActionsProps {
  readonly actions: readonly RowAction[];
  /**
   * True: if not all actions fit, actions that are not allowed now are only in the overflow menu. Set this if the state
   * of a row decides which actions are allowed. Default: each action keeps its place.
   */
  readonly menuForRefused?: boolean;
}

/**
 * Shows the actions of a row as text buttons. If a row has more than three actions (on a phone: more than two), only
 * the first two are buttons, and the others are in an overflow menu. On a phone, allowed actions come first.
 */
export function RowActions({ actions, menuForRefused = false }: RowActionsProps) {
  const { shell } = useLocale();
  const leave = useContext(CloseDrawerContext);
  const reportWidth = useContext(ReportWidthContext);
  const box = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const narrow = useNarrow();
  const words = actions.map((a) => a.label).join();
  useLayoutEffect(() => {
    if (box.current && words !== "") reportWidth?.(box.current.offsetWidth);
  }, [reportWidth, words]);
  if (leave)
    return actions.map((a) => (
      <RefusableButton
        key={a.key}
        danger={a.danger ?? false}
        refused={a.refused}
        onClick={() => {
          leave();
          a.run();
        }}
      >
        {a.label}
      </RefusableButton>
    ));
  // On a phone, allowed actions come first, so that no refused action takes one of the two visible places. In a table,
  // each action keeps its place, so that equal actions of all rows stand below each other.
  const inOrder = narrow
    ? [...actions.filter((a) => a.refused === undefined), ...actions.filter((a) => a.refused !== undefined)]
    : actions;
  const fits = inOrder.length <= (narrow ? shown : shown + 1);
  const first = menuForRefused ? inOrder.filter((a) => a.refused === undefined) : inOrder;
  const direct = fits ? inOrder : first.slice(0, shown);
  const rest = inOrder.filter((a) => !direct.includes(a));
  return (
    <span className="sk-row-actions" ref={box}>
      {direct.map((a) => (
        <Why key={a.key} refused={a.refused}>
          <button
            type="button"
            className={a.danger ? "sk-link sk-link-danger" : "sk-link"}
            aria-disabled={a.refused !== undefined}
            onClick={() => a.refused === undefined && a.run()}
          >
            {a.label}
          </button>
        </Why>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={["click"]}
          onOpenChange={setOpen}
          menu={{
            items: rest.map((a) => ({
              key: a.key,
              // Adds the reason to the label. A tooltip would not work: the keyboard skips disabled menu items, and
              // touch screens have no hover.
              label: a.refused === undefined ? a.label : <Off label={a.label} refused={a.refused} />,
              danger: a.danger ?? false,
              disabled: a.refused !== undefined,
              onClick: a.run,
            })),
          }}
        >
          <button
            type="button"
            className="sk-link"
            aria-label={shell.common.more}
            aria-haspopup="menu"
            aria-expanded={isOpen}
          >
            <EllipsisOutlined />
          </button>
        </Dropdown>
      )}
    </span>
  );
}

function Off({ label, refused }: { readonly label: string; readonly refused: string }) {
  return (
    <span className="sk-off">
      {label}
      <small>{refused}</small>
    </span>
  );
}

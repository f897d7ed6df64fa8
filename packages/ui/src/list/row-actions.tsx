import { EllipsisOutlined } from "@ant-design/icons";
import { Button, type ButtonProps, Dropdown, Tooltip } from "antd";
import { createContext, type ReactElement, useContext, useLayoutEffect, useRef } from "react";
import { useLocale } from "../app/index.ts";
import "../cells/cells.css";

export interface RowAction {
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
  /** Why it may not be done now: the button is off and says so. */
  readonly refused?: string | undefined;
  readonly danger?: boolean;
  /** Done once in a while: it stands behind what is done daily. */
  readonly rare?: boolean;
}

/** Says why a button is off, to who points at it and to who comes to it by keyboard. */
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

/** A button that stays in reach while it is off, and says why. */
export function RefusableButton({
  refused,
  onClick,
  ...button
}: ButtonProps & { readonly refused: string | undefined }) {
  return (
    <Why refused={refused}>
      <Button
        {...button}
        // Not `disabled`: the reason must be there for keyboard and screen reader too.
        aria-disabled={refused !== undefined}
        onClick={(e) => refused === undefined && onClick?.(e)}
      />
    </Why>
  );
}

/** So many stand beside each other; the rest is behind the dots. */
const shown = 2;

/** In a drawer of details actions are buttons, and the drawer goes away when one is taken: this closes it. */
export const CloseDrawerContext = createContext<(() => void) | undefined>(undefined);

/** In a list: is told how wide the actions of a row are. Words are longer in one language than in another. */
export const ReportWidthContext = createContext<((px: number) => void) | undefined>(undefined);

/** What can be done with a row: words, the rarer ones in a menu. */
export function RowActions({ actions }: { readonly actions: readonly RowAction[] }) {
  const { shell } = useLocale();
  const leave = useContext(CloseDrawerContext);
  const tellWidth = useContext(ReportWidthContext);
  const box = useRef<HTMLSpanElement>(null);
  const words = actions.map((a) => a.label).join();
  useLayoutEffect(() => {
    if (box.current && words !== "") tellWidth?.(box.current.offsetWidth);
  }, [tellWidth, words]);
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
  const direct = actions.length <= shown + 1 ? actions : actions.slice(0, shown);
  const rest = actions.slice(direct.length);
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
          menu={{
            items: rest.map((a) => ({
              key: a.key,
              // In words: a menu's item that is off is passed over by the keyboard, and a finger points at nothing.
              label: a.refused === undefined ? a.label : <Off label={a.label} refused={a.refused} />,
              danger: a.danger ?? false,
              disabled: a.refused !== undefined,
              onClick: a.run,
            })),
          }}
        >
          <button type="button" className="sk-link" aria-label={shell.common.more}>
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

import { EllipsisOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { createContext, useContext } from "react";
import { useLocale } from "../app/index.ts";
import "./screen.css";

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

/** So many stand beside each other; the rest is behind the dots. */
const shown = 2;

/** In a drawer of details actions are buttons, and the drawer goes away when one is taken: this closes it. */
export const LeaveDrawer = createContext<(() => void) | undefined>(undefined);

/** What can be done with a row: words, the rarer ones in a menu. */
export function RowActions({ actions }: { readonly actions: readonly RowAction[] }) {
  const { frame } = useLocale();
  const leave = useContext(LeaveDrawer);
  if (leave)
    return actions.map((a) => (
      <Button
        key={a.key}
        danger={a.danger ?? false}
        disabled={a.refused !== undefined}
        title={a.refused}
        onClick={() => {
          leave();
          a.run();
        }}
      >
        {a.label}
      </Button>
    ));
  const direct = actions.length <= shown + 1 ? actions : actions.slice(0, shown);
  const rest = actions.slice(direct.length);
  return (
    <span className="sk-row-actions">
      {direct.map((a) => (
        <button
          key={a.key}
          type="button"
          className={a.danger ? "sk-link sk-link-danger" : "sk-link"}
          // Not `disabled`: the reason must be there for keyboard and screen reader too.
          aria-disabled={a.refused !== undefined}
          title={a.refused}
          onClick={() => a.refused === undefined && a.run()}
        >
          {a.label}
        </button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={["click"]}
          menu={{
            items: rest.map((a) => ({
              key: a.key,
              label: a.refused === undefined ? a.label : <span title={a.refused}>{a.label}</span>,
              danger: a.danger ?? false,
              disabled: a.refused !== undefined,
              onClick: a.run,
            })),
          }}
        >
          <button type="button" className="sk-link" aria-label={frame.common.more}>
            <EllipsisOutlined />
          </button>
        </Dropdown>
      )}
    </span>
  );
}

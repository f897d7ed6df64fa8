import { useLocale, useNarrow } from "@shotkeeper/ui/app";
import type { RowAction } from "@shotkeeper/ui/list";
import { Button, Dropdown } from "antd";

/** Buttons for the documents of a mold, such as a transfer. On a phone the buttons are in a menu, to save space. */
export function DocumentButtons({ actions }: { readonly actions: readonly RowAction[] }) {
  const { shell } = useLocale();
  const narrow = useNarrow();
  if (actions.length === 0) return null;
  if (narrow)
    return (
      <Dropdown
        trigger={["click"]}
        menu={{
          items: actions.map((a) => ({
            key: a.key,
            label: a.label,
            danger: a.danger ?? false,
            disabled: a.refused !== undefined,
            title: a.refused ?? "",
            onClick: a.run,
          })),
        }}
      >
        <Button>{shell.common.more}</Button>
      </Dropdown>
    );
  return actions.map((a) => (
    <Button
      key={a.key}
      danger={a.danger ?? false}
      disabled={a.refused !== undefined}
      title={a.refused}
      onClick={a.run}
    >
      {a.label}
    </Button>
  ));
}

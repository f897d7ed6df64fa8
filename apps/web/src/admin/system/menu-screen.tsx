import { ArrowDownOutlined, ArrowUpOutlined, UndoOutlined } from "@ant-design/icons";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { menuIcons } from "@shotkeeper/contract/menus";
import {
  mayClose,
  menuList,
  moveMenu,
  organizationChoices,
  resetMenus,
  saveMenu,
} from "@shotkeeper/contract/system";
import { menuLabel } from "@shotkeeper/locales";
import { useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { type InputProps, Panel } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useInvalidateData, useRows } from "@shotkeeper/ui/data";
import { referenceInput } from "@shotkeeper/ui/form";
import { MenuIcon } from "@shotkeeper/ui/shell";
import { App, Button, Select, Switch, Tag, Tree, type TreeDataNode } from "antd";
import { useMemo, useState } from "react";
import { inOrder, placeAfterDrop } from "./menu-order.ts";
import "./system.css";

type Entry = QueryRow<typeof menuList>;

const OrgInput = referenceInput({ query: organizationChoices, value: "orgId", label: "orgName" });

function IconInput({ value, onChange, ...p }: InputProps) {
  const { administration } = useLocale();
  return (
    <Select
      {...p}
      allowClear
      value={(value as string | undefined) ?? null}
      onChange={(icon: string | undefined) => onChange?.(icon)}
      placeholder={administration.menu.usual}
      options={menuIcons.map((icon) => ({
        value: icon,
        label: (
          <span className="sk-menu-icon-choice">
            <MenuIcon name={icon} /> {icon}
          </span>
        ),
      }))}
    />
  );
}

const nameField = { zh_CN: "nameZhCn", zh_TW: "nameZhTw", en: "nameEn" } as const;

/** Screen to edit the tenant's menu: order, names, icons and disabled entries. */
export default function MenuScreen() {
  const { administration, shell, menus, code } = useLocale();
  const t = administration.menu;
  const { allows } = useSession();
  const client = useClient();
  const { modal } = App.useApp();
  const act = useAction();
  const invalidate = useInvalidateData();
  const read = useRows(menuList, { limit: 1000 }, { live: ["session"] });
  const [edited, setEdited] = useState<Entry>();
  const rows = useMemo(() => inOrder(read.data?.rows ?? []), [read.data]);
  const mayChange = allows(saveMenu.access);
  const nameOf = (m: Entry) => m[nameField[code]] ?? menuLabel(menus, m.menuId);

  const change = async (work: () => Promise<unknown>) => {
    await act(work, shell.messages.saved);
    invalidate();
  };
  const put = (menuId: string, section: string, place: number) =>
    change(() => client.run(moveMenu, { menuId, section, place }));
  const set = (m: Entry, enabled: boolean) => change(() => client.run(saveMenu, { ...inputOf(m), enabled }));
  const reset = () =>
    void modal.confirm({
      title: shell.prompts.title,
      content: t.resetPrompt,
      onOk: () => change(() => client.run(resetMenus, {})),
    });

  const node = (m: Entry): TreeDataNode => {
    const siblings = rows.filter((r) => r.section === m.section);
    const place = siblings.indexOf(m);
    const closable = mayClose(rows, m.menuId);
    return {
      key: m.menuId,
      children: rows.filter((r) => r.section === m.menuId).map(node),
      title: (
        <span className="sk-menu-entry" data-off={m.enabled === false || undefined}>
          <MenuIcon name={m.icon ?? ""} />
          <span className="sk-menu-name">{nameOf(m)}</span>
          <code>{m.menuId}</code>
          {m.orgId && <Tag>{t.only(m.orgId)}</Tag>}
          {mayChange && (
            <span className="sk-menu-buttons">
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                aria-label={t.up(nameOf(m))}
                disabled={place === 0}
                onClick={() => void put(m.menuId, m.section ?? "", place - 1)}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                aria-label={t.down(nameOf(m))}
                disabled={place === siblings.length - 1}
                onClick={() => void put(m.menuId, m.section ?? "", place + 1)}
              />
              <Button type="link" size="small" onClick={() => setEdited(m)}>
                {shell.common.edit}
              </Button>
              <Switch
                size="small"
                checked={m.enabled !== false}
                disabled={!closable}
                title={closable ? "" : t.fixed}
                aria-label={t.switched(nameOf(m))}
                onChange={(on) => void set(m, on)}
              />
            </span>
          )}
        </span>
      ),
    };
  };

  return (
    <div className="sk-menus">
      <Panel
        title={menus.menu}
        wait={read}
        lines={12}
        extra={
          mayChange && (
            <Button icon={<UndoOutlined />} onClick={reset}>
              {t.resetAll}
            </Button>
          )
        }
      >
        <p className="sk-faint">{t.lead}</p>
        {rows.length > 0 && (
          <Tree
            blockNode
            defaultExpandAll
            selectable={false}
            draggable={mayChange ? { icon: false } : false}
            treeData={rows.filter((r) => !r.section).map(node)}
            onDrop={({ dragNode, node: on, dropPosition, dropToGap }) => {
              const target = placeAfterDrop(rows, String(dragNode.key), String(on.key), {
                toGap: dropToGap,
                // True if the user dropped the entry below the node `on`. In this case, antd passes a position that
                // is higher than the node's index among its siblings.
                after: dropPosition > Number(on.pos.split("-").at(-1)),
              });
              if (target) void put(String(dragNode.key), target.section, target.place);
            }}
          />
        )}
      </Panel>
      {edited && (
        <CommandDialog
          command={saveMenu}
          title={t.edit(nameOf(edited))}
          preset={{ menuId: edited.menuId, enabled: edited.enabled }}
          initial={inputOf(edited)}
          ask={[
            "nameZhCn",
            "nameZhTw",
            "nameEn",
            "icon",
            ...(mayClose(rows, edited.menuId) ? (["orgId"] as const) : []),
          ]}
          inputs={{ icon: IconInput, orgId: OrgInput }}
          hints={{ nameZhCn: t.nameHint, orgId: t.orgHint }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}

/** Returns the input of the command rf_SaveMenu for a menu entry. */
function inputOf(m: Entry) {
  const { menuId, nameZhCn, nameZhTw, nameEn, icon, orgId, enabled } = m;
  return { menuId, nameZhCn, nameZhTw, nameEn, icon, orgId, enabled };
}

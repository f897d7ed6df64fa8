import { menuTree } from "@shotkeeper/contract/menus";
import { actionsOf, keyScopes } from "@shotkeeper/contract/system";
import { menuLabel } from "@shotkeeper/locales";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { TreeSelect } from "antd";
import { useMemo } from "react";

interface Node {
  readonly value: string;
  readonly title: string;
  /**
   * Text that is shown for the node when the node is selected. The text contains the name of the screen, because a
   * selected right is shown without the tree.
   */
  readonly label: string;
  readonly children?: Node[];
}

/** Returns the rights that the user may give to a key, as a tree of sections, screens and actions. */
function useRightsTree(): Node[] {
  const { menus, system } = useLocale();
  const { can } = useSession();
  return useMemo(() => {
    const possible = new Set(keyScopes());
    return menuTree.flatMap((section): Node[] => {
      const screens = (section.children ?? []).flatMap((screen): Node[] => {
        const name = menuLabel(menus, screen.id);
        const rights = actionsOf(screen).flatMap((action): Node[] => {
          const value = `${screen.id}:${action}`;
          const title = system.role.actions[action];
          return possible.has(value) && can(screen.id, action)
            ? [{ value, title, label: system.role.right(name, title) }]
            : [];
        });
        return rights.length > 0 ? [{ value: screen.id, title: name, label: name, children: rights }] : [];
      });
      const name = menuLabel(menus, section.id);
      return screens.length > 0 ? [{ value: section.id, title: name, label: name, children: screens }] : [];
    });
  }, [menus, system, can]);
}

/** Input for the scopes of a key: a tree of rights with check boxes. */
export function ScopesInput({ id, value, onChange }: InputProps) {
  const tree = useRightsTree();
  return (
    <TreeSelect
      {...(id === undefined ? {} : { id })}
      treeData={tree}
      treeCheckable
      showCheckedStrategy={TreeSelect.SHOW_CHILD}
      treeNodeLabelProp="label"
      showSearch={{ treeNodeFilterProp: "label" }}
      allowClear
      maxTagCount={12}
      value={Array.isArray(value) ? value : []}
      onChange={(rights: readonly string[]) => onChange?.(rights.length > 0 ? rights : undefined)}
    />
  );
}

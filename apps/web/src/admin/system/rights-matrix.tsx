import { actions, type RightAction } from "@shotkeeper/contract/kernel";
import { type MenuDef, menuTree } from "@shotkeeper/contract/menus";
import { actionsOf, countGranted, toggleRight, toggleScreens } from "@shotkeeper/contract/system";
import { menuLabel } from "@shotkeeper/locales";
import { useLocale } from "@shotkeeper/ui/app";
import { Checkbox, Empty, Input } from "antd";
import { useState } from "react";
import "./system.css";
import "./rights.css";

type Rights = ReadonlySet<string>;
interface MatrixProps {
  readonly rights: Rights;
  readonly onChange: (rights: Rights) => void;
}

function useLabel(): (menu: string) => string {
  const { menus: labels } = useLocale();
  return (menu) => menuLabel(labels, menu);
}

interface AllRightsProps extends MatrixProps {
  readonly of: readonly MenuDef[];
  /**
   * Limits the checkbox to the rights for this action. Undefined: the checkbox stands for the rights for all actions.
   */
  readonly action?: RightAction;
  readonly label: string;
}

/** Checkbox for the rights on several screens, indeterminate if only some of these rights are granted. */
function AllRights({ rights, onChange, of, action, label }: AllRightsProps) {
  const count = countGranted(rights, of, action);
  if (count.total === 0) return null;
  return (
    <Checkbox
      aria-label={label}
      checked={count.granted === count.total}
      indeterminate={count.granted > 0 && count.granted < count.total}
      onChange={(e) => onChange(toggleScreens(rights, of, e.target.checked, action))}
    />
  );
}

function ScreenRow({ rights, onChange, screen }: MatrixProps & { screen: MenuDef }) {
  const t = useLocale().system.role;
  const label = useLabel()(screen.id);
  const known = actionsOf(screen);
  return (
    <tr>
      <th scope="row">{label}</th>
      {actions.map((a) => (
        <td key={a}>
          {known.includes(a) && (
            <Checkbox
              aria-label={t.right(label, t.actions[a])}
              checked={rights.has(`${screen.id}:${a}`)}
              onChange={(e) => onChange(toggleRight(rights, screen, a, e.target.checked))}
            />
          )}
        </td>
      ))}
      <td>
        <AllRights rights={rights} onChange={onChange} of={[screen]} label={t.right(label, t.all)} />
      </td>
    </tr>
  );
}

interface AllRightsCellsProps extends MatrixProps {
  readonly of: readonly MenuDef[];
  /** Name for the screens in `of`, for example that of their menu section. The labels of the checkboxes contain it. */
  readonly name: string;
}

/** Cells with checkboxes for the rights on several screens: one for each action, and one for all. */
function AllRightsCells({ name, ...p }: AllRightsCellsProps) {
  const t = useLocale().system.role;
  return (
    <>
      {actions.map((a) => (
        <td key={a}>
          <AllRights {...p} action={a} label={t.right(name, t.actions[a])} />
        </td>
      ))}
      <td>
        <AllRights {...p} label={t.right(name, t.all)} />
      </td>
    </>
  );
}

/**
 * Table of the screens of the menu, with a checkbox for each right of a screen. A search field limits the table to the
 * screens whose names contain the text. The checkboxes of the table head then apply only to these screens.
 */
export function RightsMatrix({ rights, onChange }: MatrixProps) {
  const locale = useLocale();
  const t = locale.system.role;
  const label = useLabel();
  const [text, setText] = useState("");
  const isFound = (screen: MenuDef) => label(screen.id).toLowerCase().includes(text.trim().toLowerCase());
  const sections = menuTree.flatMap((section) => {
    const all = section.children ?? [section];
    const found = isFound(section) ? all : all.filter(isFound);
    return found.length > 0 ? [{ id: section.id, isOne: !section.children, found }] : [];
  });
  const shown = sections.flatMap((s) => s.found);
  const all = { rights, onChange };
  return (
    <>
      <Input.Search
        className="sk-rights-search"
        allowClear
        aria-label={t.find}
        placeholder={t.find}
        value={text}
        onChange={(e) => setText(e.target.value)}
      />
      {shown.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={locale.shell.common.noData} />
      ) : (
        <div className="sk-rights-scroll sk-scroll-x">
          <table className="sk-rights">
            <thead>
              <tr>
                <th scope="col">{t.screen}</th>
                {actions.map((a) => (
                  <th key={a} scope="col">
                    {t.actions[a]}
                  </th>
                ))}
                <th scope="col">{t.all}</th>
              </tr>
              <tr>
                <th scope="row">{t.shown}</th>
                <AllRightsCells {...all} of={shown} name={t.shown} />
              </tr>
            </thead>
            {sections.map(({ id, isOne, found }) => {
              const count = countGranted(rights, found);
              return (
                <tbody key={id}>
                  {!isOne && (
                    <tr className="sk-rights-section">
                      <th scope="rowgroup">
                        {label(id)}
                        <span className="sk-faint sk-rights-count">
                          {t.given(count.granted, count.total)}
                        </span>
                      </th>
                      <AllRightsCells {...all} of={found} name={label(id)} />
                    </tr>
                  )}
                  {found.map((screen) => (
                    <ScreenRow key={screen.id} {...all} screen={screen} />
                  ))}
                </tbody>
              );
            })}
          </table>
        </div>
      )}
    </>
  );
}

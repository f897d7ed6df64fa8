import { actions } from "@shotkeeper/contract/kernel";
import { type MenuDef, menuTree, screens } from "@shotkeeper/contract/menus";
import { actionsOf, countGranted, toggleRight, toggleScreens } from "@shotkeeper/contract/system";
import { menuLabel } from "@shotkeeper/locales";
import { useLocale } from "@shotkeeper/ui/app";
import { Checkbox } from "antd";
import "./system.css";

type Rights = ReadonlySet<string>;
interface MatrixProps {
  readonly rights: Rights;
  readonly onChange: (rights: Rights) => void;
}

function useLabel(): (menu: string) => string {
  const { menus: labels } = useLocale();
  return (menu) => menuLabel(labels, menu);
}

/** Checkbox for all rights of some screens, indeterminate if only some of these rights are granted. */
function AllRights({ rights, onChange, of, label }: MatrixProps & { of: readonly MenuDef[]; label: string }) {
  const count = countGranted(rights, of);
  return (
    <Checkbox
      aria-label={label}
      checked={count.granted === count.total}
      indeterminate={count.granted > 0 && count.granted < count.total}
      onChange={(e) => onChange(toggleScreens(rights, of, e.target.checked))}
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

/** Table of the screens of the menu, with a checkbox for each right of a screen. */
export function RightsMatrix({ rights, onChange }: MatrixProps) {
  const t = useLocale().system.role;
  const label = useLabel();
  return (
    <table className="sk-rights">
      <thead>
        <tr>
          <th scope="col">{t.screen}</th>
          {actions.map((a) => (
            <th key={a} scope="col">
              {t.actions[a]}
            </th>
          ))}
          <th scope="col">
            <AllRights rights={rights} onChange={onChange} of={screens} label={t.all} />
          </th>
        </tr>
      </thead>
      {menuTree.map((section) => {
        const children = section.children ?? [section];
        const count = countGranted(rights, children);
        return (
          <tbody key={section.id}>
            <tr className="sk-rights-section">
              <th scope="colgroup" colSpan={actions.length + 1}>
                {label(section.id)}
                <span className="sk-faint">{t.given(count.granted, count.total)}</span>
              </th>
              <td>
                <AllRights
                  rights={rights}
                  onChange={onChange}
                  of={children}
                  label={t.right(label(section.id), t.all)}
                />
              </td>
            </tr>
            {children.map((screen) => (
              <ScreenRow key={screen.id} rights={rights} onChange={onChange} screen={screen} />
            ))}
          </tbody>
        );
      })}
    </table>
  );
}

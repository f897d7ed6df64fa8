import { onDemand } from "../react/on-demand.tsx";
import type { DrawerProps, MenuProps, PopoverProps, Skin } from "../react/skin.ts";
import { Icon } from "./icon.tsx";
import { PlainInput } from "./input.tsx";

const noStyle = {};

const floating = () => import("./floating.tsx");

/** HTML controls without any library. Their colours are the `--dg-*` properties of `style.css`. */
export const plainSkin: Skin = {
  Icon,
  Button: ({ look, onClick, children }) => (
    <button type="button" className={`dg-button${look ? ` dg-button-${look}` : ""}`} onClick={onClick}>
      {children}
    </button>
  ),
  Input: PlainInput,
  Checkbox: ({ checked, disabled, onChange, children }) => (
    <label className="dg-choice">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  ),
  Select: ({ value, options, onChange, label }) => (
    <select
      className="dg-input"
      aria-label={label}
      value={value}
      onChange={(event) => {
        const chosen = options.find((o) => o.value === event.target.value);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((o) => (
        <option key={o.value} value={o.value}>
          {o.label}
        </option>
      ))}
    </select>
  ),
  Radios: ({ value, options, onChange, label }) => (
    <fieldset className="dg-radios" aria-label={label}>
      {options.map((o) => (
        <label key={o.value}>
          <input type="radio" name={label} checked={o.value === value} onChange={() => onChange(o.value)} />
          <span>{o.label}</span>
        </label>
      ))}
    </fieldset>
  ),
  Popover: onDemand<PopoverProps>(async () => (await floating()).PlainPopover),
  Menu: onDemand<MenuProps>(async () => (await floating()).PlainMenu),
  Drawer: onDemand<DrawerProps>(async () => (await floating()).PlainDrawer),
  useStyle: () => noStyle,
};

import { type ComponentType, type CSSProperties, createContext, type ReactNode, useContext } from "react";
import type { AnchorBox } from "./anchor.ts";
import type { MenuItem } from "./props.ts";

export type IconName =
  | "close"
  | "drag"
  | "empty"
  | "filter"
  | "filtered"
  | "more"
  | "moveDown"
  | "moveUp"
  | "next"
  | "nextJump"
  | "firstPage"
  | "lastPage"
  | "pinLeft"
  | "pinRight"
  | "previous"
  | "previousJump"
  | "reload"
  | "settings"
  | "warning";

export interface IconProps {
  name: IconName;
  /** Accessible name. Leave it out if the icon is decoration or if its button has a name. */
  label?: string;
  className?: string;
}

export interface ButtonProps {
  onClick: () => void;
  /** Look of the button: "primary" for the main action, "text" without a border. Default: with a border. */
  look?: "primary" | "text";
  children: ReactNode;
}

export interface InputProps {
  value: string;
  onChange: (text: string) => void;
  label?: string;
  id?: string;
  type?: "text" | "date";
  inputMode?: "decimal";
  placeholder?: string;
  /** Unit that stands behind the value. */
  suffix?: string | undefined;
  autoFocus?: boolean;
  /** True: the input has a button that clears its text. */
  clearable?: boolean;
  /** True: the text is not a valid value. */
  isInvalid?: boolean;
}

export interface ChoiceProps<T extends string> {
  value: T;
  options: readonly { readonly value: T; readonly label: string }[];
  onChange: (value: T) => void;
  label: string;
}

export interface CheckboxProps {
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

export interface PopoverProps {
  /** Rectangle of the element beside which the popover opens. */
  box: AnchorBox;
  /** Accessible name of the popover. */
  label: string;
  title?: string;
  /**
   * True: the right edge of the popover is at the right edge of `box`, the rectangle from which the popover opens.
   * Otherwise the popover is below the middle of `box`.
   */
  end?: boolean;
  /** CSS custom properties of the grid's theme, for skins that render popovers outside the grid. */
  style: CSSProperties;
  onClose: () => void;
  children: ReactNode;
}

export interface MenuProps {
  box: AnchorBox;
  items: readonly (MenuItem | "divider")[];
  /**
   * True: the right edge of the menu is at the right edge of `box`, the rectangle from which the menu opens. Otherwise
   * the left edges are at the same place.
   */
  end: boolean;
  onClose: () => void;
}

export interface DrawerProps {
  open: boolean;
  /** Accessible name of the button that closes the drawer. */
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The controls around the cells of a grid: icons, buttons, inputs, popovers, menus and drawers. The grid itself (rows,
 * header, pager) is the same with every skin.
 */
export interface Skin {
  Icon: ComponentType<IconProps>;
  Button: ComponentType<ButtonProps>;
  Input: ComponentType<InputProps>;
  Checkbox: ComponentType<CheckboxProps>;
  /** List from which one value is chosen. */
  Select: <T extends string>(props: ChoiceProps<T>) => ReactNode;
  /** Row of buttons of which one is pressed. */
  Radios: <T extends string>(props: ChoiceProps<T>) => ReactNode;
  Popover: ComponentType<PopoverProps>;
  Menu: ComponentType<MenuProps>;
  Drawer: ComponentType<DrawerProps>;
  /** React hook that returns the grid's theme as CSS custom properties (`--dg-*`). */
  useStyle: () => CSSProperties;
}

export const SkinContext = createContext<Skin | undefined>(undefined);

/** Returns the skin of the surrounding grid. */
export function useSkin(): Skin {
  const skin = useContext(SkinContext);
  if (!skin) throw new Error("A part of the grid was rendered outside DataGrid, which provides its skin");
  return skin;
}

export function useIcon(): Skin["Icon"] {
  return useSkin().Icon;
}

import { type ThemeConfig, theme } from "antd";
import { stateColours, surface } from "./palette.ts";
import { blend, shadesOf } from "./theme-colour.ts";
import type { ThemeSettings } from "./theme-store.ts";

export const fontFamily =
  'system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei", ' +
  '"Noto Sans SC", "Noto Sans CJK SC", sans-serif';

type Algorithm = typeof theme.darkAlgorithm;

/**
 * antd's dark algorithm, but with the given colours as they are. antd would make them darker, and a readable colour
 * that the user has chosen would no longer be readable.
 */
const exactDark: Algorithm = (seed, map) => {
  const { colorPrimary, colorInfo, colorLink, colorSuccess, colorWarning, colorError } = seed;
  const kept = { colorPrimary, colorInfo, colorLink, colorSuccess, colorWarning, colorError };
  return { ...theme.darkAlgorithm(seed, map), ...kept };
};

/**
 * Converts the palette to the design tokens of antd.
 * @param coarse true on touch screens: controls get larger for fingers
 */
export function antdTheme(t: Pick<ThemeSettings, "dark" | "colour">, coarse: boolean): ThemeConfig {
  const mode = t.dark ? "dark" : "light";
  // Shade of the chosen theme colour. The pale colours below are mixed from this shade, because antd's own pale shades
  // look grey for deep colours.
  const primary = shadesOf(t.colour)[mode];
  const s = (name: string) => surface(mode, name);
  const state = stateColours[mode];
  // Makes the values in disabled fields readable, because users need these values. antd's own grey is almost invisible.
  const readable = { colorTextDisabled: s("ink-3") };
  const onPrimary = t.dark ? "#0b1016" : "#ffffff";
  return {
    cssVar: { key: "sk" },
    hashed: false,
    algorithm: t.dark ? exactDark : theme.defaultAlgorithm,
    token: {
      // Turns antd's motion off for users who prefer reduced motion. base.css removes all transitions for them, and
      // antd would wait for the end of these transitions.
      motion: !matchMedia("(prefers-reduced-motion: reduce)").matches,
      colorPrimary: primary,
      // Sets the colour of information and links, which would otherwise have antd's default blue.
      colorInfo: primary,
      colorLink: primary,
      colorSuccess: state.running[0],
      colorWarning: state.idle[0],
      colorError: state.removed[0],
      colorSuccessBg: state.running[1],
      colorSuccessBorder: blend(state.running[0], s("panel"), 0.4),
      colorWarningBg: state.idle[1],
      colorWarningBorder: blend(state.idle[0], s("panel"), 0.4),
      colorErrorBg: state.removed[1],
      colorErrorBorder: blend(state.removed[0], s("panel"), 0.4),
      colorBgLayout: s("page"),
      colorBgContainer: s("panel"),
      colorBgElevated: s("raised"),
      colorText: s("ink"),
      colorTextSecondary: s("ink-2"),
      colorTextTertiary: s("ink-3"),
      colorTextPlaceholder: s("ink-3"),
      colorBorder: s("line-strong"),
      colorBorderSecondary: s("line"),
      borderRadius: 5,
      fontSize: coarse ? 14 : 13,
      // Makes controls higher on touch screens than for a mouse pointer.
      controlHeight: coarse ? 38 : 30,
      sizeStep: 3,
      fontFamily,
      colorPrimaryBg: blend(primary, s("panel"), 0.1),
      colorPrimaryBgHover: blend(primary, s("panel"), 0.16),
      colorPrimaryBorder: blend(primary, s("panel"), 0.4),
      controlItemBgActive: blend(primary, s("panel"), 0.1),
      controlItemBgActiveHover: blend(primary, s("panel"), 0.16),
    },
    components: {
      Button: {
        primaryColor: onPrimary,
        dangerColor: onPrimary,
        primaryShadow: "none",
        defaultShadow: "none",
        dangerShadow: "none",
        // Keeps the theme colour on hover. antd's own hover colour is paler and has too little contrast on white.
        defaultHoverColor: primary,
        defaultHoverBorderColor: primary,
      },
      // Sets the colour of the number on a badge. antd's white would be unreadable on the light red of the dark mode.
      Badge: { colorTextLightSolid: onPrimary },
      Menu: {
        itemHeight: coarse ? 42 : 34,
        itemBorderRadius: 5,
        subMenuItemBg: "transparent",
        itemBg: "transparent",
        itemSelectedBg: blend(primary, s("panel"), 0.1),
        activeBarBorderWidth: 0,
        iconSize: 15,
        collapsedIconSize: 16,
        horizontalLineHeight: "46px",
        darkItemBg: "transparent",
        darkSubMenuItemBg: "transparent",
        darkItemColor: "#b4bfcb",
        darkItemHoverBg: "rgba(255, 255, 255, 0.07)",
        darkItemSelectedBg: "rgba(255, 255, 255, 0.13)",
        darkItemSelectedColor: "#ffffff",
        darkPopupBg: "#1b2733",
      },
      Input: readable,
      InputNumber: readable,
      Select: readable,
      DatePicker: readable,
      Cascader: readable,
      Modal: { titleFontSize: 15 },
      Tooltip: { colorBgSpotlight: t.dark ? "#313c47" : "#232e3a" },
    },
  };
}

import type { GlobalToken } from "antd";
import type { CSSProperties } from "react";

/** Converts antd's theme to the CSS custom properties that `datagrid.css` reads. */
export function themeStyle(token: GlobalToken): CSSProperties {
  return {
    // Makes the browser draw scroll bars and native date fields in the mode of the theme, dark or light.
    colorScheme: isDark(token.colorBgContainer) ? "dark" : "light",
    "--dg-bg": token.colorBgContainer,
    "--dg-head-bg": token.colorFillAlter,
    "--dg-float-bg": token.colorBgElevated,
    "--dg-line": token.colorBorderSecondary,
    "--dg-edge": token.colorBorder,
    "--dg-text": token.colorText,
    "--dg-text-2": token.colorTextSecondary,
    "--dg-text-3": token.colorTextTertiary,
    "--dg-hover": token.colorFillQuaternary,
    "--dg-fill": token.colorFillTertiary,
    "--dg-fill-2": token.colorFillSecondary,
    "--dg-primary": token.colorPrimary,
    "--dg-primary-text": token.colorPrimaryText,
    "--dg-primary-bg": token.colorPrimaryBg,
    "--dg-on-primary": token.colorTextLightSolid,
    "--dg-success": token.colorSuccessText,
    "--dg-error": token.colorErrorText,
    "--dg-error-bg": token.colorErrorBg,
    "--dg-error-line": token.colorErrorBorder,
    "--dg-radius": `${token.borderRadius}px`,
    "--dg-shadow": token.boxShadowSecondary,
    "--dg-font": token.fontFamily,
  } as CSSProperties;
}

/**
 * Returns true if a '#rrggbb' colour is dark. antd's theme does not say whether it is dark, so its background colour is
 * checked.
 */
function isDark(color: string): boolean {
  const parts = /^#(..)(..)(..)/.exec(color);
  return parts !== null && parts.slice(1).reduce((sum, part) => sum + Number.parseInt(part, 16), 0) < 384;
}

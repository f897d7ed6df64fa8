import type { GlobalToken } from "antd";
import type { CSSProperties } from "react";

/** The theme as the custom properties that `datagrid.css` reads; follows dark mode and any theme. */
export function themeStyle(token: GlobalToken): CSSProperties {
  return {
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

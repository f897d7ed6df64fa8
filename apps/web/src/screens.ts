import type { ScreenMap } from "@shotkeeper/ui/shell";

/**
 * Every screen there is: path → module, loaded when it is opened. A menu row of the server with this path leads
 * here; the menu shows no row without a screen. The module's default export is the page.
 */
export const screens: ScreenMap = {};

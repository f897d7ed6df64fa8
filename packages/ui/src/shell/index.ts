export { AdminApp, preloadPage } from "./admin-app.tsx";
export { Bell } from "./bell.tsx";
export { Logo, StoredLogo } from "./logo.tsx";
export { MenuIcon } from "./menu-icon.tsx";
export { useTabTitle } from "./pages.tsx";
export type { Screen, ScreenMap } from "./screens.ts";
export { Boundary, StatusPage } from "./status-page.tsx";
export { ViewBanner } from "./view-banner.tsx";

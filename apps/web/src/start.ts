import { limits } from "@shotkeeper/contract/enumerations";
import { type LocaleCode, loadLocale } from "@shotkeeper/locales";
import { startLocale, startTheme, useLocaleCode } from "@shotkeeper/ui/app";
import { showFrontPage } from "./shop/front/show-front-page.ts";
import { moveTenant } from "./shop-address.ts";

// Entry point of the application. This module is small, so that colours, language and the shop's prerendered page
// appear before the rest has loaded.
startTheme();
startLocale();
if (!moveTenant()) load();
addEventListener("hashchange", moveTenant);

function load(): void {
  const code = useLocaleCode.getState().code;
  const inShop = /^#\/Shop\/index/i.test(location.hash);
  // Lets the browser paint the prerendered page before the downloads begin. On a slow computer, they would delay the
  // first paint.
  if (inShop && showFrontPage(code))
    requestAnimationFrame(() => setTimeout(loadApplication, 0, code, inShop));
  else loadApplication(code, inShop);
}

/**
 * Starts to download the modules of the application in parallel. Otherwise each download would begin only after the
 * end of the previous download.
 */
function loadApplication(code: LocaleCode, inShop: boolean): void {
  void import("./main.tsx");
  if (inShop) {
    void import("./shop/shop-app.tsx");
    void import("./shop/pages/index-page.tsx");
    void loadLocale(code);
  } else if (opensAdministration()) {
    void import("./admin.tsx");
    void loadLocale(code);
  }
}

/** Returns whether the address needs a log-in and the user is logged in in this browser. */
function opensAdministration(): boolean {
  const isLoggedIn = [sessionStorage, localStorage].some((s) => s.getItem(limits.storageKeys.token) !== null);
  return isLoggedIn && !/^#\/(login|shop)\b/i.test(location.hash);
}

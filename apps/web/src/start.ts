import { loadLocale } from "@shotkeeper/locales";
import { startLocale, startTheme, useLocaleCode } from "@shotkeeper/ui/app";
import { showFrontPage } from "./shop/front/show-front-page.ts";

// Entry point. It is small and sets colours and language, and shows the shop's front page if requested, before the
// rest loads.
startTheme();
startLocale();
const code = useLocaleCode.getState().code;
const inShop = /^#\/Shop\/index/i.test(location.hash);
if (inShop) showFrontPage(code);

// Starts these downloads in parallel instead of one after the other.
void import("./main.tsx");
if (inShop) {
  void import("./shop/shop-app.tsx");
  void import("./shop/pages/index-page.tsx");
  void loadLocale(code);
}

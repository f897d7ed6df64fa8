import { loadLocale } from "@shotkeeper/locales";
import { startLocale, startTheme, useLocaleCode } from "@shotkeeper/ui/app";
import { showFrontPage } from "./shop/front/show-front-page.ts";

// What runs before all else, and is small: colours, language, and the shop's first page where it is asked for.
startTheme();
startLocale();
const code = useLocaleCode.getState().code;
const inShop = /^#\/Shop\/index/i.test(location.hash);
if (inShop) showFrontPage(code);

// Fetched at once, and not one after the other as each is needed.
void import("./main.tsx");
if (inShop) {
  void import("./shop/shop-app.tsx");
  void import("./shop/pages/index-page.tsx");
  void loadLocale(code);
}

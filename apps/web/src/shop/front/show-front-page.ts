import { browserTokenStore } from "@shotkeeper/client";
import type { LocaleCode } from "@shotkeeper/locales";
import "antd/dist/reset.css";
import "../shop.css";

/**
 * Shows the prerendered first page until the application has loaded (docs/decisions/0013). Only visitors without a
 * session see this page, because customers have other prices. The page is shown only if the URL has no search and no
 * entry code. Returns whether the page is shown.
 */
export function showFrontPage(code: LocaleCode): boolean {
  const front = document.getElementById("front");
  const template = document.getElementById(`front-${code}`);
  if (!front || !(template instanceof HTMLTemplateElement)) return false;
  if (!/^#\/Shop\/index\/?$/i.test(location.hash) || browserTokenStore().get() !== null) return false;
  front.append(template.content);
  // Makes the prerendered page look busy after a click on a link, until the application has loaded and opens the linked
  // page. Such a click changes only the hash.
  addEventListener("hashchange", () => front.setAttribute("aria-busy", "true"));
  front.addEventListener("submit", (e) => {
    e.preventDefault();
    const q = String(new FormData(e.target as HTMLFormElement).get("q") ?? "").trim();
    location.hash = q ? `#/Shop/index?q=${encodeURIComponent(q)}` : "#/Shop/index";
  });
  return true;
}

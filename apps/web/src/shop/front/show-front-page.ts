import { browserTokenStore } from "@shotkeeper/client";
import type { LocaleCode } from "@shotkeeper/locales";
import "antd/dist/reset.css";
import "../shop.css";

/**
 * Shows visitors the prerendered first page until the application has loaded (decision 13). Customers wait for the
 * application, because they have other prices. So do requests with a search or an entry code.
 */
export function showFrontPage(code: LocaleCode): void {
  const front = document.getElementById("front");
  const template = document.getElementById(`front-${code}`);
  if (!front || !(template instanceof HTMLTemplateElement)) return;
  if (!/^#\/Shop\/index\/?$/i.test(location.hash) || browserTokenStore().get() !== null) return;
  front.append(template.content);
  // Links change only the hash. The application opens the chosen page once it has loaded.
  addEventListener("hashchange", () => front.setAttribute("aria-busy", "true"));
  front.addEventListener("submit", (e) => {
    e.preventDefault();
    const q = String(new FormData(e.target as HTMLFormElement).get("q") ?? "").trim();
    location.hash = q ? `#/Shop/index?q=${encodeURIComponent(q)}` : "#/Shop/index";
  });
}

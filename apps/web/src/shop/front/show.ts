import { browserTokenStore } from "@shotkeeper/client";
import type { LocaleCode } from "@shotkeeper/locales";
import "antd/dist/reset.css";
import "../shop.css";

/**
 * Shows a visitor the first page as the server has drawn it, until the application is there (decision 13). Customers have
 * prices of their own: they wait for them. A search or an entry code is the application's, too.
 */
export function showFront(code: LocaleCode): void {
  const front = document.getElementById("front");
  const drawn = document.getElementById(`front-${code}`);
  if (!front || !(drawn instanceof HTMLTemplateElement)) return;
  if (!/^#\/Shop\/index\/?$/i.test(location.hash) || browserTokenStore().get() !== null) return;
  front.append(drawn.content);
  // The addresses of its links are the application's; it opens what was chosen as soon as it is there.
  addEventListener("hashchange", () => front.setAttribute("aria-busy", "true"));
  front.addEventListener("submit", (e) => {
    e.preventDefault();
    const q = String(new FormData(e.target as HTMLFormElement).get("q") ?? "").trim();
    location.hash = q ? `#/Shop/index?q=${encodeURIComponent(q)}` : "#/Shop/index";
  });
}

import { useLayoutEffect } from "react";

/**
 * Returns a CSS selector that finds, in the application's page, the element that had the focus in the prerendered page.
 */
function selectorOf(at: Element | null): string | undefined {
  if (at instanceof HTMLAnchorElement) return `a[href="${CSS.escape(at.getAttribute("href") ?? "")}"]`;
  if (at instanceof HTMLInputElement && at.type === "search") return 'input[type="search"]';
  return undefined;
}

/** Removes the prerendered page. Scroll position, focus and typed search text move to the application's page. */
function removePrerendered(): void {
  const front = document.getElementById("front");
  const root = document.getElementById("root");
  if (!front || !root) return;
  const at = front.contains(document.activeElement) ? document.activeElement : null;
  const selector = selectorOf(at);
  const { scrollY } = window;
  front.remove();
  scrollTo(0, scrollY);
  const same = selector ? root.querySelector<HTMLElement>(selector) : null;
  if (same instanceof HTMLInputElement && at instanceof HTMLInputElement) same.value = at.value;
  same?.focus({ preventScroll: true });
}

/**
 * Removes the prerendered first page when this component is mounted. Every page contains this component, because any
 * page may be the first to load.
 */
export function TakeOver(): null {
  useLayoutEffect(removePrerendered, []);
  return null;
}

import { useLayoutEffect } from "react";

/** Returns a selector that finds the focused element again in the application's page. */
function selectorOf(at: Element | null): string | undefined {
  if (at instanceof HTMLAnchorElement) return `a[href="${CSS.escape(at.getAttribute("href") ?? "")}"]`;
  if (at instanceof HTMLInputElement && at.type === "search") return 'input[type="search"]';
  return undefined;
}

/** Removes the prerendered page and keeps the scroll position, the focus and the typed search. */
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

/** Every page of the application contains it: it replaces the prerendered first page. */
export function TakeOver(): null {
  useLayoutEffect(removePrerendered, []);
  return null;
}

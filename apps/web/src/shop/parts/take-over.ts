import { useLayoutEffect } from "react";

/** Where in the page the keyboard is, as a selector of the same place in the page that follows. */
function placeOf(at: Element | null): string | undefined {
  if (at instanceof HTMLAnchorElement) return `a[href="${CSS.escape(at.getAttribute("href") ?? "")}"]`;
  if (at instanceof HTMLInputElement && at.type === "search") return 'input[type="search"]';
  return undefined;
}

function giveWay(): void {
  const front = document.getElementById("front");
  const root = document.getElementById("root");
  if (!front || !root) return;
  const at = front.contains(document.activeElement) ? document.activeElement : null;
  const place = placeOf(at);
  const { scrollY } = window;
  front.remove();
  scrollTo(0, scrollY);
  const same = place ? root.querySelector<HTMLElement>(place) : null;
  if (same instanceof HTMLInputElement && at instanceof HTMLInputElement) same.value = at.value;
  same?.focus({ preventScroll: true });
}

/** Stands in every page that the application shows: with it the server's drawing of the first page goes. */
export function TakeOver(): null {
  useLayoutEffect(giveWay, []);
  return null;
}

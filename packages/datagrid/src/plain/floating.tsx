import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import type { AnchorBox } from "../react/anchor.ts";
import type { DrawerProps, MenuProps, PopoverProps } from "../react/skin.ts";
import { Icon } from "./icon.tsx";

/** Distance between a popover and its anchor, and between a popover and the edge of the window, px. */
const GAP = 4;

/**
 * Shows an element in the browser's top layer, beside its anchor. A press outside closes the element. In the top layer,
 * elements around the grid cannot cut it off.
 */
function useTopLayer(
  element: RefObject<HTMLDivElement | null>,
  align: "start" | "middle" | "end",
  box: AnchorBox,
  onClose: () => void,
): void {
  const close = useRef(onClose);
  close.current = onClose;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the anchor element moves with the box
  useLayoutEffect(() => {
    const popover = element.current;
    const anchor = popover?.parentElement;
    if (!popover || !anchor) return;
    popover.showPopover();
    const place = (): void => {
      const at = anchor.getBoundingClientRect();
      const { offsetWidth: width, offsetHeight: height } = popover;
      const { clientWidth, clientHeight } = document.documentElement;
      const start = getComputedStyle(anchor).direction === "rtl" ? at.right - width : at.left;
      const end = getComputedStyle(anchor).direction === "rtl" ? at.left : at.right - width;
      const left = align === "start" ? start : align === "end" ? end : (at.left + at.right - width) / 2;
      const below = at.bottom + GAP;
      const fits = below + height <= clientHeight || at.top - GAP - height < 0;
      const top = fits ? Math.min(below, clientHeight - height - GAP) : at.top - GAP - height;
      popover.style.left = `${Math.max(GAP, Math.min(left, clientWidth - width - GAP))}px`;
      popover.style.top = `${Math.max(GAP, top)}px`;
    };
    place();
    const onPress = (event: PointerEvent): void => {
      if (event.target instanceof Node && !popover.contains(event.target)) close.current();
    };
    // Repositions the popover also when its size changes because of its content.
    const observer = new ResizeObserver(place);
    observer.observe(popover);
    window.addEventListener("scroll", place, true);
    window.addEventListener("resize", place);
    document.addEventListener("pointerdown", onPress, true);
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", place, true);
      window.removeEventListener("resize", place);
      document.removeEventListener("pointerdown", onPress, true);
    };
  }, [element, align, box]);
}

export function PlainPopover({ box, label, title, end = false, onClose, children }: PopoverProps): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  useTopLayer(element, end ? "end" : "middle", box, onClose);
  return (
    <span className="dg-anchor" style={box}>
      <div ref={element} popover="manual" role="dialog" aria-label={label} className="dg-float dg-pop">
        {title !== undefined && <div className="dg-pop-title">{title}</div>}
        {children}
      </div>
    </span>
  );
}

/**
 * Menu with the keys of the ARIA menu pattern. Arrows, Home and End move the focus, Enter chooses an entry, Escape and
 * Tab close the menu.
 */
export function PlainMenu({ box, items, end, onClose }: MenuProps): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  useTopLayer(element, end ? "end" : "start", box, onClose);
  const entries = (): HTMLElement[] => [
    ...(element.current?.querySelectorAll<HTMLElement>("[role=menuitem]:not(:disabled)") ?? []),
  ];
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses the first entry once, when the menu has opened
  useEffect(() => entries()[0]?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") onClose();
    else if (to === undefined) return;
    else all.at(to % all.length)?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className="dg-anchor" style={box}>
      <div
        ref={element}
        popover="manual"
        role="menu"
        tabIndex={-1}
        className="dg-float dg-pop dg-menu"
        onKeyDown={onKeyDown}
      >
        {items.map((item, at) =>
          item === "divider" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a divider has no id, so its index is its key
            <hr key={`divider ${at}`} />
          ) : (
            <button
              key={item.key}
              type="button"
              role="menuitem"
              tabIndex={-1}
              disabled={item.disabled === true}
              className={item.danger ? "dg-danger" : undefined}
              onClick={() => {
                onClose();
                item.onClick?.();
              }}
            >
              {item.icon}
              {item.label}
            </button>
          ),
        )}
      </div>
    </span>
  );
}

/**
 * Drawer at the end of the window. It is a modal dialog of the browser, which keeps the focus inside and closes on
 * Escape.
 */
export function PlainDrawer({ open, closeLabel, onClose, children }: DrawerProps): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && !element.current?.open) element.current?.showModal();
  }, [open]);
  if (!open) return null;
  return (
    <dialog
      ref={element}
      className="dg-float dg-drawer"
      onClose={onClose}
      // Closes the drawer after a click on its backdrop. The browser reports such a click as a click on the dialog
      // itself, because the content fills the dialog.
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="dg-drawer-body">
        <button type="button" className="dg-icon" aria-label={closeLabel} onClick={onClose}>
          <Icon name="close" />
        </button>
        {children}
      </div>
    </dialog>
  );
}

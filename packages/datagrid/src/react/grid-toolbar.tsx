import type { ReactNode } from "react";
import type { GridTexts } from "../core/texts.ts";
import { useIcon } from "./skin.ts";

/** Popups that the buttons of the toolbar open. */
export type ToolbarKind = "columns" | "more";

interface Props {
  left: ReactNode;
  right: ReactNode;
  selectedCount: number;
  onClearSelection: () => void;
  onReload: () => void;
  onOpen: (kind: ToolbarKind, opener: Element) => void;
  /** Kind of the popup that is open; undefined for none. */
  open: string | undefined;
  texts: GridTexts;
}

export function GridToolbar(props: Props): ReactNode {
  const { left, right, selectedCount, texts } = props;
  const Icon = useIcon();
  const opener = (kind: ToolbarKind, popup: "dialog" | "menu", label: string, icon: ReactNode): ReactNode => (
    <button
      type="button"
      className="dg-icon"
      aria-label={label}
      aria-haspopup={popup}
      aria-expanded={props.open === kind}
      title={label}
      onClick={(event) => props.onOpen(kind, event.currentTarget)}
    >
      {icon}
    </button>
  );
  return (
    <div className="dg-bar">
      <div className="dg-bar-left">
        {left}
        <span className={`dg-selected${selectedCount === 0 ? " dg-hidden" : ""}`}>
          {/* This element is always in the DOM, because screen readers announce a change only in an element that
              was there before. */}
          <span aria-live="polite">{selectedCount > 0 && texts.selected(selectedCount)}</span>
          {selectedCount > 0 && (
            <button type="button" className="dg-link" onClick={props.onClearSelection}>
              {texts.clearSelection}
            </button>
          )}
        </span>
      </div>
      <div className="dg-bar-right">
        {right}
        <div className="dg-bar-tools">
          <button
            type="button"
            className="dg-icon"
            aria-label={texts.reload}
            title={texts.reload}
            onClick={props.onReload}
          >
            <Icon name="reload" />
          </button>
          {opener("columns", "dialog", texts.columns, <Icon name="settings" />)}
          {opener("more", "menu", texts.more, <Icon name="more" />)}
        </div>
      </div>
    </div>
  );
}

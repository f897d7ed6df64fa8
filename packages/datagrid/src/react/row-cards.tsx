import type { ReactNode } from "react";
import { CARD_GAP, cardHeight, cardOf, columnOnCard } from "../core/card.ts";
import type { PlacedColumn } from "../core/columns.ts";

/** Describes how a grid draws its rows as cards. */
export interface RowCards<R> {
  /** Distance from the top of a card to the top of the next card, px. */
  readonly height: number;
  /** Distance between two cards, px. */
  readonly gap: number;
  /**
   * Returns the index of the column to which the focus really moves when it should move from column `from` to column
   * `to`. A card does not show all columns. If it does not show `to`, this is the next shown column in that direction.
   */
  readonly columnAt: (from: number, to: number) => number;
  /** Draws the cells of a card. */
  readonly draw: (cell: (column: PlacedColumn<R>) => ReactNode) => ReactNode;
}

/**
 * Draws each row as a card with title, state, three further facts and the actions. Pass this function to the grid as
 * `cards`.
 */
export function rowCards<R>(all: readonly PlacedColumn<R>[]): RowCards<R> {
  const card = cardOf(all);
  const { head, facts, actions } = card;
  return {
    height: cardHeight(card),
    gap: CARD_GAP,
    columnAt: (from, to) => columnOnCard(card, from, to),
    // Hides the labels from screen readers, because they already read the column header of each cell.
    draw: (cell) => (
      <>
        <div role="presentation" className="dg-card-head">
          {head.map(cell)}
        </div>
        {facts.map((c) => (
          <div key={c.key} role="presentation" className="dg-card-fact">
            <span aria-hidden="true" className="dg-card-label">
              {c.column?.title}
              {c.column?.unit && <span className="dg-unit">{c.column.unit}</span>}
            </span>
            {cell(c)}
          </div>
        ))}
        {actions && (
          <div role="presentation" className="dg-card-actions">
            {cell(actions)}
          </div>
        )}
      </>
    ),
  };
}

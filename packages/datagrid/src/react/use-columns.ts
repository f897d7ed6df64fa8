import { useMemo } from "react";
import {
  canMove,
  moveColumn,
  orderColumns,
  type PlacedColumn,
  type PlaceOptions,
  pinOf,
  placeColumns,
} from "../core/columns.ts";
import type { GridColumn, PinSide } from "../core/types.ts";
import type { RowCards } from "./row-cards.tsx";
import { useLayout } from "./use-layout.ts";

interface Options<R> extends PlaceOptions {
  /** Returns the layout of rows as cards. If undefined, each row is a line. */
  cards: ((columns: readonly PlacedColumn<R>[]) => RowCards<R>) | undefined;
}

/** Returns the visible columns with their positions, and the functions that change their layout. */
export function useColumns<R>(id: string, columns: readonly GridColumn<R>[], options: Options<R>) {
  const { layout, change, reset } = useLayout(id);
  const { viewWidth, handleWidth, checkWidth, seqWidth, actionsWidth, narrow, cards } = options;
  const placed = useMemo(
    () =>
      placeColumns(columns, layout, { viewWidth, handleWidth, checkWidth, seqWidth, actionsWidth, narrow }),
    [columns, layout, viewWidth, handleWidth, checkWidth, seqWidth, actionsWidth, narrow],
  );
  const card = useMemo(() => cards?.(placed.all), [cards, placed]);
  const ordered = orderColumns(columns, layout);
  const order = ordered.map((c) => c.key);

  const pin = (key: string, side: PinSide | undefined): void =>
    change((old) => ({ ...old, pin: { ...old.pin, [key]: side ?? "none" } }));

  const hide = (key: string, hidden: boolean): void =>
    change((old) => ({ ...old, hidden: { ...old.hidden, [key]: hidden } }));

  const mayMove = (from: string, to: string): boolean => canMove(ordered, from, to);

  const move = (from: string, to: string): void => {
    const target = columns.find((c) => c.key === to);
    if (!target || !mayMove(from, to)) return;
    change((old) => {
      const moved = { ...old, order: moveColumn(order, from, to) };
      const source = columns.find((c) => c.key === from);
      const side = pinOf(target, old);
      // Pins or unpins the moved column, so that its side is that of the column at the target position.
      if (!source || pinOf(source, old) === side) return moved;
      return { ...moved, pin: { ...old.pin, [from]: side ?? "none" } };
    });
  };

  const setWidths = (widths: Record<string, number>): void =>
    change((old) => ({ ...old, width: { ...old.width, ...widths } }));

  return { layout, change, reset, placed, card, ordered, pin, hide, mayMove, move, setWidths };
}

import type { PlacedColumn } from "./columns.ts";

/**
 * The columns that a phone shows for each row. On a phone, each row is a card, and this type groups the columns by
 * their place on the card.
 */
export interface CardColumns<R> {
  /** First line: the drag handle, the checkbox, the title and the state. */
  readonly head: readonly PlacedColumn<R>[];
  /** At most three columns besides title and state. Each has a line with the column's title and the row's value. */
  readonly facts: readonly PlacedColumn<R>[];
  /** Last line: the actions of the row. */
  readonly actions: PlacedColumn<R> | undefined;
  /** Columns of the card as indexes in the list of the visible columns, in ascending order. */
  readonly indexes: readonly number[];
}

/**
 * Heights of the parts of a card, px. `gap` is the distance between two cards. The head is as high as a finger needs
 * to tap its checkbox.
 */
const HEIGHTS = { frame: 14, head: 40, fact: 24, actions: 48, gap: 8 };
export const CARD_GAP = HEIGHTS.gap;
const FACTS = 3;

/**
 * Chooses the columns of a card from the visible columns. The title is the first text column. The state is the first
 * choice column with `onCard`, or else the first choice column. Up to three other columns (facts) get a line each,
 * those with `onCard` first. The order and the visibility that the user has chosen apply to cards too.
 */
export function cardOf<R>(all: readonly PlacedColumn<R>[]): CardColumns<R> {
  const data = all.filter((c) => c.kind === "data");
  const title = data.find((c) => c.column?.type === "text") ?? data[0];
  const isMarked = (c: PlacedColumn<R>) => c.column?.onCard === true;
  const choices = data.filter((c) => c !== title && c.column?.type === "choice");
  const state = choices.find(isMarked) ?? choices[0];
  const rest = data.filter((c) => c !== title && c !== state);
  const facts = [...rest.filter(isMarked), ...rest.filter((c) => !isMarked(c))].slice(0, FACTS);
  const head = [
    ...all.filter((c) => c.kind === "handle" || c.kind === "check"),
    ...[title, state].filter((c) => c !== undefined),
  ];
  const actions = all.find((c) => c.kind === "actions");
  const indexes = [...head, ...facts, ...(actions ? [actions] : [])]
    .map((c) => c.index)
    .sort((a, b) => a - b);
  return { head, facts, actions, indexes };
}

/** Returns the distance from the top of a card to the top of the next card, px. All cards of a grid have one height. */
export const cardHeight = <R>({ facts, actions }: CardColumns<R>): number =>
  HEIGHTS.frame + HEIGHTS.head + facts.length * HEIGHTS.fact + (actions ? HEIGHTS.actions : 0) + CARD_GAP;

/**
 * Returns the column that gets the focus when the focus shall move from the column `from` to the column `to`. If the
 * card does not show `to`, this is the next column on the card in the same direction.
 */
export function columnOnCard<R>({ indexes }: CardColumns<R>, from: number, to: number): number {
  const found = to < from ? indexes.findLast((i) => i <= to) : indexes.find((i) => i >= to);
  return found ?? indexes.at(to < from ? 0 : -1) ?? to;
}

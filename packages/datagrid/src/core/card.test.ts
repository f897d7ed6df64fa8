import { describe, expect, it } from "vitest";
import { cardHeight, cardOf, columnOnCard } from "./card.ts";
import { placeColumns } from "./columns.ts";
import { EMPTY_LAYOUT } from "./layout.ts";
import type { GridColumn } from "./types.ts";

type Row = Record<string, unknown>;
const columns: GridColumn<Row>[] = [
  { key: "level", title: "Level", type: "choice" },
  { key: "mold", title: "Mold", type: "text" },
  { key: "secret", title: "Secret", type: "text", hidden: true },
  { key: "plant", title: "Plant", type: "text" },
  { key: "shots", title: "Shots", type: "number" },
  { key: "stage", title: "Stage", type: "choice" },
  { key: "since", title: "Since", type: "date" },
];
const placed = (list: readonly GridColumn<Row>[], actionsWidth?: number) =>
  placeColumns(list, EMPTY_LAYOUT, {
    viewWidth: 390,
    checkWidth: 36,
    seqWidth: undefined,
    actionsWidth,
    narrow: true,
  }).all;
const keys = (list: readonly { key: string }[]) => list.map((c) => c.key);

describe("a card", () => {
  const card = cardOf(placed(columns, 120));

  it("shows the first text, the first choice, three further facts and the actions", () => {
    expect(keys(card.head)).toEqual(["__check", "mold", "level"]);
    expect(keys(card.facts)).toEqual(["plant", "shots", "stage"]);
    expect(card.actions?.key).toBe("__actions");
  });

  it("shows the columns first that are marked for cards", () => {
    const marked = columns.map((c) => (c.key === "since" ? { ...c, onCard: true } : c));
    expect(keys(cardOf(placed(marked)).facts)).toEqual(["since", "plant", "shots"]);
  });

  it("shows the marked choice as the state", () => {
    const marked = columns.map((c) => (c.key === "stage" ? { ...c, onCard: true } : c));
    const { head, facts } = cardOf(placed(marked));
    expect(keys(head)).toEqual(["__check", "mold", "stage"]);
    expect(keys(facts)).toEqual(["level", "plant", "shots"]);
  });

  it("is higher with facts and with actions", () => {
    const bare = cardOf(placed(columns.slice(0, 2)));
    expect(bare.facts).toEqual([]);
    expect(cardHeight(card) - cardHeight(bare)).toBe(3 * 24 + 48);
  });

  it("has a title if no column is a text", () => {
    expect(keys(cardOf(placed(columns.slice(4))).head)).toEqual(["__check", "shots", "stage"]);
  });

  it("moves the focus over the columns that it leaves out, in the direction of the key", () => {
    // Indexes of the columns: checkbox 0, level 1, mold 2, plant 3, shots 4, stage 5, since 6, actions 7.
    expect(card.indexes).toEqual([0, 1, 2, 3, 4, 5, 7]);
    expect(columnOnCard(card, 5, 6)).toBe(7);
    expect(columnOnCard(card, 7, 6)).toBe(5);
    expect(columnOnCard(card, 6, 6)).toBe(7);
    expect(columnOnCard(card, 0, 0)).toBe(0);
  });
});

import { defineCommand, defineEntity, defineEnum, defineQuery, field } from "../kernel/index.ts";

/** Why a stock moved; every piece that is there or gone has one. */
export const moveKind = defineEnum("moveKind", { opening: 0, received: 1, issued: 2, used: 3, counted: 4 });
/** Those that a person enters; the others follow from a new part and from a task. */
export const enteredMove = defineEnum("enteredMove", { received: 1, issued: 2, counted: 4 });

const mostPieces = 10_000_000;

/** Spare parts of molds. The stock is never written but with a move that says why. */
export const sparePart = defineEntity({
  name: "sparePart",
  wire: "SPARE_PART",
  menu: "MT102",
  key: ["partNo"],
  fields: {
    partNo: field.text(50, { required: true, pattern: /^[^\s,](.*[^\s,])?$/ }),
    partName: field.text(100, { required: true }),
    partModel: field.text(100),
    partUnit: field.text(20, { required: true }),
    stockQty: field.int({ min: 0, max: mostPieces }),
    /** At this stock it is low, and marked so. */
    minimumQty: field.int({ min: 0, max: mostPieces }),
    partPrice: field.decimal(2, { unit: "yuan", min: 0, max: 100_000_000 }),
    /** Where it lies; empty: it belongs to no plant, and everybody may take it. */
    plantId: field.text(50, { wire: "SAVE_ADDRESS", reference: "SYS_ORG" }),
    location: field.text(100),
    /** Numbers of molds with commas between; empty: it fits all. */
    fitsMolds: field.text(2000),
    remark: field.text(500),
  },
});

export const sparePartList = defineQuery({
  menu: "MT102",
  id: "Q03",
  // Daily maintenance takes parts too.
  open: true,
  key: ["partNo"],
  columns: {
    ...sparePart.fields,
    plantName: field.text(100, { wire: "SAVE_ADDRESS_NAME", virtual: true }),
    isLowStock: field.flag({ virtual: true }),
  },
});

/** One change of a stock, and what was there after it. */
export const partMove = defineEntity({
  name: "partMove",
  wire: "SPARE_PART_MOVE",
  menu: "MT102",
  key: ["moveId"],
  fields: {
    moveId: field.int({ readOnly: true }),
    partNo: field.text(50, { readOnly: true, reference: "SPARE_PART" }),
    moveKind: field.choice(moveKind, { readOnly: true }),
    moveQty: field.int({ readOnly: true }),
    balanceQty: field.int({ readOnly: true }),
    taskId: field.text(30, { readOnly: true }),
    moveReason: field.text(200, { readOnly: true }),
  },
});

export const partMoves = defineQuery({
  menu: "MT102",
  id: "Q04",
  key: ["moveId"],
  columns: { ...partMove.fields, moldNo: field.text(50, { virtual: true }) },
});

/** Received and issued by so many; counted: so many are there. */
export const movePart = defineCommand<{ readonly BALANCE: number }>()({
  type: "rf_MovePart",
  right: { menu: "MT102", action: "M" },
  input: {
    partNo: field.text(50, { required: true }),
    enteredMove: field.choice(enteredMove, { wire: "MOVE_KIND", required: true }),
    moveQty: field.int({ required: true, min: 0, max: mostPieces }),
    moveReason: field.text(200, { required: true }),
  },
});

/** What a task takes from the stock, in the spelling of the wire. */
export interface UsedPart {
  readonly PART_NO: string;
  readonly QTY: number;
}

/** Parts as somebody sent them, checked; undefined: they are none. */
export function usedPartsOf(value: unknown): UsedPart[] | undefined {
  if (!Array.isArray(value) || value.length > 50) return undefined;
  const parts: UsedPart[] = [];
  for (const row of value as readonly unknown[]) {
    if (typeof row !== "object" || row === null) return undefined;
    const { PART_NO, QTY } = row as Readonly<Record<string, unknown>>;
    const isGood =
      typeof PART_NO === "string" &&
      PART_NO !== "" &&
      typeof QTY === "number" &&
      Number.isInteger(QTY) &&
      QTY >= 1 &&
      QTY <= mostPieces;
    if (!isGood) return undefined;
    parts.push({ PART_NO, QTY });
  }
  return new Set(parts.map((p) => p.PART_NO)).size === parts.length ? parts : undefined;
}

/** Does a part go into a mold? One that names no molds goes into all. */
export function fitsMold(fitsMolds: string | null | undefined, moldNo: string): boolean {
  const fits = (fitsMolds ?? "")
    .split(",")
    .map((m) => m.trim())
    .filter(Boolean);
  return fits.length === 0 || fits.includes(moldNo);
}

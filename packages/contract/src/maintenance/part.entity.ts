import {
  decodeOutput,
  defineCommand,
  defineEntity,
  defineEnum,
  defineQuery,
  encodeOutput,
  field,
  onlyWriters,
  right,
  tableRights,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { orgType } from "../system/system.entity.ts";

/** Reasons for a change of a spare part's stock. */
export const moveKind = defineEnum("moveKind", { opening: 0, received: 1, issued: 2, used: 3, counted: 4 });
/**
 * Kinds of stock moves that a user may enter. The server itself enters `opening` for a new part and `used` for a
 * finished task.
 */
export const enteredMove = defineEnum("enteredMove", { received: 1, issued: 2, counted: 4 });

const maxPieces = 10_000_000;

/** A spare part of molds. Each change of its stock is recorded as a `partMove`. */
export const sparePart = defineEntity({
  name: "sparePart",
  wire: "SPARE_PART",
  access: tableRights(menus.majorMaintenance, { writers: onlyWriters("staff", "plant") }),
  key: ["partNo"],
  fields: {
    partNo: field.text(50, { required: true, pattern: /^[^\s,](.*[^\s,])?$/ }),
    partName: field.text(100, { required: true }),
    partModel: field.text(100),
    partUnit: field.text(20, { required: true }),
    stockQty: field.int({ min: 0, max: maxPieces, atCreation: true, hasDefault: true, isAmount: true }),
    /** Low-stock limit: screens mark the stock as low at or below this quantity. */
    minimumQty: field.int({ min: 0, max: maxPieces }),
    partPrice: field.decimal(2, { unit: "yuan", min: 0, max: 100_000_000 }),
    /** The plant that owns the part. Empty: all plants may use it. */
    plantId: field.text(50, {
      wire: "SAVE_ADDRESS",
      reference: "SYS_ORG",
      referenceIs: { type: orgType.values.plant },
    }),
    location: field.text(100),
    /** Numbers of the molds that the part fits, separated by commas. Empty: all molds. */
    fitsMolds: field.text(2000),
    remark: field.text(500),
  },
});

export const sparePartList = defineQuery({
  menu: menus.majorMaintenance,
  id: "Q03",
  // Lets the screen of daily maintenance read spare parts too, because daily maintenance tasks use spare parts.
  access: right(menus.majorMaintenance, "Q", { others: [menus.dailyMaintenance] }),
  key: ["partNo"],
  columns: {
    ...sparePart.fields,
    plantName: field.text(100, { wire: "SAVE_ADDRESS_NAME", virtual: true }),
    isLowStock: field.flag({ virtual: true }),
  },
});

/** A change of a spare part's stock. The row also holds the stock after the change. */
export const partMove = defineEntity({
  name: "partMove",
  wire: "SPARE_PART_MOVE",
  access: tableRights(menus.majorMaintenance),
  key: ["moveId"],
  fields: {
    moveId: field.int({ readOnly: true }),
    partNo: field.text(50, { readOnly: true, isPart: true, reference: "SPARE_PART" }),
    moveKind: field.choice(moveKind, { readOnly: true }),
    moveQty: field.int({ readOnly: true }),
    balanceQty: field.int({ readOnly: true }),
    taskId: field.text(30, { readOnly: true }),
    moveReason: field.text(200, { readOnly: true }),
  },
});

export const partMoves = defineQuery({
  menu: menus.majorMaintenance,
  id: "Q04",
  access: right(menus.majorMaintenance, "Q"),
  key: ["moveId"],
  columns: { ...partMove.fields, moldNo: field.text(50, { virtual: true }) },
});

/**
 * Changes the stock of a part. `moveQty` is the received or issued quantity, or the counted stock if the move is a
 * count.
 */
export const movePart = defineCommand({
  type: "rf_MovePart",
  access: right(menus.majorMaintenance, "M"),
  input: {
    partNo: field.text(50, { required: true }),
    enteredMove: field.choice(enteredMove, { wire: "MOVE_KIND", required: true }),
    moveQty: field.int({ required: true, min: 0, max: maxPieces }),
    moveReason: field.text(200, { required: true }),
  },
  output: { balance: field.int({ required: true }) },
});

/** Largest number of different spare parts that one maintenance task may use. The server refuses more. */
export const maxUsedParts = 50;

/** A spare part that a task used. */
export interface UsedPart {
  readonly partNo: string;
  readonly quantity: number;
}
/** A used part with wire names: PART_NO, QTY. */
export type WireUsedPart = Readonly<Record<string, unknown>>;

export const usedPartFields = {
  partNo: field.text(50, { required: true }),
  quantity: field.int({ wire: "QTY", required: true }),
} as const;

/** Parses used parts from the wire. Returns undefined if the parts are invalid or name the same part twice. */
export function readUsedParts(value: unknown): UsedPart[] | undefined {
  if (!Array.isArray(value) || value.length > maxUsedParts) return undefined;
  const parts: UsedPart[] = [];
  for (const row of value as readonly unknown[]) {
    if (typeof row !== "object" || row === null) return undefined;
    const { partNo, quantity } = decodeOutput({ ...row }, usedPartFields);
    if (typeof partNo !== "string" || partNo === "") return undefined;
    if (typeof quantity !== "number" || !Number.isInteger(quantity)) return undefined;
    if (quantity < 1 || quantity > maxPieces) return undefined;
    parts.push({ partNo, quantity });
  }
  return new Set(parts.map((p) => p.partNo)).size === parts.length ? parts : undefined;
}

export const writeUsedParts = (parts: readonly UsedPart[]): WireUsedPart[] =>
  parts.map((p) => encodeOutput({ ...p }, usedPartFields));

/** Returns true if a part fits a mold. A part without a list of molds fits every mold. */
export function fitsMold(fitsMolds: string | null | undefined, moldNo: string): boolean {
  const fits = (fitsMolds ?? "")
    .split(",")
    .map((m) => m.trim())
    .filter(Boolean);
  return fits.length === 0 || fits.includes(moldNo);
}

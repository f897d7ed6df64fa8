import type { Random } from "../../month/plan.ts";
import { pick } from "../pick.ts";
import type { Known, Success, World } from "../world.ts";

/** A user who is about to do a sensible step. */
export interface Chance {
  readonly random: Random;
  readonly world: World;
  readonly userId: string;
}

/** A sensible step about a row. */
export interface Moment extends Chance {
  readonly row: Known;
}

/** Values by the name of the field. */
export type Values = Readonly<Record<string, unknown>>;

/** How to do an operation so that it mostly succeeds: about which row, and with which values. */
export interface Guide {
  /** Wire name of the table whose rows the operation is about. Absent: it is about no stored row. */
  readonly about?: string;
  /** Returns whether the operation is allowed now, and about this row if it is about one. */
  readonly fits?: (row: Known, world: World) => boolean;
  /** Returns the values that matter, or undefined if none exist now. Other required fields get valid values. */
  readonly values?: (m: Moment) => Values | undefined;
  /** Table of which one row is inserted in the same request (DoHDAndDT), by the guide of its insertion. */
  readonly lines?: string;
  /** Returns a user who may not do this step, because that user did the step before. */
  readonly notBy?: (row: Known) => unknown;
  /** Users who can do it. Absent: mostly the administrators. */
  readonly by?: readonly string[];
  /** Operation that the same user does at once afterwards, like the next step of a dialog. */
  readonly next?: string;
  /** How often users choose it. Absent: 3 for an operation with `fits`, 1 for others. */
  readonly weight?: number;
}

/** Guides by the name of the operation: a command, or the type of write and the table. */
export type Guides = Readonly<Record<string, Guide>>;

/** Returns the latest request of this kind by the same user that succeeded, with its answer. */
export const latestOf = (world: World, userId: string, type: string): Success | undefined =>
  world.successes.get(`${userId} ${type}`);

const minute = 60_000;
const day = 86_400_000;

/** Day that lies some days after now: "2026-05-20". */
export const dayAfter = ({ world }: Chance, days: number): string =>
  new Date(world.now + days * day).toISOString().slice(0, 10);

/** Time that lies some minutes after now. */
export const minutesAfter = ({ world }: Chance, minutes: number): string =>
  new Date(world.now + minutes * minute).toISOString();

/** Rows of a table that the users know, latest first. Archived rows are left out. */
export const rowsOf = (world: World, table: string): readonly Known[] =>
  (world.known.get(table) ?? []).filter((r) => !r.archivedDate);

export const oneOf = ({ random, world }: Chance, table: string, fits: (r: Known) => boolean = () => true) =>
  pick(random, rowsOf(world, table).filter(fits));

/** Integer between two bounds, inclusive. */
export const whole = ({ random }: Pick<Chance, "random">, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1));

/** Key that no stored row has. */
export const freshKey = ({ random }: Pick<Chance, "random">): string =>
  `n${Math.floor(random() * 1e9).toString(36)}`;

export const isAmong = (states: readonly unknown[], state: unknown): boolean => states.includes(state);

/** A mold that is neither scrapped nor archived. */
export const isUsable = (m: Known): boolean => m.serviceState !== 4 && !m.archivedDate;

/** The open binding of a mold or counter, by the name of its column. */
export const openBinding = (world: World, column: "moldId" | "counterId", id: unknown): Known | undefined =>
  rowsOf(world, "BS_MOLD_WRITER").find((b) => b[column] === id && b.unboundAt === null);

/** The row of a table with this value in a column. */
export const rowWith = (world: World, table: string, column: string, value: unknown): Known | undefined =>
  (world.known.get(table) ?? []).find((r) => r[column] === value);

/** A picture or a PDF that the user has uploaded and that belongs to no record yet. */
export const freshFile = ({ random, world, userId }: Chance, isPdf: boolean): string | undefined =>
  pick(
    random,
    (world.files.get(userId) ?? []).filter((id) => world.pdfs.has(id) === isPdf),
  );

/** Files that were uploaded to a row. */
export const filesOf = (world: World, table: string, key: unknown): readonly string[] =>
  world.attached.filter((f) => f.table === table && f.key === key).map((f) => f.fileId);

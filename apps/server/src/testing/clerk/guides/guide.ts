import type { Random } from "../../month/plan.ts";
import { pick } from "../pick.ts";
import type { Known, Success, World } from "../world.ts";

/**
 * Facts from which a guide (see `Guide`) chooses the values of a request that can succeed: the user, and the rows that
 * the simulated users know.
 */
export interface Chance {
  readonly random: Random;
  readonly world: World;
  readonly userId: string;
}

/**
 * Facts from which a guide (see `Guide`) chooses the values of a request about one row: the facts of `Chance`, and the
 * row.
 */
export interface Moment extends Chance {
  readonly row: Known;
}

/** Values of the request by the name of the field. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * Describes how a simulated user performs an operation so that it mostly succeeds: about which row, and with which
 * values.
 */
export interface Guide {
  /** Wire name of the table whose rows the operation is about. Absent: the operation is about no stored row. */
  readonly about?: string;
  /** Returns whether the operation is allowed now. `row` is the row that the operation is about, or an empty row. */
  readonly fits?: (row: Known, world: World) => boolean;
  /**
   * Returns the values on which success depends. Returns undefined if no values can succeed now. Other required fields
   * get valid values.
   */
  readonly values?: (m: Moment) => Values | undefined;
  /**
   * Set for an operation that inserts a row together with one line (request DoHDAndDT): wire name of the table of the
   * line. The guide for inserting into that table gives the values of the line.
   */
  readonly lines?: string;
  /** Returns a user who may not do this step, because that user did the previous step. */
  readonly notBy?: (row: Known) => unknown;
  /** Ids of the users who can perform the operation on the row. Absent: mostly the administrators. */
  readonly by?: readonly string[] | ((row: Known) => readonly string[]);
  /** Kind of file that the user uploads just before the operation, as a page does when the user chooses a file. */
  readonly upload?: FileKind;
  /** Name of the operation that the same user performs right afterwards, like the next step of a dialog. */
  readonly next?: string;
  /** Relative frequency with which users choose the operation. Absent: 3 if the guide has `fits`, otherwise 1. */
  readonly weight?: number;
}

/** Kind of a file that belongs to no record yet. */
export type FileKind = "picture" | "pdf";

/** Guides by the name of their operation. The name is the command, or the type of write followed by the table. */
export type Guides = Readonly<Record<string, Guide>>;

/** Returns the latest successful request of a user that has this `type`, with its answer. */
export const latestOf = (world: World, userId: string, type: string): Success | undefined =>
  world.successes.get(`${userId} ${type}`);

const minute = 60_000;
const day = 86_400_000;

/** Returns the day that lies some days after now: "2026-05-20". */
export const dayAfter = ({ world }: Chance, days: number): string =>
  new Date(world.now + days * day).toISOString().slice(0, 10);

/** Returns the time that lies some minutes after now. */
export const minutesAfter = ({ world }: Chance, minutes: number): string =>
  new Date(world.now + minutes * minute).toISOString();

/** Returns the rows of a table that the users know, latest first, without archived rows. */
export const rowsOf = (world: World, table: string): readonly Known[] =>
  (world.known.get(table) ?? []).filter((r) => !r.archivedDate);

export const oneOf = ({ random, world }: Chance, table: string, fits: (r: Known) => boolean = () => true) =>
  pick(random, rowsOf(world, table).filter(fits));

/** Returns a random integer between two bounds, inclusive. */
export const whole = ({ random }: Pick<Chance, "random">, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1));

/** Returns a new key that no stored row has. */
export const freshKey = ({ random }: Pick<Chance, "random">): string =>
  `n${Math.floor(random() * 1e9).toString(36)}`;

export const isAmong = (states: readonly unknown[], state: unknown): boolean => states.includes(state);

/** Returns true if a mold is neither scrapped nor archived. */
export const isUsable = (m: Known): boolean => m.serviceState !== 4 && !m.archivedDate;

/** Returns the open binding of a mold or counter. `column` tells which of the two `id` is. */
export const openBinding = (world: World, column: "moldId" | "counterId", id: unknown): Known | undefined =>
  rowsOf(world, "BS_MOLD_WRITER").find((b) => b[column] === id && b.unboundAt === null);

/** Returns the row of a table with this value in a column. */
export const rowWith = (world: World, table: string, column: string, value: unknown): Known | undefined =>
  (world.known.get(table) ?? []).find((r) => r[column] === value);

/** Returns the id of the latest picture or PDF that the user has uploaded and that belongs to no record yet. */
export const freshFile = ({ world, userId }: Chance, isPdf: boolean): string | undefined =>
  (world.files.get(userId) ?? []).filter((id) => world.pdfs.has(id) === isPdf).at(-1);

/** Returns the ids of the files that were uploaded to a row. */
export const filesOf = (world: World, table: string, key: unknown): readonly string[] =>
  world.attached.filter((f) => f.table === table && f.key === key).map((f) => f.fileId);

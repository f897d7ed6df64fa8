import { setTimeout as pause } from "node:timers/promises";
import type { Connection, Timeouts } from "./connection.ts";
import type { Language } from "./network-list.ts";
import { type Trouble, TroubleError } from "./trouble.ts";

/** State that a printer reports in its answer to a status query. */
export interface Condition {
  readonly trouble: Trouble | undefined;
  /** True if all received labels are printed. */
  readonly isIdle: boolean;
}

/** Status queries to a printer, in its command language. */
export interface Dialogue {
  /** Queries the state. Returns undefined if the printer does not answer. */
  condition(connection: Connection, ms: number): Promise<Condition | undefined>;
  /** Waits until the printer has printed what it received. Rejects if it does not confirm this in time. */
  printed(connection: Connection, timeouts: Timeouts): Promise<void>;
}

/** Control characters before and after each line of a Zebra printer's answer to a status query. */
const [stx, etx] = ["\u0002", "\u0003"];

/**
 * Parses the answer to ~HS, Zebra's host status: three lines between STX and ETX. Line 1 has the flags paper out (field
 * 2) and pause (3), and the number of formats in the buffer (5). Line 2 has the flags head up (3) and ribbon out (4),
 * the flag thermal transfer (5), and the number of labels that remain (9).
 */
export function readHostStatus(received: Buffer): Condition | undefined {
  const [, ...parts] = received.toString("latin1").split(stx);
  const lines = parts.filter((p) => p.includes(etx)).map((p) => p.slice(0, p.indexOf(etx)).split(","));
  const [first, second, third] = lines.slice(-3);
  if (!first || !second || !third || first.length < 12 || second.length < 11) return undefined;
  const isSet = (field: string | undefined) => Number(field) === 1;
  const hasRibbon = isSet(second[4]);
  const troubles: readonly (readonly [boolean, Trouble])[] = [
    [isSet(second[2]), "headOpen"],
    [isSet(first[1]), "paperOut"],
    [hasRibbon && isSet(second[3]), "ribbonOut"],
    [isSet(first[2]), "paused"],
  ];
  const trouble = troubles.find(([is]) => is)?.[1];
  return { trouble, isIdle: Number(first[4]) === 0 && Number(second[8]) === 0 };
}

/** Longest time between two status queries while a label is printed, ms. The first queries follow faster. */
const poll = 150;
const firstPoll = 25;
/**
 * Time for which a printer must report to be idle, after it has reported to be printing, until a label counts as
 * printed, ms.
 */
const settling = 100;

const zpl: Dialogue = {
  async condition(connection, ms) {
    await connection.write("~HS", ms);
    return connection.answer(readHostStatus, ms);
  },
  async printed(connection, { print }) {
    const end = Date.now() + print;
    const begin = Date.now();
    let last: Trouble | undefined;
    let hasBegun = false;
    let idleSince: number | undefined;
    for (let wait = firstPoll; ; wait = Math.min(poll, wait * 2)) {
      if (Date.now() > end) throw new TroubleError(last ?? "notConfirmed");
      await pause(wait);
      // Waits for the answer for all the remaining time, because a printer may answer late while it prints. Sends no
      // second query meanwhile, because an answer does not say to which query it belongs.
      const condition = await zpl.condition(connection, Math.max(0, end - Date.now()));
      if (!condition) throw new TroubleError(connection.isOver ? "connectionLost" : (last ?? "notConfirmed"));
      last = condition.trouble;
      const now = Date.now();
      if (!condition.isIdle || condition.trouble) {
        hasBegun ||= !condition.isIdle;
        idleSince = undefined;
      } else if (hasBegun || now - begin >= poll) {
        // A printer may answer "idle" before it begins to print, so one idle answer is not enough. After it has
        // answered "printing", it must stay idle for `settling` ms. Without such an answer, idle answers count only
        // from `poll` ms after the start, and the printer must then stay idle for `poll` ms.
        idleSince ??= now;
        if (now - idleSince >= (hasBegun ? settling : poll)) return;
      }
    }
  },
};

/** Finds the answer to DLE EOT in the received bytes: a byte whose bits 1 and 4 are 1, and whose bits 0 and 7 are 0. */
const statusByte = (received: Buffer) => received.find((b) => (b & 0b1001_0011) === 0b0001_0010);

/**
 * Returns the answer to GS r, a byte whose bits 4 and 7 are 0. Skips the automatic status messages of the printer,
 * which have four bytes: in the first byte, bit 4 is 1 and the bits 0, 1 and 7 are 0. Also skips other bytes, such as
 * XON and XOFF.
 */
export function readPaperStatus(received: Buffer): number | undefined {
  for (let at = 0; at < received.length; ) {
    const byte = received.readUInt8(at);
    if ((byte & 0b1001_0000) === 0) return byte;
    at += (byte & 0b1001_0011) === 0b0001_0000 ? 4 : 1;
  }
  return undefined;
}

const escPos: Dialogue = {
  async condition(connection, ms) {
    // Sends DLE EOT 2, which queries the cause of the offline state. Printers answer it at once, also without paper.
    await connection.write(Uint8Array.of(0x10, 0x04, 2), ms);
    const status = await connection.answer(statusByte, ms);
    if (status === undefined) return undefined;
    const trouble =
      (status & 0x04) !== 0
        ? "headOpen"
        : (status & 0x20) !== 0
          ? "paperOut"
          : (status & 0x40) !== 0
            ? "printerFault"
            : undefined;
    return { trouble, isIdle: false };
  },
  async printed(connection, { print }) {
    // Sends GS r 1, which the printer processes in order: it answers after it has printed everything that it received
    // before.
    await connection.write(Uint8Array.of(0x1d, 0x72, 1), print);
    const answer = await connection.answer(readPaperStatus, print);
    if (answer === undefined) throw new TroubleError(connection.isOver ? "connectionLost" : "notConfirmed");
  },
};

export const dialogues: Readonly<Record<Language, Dialogue>> = { zpl, escpos: escPos };

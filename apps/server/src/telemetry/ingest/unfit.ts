import { channel } from "@shotkeeper/contract/counter";
import { AppError, isMessage } from "@shotkeeper/contract/kernel";
import type { IncomingReading } from "../ledger/incoming.ts";
import type { Refused, Sender } from "./refused.ts";
import type { ReportItem } from "./report.ts";

/** Returns whether a reading was refused because a file of the archive is damaged. A person must repair the file. */
export const isArchiveDamaged = (cause: unknown): boolean =>
  cause instanceof AppError && isMessage(cause, "readingArchiveDamaged");

/**
 * Converts a reading back to the form in which counters send it, without the chip code. The reverse of `parseReport`.
 */
function itemOf(r: IncomingReading): ReportItem {
  const fields: Readonly<Record<string, unknown>> = {
    COUNT_TIMES: r.count,
    sendTime: r.sentAt ?? r.receivedAt,
    percentage: r.battery,
    Electricity_Mark: r.lowBattery,
    rssi: r.rssi,
    Remove_Sign: r.removed,
    coordinate: r.lng === null || r.lat === null ? null : `${r.lng},${r.lat}`,
    Reader_Id: r.readerId,
    cycles: r.cycles?.map((ms) => ms / 1000) ?? null,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/**
 * Sender of a reading that the journal (the write-ahead file) could not pass on to the ledger. The quarantine shows it
 * as "journal". The real sender already has the acknowledgement of this reading.
 */
export const journalSender = (counterId: number): Sender => ({
  key: `journal ${counterId}`,
  name: "journal",
  channel: channel.values.mqtt,
  isAcknowledged: true,
});

/** Returns the quarantine entry of a valid reading that the ledger cannot store. */
export const unfit = (tenantId: number, reading: IncomingReading, cause: unknown): Refused =>
  isArchiveDamaged(cause)
    ? {
        tenantId,
        chip: undefined,
        counterId: reading.counterId,
        reason: "archive",
        payload: itemOf(reading),
        reading,
      }
    : { tenantId, chip: undefined, reason: "malformed", payload: reading };

import type { Receipt } from "../../../telemetry/ingest/receipt.ts";
import type { Source } from "../../../telemetry/ingest/sources.ts";
import type { TestTenant } from "../../../testing/tenant.ts";

export interface TestReading {
  readonly chip: string;
  readonly at: number;
  readonly count: number;
}

/** Returns the chip code of the counter with this counter number. */
export async function chipOf(t: TestTenant, writerId: string): Promise<string> {
  const row = await t.admin.list("CT101", "Q01", {
    WhereStr: [{ Field: "WRITER_ID", ConditionalCode: "EQ", Value: writerId }],
  });
  return String(row[0]?.WRITER_IMIE);
}

/** Sends items to the ingest as if they came from a gateway of the tenant. Returns the receipt. */
export function sendItems(t: TestTenant, items: readonly unknown[]): Promise<Receipt> {
  const source: Source = {
    kind: "gateway",
    tenantId: t.id,
    key: `g ${t.code}`,
    mark: `${t.code}0123456789ab`.slice(0, 12),
    by: { hash: `${t.code}0123456789ab` },
  };
  return t.server.app.ingest.intake.take(items, { source, address: "test", channel: "http" });
}

export const itemOf = ({ chip, at, count }: TestReading) => ({
  WRITER_IMIE: chip,
  COUNT_TIMES: count,
  sendTime: at,
});

export const sendReadings = (t: TestTenant, readings: readonly TestReading[]): Promise<Receipt> =>
  sendItems(t, readings.map(itemOf));

export interface QuarantineRow {
  readonly QUARANTINE_ID: number;
  readonly REASON: string;
  readonly QUARANTINE_STATE: string;
  readonly COUNT_TIMES: number | null;
  readonly WRITER_ID: string | null;
}

/** Returns the rows of the quarantine that the user sees, the oldest first. */
export async function quarantineOf(
  user: TestTenant["admin"],
  more: Record<string, unknown> = {},
): Promise<QuarantineRow[]> {
  const rows = await user.list("CT103", "Q01", more);
  return (rows as unknown[] as QuarantineRow[]).sort((a, b) => a.QUARANTINE_ID - b.QUARANTINE_ID);
}

export interface ReleaseAnswer {
  readonly RELEASED: number;
  readonly MOVED: number;
  readonly QUARANTINED_AGAIN: number;
  readonly SKIPPED: Readonly<Record<string, number>>;
}

export const releaseAll = (user: TestTenant["admin"], rows: readonly QuarantineRow[]) =>
  user.run<ReleaseAnswer>("rf_ReleaseReadings", {
    QUARANTINE_IDS: rows.map((r) => r.QUARANTINE_ID),
    REASON: "checked",
  });

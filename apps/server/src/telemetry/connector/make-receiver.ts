import type { Db } from "../../kernel/db/db.ts";
import type { EventBus } from "../../kernel/events.ts";
import type { Secrets } from "../../kernel/secrets.ts";
import type { Intake } from "../ingest/intake.ts";
import { Connectors } from "./connectors.ts";
import { MessageLog } from "./message-log.ts";
import { Receiver } from "./receiver.ts";

export function makeReceiver(o: {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly events: EventBus;
  readonly intake: Intake;
  readonly now: () => number;
}): Receiver {
  const connectors = new Connectors(o.db, o.secrets, o.now);
  const log = new MessageLog(o.db, async (p, readings) => {
    const connector = await connectors.byId(p.tenantId, p.connectorId);
    if (!connector?.isActive) return;
    // Loads the counters of the readings again, because the cache may still say that their chip codes are unknown.
    await o.intake.chips.load(readings.map((r) => r.chipCode));
    const items = readings.map((r) => ({ WRITER_IMIE: r.chipCode, COUNT_TIMES: r.count, sendTime: r.at }));
    await o.intake.take(items, { source: connector.source, address: "", channel: "http" });
  });
  // Also empties the cache after a change of a counter, because the counter may have another chip code or be deleted.
  o.events.listenAll((_tenantId, e) => {
    if (e.type === "connector" || e.type === "counter") connectors.forget();
  });
  return new Receiver(connectors, o.intake, log);
}

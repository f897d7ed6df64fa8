import type { Sessions } from "../../kernel/auth/sessions.ts";
import type { Db } from "../../kernel/db/db.ts";
import type { EventBus } from "../../kernel/events.ts";
import type { Ingest } from "../ledger/incoming.ts";
import { Chips } from "./chips.ts";
import { Gather, type GatherOptions } from "./gather.ts";
import { Intake } from "./intake.ts";
import type { MqttIngest } from "./mqtt-ingest.ts";
import { RefusedKeeper } from "./refused.ts";
import { Sources } from "./sources.ts";
import { Tally } from "./tally.ts";

/** Objects through which a running server receives readings: caches, queues, authentication and metrics. */
export interface IngestApis {
  readonly chips: Chips;
  readonly sources: Sources;
  readonly gather: Gather;
  readonly intake: Intake;
  readonly refused: RefusedKeeper;
  readonly tally: Tally;
  /** MQTT ingest. undefined: it is not open yet, or not configured. */
  mqtt?: MqttIngest;
}

export function makeIngest(o: {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly events: EventBus;
  readonly ledger: Ingest;
  readonly now: () => number;
  readonly gather?: GatherOptions;
}): IngestApis {
  const tally = new Tally();
  const chips = new Chips(o.db, o.now);
  const sources = new Sources(o.db, o.sessions, chips, tally, o.now);
  const gather = new Gather(o.ledger, tally, o.gather);
  const refused = new RefusedKeeper(o.db, tally, o.now);
  const intake = new Intake(chips, sources, gather, refused, tally, o.now);
  const apis: IngestApis = { chips, sources, gather, intake, refused, tally };
  o.events.listenAll((tenantId, e) => {
    if (e.type === "counter") chips.forget(tenantId);
    else if (e.type === "gateway") sources.gateways.forget(tenantId);
    else return;
    apis.mqtt?.recheck({ tenantId, kind: e.type, writerIds: e.counters });
  });
  return apis;
}

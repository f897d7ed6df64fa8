import type { App } from "./app.ts";
import { AuditTally } from "./kernel/audit/tally.ts";
import { Guests } from "./kernel/auth/guest.ts";
import { Providers } from "./kernel/auth/oidc/provider.ts";
import { PasswordResets } from "./kernel/auth/password-reset.ts";
import { Sessions } from "./kernel/auth/sessions.ts";
import type { Config } from "./kernel/config.ts";
import type { Db } from "./kernel/db/db.ts";
import { EventBus } from "./kernel/events.ts";
import { Storage } from "./kernel/files/storage.ts";
import { forgetRuns } from "./kernel/job-mark.ts";
import { Registry } from "./kernel/registry.ts";
import { Secrets } from "./kernel/secrets.ts";
import { TenantLimits } from "./kernel/tenant-limits.ts";
import { encodeDataset, mediaTypes, requireDataset } from "./modules/data-out/index.ts";
import { configured, modules } from "./modules/index.ts";
import { resetMailer } from "./modules/notice/index.ts";
import { makeReceiver } from "./telemetry/connector/make-receiver.ts";
import { Ledger } from "./telemetry/index.ts";
import { makeIngest } from "./telemetry/ingest/ingest.ts";

/** Builds the parts of a server. Production and tests both use this function. */
export function makeApp(config: Config, db: Db, now: () => number): App {
  const events = new EventBus();
  const sessions = new Sessions(db);
  const providers = new Providers();
  // Removes sessions from the cache on events of this and other servers, so that a session ends on all servers at once.
  events.listenAll((tenantId, e) => e.type === "session" && sessions.forget(tenantId));
  // A change of no named molds may have deleted the figures that a job had stored (rf_RemoveSamples).
  events.listenAll((tenantId, e) => e.type === "board" && !e.molds && forgetRuns(tenantId));
  const ledger = new Ledger(db, events, now);
  const secrets = new Secrets(config.secretKeys, config.dataDir);
  const ingest = makeIngest({ db, sessions, events, ledger, now });
  return {
    config,
    db,
    events,
    limits: new TenantLimits(config.tenantLimits),
    storage: new Storage(db, config.tenantLimits.storageMb),
    audit: new AuditTally(db, now),
    sessions,
    secrets,
    guests: new Guests(db),
    providers,
    registry: new Registry([...modules, ...configured(config, providers)]),
    passwordResets: new PasswordResets(db, events, resetMailer),
    ledger,
    ingest,
    dataFiles: { mediaTypes, requireDataset, encodeDataset },
    receiver: makeReceiver({ db, secrets, events, intake: ingest.intake, now }),
    now,
  };
}

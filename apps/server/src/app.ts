import type { DataFormat, DatasetName } from "@shotkeeper/contract/data-out";
import type { AuditTally } from "./kernel/audit/tally.ts";
import type { Guests } from "./kernel/auth/guest.ts";
import type { Providers } from "./kernel/auth/oidc/provider.ts";
import type { PasswordResets } from "./kernel/auth/password-reset.ts";
import type { Sessions } from "./kernel/auth/sessions.ts";
import type { Config } from "./kernel/config.ts";
import type { Ctx } from "./kernel/ctx.ts";
import type { Db } from "./kernel/db/db.ts";
import type { EventBus } from "./kernel/events.ts";
import type { Storage } from "./kernel/files/storage.ts";
import type { Registry } from "./kernel/registry.ts";
import type { Secrets } from "./kernel/secrets.ts";
import type { TenantLimits } from "./kernel/tenant-limits.ts";
import type { Receiver } from "./telemetry/connector/receiver.ts";
import type { IngestApis } from "./telemetry/ingest/ingest.ts";
import type { Ingest } from "./telemetry/ledger/incoming.ts";

/** The processes of a server that share its port. The setting WORKERS gives their number. */
export interface WorkerGroup {
  /** Returns the metrics of all processes. */
  measureAll(): Promise<readonly object[][]>;
  /** Returns the metrics of this process. The registration of the routes sets this function. */
  measure: () => Promise<readonly object[]>;
}

/** A dataset as a file. It has the rows from `from` (inclusive) to `to` (exclusive), epoch ms. */
export interface DataFile {
  readonly name: DatasetName;
  readonly format: DataFormat;
  readonly range: { readonly from: number; readonly to: number };
}

/** Writes datasets as files (modules/data-out). */
export interface DataFiles {
  readonly mediaTypes: Readonly<Record<DataFormat, string>>;
  /** Throws forbidden (S0020) unless the caller may read the dataset. */
  readonly requireDataset: (ctx: Ctx, name: DatasetName) => void;
  /** Yields the file part by part. Calls `onRows` with the number of rows of each part. */
  readonly encodeDataset: (
    ctx: Ctx,
    registry: Registry,
    file: DataFile,
    onRows?: (n: number) => void,
  ) => AsyncGenerator<Buffer>;
}

/** Parts of a running server that its APIs share. `makeApp` (make-app.ts) builds them once. */
export interface App {
  readonly config: Config;
  readonly db: Db;
  readonly events: EventBus;
  /** Writes refused requests, refused log-ins and exports of data to the system log. */
  readonly audit: AuditTally;
  readonly limits: TenantLimits;
  readonly storage: Storage;
  readonly sessions: Sessions;
  readonly secrets: Secrets;
  readonly guests: Guests;
  /** Identity providers of the tenants, for single sign-on. */
  readonly providers: Providers;
  readonly passwordResets: PasswordResets;
  readonly registry: Registry;
  /** The ledger, which stores readings and counts shots. */
  readonly ledger: Ingest;
  /** The ingest path that /jsq and MQTT share. */
  readonly ingest: IngestApis;
  /** Receives the messages of connectors. */
  readonly receiver: Receiver;
  readonly dataFiles: DataFiles;
  readonly now: () => number;
  /** Set if several processes share the server's port. */
  workers?: WorkerGroup;
}

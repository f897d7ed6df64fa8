import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errors } from "@shotkeeper/contract/kernel";
import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { hashSecret, tenantSecret } from "../../kernel/auth/secret.ts";
import { Sessions } from "../../kernel/auth/sessions.ts";
import type { Config } from "../../kernel/config.ts";
import { sql } from "../../kernel/db/sql.ts";
import { EventBus } from "../../kernel/events.ts";
import { Storage } from "../../kernel/files/storage.ts";
import { TenantLimits } from "../../kernel/tenant-limits.ts";
import { makeReceiver } from "../../telemetry/connector/make-receiver.ts";
import { Ledger } from "../../telemetry/index.ts";
import { makeIngest } from "../../telemetry/ingest/ingest.ts";
import type { IncomingReading, Ingest, IngestOutcome } from "../../telemetry/ledger/incoming.ts";
import { openMqtt } from "../../telemetry/mqtt/mqtt.ts";
import { createTenant } from "../../tenants/create-tenant.ts";
import { hashOfTest } from "../../testing/password-hash.ts";
import { freshCode, withServer } from "../../testing/server.ts";
import { buildHttp } from "../server.ts";
import type { SlowLimits } from "../slow-requests.ts";

/** Fake of the count ledger: stores readings in memory. A test can make it unavailable, slow or failing. */
class FakeLedger implements Ingest {
  readonly stored: IncomingReading[] = [];
  away = false;
  /** Count of the reading for which the fake ledger throws an unexpected error. undefined: it throws for no reading. */
  poison: number | undefined;
  /** Called before readings are stored. A test sets it to delay the storing or to let it fail. */
  gate: () => Promise<void> = async () => {};

  async ingest(_tenantId: number, readings: readonly IncomingReading[]): Promise<IngestOutcome[]> {
    await this.gate();
    if (this.away) throw errors.databaseUnavailable();
    if (readings.some((r) => r.count === this.poison)) throw new Error("strange");
    return readings.map((r) => {
      if (
        this.stored.some((s) => s.counterId === r.counterId && s.sentAt === r.sentAt && s.count === r.count)
      )
        return "duplicate";
      this.stored.push(r);
      return "accepted";
    });
  }
}

/**
 * Test server with all APIs on this worker's database. It uses the real clock and a fake ledger that the test
 * controls.
 */
export class HttpTestServer {
  private constructor(
    readonly app: App,
    readonly http: FastifyInstance,
    readonly ledger: FakeLedger,
  ) {}

  /**
   * @param withLedger uses the real ledger instead of the fake one
   * @param slow limits of slow requests; the usual ones take half a minute
   */
  static async start(
    more: Partial<Config> = {},
    withLedger = false,
    slow?: SlowLimits,
  ): Promise<HttpTestServer> {
    const shared = (await withServer()).app;
    const { db } = shared;
    const config: Config = {
      ...shared.config,
      host: "127.0.0.1",
      dataDir: mkdtempSync(join(tmpdir(), "shotkeeper-http-")),
      mqttUrl: undefined,
      mqttPort: 0,
      // Sets no captcha bypass, because the bypass would also turn off the rate limits, which are tested.
      captchaBypass: undefined,
      ...more,
    };
    const now = Date.now;
    const events = new EventBus();
    const sessions = new Sessions(db);
    const fake = new FakeLedger();
    const ledger = withLedger ? new Ledger(db, events, now) : fake;
    const ingest = makeIngest({ db, sessions, events, ledger, now });
    const receiver = makeReceiver({ db, secrets: shared.secrets, events, intake: ingest.intake, now });
    const limits = new TenantLimits(config.tenantLimits);
    const storage = new Storage(db, config.tenantLimits.storageMb);
    const app: App = { ...shared, config, limits, storage, events, sessions, ledger, ingest, receiver, now };
    const http = await buildHttp(app, slow);
    await openMqtt(ingest, receiver, config, now, http.log);
    return new HttpTestServer(app, http, fake);
  }

  get mqttPort(): number {
    return this.app.ingest.mqtt?.port ?? 0;
  }

  /** Stops the server. The database stays open, because other tests of this worker use it. */
  async stop(): Promise<void> {
    await this.app.ingest.mqtt?.close();
    await this.http.close();
    await this.app.ingest.intake.journal?.close();
    await this.app.ingest.gather.drained();
    await rm(this.app.config.dataDir, { recursive: true, force: true });
  }

  /** Creates a tenant with an administrator's token, a gateway key and counters with secrets. */
  async tenant(counters = 1): Promise<TestTenant> {
    const { app } = this;
    const code = freshCode("d");
    const tenantId = await createTenant(
      app.db,
      { code, fullName: code, adminHash: await hashOfTest("x") },
      app.now(),
    );
    const gateway = tenantSecret(tenantId);
    const chips = Array.from({ length: counters }, (_, i) => `${code}-${i}`);
    await app.db.run(tenantId, [
      sql`insert into gateway values (${tenantId}, ${hashSecret(gateway)}, 'g', ${new Date(app.now())})`,
      sql`
        insert into counter (
          tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled, secret_hash
        )
        select ${tenantId}::int, 'W-' || c, c, 'LTE', 1, true, true, ${hashSecret("secret")}
        from unnest(${chips}::text[]) c
        returning 1
      `,
      sql`select app_reserve_chips(${chips}::text[], '{}')`,
      sql`
        insert into counter_state (tenant_id, counter_id)
        select tenant_id, counter_id
        from counter
        where tenant_id = ${tenantId}
        returning 1
      `,
    ]);
    const token = await app.sessions.open(tenantId, "admin", "PC", false, app.now());
    return { tenantId, code, token, gateway, chips, chip: chips[0] ?? "" };
  }

  async post(path: string, header: string | undefined, body: unknown): Promise<TestAnswer> {
    const reply = await this.http.inject({
      method: "POST",
      url: path,
      headers: {
        "content-type": "application/json",
        ...(header === undefined ? {} : { authorizations: header }),
      },
      payload: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: reply.statusCode, headers: reply.headers, ...JSON.parse(reply.body) };
  }
}

export interface TestTenant {
  readonly tenantId: number;
  readonly code: string;
  readonly token: string;
  readonly gateway: string;
  readonly chips: readonly string[];
  readonly chip: string;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly Code: number;
  readonly Msg: string;
  readonly ReturnData: unknown;
}

export function reading(chip: string, count: number, more: object = {}): Record<string, unknown> {
  return {
    WRITER_IMIE: chip,
    COUNT_TIMES: count,
    sendTime: new Date(1_700_000_000_000 + count * 1000).toISOString(),
    percentage: 80,
    Electricity_Mark: 0,
    rssi: -70,
    coordinate: "113.1,22.5",
    Remove_Sign: 0,
    Reader_Id: "",
    ...more,
  };
}

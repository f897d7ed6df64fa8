import type { ConnectorKind, FieldMap } from "@shotkeeper/contract/counter";
import { emptyFieldMap } from "@shotkeeper/contract/counter";
import { snake } from "@shotkeeper/contract/kernel";
import { hashSecret, tenantOf } from "../../kernel/auth/secret.ts";
import type { Db } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import type { Secrets } from "../../kernel/secrets.ts";
import type { ConnectorSource } from "../ingest/sources.ts";
import type { DecodeSettings } from "./decode.ts";

/** Data of a connector that are needed to receive its messages. */
export interface Connector extends DecodeSettings {
  readonly tenantId: number;
  readonly connectorId: number;
  readonly isActive: boolean;
  readonly source: ConnectorSource;
}

/** Device of a connector. `chipCode` is null while the device is not adopted. */
export interface Device {
  readonly chipCode: string | null;
  readonly isIgnored: boolean;
}

interface Entry<T> {
  readonly value: T | undefined;
  readonly readAt: number;
}

/**
 * Lifetime of cache entries, ms. A change sends a notification to all servers, which empty their caches at once. If
 * the notification is lost, outdated entries are used no longer than this.
 */
const lifeMs = 10_000;
/**
 * Lifetime of the cache entry of a device that is not adopted, ms. It is short, so that an adoption takes effect soon
 * even if its notification is lost.
 */
const waitingLifeMs = 2000;
const maxEntries = 100_000;

export const tokenPurpose = (connectorId: number) => `connector token ${connectorId}`;
export const aesPurpose = (connectorId: number) => `connector key ${connectorId}`;

/**
 * Columns of the table `connector` with the field map, which says where a message has the count, the time and the other
 * values. They are in the order of `emptyFieldMap` in the contract.
 */
export const mapColumns: readonly string[] = Object.keys(emptyFieldMap).map(snake);

/** Reads the field map of a row of the table `connector`. */
export function mapOf(row: Readonly<Record<string, unknown>>): FieldMap {
  return Object.fromEntries(Object.keys(emptyFieldMap).map((name) => [name, row[snake(name)]])) as FieldMap;
}

/** Cache of connectors and their devices. */
export class Connectors {
  private readonly bySecret = new Map<string, Entry<Connector>>();
  private readonly devices = new Map<string, Entry<Device>>();
  /**
   * Incremented by every invalidation. A query that began before an invalidation may return outdated data, so its
   * result is not cached as fresh.
   */
  private generation = 0;

  constructor(
    private readonly db: Db,
    private readonly secrets: Secrets,
    private readonly now: () => number,
  ) {}

  /** Returns the connector that has this secret. Returns undefined if there is no such connector. */
  find(secret: string): Promise<Connector | undefined> {
    const tenantId = tenantOf(secret);
    return tenantId === undefined
      ? Promise.resolve(undefined)
      : this.bySecretHash(tenantId, hashSecret(secret));
  }

  /** Returns the connector whose secret has this hash. Returns undefined if its secret was replaced. */
  async bySecretHash(tenantId: number, hash: string): Promise<Connector | undefined> {
    const known = this.bySecret.get(hash);
    if (known && this.now() - known.readAt <= lifeMs) return known.value;
    const { generation } = this;
    const value = await this.load(tenantId, sql`secret_hash = ${hash}`);
    if (this.bySecret.size >= maxEntries) this.bySecret.clear();
    if (generation === this.generation) this.bySecret.set(hash, { value, readAt: this.now() });
    return value;
  }

  /** Returns a connector by its id, without the cache. */
  byId(tenantId: number, connectorId: number): Promise<Connector | undefined> {
    return this.load(tenantId, sql`connector_id = ${connectorId}`);
  }

  private async load(tenantId: number, condition: Sql): Promise<Connector | undefined> {
    const [[row]] = await this.db.run(tenantId, [
      sql`
        select
          connector_id, secret_hash, connector_name, connector_kind, is_active, platform_token, aes_key,
          ${sql.raw(mapColumns.join(", "))}
        from connector
        where tenant_id = ${tenantId} and ${condition}
      `,
    ]);
    if (!row) return undefined;
    const connectorId = Number(row.connector_id);
    const open = (sealed: unknown, purpose: string) =>
      typeof sealed === "string" ? this.secrets.open(tenantId, purpose, sealed) : null;
    return {
      tenantId,
      connectorId,
      kind: row.connector_kind as ConnectorKind,
      isActive: row.is_active === true,
      map: mapOf(row),
      keys: {
        token: open(row.platform_token, tokenPurpose(connectorId)),
        aesKey: open(row.aes_key, aesPurpose(connectorId)),
      },
      source: {
        kind: "connector",
        tenantId,
        key: `x ${tenantId} ${connectorId}`,
        name: String(row.connector_name),
        secretHash: String(row.secret_hash),
      },
    };
  }

  /**
   * Returns the devices with these ids that are stored for the connector. Devices that it has never stored are left
   * out.
   */
  async devicesOf(
    { tenantId, connectorId }: Connector,
    ids: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, Device>> {
    const found = new Map<string, Device>();
    const missing: string[] = [];
    const now = this.now();
    for (const id of ids) {
      const entry = this.devices.get(`${tenantId}/${connectorId}/${id}`);
      const life = entry?.value?.chipCode ? lifeMs : waitingLifeMs;
      if (!entry || now - entry.readAt > life) missing.push(id);
      else if (entry.value) found.set(id, entry.value);
    }
    if (missing.length === 0) return found;
    const { generation } = this;
    const [rows] = await this.db.run(tenantId, [
      sql<{ device_id: string; chip_code: string | null; is_ignored: boolean }>`
        select d.device_id, c.chip_code, d.is_ignored
        from connector_device d
        left join counter c on c.tenant_id = ${tenantId} and c.counter_id = d.counter_id
        where d.tenant_id = ${tenantId} and d.connector_id = ${connectorId} and d.device_id = any(${missing})
      `,
    ]);
    for (const r of rows) found.set(r.device_id, { chipCode: r.chip_code, isIgnored: r.is_ignored });
    if (generation !== this.generation) return found;
    if (this.devices.size + missing.length > maxEntries) this.devices.clear();
    for (const id of missing)
      this.devices.set(`${tenantId}/${connectorId}/${id}`, { value: found.get(id), readAt: now });
    return found;
  }

  /** Empties the cache after a change of a connector or its devices. */
  forget(): void {
    this.generation++;
    this.bySecret.clear();
    this.devices.clear();
  }
}

import { errors } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { hashSecret, sameSecret } from "../../kernel/auth/secret.ts";
import type { Sessions } from "../../kernel/auth/sessions.ts";
import { may, type Principal } from "../../kernel/ctx.ts";
import type { Db } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { Buckets } from "./buckets.ts";
import type { Chip, Chips } from "./chips.ts";
import { type Gateway, Gateways } from "./gateways.ts";
import type { Tally } from "./tally.ts";

/** Connector that sends the readings of another system. */
export interface ConnectorSource {
  readonly kind: "connector";
  readonly tenantId: number;
  readonly key: string;
  readonly name: string;
  /** Hash of the secret by which the sender logged in. */
  readonly secretHash: string;
}

/** Authenticated sender of readings: a user, a gateway, a connector, a counter or an external broker. */
export type Source =
  | { readonly kind: "user"; readonly tenantId: number; readonly key: string; readonly who: Principal }
  | Gateway
  | ConnectorSource
  | {
      readonly kind: "counter";
      readonly tenantId: number;
      readonly key: string;
      readonly chip: Chip;
      /** True if the counter has logged in with a client certificate. A new secret then does not end the connection. */
      readonly isCertified?: boolean;
    }
  /** External broker. It authenticates its clients itself, and may send readings of all counters of all tenants. */
  | { readonly kind: "broker"; readonly tenantId: 0; readonly key: string };

/** Returns the name of a sender in the quarantine. All senders behind an external broker have one name. */
export function senderOf(source: Source): string {
  switch (source.kind) {
    case "user":
      return source.who.apiKey ? `key ${source.who.apiKey.name}` : `user ${source.who.userId}`;
    case "gateway":
      return `gateway ${source.mark}`;
    case "connector":
      return `connector ${source.name}`;
    case "counter":
      return `counter ${source.chip.code}`;
    case "broker":
      return "broker";
  }
}

/** Counter or gateway that a client certificate names. */
export interface CertifiedName {
  readonly tenantCode: string;
  readonly kind: "counter" | "gateway";
  /** Chip code of a counter, or id of a gateway. */
  readonly name: string;
}

/** Authenticates senders of telemetry, and slows down repeated failures. */
export class Sources {
  readonly gateways: Gateways;
  /**
   * Limit of failed attempts per address and chip code: 10 at once, then one per 2 s. Beyond the limit, the sender must
   * wait.
   */
  private readonly chipFailures = new Buckets(0.5, 10);
  /**
   * Limit of failed attempts per address: 60 at once, then one per second. Beyond the limit, the sender must wait. The
   * limit is high, because a whole plant may share an address.
   */
  private readonly addressFailures = new Buckets(1, 60);

  constructor(
    private readonly db: Db,
    private readonly sessions: Sessions,
    private readonly chips: Chips,
    private readonly tally: Tally,
    private readonly now: () => number,
  ) {
    this.gateways = new Gateways(db, now);
  }

  /**
   * Returns the seconds that this address must wait because of its failed attempts, in total or for this chip code. 0:
   * the address may try again now.
   */
  penalty(address: string, chip = ""): number {
    const now = this.now();
    return Math.max(
      this.addressFailures.wait(address, now),
      chip ? this.chipFailures.wait(`${address} ${chip}`, now) : 0,
    );
  }

  /**
   * Counts failed attempts, for example with a wrong secret, with a counter of another tenant, or on the topic of
   * another counter.
   */
  failed(address: string, chip = "", times = 1): void {
    const now = this.now();
    this.tally.forged.inc(times);
    for (let i = 0; i < Math.min(times, 60); i++) this.addressFailures.take(address, now);
    // Counts failures per pair of address and chip code. If they were counted per chip code alone, an attacker could
    // block the real counter.
    if (chip) this.chipFailures.take(`${address} ${chip}`, now);
  }

  private refuseGuessers(address: string, chip = ""): void {
    const seconds = this.penalty(address, chip);
    if (seconds > 0) throw errors.tooManyRequests(seconds);
  }

  /** Authenticates a counter. Returns undefined if chip code and secret do not match, or if the counter is retired. */
  async counter(chipCode: string, secret: string, address: string): Promise<Source | undefined> {
    const chip = chipCode.length <= 50 ? await this.chips.get(chipCode) : null;
    // Hashes the secret for an unknown chip code too. Otherwise the response time would reveal which chip codes exist.
    const right = sameSecret(secret, chip?.secretHash ?? hashSecret("-"));
    if (!chip || chip.secretHash === null || !right || chip.retired) {
      this.failed(address, chipCode.slice(0, 50));
      return undefined;
    }
    return { kind: "counter", tenantId: chip.tenantId, key: `c ${chip.code}`, chip };
  }

  async gateway(key: string, address: string): Promise<Source | undefined> {
    const found = await this.gateways.byKey(key, address);
    if (!found) this.failed(address);
    return found;
  }

  /**
   * Returns the counter or gateway that a verified client certificate names. Returns undefined if the tenant has no
   * such counter or gateway, or if it is retired or revoked.
   */
  async certified({ tenantCode, kind, name }: CertifiedName, address: string): Promise<Source | undefined> {
    const [tenants] = await this.db.platform(
      sql<{ tenant_id: number }>`select tenant_id from tenant where code = ${tenantCode}`,
    );
    const tenantId = tenants[0]?.tenant_id;
    const found =
      tenantId === undefined
        ? undefined
        : kind === "gateway"
          ? await this.gateways.byCertificate(tenantId, Number(name), address)
          : await this.certifiedCounter(tenantId, name);
    if (!found) this.failed(address, kind === "counter" ? name : undefined);
    return found;
  }

  private async certifiedCounter(tenantId: number, code: string): Promise<Source | undefined> {
    const chip = await this.chips.get(code);
    if (!chip || chip.retired || chip.tenantId !== tenantId) return undefined;
    return { kind: "counter", tenantId, key: `c ${chip.code}`, chip, isCertified: true };
  }

  /**
   * Authenticates the sender from the Authorization header of a request: a counter, a gateway or the session of a user.
   * Throws an error of status 429 after too many failures.
   */
  async identify(
    header: string | undefined,
    address: string,
  ): Promise<{ readonly source: Source; readonly renewed?: string }> {
    if (header?.startsWith("Counter ")) {
      const at = header.indexOf(":");
      const chipCode = header.slice(8, at < 0 ? undefined : at).trim();
      this.refuseGuessers(address, chipCode.slice(0, 50));
      const source = at < 0 ? undefined : await this.counter(chipCode, header.slice(at + 1).trim(), address);
      if (!source) throw errors.sessionEnded();
      return { source };
    }
    if (header?.startsWith("Gateway ")) {
      this.refuseGuessers(address);
      const source = await this.gateway(header.slice(8).trim(), address);
      if (!source) throw errors.sessionEnded();
      return { source };
    }
    const { who, renewed } = await this.sessions.find(header, this.now(), { address });
    if (!may(who, menus.counterRegistration, "M")) throw errors.forbidden();
    const source: Source = {
      kind: "user",
      tenantId: who.tenantId,
      key: who.apiKey ? `k ${who.tenantId} ${who.apiKey.keyId}` : `u ${who.tenantId} ${who.userId}`,
      who,
    };
    return renewed === undefined ? { source } : { source, renewed };
  }

  /**
   * Returns whether a sender whose connection stays open may still send: a counter, for example, must not be retired,
   * and its secret must be the same as before. Called for every message, so this function reads the caches only.
   * Undefined: the sender is not cached, so the caller must use `still`, which asks the database.
   */
  stillKnown(source: Source): boolean | undefined {
    if (source.kind === "counter") {
      const chip = this.chips.peek(source.chip.code);
      return chip === undefined ? undefined : isSame(source, chip);
    }
    return source.kind === "gateway" ? this.gateways.stillKnown(source) : true;
  }

  async still(source: Source, address: string): Promise<boolean> {
    if (source.kind === "counter") return isSame(source, await this.chips.get(source.chip.code));
    return source.kind !== "gateway" || this.gateways.still(source, address);
  }
}

function isSame({ chip: old, isCertified }: Source & { kind: "counter" }, chip: Chip | null): boolean {
  if (!chip || chip.retired || chip.tenantId !== old.tenantId) return false;
  return isCertified === true || chip.secretHash === old.secretHash;
}

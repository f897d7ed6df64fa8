import { errors } from "@shotkeeper/contract/kernel";
import { userStatus } from "@shotkeeper/contract/system";
import type { CallerDb } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { EventBus } from "../events.ts";
import { errField, log } from "../server-log.ts";
import { addressKeys, attemptKey, countAttempt, forgetAttempts } from "./attempts.ts";
import { forgetDevices, rememberDevice } from "./devices.ts";
import { hashNewPassword, storePassword } from "./password-policy.ts";
import { hashSecret, tenantOf, tenantSecret } from "./secret.ts";
import { plainName, userIdOf } from "./typed-name.ts";

const lifeMinutes = 30;
const minuteMs = 60_000;

/** Mail with a link to set a new password. */
export interface ResetMail {
  readonly to: string;
  readonly userName: string;
  readonly tenantName: string;
  /** Path of the page on which the user sets the new password. */
  readonly path: string;
  readonly language: string;
  readonly lifeMinutes: number;
  readonly id: string;
}

export interface ResetMailer {
  /** Returns whether mails can be sent and can contain links. */
  isAvailable(): boolean;
  send(mail: ResetMail): Promise<void>;
}

interface AskedReset {
  readonly tenantCode: string;
  readonly userId: string;
  readonly address: string;
  readonly language: string;
}

/** Service that resets forgotten passwords by a link, which is sent to the user's mail address. */
export class PasswordResets {
  private readonly sending = new Set<Promise<void>>();

  constructor(
    private readonly db: CallerDb,
    private readonly events: EventBus,
    private readonly mailer: ResetMailer,
  ) {}

  get isAvailable(): boolean {
    return this.mailer.isAvailable();
  }

  /**
   * Sends a link to the user's mail address. Returns before the mail is sent, and does not reveal whether the user
   * exists. Throws tooManyAttempts (S0203) for too many requests.
   */
  async ask(asked: AskedReset, now: number): Promise<void> {
    if (!this.isAvailable) throw errors.notConfigured("SMTP_URL");
    const { tenantCode, userId, address } = asked;
    await countAttempt(this.db, now, [
      attemptKey("mail", tenantCode, plainName(userId)),
      ...addressKeys(address),
    ]);
    const sent = this.send(asked, now).catch((cause) =>
      log.error(errField(cause), "a mail to reset a password was not sent"),
    );
    this.sending.add(sent);
    void sent.then(() => this.sending.delete(sent));
  }

  /** Waits until all mails are sent, or have failed. */
  async drained(): Promise<void> {
    await Promise.all(this.sending);
  }

  private async send({ tenantCode, userId, language }: AskedReset, now: number): Promise<void> {
    const [tenants] = await this.db.platform(
      sql<{ tenant_id: number; full_name: string }>`
        select tenant_id, full_name from tenant where code = ${tenantCode}
      `,
    );
    const tenant = tenants?.[0];
    if (!tenant) return;
    const token = tenantSecret(tenant.tenant_id);
    // Leaves out users without a password. They log in by other means, such as single sign-on, and get no link.
    const [users] = await this.db.run(tenant.tenant_id, [
      sql<{ user_name: string; mail: string }>`
        with receiver as (
          select user_id, user_name, mail
          from "user"
          where tenant_id = ${tenant.tenant_id}
            and user_id = (${userIdOf(tenant.tenant_id, userId)})
            and status = ${userStatus.values.enabled}
            and mail <> ''
            and password_hash <> ''
        ),
        link as (
          insert into password_reset (tenant_id, token_hash, user_id, created_at, expires_at)
          select
            ${tenant.tenant_id}::int, ${hashSecret(token)}::text, user_id,
            ${new Date(now)}::timestamptz, ${new Date(now + lifeMinutes * minuteMs)}::timestamptz
          from receiver
          returning 1
        )
        select user_name, mail
        from receiver
      `,
    ]);
    const user = users?.[0];
    if (!user) return;
    await this.mailer.send({
      to: user.mail,
      userName: user.user_name,
      tenantName: tenant.full_name,
      path: `/login?reset=${token}`,
      language,
      lifeMinutes,
      id: hashSecret(token),
    });
  }

  /**
   * Sets the password of the user to whom a link was sent, and ends the user's sessions. The link works once. Returns
   * the user and a token by which later log-ins recognize the browser. Throws resetLinkInvalid (S0416) for a link that
   * is not valid.
   */
  async complete(
    token: string,
    password: string,
    now: number,
  ): Promise<{ tenantCode: string; userId: string; deviceToken: string | undefined }> {
    const tenantId = tenantOf(token);
    if (tenantId === undefined) throw errors.resetLinkInvalid();
    const [links] = await this.db.run(tenantId, [
      sql<{ user_id: string; code: string }>`
        select r.user_id, t.code
        from password_reset r
        join "user" u on u.tenant_id = ${tenantId} and u.user_id = r.user_id
          and u.status = ${userStatus.values.enabled}
        join tenant t on t.tenant_id = ${tenantId}
        where r.tenant_id = ${tenantId}
          and r.token_hash = ${hashSecret(token)}
          and r.expires_at > ${new Date(now)}
      `,
    ]);
    const link = links?.[0];
    if (!link) throw errors.resetLinkInvalid();
    const owner = { tenantId, userId: link.user_id };
    const hash = await hashNewPassword(this.db, owner, password);
    const at = new Date(now);
    await this.db.tx(tenantId, async (tx) => {
      const used = await tx.query(
        sql`
          delete
          from password_reset
          where tenant_id = ${tenantId} and token_hash = ${hashSecret(token)}
          returning 1
        `,
      );
      if (used.length === 0) throw errors.resetLinkInvalid();
      await tx.all([
        ...storePassword(owner, { hash, mustChange: false, by: owner.userId, at }),
        forgetDevices(tenantId, owner.userId),
        sql`
          insert into system_log (tenant_id, at, user_id, action, target, target_key)
          values (${tenantId}, ${at}, ${owner.userId}, 'password', 'SYS_USER', ${owner.userId})
        `,
      ]);
    });
    await forgetAttempts(this.db, link.code, owner.userId);
    this.events.emit(tenantId, { type: "session", users: [owner.userId] });
    const deviceToken = await rememberDevice(this.db, tenantId, owner.userId, undefined, now);
    return { tenantCode: link.code, userId: owner.userId, deviceToken };
  }
}

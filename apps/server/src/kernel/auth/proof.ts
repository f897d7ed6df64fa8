import { errors } from "@shotkeeper/contract/kernel";
import type { Tx } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";

/**
 * Check that runs in the transaction that logs a user in. Throws if the proof of the user, such as the password, is no
 * longer valid. Locks the user's row until the end of the transaction. A concurrent reset of the password either runs
 * before the check, which then refuses the log-in, or runs after it and ends the session.
 */
export type ProofCheck = (tx: Tx) => Promise<void>;

interface Owner {
  readonly tenantId: number;
  readonly userId: string;
}

const lockUser = ({ tenantId, userId }: Owner, condition = sql.empty): Sql => sql`
  select 1 from "user" where tenant_id = ${tenantId} and user_id = ${userId} ${condition} for share
`;

/** Requires that the user still has the password with this hash. Throws wrongPassword (S0001). */
export const provenPassword =
  (owner: Owner, hash: string): ProofCheck =>
  async (tx) => {
    const [valid] = await tx.query(lockUser(owner, sql`and password_hash = ${hash}`));
    if (!valid) throw errors.wrongPassword();
  };

/** Requires that the WeChat account is still bound to the user. Throws weChatLoginFailed (S0103). */
export const provenWeChat =
  (owner: Owner, weChatId: string): ProofCheck =>
  async (tx) => {
    await tx.query(lockUser(owner));
    const [bound] = await tx.query(sql`
      select 1
      from user_wechat
      where tenant_id = ${owner.tenantId} and user_id = ${owner.userId} and wechat_id = ${weChatId}
    `);
    if (!bound) throw errors.weChatLoginFailed();
  };

/** Consumes the ticket of a log-in's second step. Throws stepExpired (S0422) if the ticket was used or withdrawn. */
export const provenTicket =
  (owner: Owner, ticketHash: string): ProofCheck =>
  async (tx) => {
    await tx.query(lockUser(owner));
    const [spent] = await tx.query(sql`
      delete from second_step where tenant_id = ${owner.tenantId} and ticket_hash = ${ticketHash} returning 1
    `);
    if (!spent) throw errors.stepExpired();
  };

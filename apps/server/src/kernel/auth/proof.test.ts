import { errors } from "@shotkeeper/contract/kernel";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../db/sql.ts";
import { addUser, type KernelTenant, kernelTenant } from "../testing/tenant.ts";
import { noon } from "../testing/test-ctx.ts";
import { storePassword } from "./password-policy.ts";
import { type ProofCheck, provenPassword, provenTicket, provenWeChat } from "./proof.ts";
import { hashSecret } from "./secret.ts";
import { Sessions } from "./sessions.ts";

let t: KernelTenant;
let sessions: Sessions;
beforeEach(async () => {
  t = await kernelTenant();
  sessions = new Sessions(t.ctx.db);
  await addUser(t, "ann", { passwordHash: "old" });
});

const owner = () => ({ tenantId: t.id, userId: "ann" });
const open = (check: ProofCheck) => sessions.openSeated(t.id, "ann", "PC", false, noon, undefined, check);
const reset = () =>
  t.ctx.db.run(
    t.id,
    storePassword(owner(), { hash: "new", mustChange: false, by: "ann", at: new Date(noon) }),
  );
const stored = () => t.rows(sql`select user_id from session`);

describe("a session is opened only if the log-in is still valid", () => {
  it("after a reset of the password", async () => {
    await open(provenPassword(owner(), "old"));
    expect(await stored()).toHaveLength(1);
    await reset();
    expect(await stored()).toHaveLength(0);
    await expect(open(provenPassword(owner(), "old"))).rejects.toThrow(errors.wrongPassword().message);
    expect(await stored()).toHaveLength(0);
  });

  it("with a ticket that was not withdrawn, and once", async () => {
    const ticket = hashSecret("ticket");
    const wait = () =>
      t.rows(sql`
        insert into second_step (tenant_id, ticket_hash, user_id, kind, dev_type, remember, method, expires_at)
        values (${t.id}, ${ticket}, 'ann', 'verify', 'PC', false, 'password', ${new Date(noon + 60_000)})
      `);
    await wait();
    await open(provenTicket(owner(), ticket));
    await expect(open(provenTicket(owner(), ticket))).rejects.toThrow(errors.stepExpired().message);
    await wait();
    await reset();
    await expect(open(provenTicket(owner(), ticket))).rejects.toThrow(errors.stepExpired().message);
    expect(await stored()).toHaveLength(0);
  });

  it("with a WeChat account that is still bound", async () => {
    await t.rows(sql`
      insert into user_wechat (tenant_id, user_id, wechat_id, bound_at)
      values (${t.id}, 'ann', 'wx1', ${new Date(noon)})
    `);
    await open(provenWeChat(owner(), "wx1"));
    await reset();
    await expect(open(provenWeChat(owner(), "wx1"))).rejects.toThrow(errors.weChatLoginFailed().message);
    expect(await stored()).toHaveLength(0);
  });
});

import { userStatus } from "@shotkeeper/contract/system";
import { forgetAttempts } from "../kernel/auth/attempts.ts";
import { forgetDevices } from "../kernel/auth/devices.ts";
import { hashPassword } from "../kernel/auth/password.ts";
import { storePassword } from "../kernel/auth/password-policy.ts";
import { hashSecret, randomSecret, tenantSecret } from "../kernel/auth/secret.ts";
import { userIdOf } from "../kernel/auth/typed-name.ts";
import type { Ctx } from "../kernel/ctx.ts";
import { sql } from "../kernel/db/sql.ts";
import { dispatch } from "../kernel/dispatch.ts";
import { notifyServers } from "../kernel/event-relay.ts";
import { meaningOf } from "../kernel/failures.ts";
import { logEntry } from "../kernel/log.ts";
import { Registry } from "../kernel/registry.ts";
import { archiveReadings, checkArchive, counter } from "../modules/counter/index.ts";
import { allRights, createTenant } from "../tenants/create-tenant.ts";
import { type LicenceValues, licence } from "./licence-commands.ts";
import { isolate, move, where } from "./node-commands.ts";
import type { Operator } from "./operator.ts";
import { sqlReader } from "./reader-commands.ts";
import { resetSecondFactor, ssoOff } from "./sign-in-commands.ts";
import { take, UsageError } from "./usage.ts";

interface Values extends LicenceValues {
  readonly counter?: string | undefined;
  readonly mold?: string | undefined;
  readonly reason?: string | undefined;
  readonly check?: boolean | undefined;
}

type Run = (o: Operator, args: readonly string[], v: Values) => Promise<void>;

/** Returns a random password of 18 characters in three groups. Letters and digits that look alike are left out. */
function oneTimePassword(): string {
  const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
  const letters = [...Buffer.from(randomSecret(18), "base64url")].map((b) => alphabet[b % alphabet.length]);
  return letters.join("").replace(/(.{6})(?=.)/g, "$1-");
}

const list: Run = async ({ db }, args) => {
  take(args);
  const [tenants] = await db.platform(
    sql`select tenant_id, code, full_name, demo, created_date from tenant order by tenant_id`,
  );
  if (!tenants?.length) return console.log("There is no tenant yet: shotkeeper tenant create <code> <name>");
  for (const t of tenants) {
    const id = Number(t.tenant_id);
    const [[n] = []] = await db.run(id, [
      sql`
        select
          (select count(*) from "user" where tenant_id = ${id}) as users,
          (select count(*) from mold where tenant_id = ${id}) as molds,
          (select count(*) from counter where tenant_id = ${id}) as counters
      `,
    ]);
    console.log(
      `${t.code}  ${t.full_name}${t.demo === true ? " (demo)" : ""}  ` +
        `${n?.users} users, ${n?.molds} molds, ${n?.counters} counters, ` +
        `since ${String(t.created_date).slice(0, 10)}`,
    );
  }
};

const create: Run = async ({ db, now }, args) => {
  const [code = "", fullName = ""] = take(args, "code", "name");
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,29}$/.test(code))
    throw new UsageError("a tenant's code has 1 to 30 letters, digits, _ and -");
  const [known] = await db.platform(sql`select 1 from tenant where code = ${code}`);
  if (known?.length) throw new UsageError(`there is a tenant "${code}" already`);
  const password = oneTimePassword();
  await createTenant(db, { code, fullName, adminHash: await hashPassword(password), isOneTime: true }, now);
  console.log(`Tenant ${code} was created. Log in as admin with this password and change it: ${password}`);
};

const gatewayKey: Run = async (o, args) => {
  const [code = "", name = "gateway"] = args.length > 1 ? take(args, "code", "name") : take(args, "code");
  const { id } = await o.tenant(code);
  const key = tenantSecret(id);
  const at = new Date(o.now);
  await o.db.run(id, [
    sql`
      insert into gateway (
        tenant_id, key_hash, name, created_at, prefix, created_by, created_date
      )
      values (
        ${id}, ${hashSecret(key)}, ${name}, ${at}, ${key.slice(0, key.indexOf(".") + 5)}, 'operator', ${at}
      )
    `,
  ]);
  console.log(`Key of the gateway "${name}" of ${code}, shown only now: ${key}`);
};

const resetPassword: Run = async (o, args) => {
  const [code = "", name = ""] = take(args, "code", "user");
  const { id } = await o.tenant(code);
  const password = oneTimePassword();
  const at = new Date(o.now);
  const [[found]] = await o.db.run(id, [userIdOf(id, name)]);
  if (!found) throw new UsageError(`tenant ${code} has no user "${name}"`);
  const user = String(found.user_id);
  await o.db.run(id, [
    ...storePassword(
      { tenantId: id, userId: user },
      { hash: await hashPassword(password), mustChange: true, by: "operator", at },
    ),
    forgetDevices(id, user),
    sql`
      insert into system_log (tenant_id, at, user_id, action, target, target_key)
      values (${id}, ${at}, 'operator', 'password', 'SYS_USER', ${user})
    `,
  ]);
  // Notifies the servers in a statement outside of any tenant (`platform`). With Citus, servers listen only on the
  // coordinator node, and such a statement runs there.
  await o.db.platform(notifyServers(id, { type: "session", users: [user] }));
  await forgetAttempts(o.db, code, user);
  console.log(`New password of ${user} of ${code}, to be changed at the next log-in: ${password}`);
};

/** Restores the administrator of a tenant: the account, its role with every right, and a new password. */
const resetAdmin: Run = async (o, args) => {
  const [code = ""] = take(args, "code");
  const { id } = await o.tenant(code);
  const at = new Date(o.now);
  const stamps = sql`'operator', ${at}, 'operator', ${at}`;
  await o.db.run(id, [
    sql`
      insert into role (
        tenant_id, role_code, role_name, data_scope, created_by, created_date, updated_by,
        updated_date
      )
      values (${id}, 'admin', 'Administrator', 'tenant', ${stamps})
      on conflict (tenant_id, role_code) do update
      set data_scope = 'tenant'
    `,
    sql`
      insert into role_right (tenant_id, role_code, authority)
      select ${id}, 'admin', unnest(${allRights()}::text[])
      on conflict do nothing
    `,
    sql`
      insert into "user" (
        tenant_id, user_id, user_name, status, role_code, created_by, created_date, updated_by,
        updated_date
      )
      values (${id}, 'admin', 'Administrator', ${userStatus.values.enabled}, 'admin', ${stamps})
      on conflict (tenant_id, lower(user_id)) do update
      set status = excluded.status, role_code = 'admin'
    `,
    sql`
      insert into system_log (tenant_id, at, user_id, action, target, target_key)
      values (${id}, ${at}, 'operator', 'rights', 'SYS_USER', 'admin')
    `,
  ]);
  await resetPassword(o, [code, "admin"], {});
};

/**
 * Runs a command of the counter module through `dispatch`, as the screen of the command does. So the same rights and
 * checks apply.
 */
async function ledger(ctx: Ctx, type: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
  try {
    const answer = await dispatch(ctx, new Registry([counter]), { Type: type, InParams: params });
    return JSON.parse(answer.data ?? "null");
  } catch (cause) {
    throw meaningOf(cause);
  }
}

const recompute: Run = async (o, args, { counter, mold }) => {
  const [code = ""] = take(args, "code");
  const { ctx } = await o.tenant(code);
  const began = performance.now();
  const done = (await ledger(ctx, "rf_Recompute", { WRITER_ID: counter, MOLD_NO: mold })) as {
    COUNTERS: number;
    CHANGED: number;
  };
  if (done.COUNTERS === 0) throw new UsageError("no counter matches");
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    done.CHANGED === 0
      ? `${done.COUNTERS} counters recomputed in ${seconds} s: nothing differed.`
      : `${done.COUNTERS} counters recomputed in ${seconds} s: ${done.CHANGED} differed and were corrected.`,
  );
};

const quarantine: Run = async (o, args, { reason }) => {
  const [what, ...rest] = args;
  if (what === "release") {
    const [code = "", id = ""] = take(rest, "code", "id");
    if (!reason) throw new UsageError("--reason is missing: the log records it");
    if (!/^\d{1,15}$/.test(id)) throw new UsageError(`"${id}" is not an id of the list`);
    const { ctx } = await o.tenant(code);
    const { MOVED } = (await ledger(ctx, "rf_ReleaseReading", {
      QUARANTINE_ID: Number(id),
      REASON: reason,
    })) as {
      MOVED: number;
    };
    return console.log(`Released: ${MOVED} shots were added.`);
  }
  if (what !== "list") throw new UsageError("quarantine list or quarantine release");
  const id = rest.length === 0 ? 0 : (await o.tenant(take(rest, "code")[0] ?? "")).id;
  const [rows] = await o.db.run(id, [
    sql`
      select quarantine_id, chip_code, reason, at, count, payload, received_at
      from quarantine
      where tenant_id = ${id} and released_at is null and discarded_at is null
      order by received_at desc
      limit 200
    `,
  ]);
  if (!rows?.length) return console.log("No quarantined readings.");
  for (const r of rows)
    console.log(
      `${r.quarantine_id}  ${r.reason}  ${r.chip_code ?? "–"}  received ${r.received_at}` +
        `${r.at ? `  of ${r.at}, count ${r.count}` : ""}` +
        `${r.payload ? `  ${String(r.payload).slice(0, 120)}` : ""}`,
    );
};

const archive: Run = async (o, args, { check }) => {
  const [code = ""] = take(args, "code");
  const { ctx } = await o.tenant(code);
  if (check) {
    const { files, damaged } = await checkArchive(ctx, o.filesDir);
    for (const d of damaged)
      console.log(`${d.file}: ${d.fault === "missing" ? "missing" : "differs from its hash"}`);
    if (damaged.length > 0) throw new Error(`${damaged.length} of ${files} files of the archive are damaged`);
    return console.log(`All ${files} files of the archive are as they were written.`);
  }
  let parts = 0;
  for await (const p of archiveReadings(ctx, o.filesDir)) {
    parts++;
    console.log(
      `${p.month}: ${p.rows} readings, sum of counts ${p.countSum}, ${p.bytes} bytes, SHA-256 ${p.sha256}, ` +
        `${p.deleted} deleted, file ${p.file}`,
    );
  }
  console.log(
    parts === 0
      ? "Nothing to archive. READING_MONTHS of the tenant says how many months it keeps; 0 keeps all."
      : `${parts} files were written, read back and compared.`,
  );
};

/**
 * Sets the maximum total size of a tenant's files, MB. `default` removes this limit, and the server's setting applies
 * again.
 */
const storage: Run = async (o, args) => {
  const [code = "", limit = ""] = take(args, "code", "MB|default");
  if (limit !== "default" && !/^[1-9]\d{0,8}$/.test(limit))
    throw new UsageError(`"${limit}" is no number of MB`);
  const { id } = await o.tenant(code);
  const mb = limit === "default" ? null : Number(limit);
  await o.db.run(id, [
    sql`update tenant set storage_mb = ${mb} where tenant_id = ${id}`,
    logEntry({
      tenantId: id,
      at: o.now,
      userId: "operator",
      action: "update",
      target: "SYS_TENANT",
      key: code,
      after: { storage_mb: mb },
    }),
  ]);
  console.log(
    mb === null ? `${code} has the server's limit.` : `Files of ${code} may have ${mb} MB in total.`,
  );
};

export const commands: Readonly<Record<string, Run | undefined>> = {
  list,
  create,
  "gateway-key": gatewayKey,
  "reset-password": resetPassword,
  "reset-admin": resetAdmin,
  "reset-second-factor": resetSecondFactor,
  "sql-reader": sqlReader,
  "sso-off": ssoOff,
  licence,
  recompute,
  archive,
  quarantine,
  storage,
  where,
  isolate,
  move,
};

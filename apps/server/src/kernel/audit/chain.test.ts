import { beforeEach, describe, expect, it } from "vitest";
import { type Sql, sql } from "../db/sql.ts";
import { logEntry } from "../log.ts";
import { type KernelTenant, kernelTenant } from "../testing/tenant.ts";
import { noon } from "../testing/test-ctx.ts";
import { chainEntries, checkChain } from "./chain.ts";

let t: KernelTenant;
beforeEach(async () => {
  t = await kernelTenant();
});

const entry = (key: string) =>
  logEntry({
    tenantId: t.id,
    at: noon,
    userId: "ann",
    action: "update",
    target: "BS_MOLD",
    key,
    client: { address: "192.0.2.1", device: "test" },
    after: { remark: `of ${key}` },
  });
const write = (...keys: string[]) => t.ctx.db.run(t.id, keys.map(entry));
const chain = () => chainEntries(t.ctx.db, t.id);
const check = (anchors?: { seq: number; hash: string }[]) => checkChain(t.ctx.db, t.id, anchors);
/** Runs a statement as the owner of the database, who has all rights and is not limited by row-level security. */
const asOwner = (statement: Sql) => t.ctx.db.run(t.id, [sql`set local role none`, statement]);
const logIdOf = async (seq: number) =>
  Number(
    (await t.rows(sql`select log_id from audit_line where tenant_id = ${t.id} and seq = ${seq}`))[0]?.log_id,
  );

describe("the chain of the system log", () => {
  it("numbers entries without gaps, each once, and fits", async () => {
    await write("A", "B", "C");
    expect(await chain()).toBe(3);
    expect(await chain()).toBe(0);
    await write("D");
    expect((await check()).waiting).toBe(1);
    expect(await chain()).toBe(1);
    const { seq, hash, waiting, broken } = await check();
    expect({ seq, waiting, broken }).toEqual({ seq: 4, waiting: 0, broken: undefined });
    expect(hash).toMatch(/^(?!0{64})[0-9a-f]{64}$/);
  });

  it("adds an entry that a slow transaction commits after later entries", async () => {
    // The embedded database has one session, so no other transaction can commit while one is open. The test is skipped
    // there.
    if (t.ctx.db.engine === "embedded") return;
    let goOn = () => {};
    const waits = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow = t.ctx.db.tx(t.id, async (tx) => {
      await tx.query(entry("slow"));
      await waits;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await write("A", "B");
    expect(await chain()).toBe(2);
    goOn();
    await slow;
    expect(await chain()).toBe(1);
    expect(await check()).toMatchObject({ seq: 3, waiting: 0 });
  });

  it("chains a long log in several batches, and two servers at once chain each entry once", async () => {
    const keys = Array.from({ length: 1_201 }, (_, i) => String(i));
    await write(...keys);
    const added = await Promise.all([chain(), chain()]);
    expect(added[0] + added[1]).toBe(1_201);
    expect(await check()).toMatchObject({ seq: 1_201, waiting: 0 });
    expect((await check()).broken).toBeUndefined();
  });

  it("goes on in a database to which it was copied, whose transaction numbers are smaller", async () => {
    await write("A", "B");
    await chain();
    await asOwner(sql`update system_log set xid = '900000000' where tenant_id = ${t.id}`);
    await asOwner(sql`update audit_head set low_xid = '900000001' where tenant_id = ${t.id}`);
    await write("C");
    expect(await chain()).toBe(1);
    await write("D");
    expect(await chain()).toBe(1);
    expect(await check()).toMatchObject({ seq: 4, waiting: 0 });
  });
});

describe("a check of the chain names the first line that does not fit", () => {
  const changes: Record<string, (id: number) => Sql> = {
    "the time": (id) =>
      sql`update system_log set at = (at at time zone 'UTC' + interval '1 ms') at time zone 'UTC' where log_id = ${id}`,
    "the user": (id) => sql`update system_log set user_id = 'bob' where log_id = ${id}`,
    "the API key": (id) => sql`update system_log set api_key = 'ERP' where log_id = ${id}`,
    "the action": (id) => sql`update system_log set action = 'insert' where log_id = ${id}`,
    "the target": (id) => sql`update system_log set target = 'BS_X' where log_id = ${id}`,
    "the key": (id) => sql`update system_log set target_key = 'X' where log_id = ${id}`,
    "the address": (id) => sql`update system_log set client_address = null where log_id = ${id}`,
    "the device": (id) => sql`update system_log set client_device = 'phone' where log_id = ${id}`,
    "the values before": (id) => sql`update system_log set before = '{}' where log_id = ${id}`,
    "the values after": (id) => sql`update system_log set after = '{"remark":"x"}' where log_id = ${id}`,
  };

  beforeEach(async () => {
    await write("A", "B", "C", "D", "E");
    await chain();
  });

  it.each(Object.entries(changes))("after a change of %s", async (_, change) => {
    const logId = await logIdOf(3);
    await asOwner(change(logId));
    expect((await check()).broken).toEqual({ seq: 3, logId, reason: "changed" });
  });

  it("after the removal of an entry, of a line, and of both", async () => {
    const logId = await logIdOf(4);
    await asOwner(sql`delete from system_log where tenant_id = ${t.id} and log_id = ${logId}`);
    expect((await check()).broken).toEqual({ seq: 4, logId, reason: "removed" });
    await asOwner(sql`delete from audit_line where tenant_id = ${t.id} and seq = 4`);
    expect((await check()).broken).toEqual({ seq: 4, reason: "missing" });
  });

  it("after two entries changed places", async () => {
    const [second, third] = [await logIdOf(2), await logIdOf(3)];
    await asOwner(sql`update audit_line set log_id = -seq where tenant_id = ${t.id} and seq in (2, 3)`);
    await asOwner(
      sql`
        update audit_line
        set log_id = case when seq = 2 then ${third}::bigint else ${second}::bigint end
        where tenant_id = ${t.id} and seq in (2, 3)
      `,
    );
    expect((await check()).broken).toEqual({ seq: 2, logId: third, reason: "changed" });
  });

  it("after the end was cut off", async () => {
    const last = await logIdOf(5);
    await asOwner(sql`delete from system_log where tenant_id = ${t.id} and log_id = ${last}`);
    await asOwner(sql`delete from audit_line where tenant_id = ${t.id} and seq = 5`);
    expect((await check()).broken).toEqual({ seq: 5, reason: "cut" });
  });

  it("by an anchor, after somebody who owns the database computed the chain anew", async () => {
    const { seq, hash } = await check();
    const anchor = { seq, hash };
    expect((await check([anchor])).broken).toBeUndefined();
    const logId = await logIdOf(5);
    await asOwner(sql`update system_log set user_id = 'bob' where tenant_id = ${t.id} and log_id = ${logId}`);
    await asOwner(sql`delete from audit_line where tenant_id = ${t.id}`);
    await asOwner(sql`delete from audit_head where tenant_id = ${t.id}`);
    await chain();
    expect((await check()).broken).toBeUndefined();
    expect((await check([anchor])).broken).toEqual({ seq: 5, logId, reason: "cut" });
    // The anchor names a line behind the end of the chain, so the check reports that lines were cut off.
    expect((await check([{ seq: 9, hash }])).broken).toEqual({ seq: 6, reason: "cut" });
  });
});

it("does not let the server's own role change or remove lines", async () => {
  await write("A");
  await chain();
  for (const statement of [
    sql`update audit_line set hash = hash where tenant_id = ${t.id}`,
    sql`delete from audit_line where tenant_id = ${t.id}`,
    sql`delete from audit_head where tenant_id = ${t.id}`,
  ])
    await expect(t.rows(statement)).rejects.toMatchObject({ state: "42501" });
});

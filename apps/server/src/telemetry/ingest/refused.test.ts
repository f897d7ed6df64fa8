import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { type Refused, RefusedKeeper, type Sender } from "./refused.ts";
import { Tally } from "./tally.ts";

let s: TestServer;
beforeAll(async () => {
  s = await withServer();
});
beforeEach(withServer);

const sender = (name: string): Sender => ({ key: name, name, channel: 1 });
const malformed = (tenantId: number, from: number, n: number): Refused[] =>
  Array.from({ length: n }, (_, i) => ({
    tenantId,
    chip: undefined,
    reason: "malformed",
    payload: { flood: from + i },
  }));

const limits = { perSenderAndHour: 20, perHour: 60, perSender: 30, perTenant: 50 };

describe("floods of refused input", () => {
  const stored = async (t: TestTenant) =>
    (await t.rows(sql`select count(*)::int as n from quarantine where tenant_id = ${t.id}`))[0]?.n;
  const cuts = (t: TestTenant) =>
    t.rows(sql`select sender, items from quarantine_cut where tenant_id = ${t.id} order by sender`);

  it("are limited per sender and hour, per sender, and per tenant, and counted beyond", async () => {
    const t = await TestTenant.create(s);
    const clock = { now: noon };
    const keeper = new RefusedKeeper(s.app.db, new Tally(), () => clock.now, limits);
    const keep = async (name: string, from: number, n: number) =>
      (await keeper.keep(sender(name), malformed(t.id, from, n))).size;
    expect(await keep("a", 0, 15)).toBe(15);
    expect(await keep("a", 100, 15)).toBe(5);
    clock.now += 3_600_000;
    // The hourly limit allows 20 more items. But a sender may have only 30 undecided items (neither released nor
    // discarded), and already has 20.
    expect(await keep("a", 200, 20)).toBe(10);
    expect(await keep("b", 300, 20)).toBe(20);
    // The tenant already has 50 undecided items, the maximum.
    expect(await keep("c", 400, 5)).toBe(0);
    expect(await stored(t)).toBe(50);
    await keeper.counts.flush();
    expect(await cuts(t)).toEqual([
      { sender: "a", items: 20 },
      { sender: "c", items: 5 },
    ]);
    // Discarded items no longer count against the limit of the tenant.
    await t.rows(
      sql`update quarantine set discarded_at = ${new Date(noon)} where tenant_id = ${t.id} and sender = 'b'`,
    );
    expect(await keep("c", 500, 5)).toBe(5);
    await keeper.counts.flush();
    expect(await cuts(t)).toHaveLength(2);
  });

  it("count only new items against the limits, neither repeats of earlier hours nor failed attempts", async () => {
    const t = await TestTenant.create(s);
    const clock = { now: noon };
    const db = { isDown: false };
    const run: typeof s.app.db.run = (id, statements) =>
      db.isDown ? Promise.reject(new Error("down")) : s.app.db.run(id, statements);
    const failing = new Proxy(s.app.db, {
      get: (target, name) => (name === "run" ? run : Reflect.get(target, name)),
    });
    const keeper = new RefusedKeeper(failing, new Tally(), () => clock.now, limits);
    const keep = async (from: number, n: number) =>
      (await keeper.keep(sender("a"), malformed(t.id, from, n))).size;
    db.isDown = true;
    for (let attempt = 0; attempt < 10; attempt++) await expect(keep(0, 15)).rejects.toThrow("down");
    db.isDown = false;
    expect(await keep(0, 15)).toBe(15);
    clock.now += 3_600_000;
    // The first call repeats the 15 items of the earlier hour. The second call has 15 new items.
    expect(await keep(0, 15)).toBe(15);
    expect(await keep(100, 15)).toBe(15);
    expect(await stored(t)).toBe(30);
  });

  it("of the same input take one row, which counts the repeats", async () => {
    const t = await TestTenant.create(s);
    const clock = { now: noon };
    const make = () => new RefusedKeeper(s.app.db, new Tally(), () => clock.now, limits);
    const keeper = make();
    const same = () => malformed(t.id, 0, 1);
    for (let i = 0; i < 100; i++) expect((await keeper.keep(sender("a"), same())).size).toBe(1);
    await keeper.counts.flush();
    // Another server does not have the hashes of the refused input in memory. Its SQL statement recognizes the repeated
    // input.
    const other = make();
    expect((await other.keep(sender("b"), [...same(), ...same()])).size).toBe(2);
    await other.counts.flush();
    expect(await t.rows(sql`select sender, repeats from quarantine where tenant_id = ${t.id}`)).toEqual([
      { sender: "a", repeats: 101 },
    ]);
    expect(await cuts(t)).toEqual([]);
  });

  it("store a long reading without its cycles, so that it can be released", async () => {
    const t = await TestTenant.create(s);
    const cycles = Array.from({ length: 2000 }, () => 12.5);
    const chip = `long-${t.code}`;
    await s.app.ingest.intake.take([{ WRITER_IMIE: chip, COUNT_TIMES: 9, sendTime: noon, cycles }], {
      source: { kind: "gateway", tenantId: t.id, key: "g", mark: "abc", by: { hash: "abc" } },
      address: "x",
      channel: "http",
    });
    const [row] = await t.rows<{ payload: string; is_cut: boolean }>(
      sql`select payload, is_cut from quarantine where tenant_id = ${t.id}`,
    );
    expect(row?.is_cut).toBe(true);
    expect(JSON.parse(row?.payload ?? "")).toEqual({ WRITER_IMIE: chip, COUNT_TIMES: 9, sendTime: noon });
  });
});

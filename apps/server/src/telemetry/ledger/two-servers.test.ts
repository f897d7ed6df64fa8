import { afterAll, beforeAll, expect, it } from "vitest";
import type { App } from "../../app.ts";
import type { Db } from "../../kernel/db/db.ts";
import { openDb } from "../../kernel/db/open.ts";
import { sql } from "../../kernel/db/sql.ts";
import { makeApp } from "../../make-app.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const hour = 3_600_000;
const begin = noon - 48 * hour;

// Two servers with caches of their own. With the embedded database they share its only session.
let one: TestServer;
let two: App;
let own: Db | undefined;
beforeAll(async () => {
  one = await withServer();
  const { config, db, now } = one.app;
  own = config.databaseUrl ? await openDb({ url: config.databaseUrl }) : undefined;
  two = makeApp(config, own ?? db, now);
});
afterAll(() => own?.close());

it("keeps one battery warning per counter when two servers write at once", async () => {
  const t = await TestTenant.create(one);
  const counterId = await t.counter("W1", await t.mold("M1"), begin - hour);
  const reading = (at: number, battery: number) =>
    readingAt(counterId, at, (at - begin) / 1000, { battery, lowBattery: battery < 20 ? 1 : 0 });
  const send = (app: App, at: number, battery: number) =>
    app.ledger.ingest(t.id, [reading(begin + at * 60_000, battery)]);
  const open = () =>
    t.rows<{ n: number }>(sql`
      select count(*)::int as n
      from warning
      where kind = 'battery' and ended_at is null and cleared_at is null and withdrawn_at is null
    `);
  // In each round, both servers first receive readings with a low charge, some of them late. At the end they receive a
  // charged battery.
  for (let round = 0; round < 12; round++) {
    const at = round * 120;
    await Promise.all([send(one.app, at + 10, 5), send(two, at + 11, 5), send(one.app, at + 12, 5)]);
    await Promise.all([send(two, at + 5, 5), send(one.app, at + 20, 5), send(two, at + 7, 5)]);
    expect(await open()).toEqual([{ n: 1 }]);
    await Promise.all([send(two, at + 60, 90), send(one.app, at + 61, 90)]);
    expect(await open()).toEqual([{ n: 0 }]);
  }
  const overlapping = await t.rows(sql`
    select a.warning_id
    from warning a
    join warning b on b.kind = a.kind and b.counter_id = a.counter_id and b.warning_id <> a.warning_id
    where a.tenant_id = ${t.id} and b.tenant_id = ${t.id}
      and a.kind = 'battery' and a.withdrawn_at is null and b.withdrawn_at is null
      and b.opened_at >= a.opened_at and b.opened_at < coalesce(a.ended_at, 'infinity')
  `);
  expect(overlapping).toEqual([]);
  // The screen of low-battery warnings lists one warning, with its counter and its charge.
  await send(two, 12 * 120, 5);
  const listed = await t.admin.list("WA101", "Q01");
  expect(listed).toHaveLength(1);
  expect(listed[0]).toMatchObject({ WRITER_ID: "W1", IS_OPEN: "Y", BATTERY: 5 });
}, 120_000);

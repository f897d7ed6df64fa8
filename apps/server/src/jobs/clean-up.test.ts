import { expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { systemCtxOf } from "../testing/job.ts";
import { logIn, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { endSessions } from "./clean-up.ts";

const dayMs = 86_400_000;

it("keeps sessions while the clock is days ahead, and deletes those that ended a week ago", async () => {
  const s = await withServer();
  const t = await TestTenant.create(s);
  const count = async () =>
    Number(
      (await t.rows<{ n: number }>(sql`select count(*) as n from session where tenant_id = ${t.id}`))[0]?.n,
    );
  const token = await s.app.sessions.open(t.id, "admin", "PC", false, s.clock.now);
  const find = () => s.app.sessions.find(token, s.clock.now);
  s.clock.now += 3 * dayMs;
  await endSessions(systemCtxOf(t));
  // The clock is three days ahead, so the session seems expired. A log-in at this time must not delete it, because the
  // session is valid again when the clock is set back.
  await logIn(s, t.id, "admin");
  await expect(find()).rejects.toMatchObject({ code: "S0010" });
  s.clock.now -= 3 * dayMs;
  expect((await find()).who.userId).toBe("admin");
  const before = await count();
  s.clock.now += 8 * dayMs;
  await endSessions(systemCtxOf(t));
  expect(await count()).toBeLessThan(before);
  s.clock.now -= 8 * dayMs;
});

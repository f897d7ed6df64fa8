import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { systemCtxOf } from "../testing/job.ts";
import { readingAt } from "../testing/reading.ts";
import { noon, type TestServer, where, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { openWarningsByClock } from "./warning-clock.ts";

const hour = 3_600_000;
const day = 24 * hour;
const begin = noon - 20 * day;

describe("warnings of a mold that goes out of use", () => {
  let s: TestServer;
  let t: TestTenant;
  let counterId: number;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    counterId = await t.counter("W1", await t.mold("M1"), begin - day);
  });
  const report = (at: number, count: number) => s.app.ledger.ingest(t.id, [readingAt(counterId, at, count)]);
  const state = (MOLD_STAT: number) =>
    t.admin.run("rf_ChangeMoldState", { MOLD_NO: "M1", MOLD_STAT, REASON: "x" });
  const idle = async () =>
    (await t.admin.list("WA100", "Q01", where("WARN_KIND", "idle"))).map((w) => [
      w.IS_OPEN,
      w.WARN_LEVEL,
      w.CLEAR_TIME === null ? null : Date.parse(String(w.CLEAR_TIME)),
    ]);

  it.each([3])(
    "close by themselves in state %s, without a further reading, and stay closed in a replay",
    async (to) => {
      await report(begin, 10);
      await report(begin + 8 * day, 10);
      expect(await idle()).toEqual([["Y", 1, null]]);
      await state(to);
      await openWarningsByClock(systemCtxOf(t));
      expect(await idle()).toEqual([["N", 1, noon]]);
      await report(begin + 5 * day, 10);
      expect(await idle()).toEqual([["N", 1, noon]]);
      s.clock.now = noon + day;
      await report(noon + hour, 10);
      expect(await idle()).toEqual([["N", 1, noon]]);
      // When the mold is back in use, its idle time counts from its last shot, not from the end of the storage.
      await state(0);
      s.clock.now = noon + 3 * day;
      await report(noon + 2 * day, 10);
      expect((await idle())[0]).toEqual(["Y", 1, null]);
    },
  );

  it("close even if the change of the mold was committed long after its time stamp", async () => {
    await report(begin, 10);
    await report(begin + 8 * day, 10);
    await openWarningsByClock(systemCtxOf(t));
    await state(3);
    await t.rows(sql`update mold set updated_date = ${new Date(noon - hour)} where tenant_id = ${t.id}`);
    await openWarningsByClock(systemCtxOf(t));
    expect(await idle()).toEqual([["N", 1, noon]]);
  });
});

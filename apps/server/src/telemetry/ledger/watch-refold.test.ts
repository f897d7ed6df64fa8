import { beforeEach, describe, expect, it } from "vitest";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** Midnight (UTC) a week before the server's time. */
const begin = noon - 4 * hour - 7 * day;

describe("warnings after a late reading", () => {
  let s: TestServer;
  let t: TestTenant;
  let counterId: number;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    counterId = await t.counter("W1", await t.mold("M1"), begin - day);
  });
  const report = (at: number, count: number) =>
    s.app.ledger.ingest(t.id, [
      {
        counterId,
        sentAt: at,
        receivedAt: at,
        count,
        door: 1,
        battery: 80,
        lowBattery: 0,
        rssi: -80,
        lng: null,
        lat: null,
        removed: 0,
        readerId: null,
        cycles: null,
      },
    ]);
  const slow = async () =>
    (await t.admin.list("WA100", "Q01"))
      .filter((w) => w.WARN_KIND === "cycleSlow")
      .map((w) => [w.TIMES, w.IS_OPEN, Date.parse(String(w.CLEAR_TIME ?? ""))]);

  it("takes back a return of the cause that the late one explains", async () => {
    // Standard 30 s. An hour at 60 s, an hour as it should be; the next morning a pause that looks like slowness.
    await report(begin, 0);
    await report(begin + hour, 60);
    await report(begin + 2 * hour, 180);
    await report(begin + day + hour / 2, 180);
    await report(begin + day + 1.5 * hour, 240);
    expect(await slow()).toEqual([[1, "Y", Number.NaN]]);
    await report(begin + day + hour, 180);
    expect(await slow()).toEqual([[0, "N", begin + 2 * hour]]);
  });

  it("leaves what ended with the binding ended", async () => {
    await report(begin, 0);
    await report(begin + 2 * hour, 120);
    const off = new Date(begin + 3 * hour).toISOString();
    await t.admin.run("rf_UnbindCounter", { WRITER_ID: "W1", REASON: "worn", UNBIND_TIME: off });
    expect(await slow()).toEqual([[0, "N", begin + 3 * hour]]);
    await report(begin + hour, 60);
    expect(await slow()).toEqual([[0, "N", begin + 3 * hour]]);
  });
});

import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { EventRelay } from "./event-relay.ts";
import { EventBus, type LiveEvent } from "./events.ts";

const { DATABASE_URL: url } = process.env;
/** Id of a tenant that no other test uses. */
const id = 7_000_007;

/** Opens an event bus with a relay, as each server has one, and records the events that the bus delivers. */
async function server(open: EventRelay[]) {
  const bus = new EventBus();
  const heard: LiveEvent[] = [];
  bus.listenAll((tenantId, e) => tenantId === id && heard.push(e));
  open.push(await EventRelay.open(String(url), bus));
  return { bus, heard };
}

async function until(done: () => boolean): Promise<void> {
  const end = Date.now() + 8000;
  while (!done() && Date.now() < end) await new Promise((r) => setTimeout(r, 20));
}

describe.skipIf(!url)("events between servers", () => {
  const open: EventRelay[] = [];
  afterEach(async () => {
    for (const r of open.splice(0)) await r.close();
  });

  it("reach other servers in batches, and the emitting server once", async () => {
    const [a, b] = [await server(open), await server(open)];
    for (const m of ["M1", "M2", "M1"]) a.bus.emit(id, { type: "reading", molds: [m] });
    a.bus.emit(id, { type: "session", users: ["u1"] });
    a.bus.emit(id, { type: "session" });
    await until(() => b.heard.length >= 3);
    expect(b.heard).toEqual([
      { type: "reading", molds: ["M1", "M2"] },
      { type: "session", users: ["u1"] },
      { type: "session" },
    ]);
    await new Promise((r) => setTimeout(r, 300));
    expect(a.heard).toHaveLength(5);
  });

  it("lose their list of ids, and then mean any id, if there are too many ids", async () => {
    const [a, b] = [await server(open), await server(open)];
    a.bus.emit(id, { type: "board", molds: Array.from({ length: 5000 }, (_, i) => `M${i}`) });
    a.bus.emit(id, { type: "notice", users: Array.from({ length: 3000 }, (_, i) => `user ${i}`) });
    await until(() => b.heard.length >= 2);
    expect(b.heard).toEqual([{ type: "board" }, { type: "notice" }]);
  });

  it("signal that anything may have changed after a lost connection", async () => {
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    await owner.query(
      "insert into tenant (tenant_id, code, full_name, sys_name, created_date) values ($1, 'relay', 'x', 'x', now())",
      [id],
    );
    try {
      const [a, b] = [await server(open), await server(open)];
      await owner.query(
        `select pg_terminate_backend(pid)
        from pg_stat_activity
        where datname = current_database() and query like 'listen "shotkeeper\\_%'`,
      );
      await until(() => b.heard.length >= 7);
      expect(new Set(b.heard.map((e) => e.type)).size).toBe(8);
      await until(() => a.heard.length >= 7);
      b.heard.length = 0;
      a.bus.emit(id, { type: "warning" });
      await until(() => b.heard.length > 0);
      expect(b.heard).toEqual([{ type: "warning" }]);
    } finally {
      await owner.query("delete from tenant where tenant_id = $1", [id]);
      await owner.end();
    }
  }, 20_000);
});

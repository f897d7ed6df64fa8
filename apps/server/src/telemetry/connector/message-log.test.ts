import { refusals, wireMessage } from "@shotkeeper/contract/kernel";
import { beforeEach, expect, it } from "vitest";
import type { Db } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import type { LoggedMessage } from "./logged-message.ts";
import { MessageLog } from "./message-log.ts";

let s: TestServer;
let t: TestTenant;
let log: MessageLog;
/** Id of the connector whose database statements wait until the test calls `openGate`. */
let slow: number;
let openGate: () => void;

const make = async (name: string) =>
  (
    await t.admin.run<{ CONNECTOR_ID: number }>("rf_MakeConnector", {
      CONNECTOR_NAME: name,
      CONNECTOR_KIND: "http",
    })
  ).CONNECTOR_ID;

beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  slow = await make("slow");
  const gate = new Promise<void>((resolve) => (openGate = resolve));
  const run: Db["run"] = async (tenantId, list, ...more) => {
    if (JSON.stringify(list).includes(`"slow"`)) await gate;
    return s.app.db.run(tenantId, list, ...more);
  };
  log = new MessageLog(Object.assign(Object.create(s.app.db) as Db, { run }), async () => {});
});

const message = (body: string, topic = ""): LoggedMessage => ({
  receivedAt: noon,
  outcome: "refused",
  reason: wireMessage(refusals.malformedBody()),
  deviceId: null,
  count: null,
  topic,
  body,
  parts: { refused: 1 },
  seen: [],
});
const rowsOf = (connectorId: number) =>
  t.rows<{ body: string; is_cut: boolean }>(sql`
    select body, is_cut
    from connector_message
    where tenant_id = ${t.id} and connector_id = ${connectorId}
    order by message_id
  `);

it("writes the messages of a connector while those of another one wait", async () => {
  const other = await make("other");
  const waiting = log.add(t.id, slow, message("first", "slow"));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const next = log.add(t.id, slow, message("second"));
  await log.add(t.id, other, message("b".repeat(300_000)));
  expect(await rowsOf(other)).toEqual([{ body: "b".repeat(8000), is_cut: true }]);
  expect(await rowsOf(slow)).toEqual([]);
  openGate();
  await Promise.all([waiting, next, log.flush()]);
  expect((await rowsOf(slow)).map((r) => r.body)).toEqual(["first", "second"]);
});

it("tells senders to send again when too many wait", async () => {
  const all = Array.from({ length: 2001 }, () => log.add(t.id, slow, message("x", "slow")));
  await expect(all.pop()).rejects.toMatchObject({ status: 503 });
  openGate();
  await Promise.all(all);
  expect(await rowsOf(slow)).toHaveLength(200);
});

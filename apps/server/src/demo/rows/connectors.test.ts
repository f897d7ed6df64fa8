import { expect, it } from "vitest";
import { noon, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { Actor } from "../base/actor.ts";
import { makeConnectors } from "./connectors.ts";

it("makes an active connector with waiting devices, one whose field map is to be chosen, and a gateway", async () => {
  const s = await withServer();
  const t = await TestTenant.create(s);
  await makeConnectors(new Actor(s.app, t.id), noon);
  expect(await t.admin.list("CT105", "Q01")).toMatchObject([
    { IS_ACTIVE: "N", CONNECTOR_KIND: "edge", EDGE_VERSION: "0.1.0" },
    { IS_ACTIVE: "N", REFUSED_COUNT: 6 },
    { IS_ACTIVE: "Y", UNKNOWN_COUNT: 15, NOTICE_COUNT: 1, REFUSED_COUNT: 1, WAITING_DEVICES: 3 },
  ]);
  expect((await t.admin.list("CT105", "Q04")).map((r) => r.EDGE_SOURCE_STATE)).toEqual([
    "reading",
    "reading",
    "failing",
  ]);
});

import {
  chirpstackReset,
  type PlatformReading,
  platformMessage,
  platformNames,
  platforms,
} from "@shotkeeper/tools/platforms";
import { beforeAll, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { freshCode, noon, type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

let s: TestServer;
let t: TestTenant;
beforeAll(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
});

const minute = 60_000;
const aesKey = "0123456789abcdef";

/** Readings of a device each minute. `counts` are the counts, as the device transmits them. */
const readingsOf = (device: string, counts: readonly number[]): PlatformReading[] =>
  counts.map((count, i) => ({ device, count, at: noon + i * minute, frame: i }));

/** Shuffles a list, in the same way in each run. */
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((item, i) => ({ item, key: (i * 7919) % 104_729 }))
    .sort((a, b) => (a.key % 97) - (b.key % 97) || a.key - b.key)
    .map((x) => x.item);

it.each(platformNames)("%s: exact totals over duplicates, disorder, resets and wrap-around", async (name) => {
  const { map, turn = 2 ** 32 } = platforms[name];
  const made = await t.admin.run<{ CONNECTOR_ID: number; SECRET: string }>("rf_MakeConnector", {
    CONNECTOR_NAME: name,
    CONNECTOR_KIND: name,
  });
  const named = { CONNECTOR_ID: made.CONNECTOR_ID, CONNECTOR_NAME: name, WRITER_TYPE: "LORA", INT_REPORT: 1 };
  await t.admin.run("rf_SetConnector", { ...named, IS_ACTIVE: "Y", ...map });
  if (name === "onenet")
    await t.admin.run("rf_SetConnectorKeys", {
      CONNECTOR_ID: made.CONNECTOR_ID,
      PLATFORM_TOKEN: "token",
      AES_KEY: aesKey,
    });
  const send = async (r: PlatformReading) => {
    const { query, body } = platformMessage(name, r, { token: "token", aesKey });
    const url = `/in/${made.CONNECTOR_ID}/${made.SECRET}${query}`;
    const answer = await s.http.inject({
      method: "POST",
      url,
      headers: { "content-type": "application/json" },
      payload: body,
    });
    return answer.json().ReturnData.parts;
  };
  const [wrapping, resetting] = [freshCode("a84041ff").slice(0, 16), freshCode("a84041ee").slice(0, 16)];
  s.clock.now = noon + 60 * minute;
  const steps = Array.from({ length: 60 }, (_, i) => i);
  const wraps = readingsOf(
    wrapping,
    steps.map((i) => (turn - 100 + 7 * i) % turn),
  );
  const resets = readingsOf(
    resetting,
    steps.map((i) => (i < 30 ? 5000 + 3 * i : 2 * (i - 29))),
  );
  const [firstA, firstB] = [wraps[0], resets[0]];
  if (!firstA || !firstB) throw new Error("no readings");
  expect([await send(firstA), await send(firstB)]).toEqual([{ waiting: 1 }, { waiting: 1 }]);
  await s.app.receiver.log.flush();
  await t.admin.run("rf_AdoptDevices", {
    CONNECTOR_ID: made.CONNECTOR_ID,
    REMOTE_IDS: [wrapping, resetting],
  });
  const all = [...wraps, ...resets];
  // Each third message is repeated, as after a lost answer.
  const messages = shuffled([...all, ...all.filter((_, i) => i % 3 === 0)]);
  let booked = 0;
  for (const r of messages) {
    const parts = await send(r);
    expect(Object.keys(parts)).toEqual([parts.booked ? "booked" : "duplicate"]);
    booked += parts.booked ?? 0;
  }
  expect(booked).toBe(all.length - 2);
  const shots = await t.rows<{ chip_code: string; n: number }>(sql`
    select c.chip_code, sum(h.shots)::int as n
    from counter c
    join shot_hour h on h.tenant_id = c.tenant_id and h.counter_id = c.counter_id
    where c.tenant_id = ${t.id} and c.chip_code = any(${[wrapping, resetting]})
    group by 1
  `);
  expect(Object.fromEntries(shots.map((r) => [r.chip_code, r.n]))).toEqual({
    [wrapping]: 59 * 7,
    [resetting]: 29 * 3 + 30 * 2,
  });
});

it("explains a device that ChirpStack drops after a restart", async () => {
  const made = await t.admin.run<{ CONNECTOR_ID: number; SECRET: string }>("rf_MakeConnector", {
    CONNECTOR_NAME: "log",
    CONNECTOR_KIND: "chirpstack",
  });
  const device = freshCode("a84041dd").slice(0, 16);
  const { query, body } = chirpstackReset(device, noon);
  const answer = await s.http.inject({
    method: "POST",
    url: `/in/${made.CONNECTOR_ID}/${made.SECRET}${query}`,
    payload: body,
    headers: { "content-type": "application/json" },
  });
  expect(answer.json().ReturnData).toEqual({ parts: { notice: 1 }, reason: `S0611^${device}` });
});

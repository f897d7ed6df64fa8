import { afterAll, beforeAll, expect, it } from "vitest";

import { sql } from "../kernel/db/sql.ts";
import { withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { HttpTestServer } from "./testing/http-test-server.ts";

const password = "secret-of-a-test";
let server: HttpTestServer;
let t: TestTenant;
let address: string;
beforeAll(async () => {
  t = await TestTenant.create(await withServer());
  server = await HttpTestServer.start({ captchaBypass: "test" });
  address = await server.http.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => server.stop());

/** Logs in over the network, as from an IP address behind a proxy. */
async function enter(ip: string, more: Record<string, unknown> = {}) {
  const answer = await fetch(`${address}/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": ip },
    body: JSON.stringify({
      TENANT_ID: t.code,
      USER_ID: "admin",
      PASSWORD: password,
      CAPTCHA_ID: "x",
      CAPTCHA: "test",
      DEV_TYPE: "PC",
      ...more,
    }),
  });
  return {
    retryAfter: answer.headers.get("retry-after"),
    ...((await answer.json()) as { Msg: string; ReturnData: { deviceToken?: string } }),
  };
}

/** Calls GET /healthz until `work` ends. Returns the times of the calls, ms, the longest last. */
async function healthTimes(work: Promise<unknown>): Promise<number[]> {
  let isDone = false;
  const times: number[] = [];
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone) {
    const began = performance.now();
    await (await fetch(`${address}/healthz`)).text();
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return times.sort((a, b) => a - b);
}

it("judges at most five of 40 guesses that arrive together, and lets the owner's browser in meanwhile", async () => {
  const { deviceToken } = (await enter("198.51.100.1")).ReturnData;
  expect(deviceToken).toMatch(/^[\w-]{32}$/);
  const guesses = Array.from({ length: 40 }, (_, i) => enter(`203.0.${i}.1`, { PASSWORD: `wrong${i}` }));
  const owner = enter("198.51.100.2", { DEVICE_TOKEN: deviceToken });
  const answers = await Promise.all(guesses);
  expect(answers.filter((a) => a.Msg === "S0001")).toHaveLength(5);
  const refused = answers.filter((a) => a.Msg !== "S0001");
  expect(refused).toHaveLength(35);
  for (const { Msg, retryAfter } of refused) {
    // The fifth wrong password starts a minute in which further attempts are refused. An attempt that arrived just
    // before the fifth one, but was counted after it, waits a little longer than this minute. S0203 names the wait in
    // whole minutes, rounded up: 1 or 2.
    expect(Msg).toMatch(/^S0203\^[12]$/);
    expect(Number(retryAfter)).toBeGreaterThanOrEqual(60);
  }
  expect(await owner).toMatchObject({ Msg: "S0006" });
  expect(await enter("198.51.100.3")).toMatchObject({ Msg: "S0203^1" });
  expect(await enter("198.51.100.3", { DEVICE_TOKEN: deviceToken })).toMatchObject({ Msg: "S0006" });
});

it("limits one address that guesses at many accounts", async () => {
  const guess = (i: number) => enter("192.0.2.1", { USER_ID: `user${i}` });
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => guess(i)));
  expect(answers.filter((a) => a.Msg === "S0001")).toHaveLength(30);
  const refused = answers.filter((a) => a.Msg !== "S0001").map((a) => a.Msg);
  expect(refused).toHaveLength(10);
  for (const msg of refused) expect(msg).toMatch(/^S0203\^[12]$/);
});

it("answers other requests quickly while 40 users log in together", async () => {
  await t.rows(
    sql`
      insert into "user" (tenant_id, user_id, user_name, password_hash)
      select tenant_id, 'many' || i, 'x', password_hash from "user", generate_series(1, 40) i
      where tenant_id = ${t.id} and user_id = 'admin'`,
  );
  const entering = Promise.all(
    Array.from({ length: 40 }, (_, i) => enter(`198.18.${i}.1`, { USER_ID: `many${i + 1}` })),
  );
  const times = await healthTimes(entering);
  expect((await entering).filter((a) => a.Msg === "S0006")).toHaveLength(40);
  // During each log-in, the server answers many health checks. If it hashed passwords on the thread that answers
  // requests, it would answer only one.
  expect(times.length).toBeGreaterThan(3 * 40);
  expect(times[Math.floor(times.length * 0.95)]).toBeLessThan(200);
});

import { parseArgs } from "node:util";
import { queries } from "@shotkeeper/contract/catalogue";
import { indicator } from "@shotkeeper/contract/indicator";
import { refusals, tokenHeader } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import type { FastifyInstance } from "fastify";
import { buildHttp } from "../../apps/server/src/http/server.ts";
import { systemCtx } from "../../apps/server/src/jobs/runner.ts";
import { readConfig } from "../../apps/server/src/kernel/config.ts";
import { openDb } from "../../apps/server/src/kernel/db/open.ts";
import { sql } from "../../apps/server/src/kernel/db/sql.ts";
import { makeApp } from "../../apps/server/src/make-app.ts";
import { precomputeFigures } from "../../apps/server/src/modules/board/index.ts";
import { storeFacts, storeMoldDays } from "../../apps/server/src/modules/indicator/index.ts";
import { makeBoards } from "./boards-data.ts";
import { median, percentile } from "./measure.ts";
import { record } from "./record.ts";

/**
 * Goals of each request: `p95Ms` is the maximum duration for the large tenant, ms. `growth` is the maximum ratio of the
 * durations for the large and for the small tenant.
 */
const goal = { p95Ms: 150, growth: 1.5 };
/** Number of readings of each mold. In total the large tenant has ten million readings. */
const readingsOfMold = 40;
/**
 * A request that takes less than this time, ms, always meets the goal `growth`. The goal limits the ratio of two
 * durations, and the ratio of two short times says little.
 */
const shortMs = 20;
/** Time after which the facts of molds are stored again, ms. Lists use stored facts for ten minutes. */
const factsMs = 240_000;

interface Request {
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Figures {
  readonly p50: number;
  readonly p95: number;
}

const list = (name: string, menu: string, queryId: string, more: object = {}): Request => ({
  name,
  body: {
    Type: "QueryByID",
    MENU_ID: menu,
    QueryID: queryId,
    WhereStr: [],
    Sort: [],
    Page: 1,
    Limit: 50,
    ...more,
  },
});
const run = (Type: string, InParams: object): Request => ({ name: Type, body: { Type, InParams } });
const where = (Field: string, Value: string) => ({ WhereStr: [{ Field, ConditionalCode: "EQ", Value }] });
function since(Field: string, Value: string) {
  return { WhereStr: [{ Field, ConditionalCode: "EGT", Value }] };
}
const sort = (Field: string, Sort: "asc" | "desc") => ({ Sort: [{ Field, Sort }] });

const dayMs = 86_400_000;
const daysAgo = (n: number) => new Date(Date.now() - n * dayMs).toISOString();
/** Conditions that a screen sets when it opens, by menu and query. Other screens open without conditions. */
const opening: Readonly<Record<string, object>> = {
  [`${menus.counterLog} Q01`]: since("sendTime", daysAgo(1)),
  [`${menus.productionCycle} Q01`]: since("HOUR_TIME", daysAgo(1)),
  [`${menus.productionOutput} Q01`]: since("OUTPUT_DATE", daysAgo(6).slice(0, 10)),
  [`${menus.mold} Q02`]: where("MOLD_NO", "M000012"),
};

/**
 * Returns the requests for a tenant with `molds` molds: the first page of each list, then harder requests, such as the
 * last page of the molds, the boards and a search.
 */
function requestsOf(molds: number): Request[] {
  const all = queries.map((q) => {
    const name = `${q.menu} ${q.id}`;
    return list(name, q.menu, q.id, opening[name]);
  });
  const period = { PERIOD_FROM: daysAgo(29).slice(0, 10), PERIOD_TO: daysAgo(0).slice(0, 10) };
  const figures = Object.keys(indicator.values).map((INDICATOR) => ({
    ...run("rf_Indicator", { INDICATOR, GROUP_BY: "plant", ...period }),
    name: `rf_Indicator ${INDICATOR}`,
  }));
  const mold = (name: string, more: object) => list(`molds ${name}`, menus.mold, "Q01", more);
  return [
    ...all,
    mold("by name", sort("MOLD_NAME", "asc")),
    mold("last page", { ...sort("MOLD_NO", "asc"), Page: Math.ceil(molds / 50) }),
    mold("running", where("Work_Stat", "running")),
    mold("idle, by last shot", { ...where("Work_Stat", "idle"), ...sort("LAST_SHOT_AT", "asc") }),
    mold("by shots", sort("COUNT_TIMES", "desc")),
    mold("by life used", sort("LIFE_USED", "desc")),
    mold("by warnings", sort("OPEN_WARNINGS", "desc")),
    mold("of a plant, by shots", { ...where("SAVE_ADDRESS", "P1"), ...sort("COUNT_TIMES", "desc") }),
    ...figures,
    run("rf_Workplace", {}),
    run("rf_PlantBoard", { PLANT_ID: "P1" }),
    run("rf_MakerBoard", { MAKER_ID: "M1" }),
    run("rf_ProjectBoard", { PAGE: 0 }),
    run("rf_KeyProjectBoard", {}),
    run("rf_Search", { TEXT: "M0012" }),
  ];
}

/**
 * Returns the duration of a request, ms. If the server ends the request because it takes too long, returns Infinity.
 */
async function timeOf(http: FastifyInstance, token: string, body: object): Promise<number> {
  const began = performance.now();
  const answer = await http.inject({
    method: "POST",
    url: "/mitt",
    headers: { [tokenHeader]: token },
    payload: body,
  });
  const ms = performance.now() - began;
  const { Code, Msg } = answer.json<{ Code: number; Msg: string }>();
  if (Code !== 0 && Msg === refusals.tookTooLong().code) return Number.POSITIVE_INFINITY;
  if (Code !== 0) throw new Error(`${JSON.stringify(body)}: ${Msg}`);
  return ms;
}

/**
 * Measures how the time of each list, board and search depends on the number of molds of the tenant. Ends with exit
 * code 1 if a request misses a goal.
 */
export async function benchLists(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      small: { type: "string", default: "5000" },
      rows: { type: "string", default: "250000" },
      rounds: { type: "string", default: "20" },
      again: { type: "string" },
      only: { type: "string", default: "" },
      cold: { type: "boolean", default: false },
      record: { type: "boolean", default: false },
    },
  });
  const [sizes, rounds] = [[Number(values.small), Number(values.rows)], Number(values.rounds)];
  const db = await openDb({ url: process.env.DATABASE_URL });
  const settings = { TENANT_REQUESTS_PER_SECOND: "0", LOG_LEVEL: "silent", MQTT_PORT: "off" };
  const app = makeApp(readConfig(settings), db, Date.now);
  const tenants = values.again?.split(",").map(Number) ?? [];
  for (const size of sizes.slice(tenants.length))
    tenants.push(await makeBoards(db, size * readingsOfMold, size));
  console.log(`tenants ${tenants.join(",")} with ${sizes.join(" and ")} molds`);
  // On a server, a job computes the figures of the days in advance. With `--cold`, the requests come before it.
  for (const id of tenants)
    if (values.cold) await db.run(id, [sql`delete from board_figure where tenant_id = ${id}`]);
    else
      while (
        await precomputeFigures(
          systemCtx(app, { tenant_id: id, code: "bench", zone: "Asia/Shanghai" }, Date.now()),
        )
      );
  // On a server, jobs store the facts and days of molds. The benchmark stores them often enough that lists use them.
  let storedAt = Number.NEGATIVE_INFINITY;
  const storeAllFacts = async () => {
    if (performance.now() - storedAt < factsMs) return;
    storedAt = performance.now();
    for (const id of tenants) {
      const ctx = systemCtx(app, { tenant_id: id, code: "bench", zone: "Asia/Shanghai" }, Date.now());
      await storeFacts(ctx);
      await storeMoldDays(ctx);
    }
  };
  const tokens = await Promise.all(
    tenants.map((id) => app.sessions.open(id, "admin", "PC", false, Date.now())),
  );
  const http = await buildHttp(app);
  const bodies = sizes.map((size) => requestsOf(size).filter(({ name }) => name.includes(values.only)));
  const figures: Record<string, readonly Figures[]> = {};
  let missed = 0;
  for (const [i, { name }] of (bodies[0] ?? []).entries()) {
    const times = sizes.map((): number[] => []);
    await storeAllFacts();
    // Sends each request for both tenants in turn, so that both are measured under the same load of the machine. The
    // first round of requests is a warm-up, unless the requests come before the job.
    for (let round = values.cold ? 1 : 0; round <= rounds; round++)
      for (const [n, token] of tokens.entries()) {
        const ms = await timeOf(http, token, bodies[n]?.[i]?.body ?? {});
        if (round > 0) times[n]?.push(ms);
      }
    const found = times.map((t) => ({ p50: median(t), p95: percentile(t, 95) }));
    const [few = { p50: 0, p95: 0 }, many = { p50: 0, p95: 0 }] = found;
    const growth = many.p50 / few.p50;
    const isMissed = many.p95 > goal.p95Ms || (growth > goal.growth && many.p50 > shortMs);
    missed += Number(isMissed);
    figures[name] = found;
    const text = found.map((f) => `p50 ${f.p50.toFixed(1)} p95 ${f.p95.toFixed(1)}`.padEnd(24)).join(" ");
    console.log(`${name.padEnd(28)} ${text} ${growth.toFixed(2)}${isMissed ? "  missed" : ""}`);
  }
  await http.close();
  await db.close();
  console.log(`${missed} of ${Object.keys(figures).length} missed ${goal.p95Ms} ms or ${goal.growth}`);
  if (values.record) record("lists", "postgresql", { sizes, figures });
  process.exitCode = missed > 0 ? 1 : 0;
}

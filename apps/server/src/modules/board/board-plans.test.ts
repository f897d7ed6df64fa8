import { beforeAll, describe, expect, it } from "vitest";
import { forgetAnswers } from "../../kernel/answer-cache.ts";
import { sql } from "../../kernel/db/sql.ts";
import type { CommandImpl } from "../../kernel/registry.ts";
import { bigTenant } from "../../testing/big-tenant.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { rowsReadBy } from "../../testing/plan.ts";
import { withServer } from "../../testing/server.ts";
import type { TestTenant } from "../../testing/tenant.ts";
import { storeFacts } from "../indicator/index.ts";
import { keyProjectBoardImpl } from "./key-project-board.command.ts";
import { makerBoardImpl } from "./maker-board.command.ts";
import { plantBoardImpl } from "./plant-board.command.ts";
import { projectBoardImpl } from "./project-board.command.ts";
import { workplaceImpl } from "./workplace.command.ts";

const molds = 4_000;
const counters = 1_000;

describe("the first request of a board on a tenant with 4,000 molds", () => {
  let t: TestTenant;

  beforeAll(async () => {
    t = await bigTenant(await withServer(), { molds, counters, hours: 2 });
    await storeFacts(systemCtxOf(t));
    await t.server.app.db.platform(sql`select app_analyze()`);
  }, 300_000);

  // A board reads each mold, warning, order and hour a few times at most. Without the right index, or with a wrong
  // order of joins, it reads them for each mold.
  it.each([
    ["workplace", workplaceImpl, {}],
    ["plant", plantBoardImpl, { plantId: "P3" }],
    ["maker", makerBoardImpl, { makerId: "M3" }],
    ["project", projectBoardImpl, { boardPage: 0 }],
    ["key project", keyProjectBoardImpl, { projectNo: null }],
  ] as [string, CommandImpl, Record<string, unknown>][])(
    "%s reads each row a few times",
    async (_name, impl, input) => {
      forgetAnswers(t.id);
      const rows = await rowsReadBy(t, (ctx) => impl.handler(ctx, input));
      expect(rows).toBeGreaterThan(molds);
      // A scan of the whole table also reads the molds of other tests in the same database.
      const [all] = await t.rows<{ n: number }>(sql`
        select max(reltuples)::int as n from pg_class where relname = 'mold' and relkind in ('r', 'p')
      `);
      expect(rows).toBeLessThan(8 * Math.max(molds, all?.n ?? 0));
      // The next request finds the figures in the cache.
    },
  );
});

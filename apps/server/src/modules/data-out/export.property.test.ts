import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { propertyRuns } from "../../telemetry/core/testing/property-runs.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { runExports } from "./run-exports.ts";

const hour = 3_600_000;
const since = "2026-05-18";
/** The beginning of this day in Shanghai. */
const begin = Date.parse("2026-05-17T16:00:00Z");
const names = ["outputs", "tasks", "orders"];

let s: TestServer;
let t: TestTenant;
const dir = mkdtempSync(join(tmpdir(), "export-"));
const dataDir = mkdtempSync(join(tmpdir(), "export-data-"));

beforeAll(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
}, 300_000);
afterAll(() => {
  vi.unstubAllEnvs();
  for (const folder of [dir, dataDir]) rmSync(folder, { recursive: true });
});

const change = fc.record(
  {
    EXPORT_PERIOD: fc.constantFrom("hour", "day"),
    DATASETS: fc.subarray(names, { minLength: 1 }),
    IS_USE: fc.constantFrom("Y", "Y", "N"),
  },
  { requiredKeys: [] },
);
const steps = fc.array(
  fc.record({
    /** Fields that a user changes while the servers run. */
    change: fc.option(change, { nil: undefined }),
    hours: fc.integer({ min: 0, max: 40 }),
    servers: fc.integer({ min: 0, max: 2 }),
    /** Without a folder, the servers cannot write files: they fail and are tried again later. */
    hasFolder: fc.boolean(),
    writesAgain: fc.boolean(),
  }),
  { minLength: 2, maxLength: 7 },
);

const send = (Type: string, row: object) =>
  t.admin.mitt({ Type, MENU_ID: "SYS113", TableName: "SYS_DATA_EXPORT", Data: [row] });

interface File {
  readonly run_id: number;
  readonly dataset: string;
  readonly data_from: string;
  readonly data_to: string;
  readonly run_state: string;
  readonly target_file: string | null;
}

const filesOf = (id: string) =>
  t.rows<File>(sql`
    select run_id, dataset, data_from, data_to, run_state, target_file
    from data_export_run
    where tenant_id = ${t.id} and export_id = ${id}
    order by dataset, data_from
  `);

/** Plans all due files and writes at least one. `servers` of them run at the same time. */
async function run(servers: number, hasFolder: boolean): Promise<void> {
  vi.stubEnv("EXPORT_DIR", hasFolder ? dir : "");
  const ctx = systemCtxOf(t);
  await Promise.all(Array.from({ length: servers }, () => runExports(ctx, s.app.registry, dataDir)));
}

it("exports each dataset without gap and overlap, whatever users and servers do", async () => {
  let n = 0;
  await fc.assert(
    fc.asyncProperty(change, steps, async (first, list) => {
      const id = `P${n++}`;
      s.clock.now = noon;
      const added = {
        EXPORT_ID: id,
        EXPORT_NAME: id,
        IS_USE: "Y",
        DATASETS: ["outputs"],
        DATA_FORMAT: "csv",
        EXPORT_PERIOD: "day",
        EXPORT_SINCE: since,
        WAIT_HOURS: 3,
        EXPORT_TARGET: "folder",
        TARGET_FOLDER: id,
        ...first,
      };
      vi.stubEnv("EXPORT_DIR", dir);
      expect(await send("insert", added)).toMatchObject({ Code: 0 });
      let now = { datasets: added.DATASETS, period: added.EXPORT_PERIOD };
      for (const step of list) {
        s.clock.now += step.hours * hour;
        const changes = { EXPORT_ID: id, ...step.change };
        const [, answer] = await Promise.all([
          run(step.servers, step.hasFolder),
          step.change && send("update", changes),
        ]);
        // A schedule cannot be switched on without a folder.
        if (answer && answer.Code !== 0) expect(answer.Msg).toBe("S0625");
        else
          now = {
            datasets: step.change?.DATASETS ?? now.datasets,
            period: step.change?.EXPORT_PERIOD ?? now.period,
          };
        if (!step.writesAgain) continue;
        const RUN_IDS = (await filesOf(id)).filter((f) => f.run_state === "done").map((f) => f.run_id);
        if (RUN_IDS.length > 0) await t.admin.run("rf_WriteExportAgain", { RUN_IDS });
      }
      vi.stubEnv("EXPORT_DIR", dir);
      expect(await send("update", { EXPORT_ID: id, IS_USE: "Y" })).toMatchObject({ Code: 0 });
      // A run plans at most 200 periods of a dataset.
      for (let i = 0; i < 2; i++) await run(2, true);

      const files = await filesOf(id);
      const ends = new Map<string, number>();
      for (const { dataset, data_from, data_to } of files) {
        expect([dataset, Date.parse(data_from)]).toEqual([dataset, ends.get(dataset) ?? begin]);
        expect(Date.parse(data_to)).toBeGreaterThan(Date.parse(data_from));
        ends.set(dataset, Date.parse(data_to));
      }
      const waited = s.clock.now - 3 * hour;
      for (const dataset of now.datasets) {
        const end = ends.get(dataset) ?? 0;
        expect(end).toBeLessThanOrEqual(waited);
        expect(end + (now.period === "day" ? 24 * hour : hour)).toBeGreaterThan(waited);
      }
      const written = files.flatMap((f) => f.target_file ?? []);
      expect(new Set(written).size).toBe(written.length);
      expect(await send("delete", { EXPORT_ID: id })).toMatchObject({ Code: 0 });
    }),
    { numRuns: propertyRuns(15), endOnFailure: true },
  );
}, 240_000);

import { join } from "node:path";
import type { App } from "../app.ts";
import { endRequestKeys } from "../kernel/dispatch-once.ts";
import { log } from "../kernel/server-log.ts";
import { precomputeFigures } from "../modules/board/index.ts";
import { askCarriers } from "../modules/carrier/index.ts";
import { archiveReadings } from "../modules/counter/index.ts";
import { readExportSettings, runExports } from "../modules/data-out/index.ts";
import { deriveVisits, makeForecasts, moldDays, storeMoldFacts } from "../modules/indicator/index.ts";
import { tickInventories } from "../modules/inventory/index.ts";
import { raiseTasks } from "../modules/maintenance/index.ts";
import { deleteOldNotices, dispatchNotices, readNoticeSettings } from "../modules/notice/index.ts";
import { finishOrders } from "../modules/production/index.ts";
import { expireOrders, notifySales, receiveDelivered } from "../modules/shop/index.ts";
import { notifyWarnings } from "../modules/warning/index.ts";
import { auditJobs } from "./audit-jobs.ts";
import { endCaptchas, endSessions, gatherStatistics, writeCheckpoint } from "./clean-up.ts";
import { fileJobs } from "./file-jobs.ts";
import { type Job, type RunningJobs, startRunner } from "./runner.ts";
import { openWarningsByClock } from "./warning-clock.ts";

/**
 * Periodic jobs. To add a job, add a line here. The job runner inserts the rows that a job needs in the table `job`.
 */
export const jobs: readonly Job[] = [
  { kind: "warning-notices", everyMs: 5_000, tenant: notifyWarnings },
  { kind: "notice-dispatch", everyMs: 5_000, tenant: dispatchNotices },
  { kind: "warning-clock", everyMs: 60_000, tenant: openWarningsByClock },
  { kind: "maintenance-tasks", everyMs: 60_000, tenant: raiseTasks },
  { kind: "order-progress", everyMs: 60_000, tenant: finishOrders },
  { kind: "inventory-ticks", everyMs: 60_000, tenant: tickInventories },
  { kind: "mold-places", everyMs: 3_600_000, tenant: deriveVisits },
  { kind: "mold-forecasts", everyMs: 3_600_000, tenant: makeForecasts },
  { kind: "mold-facts", everyMs: 15_000, tenant: storeMoldFacts },
  { kind: "mold-days", everyMs: 15_000, tenant: moldDays },
  { kind: "board-figures", everyMs: 15_000, tenant: precomputeFigures },
  { kind: "parcels", everyMs: 3_600_000, tenant: askCarriers },
  { kind: "sale-notices", everyMs: 30_000, tenant: notifySales },
  { kind: "order-expiry", everyMs: 3_600_000, tenant: expireOrders },
  { kind: "order-receipt", everyMs: 3_600_000, tenant: receiveDelivered },
  { kind: "session-end", everyMs: 3_600_000, tenant: endSessions },
  { kind: "request-key-end", everyMs: 3_600_000, tenant: endRequestKeys },
  { kind: "notice-end", everyMs: 3_600_000, tenant: deleteOldNotices },
  { kind: "statistics", everyMs: 3_600_000, platform: gatherStatistics },
  { kind: "checkpoint", everyMs: 10_000, platform: writeCheckpoint },
  { kind: "captcha-end", everyMs: 600_000, platform: endCaptchas },
];

/** Starts the jobs of this server. The caller must call `stop` before it closes the database. */
export function startJobs(app: App): RunningJobs {
  // Reads the settings of mails, webhooks and exports now, so that the server does not start with an invalid setting.
  // Otherwise the fault would appear only at the first message or file.
  readNoticeSettings();
  readExportSettings();
  const { syslog, dataDir } = app.config;
  const dataExport: Job = {
    kind: "data-export",
    everyMs: 60_000,
    tenant: (ctx) => runExports(ctx, app.registry, dataDir),
  };
  const readingArchive: Job = {
    kind: "reading-archive",
    everyMs: 86_400_000,
    tenant: async (ctx) => {
      for await (const part of archiveReadings(ctx, join(dataDir, "files")))
        log.info(
          {
            event: "archived",
            tenant: ctx.who.tenantId,
            month: part.month,
            file: part.file,
            readings: part.rows,
          },
          `${part.rows} readings of ${part.month} were archived in ${part.file}`,
        );
    },
  };
  return startRunner(app, {
    jobs: [...jobs, dataExport, readingArchive, ...auditJobs(syslog), ...fileJobs(app)],
  });
}

import { noticeStyle } from "@shotkeeper/contract/notice";
import { Counter, Gauge, Registry } from "prom-client";

/**
 * Metrics of the work that no request waits for: jobs, notices, and log-ins that were delayed. The registry belongs to
 * the process and not to a server object, because jobs have no access to the parts of a server.
 */
export const operationMetrics = new Registry();
const registers = [operationMetrics];

export const jobRuns = new Counter({
  name: "shotkeeper_job_runs_total",
  help: "Runs of jobs by kind and outcome: ok, failed",
  labelNames: ["kind", "outcome"],
  registers,
});

export const jobSeconds = new Counter({
  name: "shotkeeper_job_seconds_total",
  help: "Time that jobs ran",
  labelNames: ["kind"],
  registers,
});

export const jobDelay = new Gauge({
  name: "shotkeeper_job_delay_seconds",
  help: "Time between the due time and the start of the latest run of a job",
  labelNames: ["kind"],
  registers,
  // Takes the longest delay of all processes. Only one process runs the jobs at a time. A sum would also count the last
  // delays of processes that ran the jobs earlier.
  aggregator: "max",
});

export const notices = new Counter({
  name: "shotkeeper_notices_total",
  help: "Messages of the outbox by channel and outcome: sent, retry, failed",
  labelNames: ["channel", "outcome"],
  registers,
});

// Sets a first value of 0. Without it, Prometheus would not see the first failure as an increase.
for (const channel of Object.values(noticeStyle.values)) notices.inc({ channel, outcome: "failed" }, 0);

export const delayedLogIns = new Counter({
  name: "shotkeeper_login_delayed_total",
  help: "Log-ins refused with S0203, because too many attempts had failed",
  registers,
});

export const exportedFiles = new Counter({
  name: "shotkeeper_export_files_total",
  help: "Files of scheduled exports by outcome: written, retry, failed",
  labelNames: ["outcome"],
  registers,
});
exportedFiles.inc({ outcome: "failed" }, 0);

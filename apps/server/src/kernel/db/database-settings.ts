import { availableParallelism } from "node:os";
import { whole } from "../settings.ts";
import { type StatementTimeouts, usualTimeouts } from "./call-limits.ts";

/** Settings of the connections to a PostgreSQL server (docs/operations.md). */
export interface DatabaseSettings {
  /** Maximum number of connections for requests, readings and jobs. */
  readonly connections: number;
  /** Number of processors of the computer on which the database runs. This many reads keep the database busy. */
  readonly cores: number;
  readonly timeouts: StatementTimeouts;
}

export const usualConnections = 12;

export function readDatabaseSettings(env: NodeJS.ProcessEnv): DatabaseSettings {
  const ms = (name: string, usual: number) => 1000 * whole(env, name, usual / 1000, 0);
  return {
    connections: whole(env, "DATABASE_CONNECTIONS", usualConnections, 4),
    cores: whole(env, "DATABASE_CORES", availableParallelism()),
    timeouts: {
      list: ms("LIST_TIMEOUT_SECONDS", usualTimeouts.list),
      report: ms("REPORT_TIMEOUT_SECONDS", usualTimeouts.report),
      job: ms("JOB_TIMEOUT_SECONDS", usualTimeouts.job),
    },
  };
}
